//! A task of a program: a case, and the arguments for it.

use std::num::NonZeroUsize;

use rankmoves::Ranker;
use rankmoves_core::exchange::Document;
use rankmoves_core::{Position, Resources};
use rankmoves_judge::{Case, Comparison};
use shell::quantity;

/// The way a program receives its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputForm {
    /// A file, by its name.
    File,
    /// Standard input, without a name.
    Stdin,
    /// Standard input, for the name `-`.
    Dash,
}

/// A case, and the arguments for a program.
#[derive(Clone, Debug)]
pub struct Task {
    pub case: Case,
    /// The options, which set the depth and request a tree or a list.
    pub switches: Vec<String>,
    pub input: InputForm,
    /// The index of the task, which determines the form of its command line.
    pub index: usize,
    /// The position of the question, or the reason why the file must be refused.
    pub position: Result<Position, String>,
}

impl Task {
    /// Makes the task of the `index`-th case. The order of the options varies, and every second case is passed on
    /// standard input.
    pub fn new(case: Case, index: usize) -> Task {
        let input = match index % 8 {
            7 => InputForm::Dash,
            odd if odd % 2 == 1 => InputForm::Stdin,
            _ => InputForm::File,
        };
        let mut switches = case.arguments();
        if index / 2 % 2 == 1 && case.verbose {
            switches.rotate_right(1);
        }
        let position = Document::parse(case.text.as_bytes()).and_then(|document| document.position());
        Task { case, switches, input, index, position: position.map_err(|why| why.to_string()) }
    }

    /// Makes the task of another case in the same form.
    pub fn asking(&self, case: Case) -> Task {
        Task::new(Case { name: self.case.name.clone(), ..case }, self.index)
    }

    /// Compares an answer with the right one. Returns `None` if memory is short.
    pub fn compare(&self, output: &[u8]) -> Option<Comparison> {
        let mut ranker = Ranker::with_resources(Resources::with_threads(NonZeroUsize::MIN));
        let Case { depth, verbose, .. } = self.case;
        rankmoves_judge::compare(self.position.as_ref().ok()?, depth, verbose, output, &mut ranker).ok()
    }

    /// Returns the depth and the number of pieces.
    pub fn size(&self) -> (u32, usize) {
        (self.case.depth, self.case.pieces())
    }

    /// Returns the name of the files of the task.
    pub fn name(&self) -> String {
        let folder = if self.position.is_err() { "refused/" } else { "" };
        format!("{folder}{}", self.case.name)
    }

    /// Returns the name in reports, which does not reveal a mistake.
    pub fn title(&self) -> String {
        let Case { name, depth, .. } = &self.case;
        if self.position.is_err() {
            return format!("refused/{name}: a file to be refused");
        }
        format!("{name}: {}, depth {depth}", quantity(self.case.pieces(), "piece", "pieces"))
    }

    /// Returns the name of the file; `None` if it is passed on standard input.
    pub fn file(&self) -> Option<String> {
        // The name of a file must not look like an option.
        let folder = if self.case.name.starts_with('-') { "./" } else { "" };
        (self.input == InputForm::File).then(|| format!("{folder}{}.in", self.case.name))
    }

    /// Returns the arguments of the program, with `file` as the name of the file.
    pub fn arguments_with(&self, file: Option<String>) -> Vec<String> {
        let dash = (self.input == InputForm::Dash).then(|| "-".to_owned());
        self.switches.iter().cloned().chain(file).chain(dash).collect()
    }

    /// Returns the arguments of the program.
    pub fn arguments(&self) -> Vec<String> {
        self.arguments_with(self.file())
    }
}
