//! Searches whose results are sent as events as they arrive.

use std::sync::Arc;

use rankmoves::RankError;

use super::app::App;
use super::blocking;
use super::body::Body;
use super::connections::Requester;
use super::events::Client;
use super::problem::Problem;
use super::reply::{self, Reply};
use super::searches::{End, set};
use table::review::Analyzer;

/// A search that answers a question by sending its results.
type Search<Q> = fn(&mut Analyzer, Q, &Client) -> Result<(), RankError>;

/// Reads the question in a request and starts to answer it. The work `beside` runs at the same time as the
/// search, and may send events too. The last event reports how the search ended.
pub async fn answer<Q: Send + 'static, F: Future<Output = ()> + Send + 'static>(
    app: Arc<App>,
    requester: Requester,
    body: Body,
    read: fn(&App, &[u8]) -> Result<Q, Problem>,
    beside: impl FnOnce(Arc<App>, &Q, Client) -> F,
    search: Search<Q>,
) -> Result<Reply, Problem> {
    app.searches.check_waiting(requester.address)?;
    let shared = Arc::clone(&app);
    let question = blocking::run(move || read(&shared, &body)).await?;
    let (client, events) = Client::new(requester);
    let beside = tokio::spawn(beside(Arc::clone(&app), &question, client.clone()));
    tokio::spawn(async move {
        let ended = run(&app, question, &client, search).await;
        let _ = beside.await;
        match ended {
            Ok(End::Done) => client.end("depth"),
            Ok(End::TimedOut) => client.end("seconds"),
            Ok(End::Left) => client.end("closed"),
            Err(problem) => {
                client.send("problem", &problem);
                client.end("stopped");
            }
        }
    });
    Ok(reply::events(events))
}

/// Runs a search as soon as it may start.
async fn run<Q: Send + 'static>(
    app: &App,
    question: Q,
    client: &Client,
    search: Search<Q>,
) -> Result<End, Problem> {
    let Some(place) = app.searches.place(client).await else { return Ok(End::Left) };
    let mut analyzer = app.searches.analyzer();
    let (stops, out) = (analyzer.stop_flags().to_vec(), client.clone());
    set(&stops, false);
    let work = move || {
        let done = search(&mut analyzer, question, &out);
        (analyzer, done)
    };
    let ((analyzer, done), end) = place.run(&stops, client.left(), work).await?;
    app.searches.keep(analyzer);
    match done {
        Ok(()) | Err(RankError::Stopped) => Ok(end),
        Err(why) => Err(Problem::meaningless(format!("cannot rank the moves: {why}"))),
    }
}
