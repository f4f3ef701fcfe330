//! Searches whose results are sent as events as they arrive.

use std::sync::Arc;

use rankmoves::RankError;
use serde_json::json;

use super::app::App;
use super::blocking;
use super::body::Body;
use super::connections::Requester;
use super::events::Client;
use super::problem::Problem;
use super::reply::{self, Reply};
use super::searches::End;
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
    let question = blocking::question(&app, &requester, body, read).await?;
    let (client, events) = Client::new(requester);
    let beside = tokio::spawn(beside(Arc::clone(&app), &question, client.clone()));
    tokio::spawn(async move {
        let out = client.clone();
        let ended = app.searches.analyze(&client, move |analyzer| search(analyzer, question, &out)).await;
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
