//! Set of the ports that the event loop must schedule at the present time.

use crate::ids::PortId;
use crate::mask::members;

use super::transmit::index_u32;

/// Ports whose transmitter is free and may have a frame to send now. The event loop schedules the
/// transmitters of these ports after the other events of this time, lowest port first.
#[derive(Clone, Debug)]
pub(super) struct ReadyPorts {
    /// Lowest port of the set; [`NONE`] if the set is empty. In most cases the set has only this port, so
    /// that `words` is rarely read.
    first: u32,
    /// Number of ports besides `first`.
    others: u32,
    /// Ports besides `first`, one bit for each port.
    words: Vec<u64>,
    /// A bit for each word of `words`: 1 if the word is not 0.
    used: Vec<u64>,
}

/// Index that stands for "no port".
const NONE: u32 = u32::MAX;

impl ReadyPorts {
    pub(super) fn new(ports: usize) -> Self {
        let words = ports.div_ceil(64);
        Self { first: NONE, others: 0, words: vec![0; words], used: vec![0; words.div_ceil(64)] }
    }

    /// Whether the set is empty.
    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.first == NONE
    }

    /// Adds `port`. No effect if it is in the set already.
    #[inline]
    pub(super) fn insert(&mut self, port: PortId) {
        let port = port.0;
        if self.first == NONE {
            self.first = port;
        } else if self.first != port {
            self.insert_other(port);
        }
    }

    /// Adds a port to a set that is not empty. The port is not `first`, but may be in the set
    /// already.
    fn insert_other(&mut self, port: u32) {
        let other = self.first.max(port) as usize;
        self.first = self.first.min(port);
        let (word, bit) = (other / 64, 1 << (other % 64));
        self.others += u32::from(self.words[word] & bit == 0);
        self.words[word] |= bit;
        self.used[word / 64] |= 1 << (word % 64);
    }

    /// Iterates over the ports, lowest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = PortId> + '_ {
        let ports = |(n, word): (usize, &u64)| members(*word).map(move |bit| PortId(index_u32(n * 64 + bit)));
        let first = (self.first != NONE).then_some(PortId(self.first));
        // Most of the time there are no others.
        let words = if self.others == 0 { &[][..] } else { &self.words };
        first.into_iter().chain(words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(ports))
    }

    /// Removes and returns the lowest port; `None` if the set is empty.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<PortId> {
        let port = self.first;
        if port == NONE {
            return None;
        }
        self.first = if self.others == 0 { NONE } else { self.pop_other() };
        Some(PortId(port))
    }

    /// Removes and returns the lowest port besides `first`. There must be one.
    #[inline]
    fn pop_other(&mut self) -> u32 {
        let mut used = self.used.iter_mut().enumerate();
        let Some((n, used)) = used.find(|(_, used)| **used != 0) else { return NONE };
        let at = n * 64 + used.trailing_zeros() as usize;
        let word = &mut self.words[at];
        let port = at * 64 + word.trailing_zeros() as usize;
        *word &= *word - 1;
        if *word == 0 {
            *used &= *used - 1;
        }
        self.others -= 1;
        index_u32(port)
    }

    /// Heap memory of the set of ports, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.words[..]) + size_of_val(&self.used[..])
    }
}

#[cfg(test)]
mod tests {
    use super::ReadyPorts;
    use crate::ids::PortId;

    #[test]
    fn lowest_first_each_once() {
        let mut ready_ports = ReadyPorts::new(200);
        for port in [150, 3, 64, 3, 199].map(PortId) {
            ready_ports.insert(port);
        }
        assert_eq!(ready_ports.iter().collect::<Vec<_>>(), [3, 64, 150, 199].map(PortId));
        let mut order: Vec<_> = std::iter::from_fn(|| ready_ports.pop()).collect();
        assert_eq!(order, [3, 64, 150, 199].map(PortId));
        assert!(ready_ports.is_empty());
        ready_ports.insert(PortId(70));
        ready_ports.insert(PortId(1));
        order = std::iter::from_fn(|| ready_ports.pop()).collect();
        assert_eq!(order, [1, 70].map(PortId));
    }
}
