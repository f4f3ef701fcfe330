//! Problems: the status of an error response, and its JSON object with the reason.

use std::fmt;

use hyper::StatusCode;
use serde::Serialize;
use shell::diagnostic::Location;
use shell::{Failure, Stop};

/// The reason why a request is refused or fails.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    #[serde(skip)]
    pub status: StatusCode,
    /// The allowed method, if the request used another.
    #[serde(skip)]
    pub allowed: Option<&'static str>,
    /// A sentence for the user.
    pub error: String,
    /// The location of the error in the text.
    #[serde(flatten)]
    pub location: Option<Location>,
    /// The field of the request with the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
    /// The number of the illegal ply, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
}

impl Problem {
    pub fn new(status: StatusCode, error: impl fmt::Display) -> Problem {
        let error = error.to_string();
        Problem { status, allowed: None, error, location: None, field: None, ply: None }
    }

    /// Refuses something that is well-formed but meaningless.
    pub fn meaningless(error: impl fmt::Display) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// Refuses the value of a field.
    pub fn field(field: &'static str, error: impl fmt::Display) -> Problem {
        Problem { field: Some(field), ..Problem::meaningless(error) }
    }

    /// Reports a failure of the server.
    pub fn failed(error: impl fmt::Display) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// Ends work for a client that has left; the reason is never sent.
    pub fn left() -> Problem {
        Problem::failed("the client has left")
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        Problem { location: failure.location(), ..Problem::meaningless(failure.message()) }
    }
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Problem {
        match stop {
            Stop::Failed(failure) => failure.into(),
            Stop::ClosedPipe => Problem::failed("a pipe is closed"),
        }
    }
}

/// Refuses a body that is not the JSON object of its request; includes the location.
impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Problem {
        // serde counts a line feed as column 0.
        let location = Location { line: error.line(), column: error.column().max(1), width: 0 };
        let message = shell::json::describe(&error);
        Problem { location: Some(location), ..Problem::new(StatusCode::BAD_REQUEST, message) }
    }
}
