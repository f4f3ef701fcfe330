//! Short work that would block the server's thread.

use tokio::task::spawn_blocking;

use super::problem::Problem;

/// Does short work on another thread. A panic fails this work alone.
pub async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(work).await.unwrap_or_else(|_| Err(Problem::failed("the request has failed")))
}
