//! From a request to its response.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::{Method, Request, StatusCode, header};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::app::App;
use super::guard::check_json;
use super::problem::Problem;
use super::reply::{self, Reply};
use super::{about, assets, choose, files, game, hint, rank, review};

/// The most bytes of a body, besides the text of a file.
pub const MOST_BYTES: usize = 1 << 20;

/// The most bytes of a file of games.
pub const LONGEST_FILE: usize = 8 << 20;

/// The most bytes of a file within a body: quotes and ends of lines take two as JSON.
const LONGEST_ESCAPED: usize = 2 * LONGEST_FILE;

/// The longest time for a body to arrive.
const LONGEST: Duration = Duration::from_secs(20);

/// Answers a request, whatever it is.
pub async fn answer(app: Arc<App>, request: Request<Incoming>) -> Reply {
    let is_head = request.method() == Method::HEAD;
    let mut reply = match checked(app, request).await {
        Ok(reply) => reply,
        Err(problem) => reply::refusal(&problem),
    };
    if is_head {
        *reply.body_mut() = reply::Content::Whole(Full::default());
    }
    reply::with_headers(reply)
}

async fn checked(app: Arc<App>, request: Request<Incoming>) -> Result<Reply, Problem> {
    app.guard.check(&request)?;
    let is_read = [Method::GET, Method::HEAD].contains(request.method());
    match request.uri().path() {
        "/api/about" if is_read => reply::json(&about::about(&app)?),
        "/api/about" => Err(wrong_method("GET")),
        path if path.starts_with("/api/") => {
            let job = Job::of_path(path).ok_or_else(not_found)?;
            if request.method() != Method::POST {
                return Err(wrong_method("POST"));
            }
            check_json(request.headers())?;
            let body = body(&app, request, job.most_bytes()).await?;
            job.run(app, body).await
        }
        path if is_read => assets::reply(path, request.headers()).ok_or_else(not_found),
        path if assets::has(path) => Err(wrong_method("GET")),
        _ => Err(not_found()),
    }
}

/// The jobs that a page may ask for.
#[derive(Clone, Copy)]
enum Job {
    Start,
    Game,
    Rank,
    Hint,
    Choose,
    Review,
    Read,
    Write,
}

impl Job {
    fn of_path(path: &str) -> Option<Job> {
        Some(match path.strip_prefix("/api/")? {
            "start" => Job::Start,
            "game" => Job::Game,
            "rank" => Job::Rank,
            "hint" => Job::Hint,
            "choose" => Job::Choose,
            "review" => Job::Review,
            "read" => Job::Read,
            "write" => Job::Write,
            _ => return None,
        })
    }

    fn most_bytes(self) -> usize {
        if matches!(self, Job::Read | Job::Write) { MOST_BYTES + LONGEST_ESCAPED } else { MOST_BYTES }
    }

    async fn run(self, app: Arc<App>, body: Bytes) -> Result<Reply, Problem> {
        match self {
            Job::Start => beside(move || reply::json(&game::start(&body)?)).await,
            Job::Game => beside(move || reply::json(&game::view(&app, &body)?)).await,
            Job::Read => beside(move || reply::json(&files::read(&app, &body)?)).await,
            Job::Write => beside(move || reply::json(&files::write(&app, &body)?)).await,
            Job::Rank => rank::answer(app, body).await,
            Job::Review => review::answer(app, body).await,
            Job::Hint => hint::answer(app, body).await,
            Job::Choose => choose::answer(app, body).await,
        }
    }
}

/// Does short work on another thread. One that panics fails alone.
pub async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(work).await.unwrap_or_else(|_| Err(Problem::failed("the request has failed")))
}

/// Reads the body of a request.
async fn body(app: &App, request: Request<Incoming>, most: usize) -> Result<Bytes, Problem> {
    let too_large = || {
        let message = format!("expected a body of at most {most} bytes");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let length = length.and_then(|length| length.parse().ok()).unwrap_or(most);
    if length > most {
        return Err(too_large());
    }
    let permits = u32::try_from(length.div_ceil(1 << 20)).unwrap_or(u32::MAX);
    let _room = app.bodies.acquire_many(permits).await.map_err(Problem::failed)?;
    let body = Limited::new(request.into_body(), most).collect();
    match timeout(LONGEST, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(why)) if why.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(why)) => Err(Problem::new(StatusCode::BAD_REQUEST, format!("cannot read the body: {why}"))),
        Err(_) => Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")),
    }
}

fn not_found() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "there is nothing of that name")
}

fn wrong_method(expected: &'static str) -> Problem {
    let message = format!("expected the method {expected}");
    Problem { allowed: Some(expected), ..Problem::new(StatusCode::METHOD_NOT_ALLOWED, message) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_panics_fails_alone() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let panics = || -> Result<(), Problem> { panic!("a test of panics") };
        let problem = runtime.block_on(beside(panics)).unwrap_err();
        assert_eq!(problem.status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(runtime.block_on(beside(|| Ok(()))).is_ok());
    }
}
