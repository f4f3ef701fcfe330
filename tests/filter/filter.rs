//! Tests the filter as users see it: options, streams, exit statuses.

use std::fs::File;
use std::io::Read;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use testing::listings::{DEPTH_0, DEPTH_2, VERBOSE_1, VERBOSE_2};
use testing::run::{assert_fails, assert_prints, output_of, printed, run, statistics};
use testing::start::{self, testdata};
use testing::terminal::{self, Terminal};

const RANKMOVES: &str = "rankmoves";

fn rankin() -> String {
    std::fs::read_to_string(testdata("valid/rankin.txt")).unwrap()
}

#[test]
fn the_listings_of_the_specification_do_not_depend_on_the_order_of_options() {
    let file = &testdata("valid/rankin.txt")[..];
    let listings: [(&[&str], &str); 9] = [
        (&["-v"], DEPTH_0),
        (&["--verbose", "--depth", "0"], DEPTH_0),
        (&["-d", "2"], DEPTH_2),
        (&["--depth=2"], DEPTH_2),
        (&["-v", "-d", "1"], VERBOSE_1),
        (&["-d1", "-v"], VERBOSE_1),
        (&["-vd1"], VERBOSE_1),
        (&["-v", "-d", "2"], VERBOSE_2),
        (&["-d", "2", "--verbose"], VERBOSE_2),
    ];
    for (switches, listing) in listings {
        for place in 0..=switches.len() {
            // Do not insert the option between `-d` and its number.
            if place > 0 && ["-d", "--depth"].contains(&switches[place - 1]) {
                continue;
            }
            for name in [file, "-"] {
                let mut arguments = switches.to_vec();
                arguments.insert(place, name);
                assert_prints(&run(RANKMOVES, &arguments, rankin().as_bytes()), listing);
            }
        }
        assert_prints(&run(RANKMOVES, switches, rankin().as_bytes()), listing);
    }
}

#[test]
fn a_player_without_moves_gets_the_same_line_in_both_modes() {
    for file in ["valid/mover-has-no-pieces.txt", "valid/mover-is-blocked.txt", "valid/both-stuck.txt"] {
        let file = &testdata(file)[..];
        for arguments in [&[file][..], &["-d", "3", file], &["-v", "-d", "3", file]] {
            assert_prints(&run(RANKMOVES, arguments, b""), "Player red has no moves available.\n");
        }
        let json = String::from_utf8(run(RANKMOVES, &["--json", "-v", file], b"").stdout).unwrap();
        assert!(json.ends_with("\"player\":\"red\",\"depth\":0,\"moves\":[]}\n"), "{json}");
    }
}

#[test]
fn a_wrong_command_line_ends_with_status_2() {
    let file = &testdata("valid/rankin.txt")[..];
    let long = "9".repeat(100_000);
    let wrong: [(&[&str], &str); 9] = [
        (&["-d", "x", file], "expected a whole number from 0 to 4294967295"),
        (&["-d", "-1", file], "expected a whole number from 0 to 4294967295"),
        (&["-d", "4294967296", file], "expected a whole number from 0 to 4294967295"),
        (&["-d", "1.5", file], "expected a whole number from 0 to 4294967295"),
        (&["-d", &long, file], "error: invalid value"),
        (&["-d"], "a value is required"),
        (&["-d", "1", "-d", "2", file], "cannot be used multiple times"),
        (&["-x", file], "unexpected argument '-x'"),
        (&[file, file], "unexpected argument"),
    ];
    for (arguments, message) in wrong {
        let output = run(RANKMOVES, arguments, b"");
        assert_fails(&output, 2, message);
        assert!(output.stderr.len() <= 2000);
    }
}

#[test]
fn an_input_that_cannot_be_read_ends_with_status_1() {
    assert_fails(&run(RANKMOVES, &["no-such-file"], b""), 1, "error: cannot read no-such-file: No such file");
    assert_fails(&run(RANKMOVES, &["/"], b""), 1, "error: cannot read /: Is a directory");
    let name = format!("no-\u{1b}[31m{}", "x".repeat(5000));
    let output = run(RANKMOVES, &[&name], b"");
    assert_fails(&output, 1, r"error: cannot read no-\u{1b}[31mxxx");
    assert!(output.stderr.len() <= 2000);
}

#[test]
fn standard_input_is_named_in_messages() {
    assert_fails(&run(RANKMOVES, &["-v"], b"RULES: nonsense"), 1, "--> <stdin>:1:8\n");
}

#[test]
fn an_endless_input_is_refused() {
    let mut yes = start::program("yes").stdout(Stdio::piped()).spawn().unwrap();
    let input = yes.stdout.take().unwrap();
    let output = start::program(RANKMOVES).stdin(input).output().unwrap();
    yes.kill().unwrap();
    yes.wait().unwrap();
    assert_fails(&output, 1, "error: <stdin> is larger than 64 MiB, the limit for a file");
}

#[test]
fn nothing_is_printed_before_all_of_the_input_is_known_to_be_valid() {
    let text = rankin() + "d4->e5 c7->d6 e5->c7 c5->d4 c7->d9";
    for switch in ["-v", "-d1", "--json"] {
        assert_fails(
            &run(RANKMOVES, &[switch], text.as_bytes()),
            1,
            "move 5, c7->d9, is illegal: d9 is not on",
        );
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let start = testdata("valid/start-no-capture-single.txt");
    for arguments in [&["-v", "-d", "30"][..], &["-v", "-d", "5"]] {
        let mut child = start::program(RANKMOVES)
            .args(arguments)
            .arg(&start)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 5];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        assert_eq!(&first, b"? a3-");
        // The pipe is closed by now.
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "there is no /dev/full")]
fn a_full_disk_is_an_error() {
    for arguments in [&["-d", "2"][..], &["-v", "-d", "2"], &["--json"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = start::program(RANKMOVES)
            .args(arguments)
            .arg(testdata("valid/rankin.txt"))
            .stdout(full)
            .output()
            .unwrap();
        assert_fails(&output, 1, "error: cannot write the result: No space left on device");
    }
}

#[test]
fn an_interrupt_and_a_termination_have_their_statuses() {
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let child = start::program(RANKMOVES)
            .args(["-v", "-d", "100"])
            .arg(testdata("valid/start-no-capture-single.txt"))
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.unwrap();
        // Once the program prints, it has finished starting.
        let mut first = [0; 1];
        child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(status));
    }
}

#[test]
fn signals_are_tested_alike_where_the_tests_were_started_to_ignore_them() {
    // `cargo test &` in a shell script, and `nohup`, also start the tests with ignored signals.
    let script = r#"trap "" HUP INT QUIT TERM; exec "$0" --exact filter::an_interrupt_and_a_termination_have_their_statuses"#;
    let mut command = start::program("sh");
    command.args(["-c", script]).arg(std::env::current_exe().unwrap()).stdout(Stdio::null());
    assert!(terminal::status(&mut command.spawn().unwrap()).success());
}

#[test]
fn any_depth_is_accepted() {
    // Black has no pieces, so every depth gives the same score.
    let won = "RULES: capture single jumps board 4x4 TURN: red BOARD: \".\". .\".\" \".\". R\".\" MOVES:";
    // Each player has one man. The men pass each other and are crowned, and neither player need ever lose.
    let even = "RULES: capture multiple jumps board 6x4 TURN: red
        BOARD: \".\"b .\".\" \".\". .\".\" \".\". r\".\" MOVES:";
    for (text, expected) in [
        (won.to_owned(), "a1->b2 for red: score 99\n"),
        (even.to_owned(), "a1->b2 for red: score 0\n"),
        // Red loses by force, as the ordinary search also finds.
        (rankin(), "d4->b6 for red: score -99\nd4->e5 for red: score -99\n"),
    ] {
        for depth in ["100", "101", "1000", "4294967295"] {
            assert_prints(&run(RANKMOVES, &["-d", depth], text.as_bytes()), expected);
        }
    }
}

#[test]
fn lines_of_four_kings_take_little_memory() {
    let arguments = ["--json", "-d", "200", "--fen", "W:WK1,K2:BK32,K31"];
    let mut command = start::program("sh");
    command.args(["-c", "ulimit -v 40000; exec \"$@\"", "sh"]).arg(start::built(RANKMOVES)).args(arguments);
    assert_prints(&output_of(command, b""), &printed(run(RANKMOVES, &arguments, b"")));
}

#[test]
fn threads_and_table_do_not_change_the_output() {
    let start = &testdata("valid/start-no-capture-single.txt")[..];
    let expected = run(RANKMOVES, &["-d", "11", start], b"").stdout;
    let expected = String::from_utf8(expected).unwrap();
    for options in [
        ["--threads", "1", "--hash", "0"],
        ["--threads", "2", "--hash", "1"],
        ["--threads", "9", "--hash", "64"],
    ] {
        let arguments = [&["-d", "11", start][..], &options].concat();
        assert_prints(&run(RANKMOVES, &arguments, b""), &expected);
    }
}

#[test]
fn resources_that_cannot_be_had_are_refused() {
    for (arguments, status, message) in [
        (["--threads", "0"], 2, "expected a whole number from 1 to 1024"),
        (["--threads", "-1"], 2, "expected a whole number from 1 to 1024"),
        (["--threads", "1025"], 2, "expected a whole number from 1 to 1024"),
        (["--hash", "16777217"], 2, "expected a whole number from 0 to 16777216"),
        (
            ["--hash", "16777216"],
            1,
            "error: cannot rank the moves: there is no memory for a table of 16777216 MiB",
        ),
    ] {
        let file = testdata("valid/rankin.txt");
        let arguments = [&arguments[..], &[&file]].concat();
        assert_fails(&run(RANKMOVES, &arguments, b""), status, message);
    }
}

#[test]
fn statistics_go_to_standard_error() {
    let output = run(RANKMOVES, &["--stats", "-d", "2", "--threads", "3"], rankin().as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stdout), DEPTH_2);
    let names: Vec<_> = statistics(&output).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["depth", "nodes", "nodes/s", "table", "threads", "time"]);
    // The nodes of a tree are its moves, in any format.
    let nodes = VERBOSE_2.lines().filter(|line| line.trim_start().starts_with(". ")).count().to_string();
    for format in [&["-v"][..], &["-v", "--json"]] {
        let output = run(RANKMOVES, &[&["--stats", "-d", "2"], format].concat(), rankin().as_bytes());
        assert_eq!(statistics(&output)[1], ("nodes".to_owned(), nodes.clone()), "{format:?}");
    }
}

#[test]
fn nothing_but_messages_is_written_to_a_standard_error_that_is_no_terminal() {
    let start = testdata("valid/start-capture-multiple.txt");
    let arguments = ["-d", "30", "--hash", "1", &start];
    let mut command = start::program(RANKMOVES);
    let child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Wait until a second program, started later, shows its progress. By then the first would have shown it,
    // too.
    let mut command = start::program(RANKMOVES);
    let mut other = Terminal::start_with_messages_only(command.args(arguments).stdout(Stdio::null()));
    other.wait_for("moves, ");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
}
