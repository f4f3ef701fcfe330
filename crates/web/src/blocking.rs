//! Short work that would block the server's thread.

use std::sync::Arc;

use tokio::task::spawn_blocking;

use super::app::App;
use super::body::Body;
use super::connections::Requester;
use super::problem::Problem;

/// Reads a request that asks for a search, unless too many searches of the address are waiting.
pub async fn question<Q: Send + 'static>(
    app: &Arc<App>,
    requester: &Requester,
    body: Body,
    read: fn(&App, &[u8]) -> Result<Q, Problem>,
) -> Result<Q, Problem> {
    app.searches.check_waiting(requester.address)?;
    let shared = Arc::clone(app);
    run(move || read(&shared, &body)).await
}

/// Runs short work on another thread. A panic fails only this work.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(work).await.unwrap_or_else(|_| Err(Problem::failed("the request has failed")))
}
