//! Connections, limited in total and per address. At a limit, a new connection replaces the idle one that has
//! been silent the longest.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::shares::client_of;

/// The maximum number of connections at a time: in total, and per address.
const MAX_CONNECTIONS: usize = 512;
const MAX_CONNECTIONS_OF_ONE: usize = 256;

/// The connections that are open now, in the order of their last activity.
#[derive(Default)]
pub struct Connections(Mutex<Vec<Arc<Registration>>>);

/// A registered connection, which the list shares with the connection and its current requests.
struct Registration {
    address: IpAddr,
    /// Notified when the connection has to end.
    end: Notify,
}

/// A connection. Dropping it makes room for another.
pub struct Connection {
    all: Arc<Connections>,
    registration: Arc<Registration>,
}

/// The client of a request. While this value exists, the client's connection cannot be replaced.
#[derive(Clone)]
pub struct Requester {
    pub address: IpAddr,
    _registration: Arc<Registration>,
}

impl Connections {
    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Registration>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection from an address. If there are too many, replaces the idle one that has been silent the
    /// longest; returns `None` if all are busy.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Connection> {
        let address = client_of(address);
        let mut open = self.lock();
        let is_own = |registration: &Registration| registration.address == address;
        let has_too_many = open.iter().filter(|other| is_own(other)).count() >= MAX_CONNECTIONS_OF_ONE;
        if has_too_many || open.len() >= MAX_CONNECTIONS {
            // The list and the connection hold one reference each.
            let is_idle = |registration: &Arc<Registration>| Arc::strong_count(registration) <= 2;
            let may_end = |other: &Arc<Registration>| is_idle(other) && (!has_too_many || is_own(other));
            let oldest = open.iter().position(may_end)?;
            open.remove(oldest).end.notify_one();
        }
        let registration = Arc::new(Registration { address, end: Notify::new() });
        open.push(Arc::clone(&registration));
        Some(Connection { all: Arc::clone(self), registration })
    }
}

impl Connection {
    /// Records that the head of a request has arrived, and returns the client.
    pub fn requester(&self) -> Requester {
        let mut open = self.all.lock();
        let index = open.iter().position(|other| Arc::ptr_eq(other, &self.registration));
        if let Some(index) = index {
            open[index..].rotate_left(1);
        }
        Requester { address: self.registration.address, _registration: Arc::clone(&self.registration) }
    }

    /// Waits until the connection has to end.
    pub async fn given_up(&self) {
        self.registration.end.notified().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.lock().retain(|other| !Arc::ptr_eq(other, &self.registration));
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    impl Requester {
        /// Makes a client on this machine that has no connection.
        pub fn here() -> Requester {
            let address = std::net::Ipv4Addr::LOCALHOST.into();
            Requester { address, _registration: Arc::new(Registration { address, end: Notify::new() }) }
        }
    }

    fn address(number: u8) -> IpAddr {
        [10, 0, 0, number].into()
    }

    fn has_to_end(connection: &Connection) -> bool {
        pin!(connection.given_up()).poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn the_connection_that_is_silent_for_the_longest_time_gives_way() {
        let all = Arc::new(Connections::default());
        let mut held: Vec<Connection> =
            (1..=4).cycle().take(MAX_CONNECTIONS).map(|n| all.admit(address(n)).unwrap()).collect();
        // The first connection is busy, and the second has sent a request since. So the third has been silent for
        // the longest time.
        let first = held[0].requester();
        drop(held[1].requester());
        held.push(all.admit(address(9)).unwrap());
        let ended: Vec<usize> = (0..held.len()).filter(|&index| has_to_end(&held[index])).collect();
        assert_eq!((ended, all.lock().len()), (vec![2], MAX_CONNECTIONS));
        drop(first);
        drop(held);
        assert_eq!(all.lock().len(), 0);
    }

    #[test]
    fn an_address_makes_its_own_connections_give_way() {
        let all = Arc::new(Connections::default());
        let other = all.admit(address(1)).unwrap();
        let own: Vec<Connection> =
            (0..=MAX_CONNECTIONS_OF_ONE).map(|_| all.admit(address(2)).unwrap()).collect();
        assert_eq!((has_to_end(&other), has_to_end(&own[0]), has_to_end(&own[1])), (false, true, false));
        let _busy: Vec<Requester> = own[1..].iter().map(Connection::requester).collect();
        assert!(all.admit(address(2)).is_none(), "all work");
        assert!(all.admit(address(3)).is_some());
    }

    #[test]
    fn a_request_whose_body_is_on_its_way_keeps_its_connection() {
        let all = Arc::new(Connections::default());
        let own: Vec<Connection> =
            (0..MAX_CONNECTIONS_OF_ONE).map(|_| all.admit(address(2)).unwrap()).collect();
        let receiving = own[0].requester();
        drop(own[1].requester());
        let _new = all.admit(address(2)).unwrap();
        assert_eq!([0, 1, 2].map(|index| has_to_end(&own[index])), [false, false, true]);
        drop(receiving);
    }
}
