//! The command lines of `checkers grade`, `cases` and `compare`.

mod cases;
mod compare;
mod grade;

pub use cases::{CASES, CasesOptions, ExportFormat, ExportTo};
pub use compare::{COMPARE, CompareOptions};
pub use grade::{GRADE, GradeOptions, ReportFormat, ReportTo};
