//! Routing: finds the response to a request.

use std::future::ready;
use std::sync::Arc;

use clap::ValueEnum;
use http_body_util::{Either, Full};
use hyper::body::Incoming;
use hyper::header::{HeaderName, HeaderValue};
use hyper::{Method, Request, StatusCode};

use super::app::App;
use super::body::{self, Body, MAX_BODY_BYTES, MAX_ESCAPED_FILE_BYTES};
use super::connections::{Connection, Requester};
use super::guard::{self, check_json};
use super::problem::Problem;
use super::rank::RankQuestion;
use super::reply::{self, Reply};
use super::{about, assets, choose, files, game, jobs, rank, record, review};

/// The maximum size of the head of a request, in bytes.
pub const MAX_HEAD_BYTES: usize = 32 << 10;

/// Answers any request.
pub async fn answer(app: Arc<App>, connection: &Connection, request: Request<Incoming>) -> Reply {
    let is_head = request.method() == Method::HEAD;
    // Every request counts as activity. While the body arrives, the connection cannot be replaced.
    let requester = connection.requester();
    let reply = checked(app, requester, request).await;
    let mut reply = reply.unwrap_or_else(|problem| reply::refusal(&problem));
    if is_head {
        *reply.body_mut() = Either::Left(Full::default());
    }
    reply::with_headers(reply)
}

async fn checked(app: Arc<App>, requester: Requester, request: Request<Incoming>) -> Result<Reply, Problem> {
    guard::check(app.bound, &request)?;
    check_head(&request)?;
    let is_read = [Method::GET, Method::HEAD].contains(request.method());
    match request.uri().path() {
        "/api/about" if is_read => reply::json(&about::about(&app)),
        "/api/about" => Err(wrong_method("GET")),
        path if let Some(name) = path.strip_prefix("/api/") => {
            let job = Job::from_str(name, false).map_err(|_| not_found())?;
            if request.method() != Method::POST {
                return Err(wrong_method("POST"));
            }
            check_json(request.headers())?;
            let (frames, most) = (request.into_body(), job.most_bytes());
            let body = body::read(frames, most, &app.bodies, requester.address).await?;
            job.run(app, requester, body).await
        }
        path => {
            let file = assets::reply(path, request.headers()).ok_or_else(not_found)?;
            if is_read { Ok(file) } else { Err(wrong_method("GET")) }
        }
    }
}

/// The jobs that a page may request.
#[derive(Clone, Copy, ValueEnum)]
enum Job {
    Start,
    Game,
    Rank,
    Hint,
    Draw,
    Choose,
    Review,
    Judge,
    Read,
    Write,
    Edit,
}

impl Job {
    fn most_bytes(self) -> usize {
        let has_file = matches!(self, Job::Read | Job::Write | Job::Edit);
        MAX_BODY_BYTES + if has_file { MAX_ESCAPED_FILE_BYTES } else { 0 }
    }

    async fn run(self, app: Arc<App>, requester: Requester, body: Body) -> Result<Reply, Problem> {
        match self {
            Job::Start => jobs::run(move || reply::json(&game::start(body.as_ref())?)).await,
            Job::Game => jobs::run(move || reply::json(&game::view(&app, body.as_ref())?)).await,
            Job::Read => jobs::text(app, requester, body, files::read).await,
            Job::Write => jobs::text(app, requester, body, files::write).await,
            Job::Edit => jobs::text(app, requester, body, record::answer).await,
            Job::Judge => jobs::search(app, requester, body, review::read_try, review::judge_try).await,
            Job::Hint => jobs::search(app, requester, body, choose::read_game, choose::hint).await,
            Job::Draw => jobs::search(app, requester, body, choose::read_game, choose::draw).await,
            Job::Choose => jobs::search(app, requester, body, choose::read, choose::choose).await,
            Job::Rank => {
                let beside = |app, question: &RankQuestion, client| rank::prove(app, question.0, client);
                jobs::stream(app, requester, body, rank::read, beside, rank::deepen).await
            }
            Job::Review => {
                let beside = |_, _: &_, _| ready(());
                jobs::stream(app, requester, body, review::read, beside, review::judge).await
            }
        }
    }
}

/// Refuses an overlong head even if it arrived in one piece, because the buffer may be larger than the limit.
fn check_head<B>(request: &Request<B>) -> Result<(), Problem> {
    let header = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len() + 4;
    let length = request.uri().to_string().len() + request.headers().iter().map(header).sum::<usize>();
    if length <= MAX_HEAD_BYTES {
        return Ok(());
    }
    let message = format!("expected request headers of at most {MAX_HEAD_BYTES} bytes");
    Err(Problem::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, message))
}

fn not_found() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "not found")
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
        let problem = runtime.block_on(jobs::run(panics)).unwrap_err();
        assert_eq!(problem.status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(runtime.block_on(jobs::run(|| Ok(()))).is_ok());
    }
}
