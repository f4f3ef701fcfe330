//! Permits for a resource of the server, limited in total and per client address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Permits shared by all addresses.
pub struct Shares {
    /// The total number of permits.
    pub most: usize,
    most_of_one: usize,
    all: Arc<Semaphore>,
    /// The remaining permits of each address that holds permits or waits for them.
    own: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

/// Permits of an address; returned when dropped.
#[derive(Debug)]
pub struct Share {
    _own: OwnedSemaphorePermit,
    _all: OwnedSemaphorePermit,
}

impl Shares {
    /// Makes `most` permits; one address can hold at most `most_of_one`.
    pub fn new(most: usize, most_of_one: usize) -> Shares {
        Shares { most, most_of_one, all: Arc::new(Semaphore::new(most)), own: Mutex::default() }
    }

    /// Returns the number of permits in use.
    pub fn held(&self) -> usize {
        self.most - self.all.available_permits()
    }

    /// Waits for a permit. An address that already holds its maximum waits without delaying others.
    pub async fn take(&self, address: IpAddr) -> Option<Share> {
        let own = self.own(address).acquire_owned().await.ok()?;
        let all = Arc::clone(&self.all).acquire_owned().await.ok()?;
        Some(Share { _own: own, _all: all })
    }

    /// Takes `count` permits if they are available.
    pub fn try_take(&self, address: IpAddr, count: usize) -> Option<Share> {
        let count = u32::try_from(count).ok()?;
        let own = self.own(address).try_acquire_many_owned(count).ok()?;
        let all = Arc::clone(&self.all).try_acquire_many_owned(count).ok()?;
        Some(Share { _own: own, _all: all })
    }

    fn own(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        own.retain(|_, permits| Arc::strong_count(permits) > 1);
        let new = || Arc::new(Semaphore::new(self.most_of_one));
        Arc::clone(own.entry(client_of(address)).or_insert_with(new))
    }
}

/// Returns the address that identifies a client. For IPv6 this is its whole network, because a client may use
/// any address in it.
pub fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Polls once.
    fn poll<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> Poll<T> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn one_address_cannot_hold_all() {
        let shares = Shares::new(4, 3);
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(address);
        let held = shares.try_take(one, 3).unwrap();
        assert!(shares.try_take(one, 1).is_none());
        let mut waiting = pin!(shares.take(one));
        assert!(poll(waiting.as_mut()).is_pending());
        // This client waits for its own permits and does not block other clients.
        let last = shares.try_take(other, 1).unwrap();
        assert_eq!((shares.held(), shares.try_take(other, 1).is_none()), (4, true));
        drop(held);
        assert!(poll(waiting.as_mut()).is_ready());
        drop(last);
        assert_eq!((shares.held(), shares.own.lock().unwrap().len()), (0, 2));
    }

    #[test]
    fn permits_are_forgotten_with_their_address() {
        let shares = Shares::new(2, 1);
        for number in 0..100 {
            drop(shares.try_take(IpAddr::from([10, 0, 0, number]), 1).unwrap());
        }
        assert_eq!(shares.own.lock().unwrap().len(), 1, "the last is forgotten when another comes");
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        assert_eq!(client_of(address("2001:db8::1:2")), client_of(address("2001:db8::ffff:1:2:3")));
        assert_ne!(client_of(address("2001:db8::1")), client_of(address("2001:db8:0:1::1")));
        assert_eq!(client_of(address("::ffff:10.0.0.1")), address("10.0.0.1"));
        assert_ne!(client_of(address("10.0.0.1")), client_of(address("10.0.0.2")));
    }
}
