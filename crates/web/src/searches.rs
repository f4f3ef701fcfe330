//! Searches on separate threads: a few at a time, and only while their clients wait.

use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::thread::Builder;
use std::time::Duration;

use hyper::StatusCode;
use rankmoves::Ranker;
use rankmoves_core::Resources;
use rankmoves_endings::service::Proven;
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::events::Client;
use super::problem::Problem;
use super::shares::{Share, Shares};
use shell::terminal::lower_priority;
use table::review::Analyzer;

/// The maximum number of requests that wait to start: in total, and per address.
const MAX_WAITING: usize = 256;
const MAX_WAITING_OF_ONE: usize = MAX_WAITING / 2;

/// The total size of the transposition tables of all searches, in bytes.
const TABLE_BYTES: usize = 512 << 20;

/// Slots for searches, or for other long work.
pub struct Searches {
    /// The maximum duration of a search.
    pub longest: Duration,
    /// Permits for running searches.
    pub running: Shares,
    /// Permits for waiting searches.
    pub waiting: Shares,
    /// Idle analyzers; the one used last is at the end.
    idle: Mutex<Vec<Analyzer>>,
}

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The work was done.
    Done,
    /// It was stopped after the maximum time.
    TimedOut,
    /// It was stopped because the client left.
    Left,
}

impl Searches {
    /// Allows `most` searches at a time, each for at most `longest`. One address can run all but one of
    /// them, or the only one.
    pub fn new(most: usize, longest: Duration) -> Searches {
        let running = Shares::new(most, most.max(2) - 1);
        let waiting = Shares::new(MAX_WAITING, MAX_WAITING_OF_ONE);
        Searches { longest, running, waiting, idle: Mutex::default() }
    }

    /// Checks that another search of an address may wait.
    ///
    /// # Errors
    ///
    /// If too many are waiting.
    pub fn check_waiting(&self, address: IpAddr) -> Result<(), Problem> {
        if self.waiting.try_take(address, 1).is_some() {
            return Ok(());
        }
        Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many searches are waiting: try again later"))
    }

    /// Waits in turn for the permit to [run](Self::run) a search.
    ///
    /// # Errors
    ///
    /// If the client leaves first.
    pub async fn permit(&self, client: &Client) -> Result<Share, Problem> {
        let _waiting = self.waiting.try_take(client.requester.address, 1);
        let permit = race(self.running.take(client.requester.address), client.left()).await;
        permit.ok().flatten().ok_or_else(Problem::left)
    }

    /// Runs work with an analyzer as soon as a search may start. Returns its result and why it ended.
    ///
    /// # Errors
    ///
    /// For the reasons of [`run`](Self::run), or if the client leaves before the search starts.
    pub async fn analyze<T: Send + 'static>(
        &self,
        values: &Arc<Proven>,
        client: &Client,
        work: impl FnOnce(&mut Analyzer) -> T + Send + 'static,
    ) -> Result<(T, End), Problem> {
        let permit = self.permit(client).await?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut analyzer = idle.unwrap_or_else(|| {
            let table_bytes = TABLE_BYTES / self.running.most;
            let resources = Resources { table_bytes, ..Resources::default() };
            let ranker = Ranker::with_stop_flag(resources, Arc::default());
            Analyzer { ranker, ..Analyzer::new(Arc::clone(values)) }
        });
        let stops = analyzer.stop_flags();
        let work = move || {
            let done = work(&mut analyzer);
            (analyzer, done)
        };
        let ((analyzer, done), end) = self.run(&permit, &stops, client, work).await?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(analyzer);
        Ok((done, end))
    }

    /// Lowers the flags and runs work on a separate thread. Returns its result and why it ended. Raises the flags if
    /// the work takes too long or the client leaves. Await this future to its end: the next search may start only
    /// when the thread has ended, so the caller holds the permit, `_permit`, until then.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started, or panics.
    pub async fn run<T: Send + 'static>(
        &self,
        _permit: &Share,
        stops: &[Arc<AtomicBool>],
        client: &Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, End), Problem> {
        let set = |stop| stops.iter().for_each(|flag| flag.store(stop, Relaxed));
        set(false);
        let (sender, mut receiver) = oneshot::channel();
        let work = move || {
            lower_priority();
            let _ = sender.send(work());
        };
        let started = Builder::new().name("search".to_owned()).spawn(work);
        started.map_err(|why| Problem::failed(format!("cannot start a thread: {why}")))?;
        let too_late = race(client.left(), sleep(self.longest));
        let (done, end) = match race(&mut receiver, too_late).await {
            Ok(done) => (done, End::Done),
            Err(why) => {
                set(true);
                (receiver.await, if why.is_ok() { End::Left } else { End::TimedOut })
            }
        };
        // A thread that panicked sends nothing.
        done.map(|done| (done, end)).map_err(|_| Problem::failed("the search has failed"))
    }
}

/// Waits for the first of two futures; `Err` has the result of the second.
pub async fn race<A, B>(a: impl Future<Output = A>, b: impl Future<Output = B>) -> Result<A, B> {
    let (mut a, mut b) = (pin!(a), pin!(b));
    poll_fn(move |context| match a.as_mut().poll(context) {
        Poll::Ready(a) => Poll::Ready(Ok(a)),
        Poll::Pending => b.as_mut().poll(context).map(Err),
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::super::connections::Requester;
    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
    }

    /// Returns work that runs until the flag is raised.
    fn until(stop: &Arc<AtomicBool>) -> impl FnOnce() + Send + 'static {
        let stop = Arc::clone(stop);
        move || {
            while !stop.load(Relaxed) {
                std::thread::yield_now();
            }
        }
    }

    #[test]
    fn work_without_end_is_stopped_when_its_time_is_over_or_its_client_leaves() {
        runtime().block_on(async {
            let searches = Searches::new(1, Duration::from_millis(1));
            let stop = Arc::new(AtomicBool::new(false));
            let (client, present) = Client::new(Requester::here());
            let permit = searches.permit(&client).await.unwrap();
            let stops = [Arc::clone(&stop)];
            let ((), end) = searches.run(&permit, &stops, &client, until(&stop)).await.unwrap();
            assert_eq!((end, searches.running.held()), (End::TimedOut, 1));
            drop(permit);
            let patient = Searches::new(1, Duration::from_secs(1000));
            drop(present);
            assert!(searches.permit(&client).await.is_ok(), "a permit is free before the client is missed");
            let (client, present) = Client::new(Requester::here());
            let permit = patient.permit(&client).await.unwrap();
            drop(present);
            let ((), end) = patient.run(&permit, &stops, &client, until(&stop)).await.unwrap();
            assert_eq!((end, patient.running.held()), (End::Left, 1));
        });
    }

    #[test]
    fn one_client_leaves_a_permit_and_others_may_wait() {
        runtime().block_on(async {
            let searches = Searches::new(4, Duration::from_secs(1000));
            let (client, _present) = Client::new(Requester::here());
            let mut permits = Vec::new();
            for _ in 0..3 {
                permits.push(searches.permit(&client).await.unwrap());
            }
            let waiting = || async { searches.permit(&client).await.is_ok() };
            let wait = futures_of(MAX_WAITING_OF_ONE, waiting);
            assert_eq!(
                (searches.running.held(), wait.1, searches.waiting.held()),
                (3, 0, MAX_WAITING_OF_ONE)
            );
            let here = client.requester.address;
            assert_eq!(searches.check_waiting(here).unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
            assert!(searches.check_waiting([10, 0, 0, 1].into()).is_ok());
        });
    }

    /// Starts `count` futures; returns them, and a counter of the finished ones.
    fn futures_of<F: Future<Output = bool>>(
        count: usize,
        begin: impl Fn() -> F,
    ) -> (Vec<std::pin::Pin<Box<F>>>, usize) {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let mut futures: Vec<_> = (0..count).map(|_| Box::pin(begin())).collect();
        let polled = futures.iter_mut().map(|future| future.as_mut().poll(&mut context));
        let done = polled.filter(Poll::is_ready).count();
        (futures, done)
    }
}
