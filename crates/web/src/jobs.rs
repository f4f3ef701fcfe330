//! The ways to do a job: at once, with a text, by a search with one answer, and by a search that sends its results
//! as events. All but the first wait for a free slot, and stop when the client leaves.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hyper::StatusCode;
use hyper::body::Bytes;
use rankmoves::RankError;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use super::app::App;
use super::body::Body;
use super::connections::Requester;
use super::events::Client;
use super::problem::Problem;
use super::reply::{self, Reply};
use super::searches::End;
use table::review::Analyzer;

/// Runs short work on another thread. A panic fails only this work.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(work).await.unwrap_or_else(|_| Err(Problem::failed("the request has failed")))
}

/// Work on a text, which returns JSON. It stops when the flag is raised.
type Work = fn(&App, &[u8], &Arc<AtomicBool>) -> Result<Vec<u8>, Problem>;

/// Answers a request whose work may take a long time. If too many texts are being read or written, waits
/// first.
pub async fn text(app: Arc<App>, requester: Requester, body: Body, work: Work) -> Result<Reply, Problem> {
    app.readings.check_waiting(requester.address)?;
    let run = |client: Client| async move {
        let permit = app.readings.permit(&client).await?;
        let stop = Arc::new(AtomicBool::new(false));
        let (shared, stops) = (Arc::clone(&app), [Arc::clone(&stop)]);
        let work = move || work(&shared, body.as_ref(), &stop);
        match app.readings.run(&permit, &stops, &client, work).await? {
            (Err(_), End::TimedOut) => {
                let longest = app.readings.longest.as_secs();
                Err(Problem::meaningless(format!("reading the text takes more than {longest} seconds")))
            }
            (done, _) => {
                // The answer may be large: it keeps its permit until it has been sent.
                let answer = Bytes::from_owner(Body::holding(done?, permit));
                Ok(reply::bytes(StatusCode::OK, "application/json", answer))
            }
        }
    };
    attended(requester, run).await
}

/// Reads a request that asks for a search, unless too many searches of the address are waiting.
async fn question<Q: Send + 'static>(
    app: &Arc<App>,
    requester: &Requester,
    body: Body,
    read: fn(&App, &[u8]) -> Result<Q, Problem>,
) -> Result<Q, Problem> {
    app.searches.check_waiting(requester.address)?;
    let shared = Arc::clone(app);
    run(move || read(&shared, body.as_ref())).await
}

/// Reads the question in a request and answers it with JSON, by a search.
pub async fn search<Q: Send + 'static, F: Future<Output = Result<Value, Problem>> + Send + 'static>(
    app: Arc<App>,
    requester: Requester,
    body: Body,
    read: fn(&App, &[u8]) -> Result<Q, Problem>,
    search: impl FnOnce(Arc<App>, Q, Client) -> F,
) -> Result<Reply, Problem> {
    let question = question(&app, &requester, body, read).await?;
    reply::json(&attended(requester, |client| search(app, question, client)).await?)
}

/// Reads the question in a request and starts to answer it by a search that sends its results. The work `beside`
/// runs at the same time as the search, and may send events too. The last event reports how the search ended.
pub async fn stream<Q: Send + 'static, F: Future<Output = ()> + Send + 'static>(
    app: Arc<App>,
    requester: Requester,
    body: Body,
    read: fn(&App, &[u8]) -> Result<Q, Problem>,
    beside: impl FnOnce(Arc<App>, &Q, Client) -> F,
    search: fn(&mut Analyzer, Q, &Client) -> Result<(), RankError>,
) -> Result<Reply, Problem> {
    let question = question(&app, &requester, body, read).await?;
    let (client, events) = Client::new(requester);
    let beside = tokio::spawn(beside(Arc::clone(&app), &question, client.clone()));
    tokio::spawn(async move {
        let out = client.clone();
        let work = move |analyzer: &mut Analyzer| search(analyzer, question, &out);
        let ended = app.searches.analyze(&app.values, &client, work).await;
        let _ = beside.await;
        let ended = ended.and_then(|(done, end)| match done {
            Ok(()) | Err(RankError::Stopped) => Ok(end),
            Err(why) => Err(Problem::meaningless(format!("cannot rank the moves: {why}"))),
        });
        let reason = match ended {
            Ok(End::Done) => "depth",
            Ok(End::TimedOut) => "seconds",
            Ok(End::Left) => return,
            Err(problem) => {
                client.send("problem", &problem);
                "stopped"
            }
        };
        client.send("end", &json!({"reason": reason}));
    });
    Ok(reply::events(events))
}

/// Runs a job to its end on a separate task. If this future is dropped, the job's client counts as gone.
async fn attended<T: Send + 'static, F: Future<Output = Result<T, Problem>> + Send + 'static>(
    requester: Requester,
    job: impl FnOnce(Client) -> F,
) -> Result<T, Problem> {
    let (client, _present) = Client::new(requester);
    let done = tokio::spawn(job(client)).await;
    done.unwrap_or_else(|_| Err(Problem::failed("the request has failed")))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn the_answer_to_a_text_keeps_its_permit_until_it_has_been_sent() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let app = Arc::new(App::for_tests());
        let work =
            text(Arc::clone(&app), Requester::here(), Body::uncounted(b""), |_, _, _| Ok(b"done".to_vec()));
        let answer = runtime.block_on(work).ok();
        assert_eq!((answer.is_some(), app.readings.running.held()), (true, 1));
        drop(answer);
        assert_eq!(app.readings.running.held(), 0);
    }

    #[test]
    fn texts_without_end_keep_no_other_request_waiting_and_end_with_their_client() {
        /// Runs until it is stopped.
        fn endless(_: &App, _: &[u8], stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Problem> {
            while !stop.load(Relaxed) {
                std::thread::yield_now();
            }
            Err(Problem::left())
        }
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_time().max_blocking_threads(1).build().unwrap();
        runtime.block_on(async {
            let app = Arc::new(App::for_tests());
            let ask = || text(Arc::clone(&app), Requester::here(), Body::uncounted(b"{}"), endless);
            let asked: Vec<_> = (0..16).map(|_| tokio::spawn(ask())).collect();
            while (app.readings.running.held(), app.readings.waiting.held()) != (1, 15) {
                tokio::task::yield_now().await;
            }
            assert!(run(|| Ok(())).await.is_ok());
            for request in asked {
                request.abort();
            }
            while (app.readings.running.held(), app.readings.waiting.held()) != (0, 0) {
                tokio::task::yield_now().await;
            }
        });
    }
}
