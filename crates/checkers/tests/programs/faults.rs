//! Tests of faults around the programs: full, slow or closed streams, endless inputs, and too little memory.

use std::ffi::OsStr;
use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::Duration;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use testing::run::run;
use testing::seed;
use testing::start::{self, testdata};
use testing::terminal::status;

use crate::scratch;

const RANKMOVES: &str = "rankmoves";
const CHECKERS: &str = "checkers";

/// Programs whose arguments are followed by the name of a file to read.
const READERS: &[(&str, &[&str])] = &[
    (RANKMOVES, &[]),
    (RANKMOVES, &["-v"]),
    (RANKMOVES, &["--json", "-d", "1"]),
    (CHECKERS, &["show"]),
    (CHECKERS, &["show", "--svg"]),
    (CHECKERS, &["info"]),
    (CHECKERS, &["info", "--json"]),
    (CHECKERS, &["apply"]),
    (CHECKERS, &["convert", "--to", "json"]),
    (CHECKERS, &["perft", "-d", "2"]),
    (CHECKERS, &["series", "--games", "2", "--seed", "1", "random", "minimax:1"]),
    (CHECKERS, &["play", "--red", "random:1", "--black", "random:2"]),
];

/// Appends the file to the arguments.
fn with<'a>(arguments: &[&'a str], file: &'a str) -> Vec<&'a str> {
    [arguments, &[file]].concat()
}

fn start(
    program: &str,
    arguments: &[impl AsRef<OsStr>],
    stdin: impl Into<Stdio>,
    stdout: impl Into<Stdio>,
) -> Child {
    start::program(program)
        .args(arguments)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn message(child: &mut Child) -> String {
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    message
}

/// Asserts that a program reported this error and wrote nothing else.
#[track_caller]
fn assert_refused(program: &str, arguments: &[impl Debug], output: &Output, expected: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(expected), "{program} {arguments:?} said {said:?}");
    assert!(output.stdout.is_empty(), "{program} {arguments:?}");
    assert_eq!(output.status.code(), Some(1), "{program} {arguments:?} said {said:?}");
}

/// Returns programs with arguments that make them print something.
fn writers() -> impl Iterator<Item = (&'static str, Vec<String>)> {
    let helps = [(RANKMOVES, "--help"), (CHECKERS, "--version"), (CHECKERS, "series --help")];
    let helps =
        helps.map(|(program, arguments)| (program, arguments.split(' ').map(str::to_owned).collect()));
    let file = testdata("valid/rankin.txt");
    let readers = READERS.iter().map(move |&(program, arguments)| {
        (program, with(arguments, &file).into_iter().map(str::to_owned).collect())
    });
    readers.chain(helps)
}

#[test]
fn an_output_that_was_closed_before_the_start_is_reported() {
    for (program, arguments) in writers() {
        let run_with = |redirection: &str| {
            let line = format!("exec \"$0\" \"$@\" {redirection}");
            start::program("sh").args(["-c", &line, program]).args(&arguments).output().unwrap()
        };
        assert_refused(program, &arguments, &run_with(">&-"), "Bad file descriptor");
        // Python's DEVNULL is opened like this, as is the file that the runtime puts where the output was.
        assert!(run_with("1<>/dev/null").status.success(), "{program} {arguments:?}");
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "there is no /dev/full")]
fn a_full_disk_is_reported() {
    for (program, arguments) in writers() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut child = start(program, &arguments, Stdio::null(), full);
        let (status, said) = (status(&mut child), message(&mut child));
        assert!(said.contains("No space left on device"), "{program} {arguments:?} said {said:?}");
        assert_eq!(status.code(), Some(1), "{program} {arguments:?}");
    }
}

#[test]
fn output_to_an_open_file_follows_its_contents() {
    let open_file = scratch("faults/redirected").join("file").display().to_string();
    let to_fen = "\"$@\" show --fen W:W1:B2 --format fen";
    let (write, append) = (
        format!("(echo before; {to_fen} -o /dev/stdout; echo after) > {open_file}"),
        format!("(echo before; {to_fen} -o /dev/fd/3; echo after) >> {open_file} 3>&1"),
    );
    for (script, expected) in
        [(write, "before\nW:W1:B2\nafter\n"), (append, "W:W1:B2\nafter\nbefore\nW:W1:B2\nafter\n")]
    {
        let output = run("sh", &["-c", &script, "sh", CHECKERS], b"");
        assert!(output.status.success(), "{output:?}");
        assert!(fs::read_to_string(&open_file).unwrap().ends_with(expected), "{script}");
    }
}

#[test]
fn a_reader_that_has_gone_ends_a_program_quietly() {
    let file = testdata("valid/rankin.txt");
    for (program, arguments) in READERS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = start(program, &with(arguments, &file), Stdio::null(), writer);
        let (status, said) = (status(&mut child), message(&mut child));
        assert_eq!((status.code(), said.as_str()), (Some(0), ""), "{program} {arguments:?}");
    }
}

/// Returns both ends of a connection: the program's and the reader's.
fn connection() -> (OwnedFd, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let here = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (OwnedFd::from(here), listener.accept().unwrap().0)
}

#[test]
fn a_connection_that_is_reset_ends_a_program() {
    let start_of_game = testdata("perft/start-capture-multiple.txt");
    for arguments in [&["-v", "-d", "30"][..], &["--json", "-v", "-d", "8"]] {
        let (writer, mut reader) = connection();
        let mut child = start(RANKMOVES, &with(arguments, &start_of_game), Stdio::null(), writer);
        reader.read_exact(&mut [0; 100]).unwrap();
        // Closing with unread data resets the connection.
        drop(reader);
        let (status, said) = (status(&mut child), message(&mut child));
        match status.code() {
            Some(0) => assert_eq!(said, ""),
            Some(1) => assert!(said.contains("cannot write the result: Connection reset"), "{said:?}"),
            _ => panic!("{status:?}: {said:?}"),
        }
    }
}

#[test]
fn a_slow_reader_gets_everything() {
    let file = testdata("perft/start-capture-multiple.txt");
    let arguments = ["-v", "-d", "4", &file];
    let expected = run(RANKMOVES, &arguments, b"").stdout;
    assert!(expected.len() > 1 << 18, "more than any pipe holds");
    let mut child = start(RANKMOVES, &arguments, Stdio::null(), Stdio::piped());
    let (mut output, mut read) = (child.stdout.take().unwrap(), Vec::new());
    let mut part = [0; 10_007];
    loop {
        let count = output.read(&mut part).unwrap();
        if count == 0 {
            break;
        }
        read.extend_from_slice(&part[..count]);
        thread::sleep(Duration::from_millis(2));
    }
    assert!(read == expected);
    assert_eq!(status(&mut child).code(), Some(0));
}

#[test]
fn an_input_that_is_not_a_file_is_refused() {
    let folder = scratch("faults/inputs");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let large = folder.join("large");
    File::create(&large).unwrap().set_len(1 << 30).unwrap();
    let mut random = vec![0; 10_000];
    seed::rng().fill(&mut random);
    let inputs = [
        (folder.to_str().unwrap().to_owned(), "Is a directory"),
        (folder.join("none").to_str().unwrap().to_owned(), "No such file"),
        ("/dev/zero".to_owned(), "is larger than 64 MiB, the limit for a file"),
        (large.to_str().unwrap().to_owned(), "is larger than 64 MiB, the limit for a file"),
        (write("empty", b""), "expected"),
        (write("binary", &random), "expected"),
        (write("latin", b"RULES: capture multiple jumps # \xe9\nTURN: red"), "UTF-8"),
    ];
    for (program, arguments) in READERS {
        for (path, expected) in &inputs {
            let arguments = with(arguments, path);
            let output = run(program, &arguments, b"");
            if arguments.starts_with(&["info", "--json"]) && *expected != "No such file" {
                // This command's answer is that the file is invalid.
                continue;
            }
            assert_refused(program, &arguments, &output, expected);
        }
    }
}

#[test]
fn a_pipe_that_stalls_is_waited_for() {
    let folder = scratch("faults/fifo");
    let text = fs::read(testdata("valid/rankin.txt")).unwrap();
    for (number, (program, arguments)) in READERS.iter().enumerate() {
        let path = folder.join(number.to_string());
        mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        let arguments = with(arguments, path.to_str().unwrap());
        let child = start(program, &arguments, Stdio::null(), Stdio::piped());
        let mut fifo = File::options().write(true).open(&path).unwrap();
        let pid = Pid::from_child(&child);
        for part in text.chunks(text.len() / 3) {
            fifo.write_all(part).unwrap();
            // An interrupted read continues.
            kill_process(pid, Signal::STOP).unwrap();
            assert!(waitpid(Some(pid), WaitOptions::UNTRACED).unwrap().unwrap().1.stopped());
            kill_process(pid, Signal::CONT).unwrap();
            kill_process(pid, Signal::WINCH).unwrap();
        }
        drop(fifo);
        let output = child.wait_with_output().unwrap();
        let file = testdata("valid/rankin.txt");
        let arguments = with(&arguments[..arguments.len() - 1], &file);
        let expected = run(program, &arguments, b"");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        // A series also prints the time that it took.
        assert!(output.stdout == expected.stdout || arguments[0] == "series", "{arguments:?}");
    }
}

/// Runs a program under limits that the shell sets.
fn run_limited(limit: &str, program: &str, arguments: &[&str]) -> Output {
    let script = format!("ulimit {limit}; exec \"$@\"");
    let arguments = [&["-c", &script, "sh", program], arguments].concat();
    run("sh", &arguments, b"")
}

#[test]
fn a_small_stack_is_enough() {
    let rankin = testdata("valid/rankin.txt");
    let large = testdata("valid/board-15x15.txt");
    let jobs = READERS.iter().map(|&(program, arguments)| (program, with(arguments, &rankin)));
    let deep = [&["-d", "5000", &rankin][..], &["-d", "3", &large], &["-v", "-d", "12", &rankin]];
    let deep = deep.map(|arguments| (RANKMOVES, arguments.to_vec()));
    for (program, arguments) in jobs.chain(deep) {
        let plenty = run(program, &arguments, b"");
        let little = run_limited("-s 256", program, &arguments);
        assert_eq!(little.status.code(), Some(0), "{arguments:?}: {little:?}");
        assert!(little.stdout == plenty.stdout || arguments[0] == "series", "{arguments:?}");
    }
}

/// Returns limits on the address space in kilobytes. They start too low, and go beyond the 64 MiB that a
/// thread reserves, in steps that are not multiples of a stack's size.
fn limits() -> impl Iterator<Item = u32> {
    let few = (6_000..24_000).step_by(712);
    few.chain((70_000..90_000).step_by(712)).chain([40_000, 150_000, 300_000])
}

#[test]
fn with_too_little_memory_a_program_succeeds_or_gives_the_reason() {
    let rankin = testdata("valid/rankin.txt");
    let game = testdata("perft/start-capture-multiple.txt");
    let large = testdata("valid/board-15x15.txt");
    let readers = READERS.iter().map(|&(program, arguments)| (program, with(arguments, &rankin)));
    let more = [
        // Without memory for all reachable positions, the program searches.
        (RANKMOVES, vec!["-d", "30", "--hash", "1", &rankin]),
        (RANKMOVES, vec!["-v", "-d", "4", &game]),
        (RANKMOVES, vec!["-d", "9", "--threads", "8", &game]),
        (RANKMOVES, vec!["-d", "2", &large]),
        (RANKMOVES, vec!["--json", "-d", "20", "--threads", "1", &rankin]),
        (RANKMOVES, vec!["-d", "18", "--threads", "4", "--hash", "9", &rankin]),
        (CHECKERS, vec!["perft", "-d", "17", "--threads", "2", "--hash", "9", &rankin]),
        (CHECKERS, vec!["perft", "-d", "7", "--threads", "8", &game]),
    ];
    // Below some limit, the system cannot even load a program.
    let loads = |program: &str, kilobytes: &u32| {
        run_limited(&format!("-v {kilobytes}"), program, &["--version"]).status.success()
    };
    let [of_rankmoves, of_checkers] = [RANKMOVES, CHECKERS]
        .map(|program| limits().filter(|kilobytes| loads(program, kilobytes)).collect::<Vec<_>>());
    for (program, arguments) in readers.chain(more) {
        let plenty = run(program, &arguments, b"");
        let mut done = 0;
        for kilobytes in if program == RANKMOVES { &of_rankmoves } else { &of_checkers } {
            let little = run_limited(&format!("-v {kilobytes}"), program, &arguments);
            let said = String::from_utf8_lossy(&little.stderr);
            match little.status.code() {
                Some(0) => {
                    let is_same = little.stdout == plenty.stdout || arguments[0] == "series";
                    assert!(is_same, "{kilobytes} {arguments:?}");
                    done += 1;
                }
                Some(1) => {
                    let is_told = said.contains("memory") || said.contains("cannot start a thread");
                    assert!(is_told, "{kilobytes} {arguments:?}: {said:?}");
                }
                _ => panic!("{kilobytes} {arguments:?}: {:?}, {said}", little.status),
            }
        }
        assert!(done > 0, "{arguments:?}");
    }
}
