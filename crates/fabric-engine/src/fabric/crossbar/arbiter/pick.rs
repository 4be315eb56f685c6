//! Selection of one port from a set of ports.

use crate::ids::{LocalPort, PortSet};
use crate::wire::PRIORITIES;

/// Next port after `port`: port 0 after the last of `ports` ports.
#[inline]
pub(super) fn next(port: LocalPort, ports: usize) -> LocalPort {
    if port.index() + 1 == ports { LocalPort(0) } else { LocalPort(port.0 + 1) }
}

/// Port of `set`, chosen with equal probability by `draw`, a number of 32 random bits. `None` if
/// the set is empty.
#[inline]
pub(super) fn random(set: PortSet, draw: u32) -> Option<LocalPort> {
    let nth = (u64::from(draw) * set.len() as u64) >> 32;
    let mut rest = set;
    for _ in 0..nth {
        rest.pop_first();
    }
    rest.first()
}

/// Grant or accept pointers of all priorities as one number, for the hash of the simulation state.
pub(super) fn word(pointers: [LocalPort; PRIORITIES]) -> u64 {
    u64::from_le_bytes(pointers.map(|port| port.0))
}
