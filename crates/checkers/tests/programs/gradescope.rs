//! Tests of the package of `checkers cases --gradescope`: it is unpacked and run as Gradescope does.

use std::fs;
use std::io::Cursor;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Output;
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;
use testing::run::{assert_fails, copy_program, printed};
use testing::start::{self, program};
use zip::ZipArchive;

/// Makes a package with a few cases and returns its bytes.
fn package(options: &[&str]) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let output = program("checkers")
        .args(["cases", "--count", "20", "--depth", "0", "--gradescope", "autograder.zip"])
        .args(options)
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(printed(output).starts_with("20 cases in autograder.zip, an autograder for Gradescope\n"));
    fs::read(folder.path().join("autograder.zip")).unwrap()
}

/// A copy of Gradescope's folders: `source`, `submission`, `results`, and the script.
struct Image(TempDir);

impl Image {
    /// Unpacks the package and sets it up. Its scripts run submissions as `user` instead of `student`.
    fn new(user: &str) -> Image {
        static PACKAGE: OnceLock<Vec<u8>> = OnceLock::new();
        Image::of(PACKAGE.get_or_init(|| package(&[])), user)
    }

    fn of(package: &[u8], user: &str) -> Image {
        let image = Image(TempDir::new().unwrap());
        // The user that runs a submission reaches the submission's folder through this folder.
        fs::set_permissions(image.0.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let unpacked = image.path("unpacked");
        ZipArchive::new(Cursor::new(package)).unwrap().extract(&unpacked).unwrap();
        for script in ["setup.sh", "run_autograder"] {
            let path = unpacked.join(script);
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o755, "{script}");
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text.matches("\nuser=student\n").count(), 1, "{script}");
            fs::write(&path, text.replace("\nuser=student\n", &format!("\nuser={user}\n"))).unwrap();
        }
        copy_program(&unpacked, &image.path("source"));
        let output = image.run("source/setup.sh");
        assert!(output.status.success(), "{output:?}");
        copy_program(&unpacked.join("run_autograder"), &image.path("run_autograder"));
        image
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, script: &str) -> Output {
        program(self.path(script))
            .env("AUTOGRADER_ROOT", self.0.path())
            .current_dir(self.0.path())
            .output()
            .unwrap()
    }

    /// Grades a submission consisting of these files.
    fn grade(&self, files: &[(&str, &str)]) -> Value {
        let submission = self.path("submission");
        fs::remove_dir_all(&submission).unwrap();
        fs::create_dir(&submission).unwrap();
        for (name, text) in files {
            let path = submission.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let _ = fs::remove_file(self.path("results/results.json"));
        let output = self.run("run_autograder");
        assert!(output.status.success(), "{output:?}");
        self.results()
    }

    fn results(&self) -> Value {
        let text = fs::read_to_string(self.path("results/results.json")).unwrap();
        let results = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
        check(&results);
        results
    }
}

/// Checks the names, types and values of fields against Gradescope's list
/// (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>).
#[track_caller]
pub fn check(results: &Value) {
    let fields = results.as_object().unwrap();
    assert!(fields.contains_key("score") || fields.contains_key("tests"), "{results}");
    for (name, value) in fields {
        let is_valid = match name.as_str() {
            "score" => value.is_number(),
            "execution_time" => value.is_u64(),
            "output" => value.is_string(),
            "output_format" | "test_output_format" | "test_name_format" => is_format(value),
            "visibility" | "stdout_visibility" => is_visibility(value),
            "extra_data" => value.is_object(),
            "tests" => value.as_array().unwrap().iter().all(is_test),
            "leaderboard" => value.is_array(),
            _ => false,
        };
        assert!(is_valid, "{name}: {value}");
    }
    let scores = |name: &str| {
        let tests = results["tests"].as_array().into_iter().flatten();
        tests.map(|test| test[name].as_f64().unwrap_or_default()).sum::<f64>()
    };
    assert!(scores("score") <= scores("max_score"));
}

fn is_format(value: &Value) -> bool {
    ["text", "html", "simple_format", "md", "ansi"].iter().any(|format| value == format)
}

fn is_visibility(value: &Value) -> bool {
    ["hidden", "after_due_date", "after_published", "visible"].iter().any(|visibility| value == visibility)
}

fn is_test(test: &Value) -> bool {
    test.as_object().unwrap().iter().all(|(name, value)| match name.as_str() {
        "score" | "max_score" => value.as_f64().is_some_and(|score| score >= 0.0),
        "status" => value == "passed" || value == "failed",
        "name" | "number" | "output" => value.is_string(),
        "name_format" | "output_format" => is_format(value),
        "tags" => value.as_array().is_some_and(|tags| tags.iter().all(Value::is_string)),
        "visibility" => is_visibility(value),
        "extra_data" => value.is_object(),
        _ => false,
    })
}

/// Returns the sum of the points of all tests, and of their maximum points. There are 20 cases, and 23 files
/// to be refused.
fn points(results: &Value) -> (u64, u64) {
    let tests = results["tests"].as_array().unwrap();
    let sum = |name: &str| tests.iter().map(|test| test[name].as_u64().unwrap()).sum();
    (sum("score"), sum("max_score"))
}

fn said(results: &Value) -> &str {
    results["output"].as_str().unwrap()
}

/// Returns a script that answers like `rankmoves`, with its output passed through a filter.
fn script(filter: &str) -> String {
    let rankmoves = start::built("rankmoves");
    // Saves the exit status first, because a pipe has the status of its last program.
    format!("#!/bin/sh\nout=$({} \"$@\") || exit\nprintf '%s\\n' \"$out\" | {filter}\n", rankmoves.display())
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[test]
fn the_same_options_make_the_same_package() {
    let [one, other] = [0; 2].map(|_| package(&["--build", "make all", "--run", "./it's mine"]));
    assert!(one == other);
    let mut archive = ZipArchive::new(Cursor::new(one)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    for name in ["setup.sh", "run_autograder", "checkers", "README.txt", "cases/cases.json"] {
        assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
    }
    for ending in [".in", ".ans", ".args"] {
        let cases = names.iter().filter(|name| name.ends_with(ending) && !name.contains("/refused/"));
        assert_eq!(cases.count(), 20, "{ending}");
    }
    assert_eq!(archive.by_name("checkers").unwrap().unix_mode(), Some(0o100_755));
    let run = std::io::read_to_string(archive.by_name("run_autograder").unwrap()).unwrap();
    assert!(run.contains("\nbuild='make all'\n") && run.contains("\nrun='./it'\\''s mine'\n"), "{run}");
    let fails = program("checkers").args(["cases", "--build", "make"]).output().unwrap();
    assert_fails(&fails, 2, "--gradescope");
}

#[test]
fn right_and_wrong_submissions_get_their_points() {
    let image = Image::new("");
    let right = image.grade(&[("rankmoves", &script("cat"))]);
    assert_eq!(points(&right), (43, 43), "{right}");
    let wrong = image.grade(&[("mine.sh", &script("sed s/-99/-98/")), ("notes.txt", "mine")]);
    let (score, of) = points(&wrong);
    assert!(0 < score && score < of && of == 43, "{wrong}");
    assert!(said(&wrong).contains("smallest board found with"), "{wrong}");
    assert!(!said(&wrong).contains("The right answer"), "{wrong}");
    // The submission is a folder with everything, including a Makefile.
    let text = script("cat");
    let makefile = "all:\n\tcp program.txt rankmoves; chmod +x rankmoves\n";
    if program("make").arg("--version").output().is_ok() {
        let built = image.grade(&[("project/Makefile", makefile), ("project/program.txt", &text)]);
        assert_eq!(points(&built), (43, 43), "{built}");
    }
}

#[test]
fn a_submission_without_a_program_gets_a_message() {
    let image = Image::new("");
    let empty = image.grade(&[]);
    assert!(said(&empty).contains("No program was found"), "{empty}");
    assert_eq!(empty["score"], 0);
    let two = image.grade(&[("a", "#!/bin/sh\n"), ("b", "#!/bin/sh\n"), ("data", "none")]);
    assert!(said(&two).contains("More than one program was found; name yours rankmoves: ./a ./b"), "{two}");
    if program("cc").arg("--version").output().is_err() {
        return;
    }
    let mistaken = image.grade(&[("main.c", "int main(void) { return \"\\t<b>\" ß }\n")]);
    assert!(said(&mistaken).starts_with("Your program cannot be built: cc"), "{mistaken}");
    assert!(said(&mistaken).contains("main.c:1:") && said(&mistaken).contains("error:"), "{mistaken}");
    assert!(said(&mistaken).contains(r#""\t<b>""#), "{mistaken}");
    assert_eq!((&mistaken["score"], points(&mistaken)), (&Value::from(0), (0, 0)));
    let naive = fs::read_to_string(start::top().join("benches/plain/naive.c")).unwrap();
    // The plain program expects different arguments, and reports that.
    let other = image.grade(&[("naive.c", &naive)]);
    assert_eq!(points(&other).1, 43, "{other}");
}

#[test]
fn a_long_build_log_is_cut() {
    let image = Image::new("");
    if program("make").arg("--version").output().is_err() {
        return;
    }
    let makefile = "all:\n\t@yes '\"\\\\ a long line' | head -n 100000; printf '\\001\\377'; exit 1\n";
    let results = image.grade(&[("Makefile", makefile)]);
    assert!(said(&results).starts_with("Your program cannot be built: make"), "{results}");
    assert!(said(&results).len() < 100_000);
}

#[test]
fn a_grader_that_cannot_run_writes_results_with_the_reason() {
    let image = Image::new("no-such-user");
    let output = image.run("run_autograder");
    assert_eq!(output.status.code(), Some(1));
    let results = image.results();
    assert!(said(&results).contains("Your program is not at fault"), "{results}");
    // A `checkers` that cannot run is detected when the image is built.
    fs::write(image.path("source/checkers"), "#!/no/such/shell\n").unwrap();
    let output = image.run("source/setup.sh");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("target-cpu=x86-64"), "{output:?}");
}

/// Requires root, as on Gradescope.
#[test]
fn submissions_of_another_user_read_no_answers_and_write_no_results() {
    if !is_root() || !fs::read_to_string("/etc/passwd").unwrap().contains("\nnobody:") {
        return;
    }
    let image = Image::new("nobody");
    let top = image.0.path().display();
    let spy = format!(
        "#!/bin/sh\nid -u; cat {top}/source/cases/*.ans; ls {top}/results; echo > {top}/results/results.json; \
         env | grep -c AUTOGRADER_ROOT; touch here && echo writable; kill -9 $PPID; echo done\n"
    );
    let makefile = format!("all:\n\t@id -u; ls {top}/source/cases; cat {top}/results/results.json; false\n");
    let built = image.grade(&[("Makefile", &makefile), ("rankmoves", &spy)]);
    assert!(said(&built).contains("\n65534\n"), "{built}");
    assert_eq!(said(&built).matches("Permission denied").count(), 2, "{built}");
    let results = image.grade(&[("rankmoves", &spy)]);
    let text = said(&results);
    assert!(
        text.contains("  65534\n") && text.contains("  writable\n") && text.contains("  done\n"),
        "{text}"
    );
    assert!(!text.contains("score") && text.contains("\n  0\n"), "{text}");
    assert_eq!(points(&results), (0, 43));
}
