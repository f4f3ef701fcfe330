//! Connections that close if the client stops reading for too long. Before closing, they read the rest of the
//! client's request; otherwise the system could discard the answer.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// The longest time that a client may stop reading.
const MAX_WRITE_WAIT: Duration = Duration::from_secs(30);

/// The limits on reading the rest of a request, in time and bytes.
const MAX_REST_TIME: Duration = Duration::from_secs(2);
const MAX_REST_BYTES: usize = 32 << 20;

/// A connection whose writes fail after waiting too long.
pub struct TimeoutStream {
    stream: TcpStream,
    /// The time limit of a write, while one waits.
    waiting: Option<Pin<Box<Sleep>>>,
    /// The number of bytes read so far after the answer, and the time limit; `None` before the answer is complete.
    rest: Option<(usize, Pin<Box<Sleep>>)>,
}

impl TimeoutStream {
    pub fn new(stream: TcpStream) -> TimeoutStream {
        TimeoutStream { stream, waiting: None, rest: None }
    }

    /// Returns the result of a write, or an error if the write has waited too long.
    fn waited<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let timeout = self.waiting.get_or_insert_with(|| Box::pin(sleep(MAX_WRITE_WAIT)));
        timeout.as_mut().poll(context).map(|()| Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for TimeoutStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for TimeoutStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.waited(written, context)
    }

    // Without vectored writes, hyper would copy each answer into a buffer that a waiting connection keeps.
    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, slices);
        this.waited(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.rest.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
        }
        let (count, timeout) = this.rest.get_or_insert_with(|| (0, Box::pin(sleep(MAX_REST_TIME))));
        let mut bytes = [0; 16 << 10];
        while *count < MAX_REST_BYTES && timeout.as_mut().poll(context).is_pending() {
            let mut buffer = ReadBuf::new(&mut bytes);
            ready!(Pin::new(&mut this.stream).poll_read(context, &mut buffer))?;
            match buffer.filled().len() {
                0 => break,
                more => *count += more,
            }
        }
        Poll::Ready(Ok(()))
    }
}
