//! Server-sent events: a response that continues while the server works.
//!
//! Dropping the body ends the work; hyper drops it as soon as the client leaves.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame};
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::connections::Requester;

/// The interval between comments, which detect clients that have gone.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The sender of a response's events; the response ends when all senders are gone. Its queue is unbounded because
/// events are few: at most two per depth or ply.
#[derive(Clone)]
pub struct Client {
    sender: UnboundedSender<String>,
    pub requester: Requester,
}

impl Client {
    /// Makes a sender and the body that sends its events.
    pub fn new(requester: Requester) -> (Client, Events) {
        let (sender, receiver) = unbounded_channel();
        let mut beats = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        (Client { sender, requester }, Events { receiver, beats })
    }

    /// Sends an event, unless the client has gone.
    pub fn send(&self, name: &'static str, data: &impl Serialize) {
        let data = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
        let _ = self.sender.send(format!("event: {name}\ndata: {data}\n\n"));
    }

    /// Waits until the client has left.
    pub async fn left(&self) {
        self.sender.closed().await;
    }

    /// Returns whether the client has left.
    pub fn has_left(&self) -> bool {
        self.sender.is_closed()
    }
}

/// A body of events.
pub struct Events {
    receiver: UnboundedReceiver<String>,
    beats: Interval,
}

impl Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let event = match self.receiver.poll_recv(context) {
            Poll::Pending => self.beats.poll_tick(context).map(|_| Some(":\n\n".to_owned())),
            event @ Poll::Ready(_) => event,
        };
        event.map(|event| event.map(|text| Ok(Frame::data(Bytes::from(text)))))
    }
}
