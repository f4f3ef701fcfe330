//! Short work that would block the server's thread.

use tokio::task::spawn_blocking;

use super::problem::Problem;

/// Runs short work on another thread. A panic fails only this work.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(work).await.unwrap_or_else(|_| Err(Problem::failed("the request has failed")))
}
