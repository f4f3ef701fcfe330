//! Searches on threads of their own: a few at a time, and none that nobody waits for.

use std::future::poll_fn;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::thread::Builder;
use std::time::Duration;

use hyper::StatusCode;
use rankmoves::Ranker;
use rankmoves_core::Resources;
use tokio::sync::{Semaphore, SemaphorePermit, oneshot};
use tokio::time::sleep;

use super::problem::Problem;
use table::estimator::Estimator;

/// The most requests that wait for a place.
const MOST_WAITING: usize = 256;

/// The bytes of the tables of all searches together.
const TABLES: usize = 512 << 20;

/// The flags that stop a search.
pub type Stops = Vec<Arc<AtomicBool>>;

/// The searches of the server.
pub struct Searches {
    most: usize,
    longest: Duration,
    places: Semaphore,
    waiting: AtomicUsize,
    /// Searchers that nobody uses, the last one used at the end.
    idle: Mutex<Vec<Searcher>>,
}

/// A ranker and an estimator, which remember earlier positions.
pub struct Searcher {
    pub ranker: Ranker,
    pub estimator: Estimator,
}

impl Searcher {
    /// Returns the flags that stop it, lowered.
    pub fn stops(&self) -> Stops {
        let stops = vec![self.ranker.stop_flag(), self.estimator.stop_flag()];
        set(&stops, false);
        stops
    }
}

/// The way that a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The work was done.
    Done,
    /// It was stopped after the longest time.
    Late,
    /// It was stopped because the client left.
    Left,
}

/// A place among the searches.
pub struct Place<'a> {
    searches: &'a Searches,
    _permit: SemaphorePermit<'a>,
}

impl Searches {
    /// Allows this many searches at a time, each of them some time.
    pub fn new(most: NonZeroUsize, longest: Duration) -> Searches {
        let (most, idle) = (most.get(), Mutex::default());
        Searches { most, longest, places: Semaphore::new(most), waiting: AtomicUsize::new(0), idle }
    }

    /// Returns the longest time of a search.
    pub fn longest(&self) -> Duration {
        self.longest
    }

    /// Returns the number of searches that go on.
    pub fn running(&self) -> usize {
        self.most - self.places.available_permits()
    }

    /// Returns the number of searches that wait for a place.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Relaxed)
    }

    /// Returns the greatest number of searches at a time.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Refuses another search if too many wait.
    ///
    /// # Errors
    ///
    /// If they do.
    pub fn check_waiting(&self) -> Result<(), Problem> {
        if self.waiting() < MOST_WAITING {
            return Ok(());
        }
        Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many searches wait: try again later"))
    }

    /// Waits for a place, in order; `None` if the client leaves before.
    pub async fn place(&self, left: impl Future<Output = ()>) -> Option<Place<'_>> {
        self.waiting.fetch_add(1, Relaxed);
        let permit = race(self.places.acquire(), left).await;
        self.waiting.fetch_sub(1, Relaxed);
        Some(Place { searches: self, _permit: permit.ok()?.ok()? })
    }

    /// Takes a searcher, that of the last search if it is idle.
    pub fn searcher(&self) -> Searcher {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let resources = || Resources { table_bytes: TABLES / self.most, ..Resources::default() };
        idle.unwrap_or_else(|| Searcher {
            ranker: Ranker::with_stop_flag(resources(), Arc::default()),
            estimator: Estimator::default(),
        })
    }

    /// Puts a searcher back.
    pub fn keep(&self, searcher: Searcher) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(searcher);
    }
}

impl Place<'_> {
    /// Does work on a thread of its own, and returns its result and how it ended. The flags
    /// are raised if it takes too long or the client leaves. To be awaited to its end: the
    /// place is given back when the thread has ended.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started, or panics.
    pub async fn run<T: Send + 'static>(
        &self,
        stops: &Stops,
        left: impl Future<Output = ()>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, End), Problem> {
        let (sender, mut receiver) = oneshot::channel();
        let work = move || {
            give_way();
            let _ = sender.send(work());
        };
        let started = Builder::new().name("search".to_owned()).spawn(work);
        started.map_err(|why| Problem::failed(format!("cannot start a thread: {why}")))?;
        let too_late = race(left, sleep(self.searches.longest));
        let (done, end) = match race(&mut receiver, too_late).await {
            Ok(done) => (done, End::Done),
            Err(why) => {
                set(stops, true);
                (receiver.await, if why.is_ok() { End::Left } else { End::Late })
            }
        };
        // A thread that panics sends nothing.
        done.map(|done| (done, end)).map_err(|_| Problem::failed("the search has failed"))
    }
}

/// Lets the threads of the server and the keys go first. Linux sets priorities per thread,
/// and those that it starts inherit them. A refusal does no harm.
fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}

/// Raises or lowers flags.
pub fn set(stops: &Stops, stop: bool) {
    for flag in stops {
        flag.store(stop, Relaxed);
    }
}

/// Waits for the first of two; `Err` is the second.
pub async fn race<A, B>(a: impl Future<Output = A>, b: impl Future<Output = B>) -> Result<A, B> {
    let (mut a, mut b) = (pin!(a), pin!(b));
    poll_fn(move |context| match a.as_mut().poll(context) {
        Poll::Ready(a) => Poll::Ready(Ok(a)),
        Poll::Pending => b.as_mut().poll(context).map(Err),
    })
    .await
}
