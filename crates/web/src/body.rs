//! Bodies of requests, with limits on the size and arrival time of each, and on the memory of all together.

use std::net::IpAddr;
use std::time::Duration;

use http_body_util::BodyExt;
use hyper::StatusCode;
use hyper::body::{Body as Frames, Bytes};
use tokio::time::{Instant, timeout_at};

use super::problem::Problem;
use super::shares::{Share, Shares};

/// The number of bytes per permit. The first bytes of each body, up to this number, need no permit: even with
/// the maximum number of connections, their total is small.
const PERMIT_BYTES: usize = 64 << 10;

/// The maximum size of a body without a file, in bytes.
pub const MAX_BODY_BYTES: usize = 1 << 20;

/// The maximum size of a file of games, in bytes.
pub const MAX_FILE_BYTES: usize = 8 << 20;

/// The maximum size of a file within a JSON body, in bytes. JSON escapes quotes and line ends with two bytes each.
pub const MAX_ESCAPED_FILE_BYTES: usize = 2 * MAX_FILE_BYTES;

/// The maximum total size of the bodies with permits, in bytes: overall, and per address.
const MAX_SHARED_BYTES: usize = 64 << 20;
const MAX_SHARED_BYTES_OF_ONE: usize = MAX_SHARED_BYTES / 2;

/// The maximum time for a body to arrive, after all extensions.
const MAX_BODY_TIME: Duration = Duration::from_secs(20);

/// The initial time limit for a body to arrive. It is extended by one second after each [`PERMIT_BYTES`] bytes.
const UNHURRIED_TIME: Duration = Duration::from_secs(10);

/// The body of a request or of a large answer, which counts towards the limits while it exists.
pub struct Body {
    bytes: Vec<u8>,
    _shares: Vec<Share>,
}

impl Body {
    /// Makes a body that holds a permit.
    pub fn holding(bytes: Vec<u8>, share: Share) -> Body {
        Body { bytes, _shares: vec![share] }
    }
}

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Makes the permits that all bodies share.
pub fn shares() -> Shares {
    Shares::new(MAX_SHARED_BYTES / PERMIT_BYTES, MAX_SHARED_BYTES_OF_ONE / PERMIT_BYTES)
}

/// Reads a body of limited length. Bytes need permits only when they arrive.
///
/// # Errors
///
/// If the body is too large or too slow, or if too few permits are left for it.
pub async fn read<B: Frames<Data = Bytes> + Unpin>(
    mut frames: B,
    most: usize,
    shares: &Shares,
    address: IpAddr,
) -> Result<Body, Problem>
where
    B::Error: std::fmt::Display,
{
    let too_large =
        || Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("expected a body of at most {most} bytes"));
    if frames.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let begin = Instant::now();
    let (mut bytes, mut held) = (Vec::new(), Vec::new());
    let mut units = 1;
    loop {
        let frame = timeout_at(begin + time_limit(bytes.len()), frames.frame())
            .await
            .map_err(|_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive"))?;
        let Some(frame) = frame else { return Ok(Body { bytes, _shares: held }) };
        let frame = frame
            .map_err(|why| Problem::new(StatusCode::BAD_REQUEST, format!("cannot read the body: {why}")))?;
        let Ok(data) = frame.into_data() else { continue };
        let length = bytes.len() + data.len();
        if length > most {
            return Err(too_large());
        }
        let more = length.div_ceil(PERMIT_BYTES).saturating_sub(units);
        if more > 0 {
            held.push(shares.try_take(address, more).ok_or_else(|| {
                let message = "the server is busy with large requests: try again later";
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, message)
            })?);
            units += more;
        }
        bytes.extend_from_slice(&data);
    }
}

/// Returns the time limit for a body while only `bytes` bytes have arrived.
fn time_limit(bytes: usize) -> Duration {
    (UNHURRIED_TIME + Duration::from_secs((bytes / PERMIT_BYTES) as u64)).min(MAX_BODY_TIME)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use hyper::body::{Frame, SizeHint};

    use super::*;

    impl Body {
        /// Makes a body that does not count towards the limits.
        pub fn uncounted(bytes: &[u8]) -> Body {
            Body { bytes: bytes.to_vec(), _shares: Vec::new() }
        }
    }

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    /// A body with `left` parts still to come, each the size of a permit. It announces `announced` such
    /// parts. After the last part it ends, or hangs if `waits`.
    struct Parts {
        left: usize,
        announced: usize,
        waits: bool,
    }

    impl Frames for Parts {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            if self.left == 0 {
                return if self.waits { Poll::Pending } else { Poll::Ready(None) };
            }
            self.left -= 1;
            Poll::Ready(Some(Ok(Frame::data(Bytes::from(vec![b' '; PERMIT_BYTES])))))
        }

        fn size_hint(&self) -> SizeHint {
            SizeHint::with_exact((self.announced * PERMIT_BYTES) as u64)
        }
    }

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
    }

    fn parts(count: usize) -> Parts {
        Parts { left: count, announced: count, waits: false }
    }

    #[test]
    fn large_bodies_count_as_long_as_they_are_there() {
        let shares = Shares::new(4, 4);
        runtime().block_on(async {
            let read = |count| read(parts(count), 100 * PERMIT_BYTES, &shares, HERE);
            let first = read(4).await.unwrap();
            assert_eq!((first.as_ref().len(), shares.held()), (4 * PERMIT_BYTES, 3));
            let second = read(2).await.unwrap();
            assert_eq!(read(2).await.err().unwrap().status, StatusCode::SERVICE_UNAVAILABLE);
            assert!(read(1).await.is_ok(), "a small one needs no permit");
            drop((first, second));
            assert_eq!((shares.held(), read(5).await.is_ok()), (0, true));
        });
    }

    #[test]
    fn a_body_that_is_announced_and_not_sent_takes_nothing() {
        let shares = Shares::new(4, 4);
        runtime().block_on(async {
            let silent = Parts { left: 2, announced: 90, waits: true };
            let mut silent = std::pin::pin!(read(silent, 100 * PERMIT_BYTES, &shares, HERE));
            let waits =
                std::future::poll_fn(|context| Poll::Ready(silent.as_mut().poll(context).is_pending()));
            assert!(waits.await);
            assert_eq!(shares.held(), 1, "one of the two that were sent");
        });
    }

    #[test]
    fn a_body_that_is_too_large_is_refused_before_it_is_sent() {
        let shares = Shares::new(4, 4);
        let announced = Parts { left: 0, announced: 3, waits: true };
        let refused = runtime().block_on(read(announced, 2 * PERMIT_BYTES, &shares, HERE)).err().unwrap();
        assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
        let unannounced = Parts { announced: 0, ..parts(3) };
        let refused = runtime().block_on(read(unannounced, 2 * PERMIT_BYTES, &shares, HERE)).err().unwrap();
        assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[test]
    fn a_body_has_to_arrive_at_a_minimum_rate() {
        assert_eq!(
            [0, PERMIT_BYTES - 1, PERMIT_BYTES, 5 * PERMIT_BYTES].map(|bytes| time_limit(bytes).as_secs()),
            [10, 10, 11, 15]
        );
        assert_eq!(time_limit(100 * PERMIT_BYTES), MAX_BODY_TIME);
    }
}
