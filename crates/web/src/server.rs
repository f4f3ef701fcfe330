//! Connections: accepted as long as there are not too many, each a task of its own.

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::app::App;
use super::patience::Patient;
use super::router;

/// The most connections at a time; others wait until one ends.
const MOST_CONNECTIONS: usize = 512;

/// The longest time between requests, and for the head of one.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);

/// The most headers of a request, and the most bytes of its head.
const MOST_HEADERS: usize = 64;
const LONGEST_HEAD: usize = 32 << 10;

/// The pause before connections are accepted again, when the system has none left.
const PAUSE: Duration = Duration::from_millis(50);

/// The most threads for work that is no search.
const THREADS: usize = 16;

/// Listens on an address.
///
/// # Errors
///
/// If the system refuses it.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Serves the page for ever.
///
/// # Errors
///
/// If the system refuses what that takes.
pub fn serve(listener: TcpListener, app: App) -> io::Result<()> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_io().enable_time().max_blocking_threads(THREADS).build()?;
    runtime.block_on(accept(listener, Arc::new(app)))
}

async fn accept(listener: TcpListener, app: Arc<App>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.map_err(io::Error::other)?;
        match listener.accept().await {
            Ok((stream, _)) => {
                let app = Arc::clone(&app);
                tokio::spawn(async move {
                    connection(stream, app).await;
                    drop(place);
                });
            }
            // Too many files are open, or the client has left already.
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Answers the requests of a connection until it ends. Its errors concern nobody else.
async fn connection(stream: TcpStream, app: Arc<App>) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let app = Arc::clone(&app);
        async move { Ok::<_, Infallible>(router::answer(app, request).await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(LONGEST_SILENCE)
        .max_headers(MOST_HEADERS)
        .max_buf_size(LONGEST_HEAD);
    let _ = http.serve_connection(TokioIo::new(Patient::new(stream)), service).await;
}
