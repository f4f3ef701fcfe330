//! The server: accepts connections up to a limit, each on its own task.

use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::app::App;
use super::connections::{Connection, Connections};
use super::router;
use super::searches::race;
use super::timeout_stream::TimeoutStream;

/// The maximum time from the end of a response until the next request's head has arrived.
const MAX_SILENCE: Duration = Duration::from_secs(30);

/// The maximum number of headers in a request.
const MAX_HEADERS: usize = 64;

/// The pause after a failure to accept a connection, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The maximum number of threads for work other than searches.
const MAX_OTHER_THREADS: usize = 16;

/// The time limit for refusing a connection beyond the limit.
const MAX_REFUSAL_TIME: Duration = Duration::from_secs(1);

/// The response to a connection beyond the limit.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n";

/// Serves the page for ever.
///
/// # Errors
///
/// If the system refuses the event loop or the listener.
pub fn serve(listener: TcpListener, app: App) -> io::Result<()> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_io().enable_time().max_blocking_threads(MAX_OTHER_THREADS).build()?;
    runtime.block_on(accept(listener, Arc::new(app)))
}

async fn accept(listener: TcpListener, app: Arc<App>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Arc::new(Connections::default());
    loop {
        match listener.accept().await {
            Ok((stream, address)) => match connections.admit(address.ip()) {
                Some(admitted) => drop(tokio::spawn(connection(stream, admitted, Arc::clone(&app)))),
                None => drop(tokio::spawn(refuse(stream))),
            },
            // Too many files are open, or the client has already left.
            Err(_) => sleep(ACCEPT_PAUSE).await,
        }
    }
}

/// Refuses a client because there are too many connections. A new socket may not be writable at once.
async fn refuse(stream: TcpStream) {
    if let Ok(Ok(())) = timeout(MAX_REFUSAL_TIME, stream.writable()).await {
        let _ = stream.try_write(TOO_MANY);
    }
}

/// Answers the requests of a connection until it ends or is replaced. Its errors do not affect other
/// connections.
async fn connection(stream: TcpStream, admitted: Connection, app: Arc<App>) {
    let _ = stream.set_nodelay(true);
    let admitted = &admitted;
    let service = service_fn(move |request| {
        let app = Arc::clone(&app);
        async move { Ok::<_, Infallible>(router::answer(app, admitted, request).await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(MAX_SILENCE)
        .max_headers(MAX_HEADERS)
        .max_buf_size(router::MAX_HEAD_BYTES);
    let served = http.serve_connection(TokioIo::new(TimeoutStream::new(stream)), service);
    let _ = race(served, admitted.given_up()).await;
}
