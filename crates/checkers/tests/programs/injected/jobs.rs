//! The runs of both programs that are repeated with faults.

const RANKMOVES: &str = "rankmoves";
pub const CHECKERS: &str = "checkers";

/// A run of a program, in a folder of its own.
#[derive(Clone, Copy)]
pub struct Job {
    pub program: &'static str,
    /// Words that begin with `@` name files of testdata; words that begin with `%` name files of the job's
    /// folder by a long path.
    pub arguments: &'static str,
    pub stdin: &'static str,
    /// Content of the file `out…` before the run.
    pub old: Option<(&'static str, &'static str)>,
    /// True if the program answers commands: it may report a fault as the answer to a command and continue.
    pub is_conversation: bool,
    /// True if there are endgame tables. An unreadable table causes a warning, and its values are unknown.
    pub has_tables: bool,
}

const fn job(program: &'static str, arguments: &'static str) -> Job {
    Job { program, arguments, stdin: "", old: None, is_conversation: false, has_tables: false }
}

const GAME: &str =
    "c3->d4\nhint 2\nmoves\nsave out.pdn\nundo\nsave out.txt\nsave out.svg\nload out.pdn\nquit\n";

const OLD: &str = "W:W21:B1\n";

/// Two kings: deep searches take little time, because few positions can be reached.
const KINGS: &str = "W:WK1:BK32\n";

/// Two kings close together, where tables show results that a search of one ply does not find.
const BESIDE: &str = "W:WK22:BK14\n";

/// The main jobs of both programs.
pub const JOBS: &[Job] = &[
    job(RANKMOVES, "@valid/rankin.txt"),
    job(RANKMOVES, "-v -d 4 @valid/rankin.txt"),
    job(RANKMOVES, "-v -d 2 @perft/start-capture-multiple.txt"),
    job(RANKMOVES, "--json -v -d 2 @valid/moves-with-chains.txt"),
    job(RANKMOVES, "-d 9 --threads 2 --stats @valid/rankin.txt"),
    Job { stdin: KINGS, ..job(RANKMOVES, "-d 14 --threads 2 --hash 1") },
    Job { stdin: KINGS, ..job(RANKMOVES, "-d 40 --threads 2") },
    job(RANKMOVES, "@valid/thirteen-red-pieces.txt"),
    job(RANKMOVES, "@broken/illegal-third-of-several.txt"),
    job(RANKMOVES, "--depth x"),
    job(RANKMOVES, "--help"),
    Job { stdin: "W:W21,22,K3:B1-4\n", ..job(RANKMOVES, "-d 3 --threads 1") },
    job(CHECKERS, "perft -d 4 --divide --threads 2 --stats @perft/start-capture-multiple.txt"),
    job(CHECKERS, "perft -d 5 --threads 1 @perft/start-capture-multiple.txt"),
    job(CHECKERS, "perft -d 2 --split @perft/start-capture-multiple.txt"),
    Job { stdin: KINGS, ..job(CHECKERS, "perft -d 14 --threads 2 --hash 1") },
    job(CHECKERS, "apply @valid/moves-on-several-lines.txt"),
    job(CHECKERS, "apply -m 1 -o out.json @valid/moves-on-several-lines.txt"),
    job(CHECKERS, "convert -o out.txt @pdn/variations.pdn"),
    job(CHECKERS, "convert -o out.json @pdn/variations.pdn"),
    Job { old: Some(("out.pdn", OLD)), ..job(CHECKERS, "convert -o out.pdn @pdn/variations.pdn") },
    Job { old: Some(("out.fen", OLD)), ..job(CHECKERS, "convert -o %out.fen --fen W:W21,22:B1-4") },
    job(CHECKERS, "convert --to pdn @pdn/strict.pdn"),
    job(CHECKERS, "show -d 3 -o out.svg @valid/rankin.txt"),
    job(CHECKERS, "show --color always @valid/rankin.txt"),
    Job { has_tables: true, stdin: BESIDE, ..job(RANKMOVES, "--json --proven --threads 1") },
    Job { has_tables: true, stdin: BESIDE, ..job(CHECKERS, "show -d 1 -o out.txt --format ascii") },
    job(CHECKERS, "info @pdn/variations.pdn"),
    job(CHECKERS, "info --json @valid/rankin.txt"),
    job(CHECKERS, "series --games 2 --seed 1 --threads 1 --pdn out.pdn random minimax:1"),
    Job {
        old: Some(("out.pdn", OLD)),
        ..job(CHECKERS, "series --games 3 --seed 1 --threads 2 --pdn out.pdn random random")
    },
    Job { stdin: GAME, is_conversation: true, ..job(CHECKERS, "play --black random:1") },
    Job {
        old: Some(("out.pdn", OLD)),
        stdin: GAME,
        is_conversation: true,
        ..job(CHECKERS, "play --black random:2")
    },
];
