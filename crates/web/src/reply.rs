//! Responses: their headers and bodies.

use http_body_util::{Either, Full};
use hyper::body::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use serde::Serialize;

use super::events::Events;
use super::problem::Problem;

/// A response of the server, either complete or a stream of events.
pub type Reply = Response<Either<Full<Bytes>, Events>>;

/// The headers of every response. The page loads nothing from other sites, and their pages may neither embed
/// nor read it.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; object-src 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Adds `HEADERS` to a response. By default, also forbids caching it.
pub fn with_headers(mut reply: Reply) -> Reply {
    for (name, value) in HEADERS {
        reply.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    reply.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    reply
}

/// Makes a response from bytes of a content type.
pub fn bytes(status: StatusCode, kind: &'static str, bytes: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Either::Left(Full::new(bytes.into())));
    *reply.status_mut() = status;
    reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    reply
}

/// Makes a response from a JSON value.
pub fn json(value: &impl Serialize) -> Result<Reply, Problem> {
    Ok(bytes(StatusCode::OK, "application/json", to_json(value)?))
}

/// Writes JSON.
pub fn to_json(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(value).map_err(Problem::failed)
}

/// Makes a response with the reason for a refusal.
pub fn refusal(problem: &Problem) -> Reply {
    let object = serde_json::to_vec(problem).unwrap_or_default();
    let mut reply = bytes(problem.status, "application/json", object);
    let headers = reply.headers_mut();
    // The rest of the request's body may not have been read.
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    if problem.status == StatusCode::SERVICE_UNAVAILABLE {
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    if let Some(method) = problem.allowed {
        headers.insert(header::ALLOW, HeaderValue::from_static(method));
    }
    reply
}

/// Makes a response from a stream of events.
pub fn events(events: Events) -> Reply {
    let mut reply = Response::new(Either::Right(events));
    reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    reply
}
