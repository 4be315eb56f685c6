//! MAC table of a learning switch: the port at which the last frame from each host arrived (IEEE
//! 802.1Q, clause 8.7). An entry expires after the ageing time; frames for a host without an entry
//! are flooded or dropped. The number of entries is not limited, and there is one table for all
//! VLANs.

use crate::digest::Digest;
use crate::ids::{HostId, PortId};
use crate::mem_size;
use crate::units::Time;

/// Configuration of MAC learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearningConfig {
    /// Ageing time: the entry of a host expires if no frame from the host arrives for this time.
    /// Above 0 (IEEE 802.1Q, clause 8.8.3, which recommends 300 s).
    pub ageing: Time,
    /// Forwarding of frames to hosts without an entry.
    pub unknown: Unknown,
}

/// Forwarding of a frame to a host without an entry in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Unknown {
    /// Flood: a copy leaves by every port except the input port (IEEE 802.1Q, clause 8.6.1).
    #[default]
    Flood,
    /// Drop the frame.
    Drop,
}

/// Table of learned ports, indexed by host. The methods panic for a host beyond the number given to
/// [`MacTable::new`].
#[derive(Clone, Debug)]
pub struct MacTable {
    config: LearningConfig,
    /// Entries, indexed by host; `None` for a host whose address was never learned.
    rows: Vec<Option<MacEntry>>,
}

#[derive(Clone, Copy, Debug)]
struct MacEntry {
    port: PortId,
    learnt_at: Time,
}

impl MacTable {
    /// Creates an empty table for `hosts` hosts.
    #[must_use]
    pub fn new(config: LearningConfig, hosts: usize) -> Self {
        Self { config, rows: vec![None; hosts] }
    }

    /// Configured forwarding of frames to hosts without an entry in the table.
    #[must_use]
    pub const fn unknown(&self) -> Unknown {
        self.config.unknown
    }

    /// Records that a frame from `host` came in by `port` at `now` (IEEE 802.1Q, clause 8.7). Replaces the
    /// earlier entry of the host, even if that entry has another port.
    pub fn learn(&mut self, host: HostId, port: PortId, now: Time) {
        self.rows[host.index()] = Some(MacEntry { port, learnt_at: now });
    }

    /// Port at which the last frame from `host` arrived. `None` if no frame arrived, if the last frame is at
    /// least the ageing time old, or if the link of the port went down since.
    #[must_use]
    pub fn port(&self, host: HostId, now: Time) -> Option<PortId> {
        let row = self.rows[host.index()]?;
        (now.saturating_sub(row.learnt_at) < self.config.ageing).then_some(row.port)
    }

    /// Removes the entries of all hosts at `port`, because its link went down.
    pub fn forget(&mut self, port: PortId) {
        self.rows
            .iter_mut()
            .filter(|row| row.is_some_and(|row| row.port == port))
            .for_each(|row| *row = None);
    }

    /// Adds the table to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        for row in &self.rows {
            digest.add(row.map_or(u64::MAX, |row| u64::from(row.port.0)));
            digest.time(row.map_or(Time::NEVER, |row| row.learnt_at));
        }
    }

    /// Heap memory of the table, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        mem_size::rows::<Option<MacEntry>>(self.rows.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(ageing: u64) -> MacTable {
        MacTable::new(LearningConfig { ageing: Time(ageing), unknown: Unknown::Flood }, 3)
    }

    #[test]
    fn mac_table_has_the_port_of_the_last_frame() {
        let mut table = table(1_000);
        assert_eq!(table.port(HostId(1), Time(0)), None);
        table.learn(HostId(1), PortId(7), Time(10));
        assert_eq!(
            (table.port(HostId(1), Time(10)), table.port(HostId(0), Time(10))),
            (Some(PortId(7)), None)
        );
        table.learn(HostId(1), PortId(8), Time(20));
        assert_eq!(table.port(HostId(1), Time(30)), Some(PortId(8)), "it moved");
    }

    #[test]
    fn entry_expires_at_the_end_of_the_ageing_time() {
        let mut table = table(1_000);
        table.learn(HostId(2), PortId(4), Time(500));
        assert_eq!(table.port(HostId(2), Time(1_499)), Some(PortId(4)));
        assert_eq!(table.port(HostId(2), Time(1_500)), None);
        table.learn(HostId(2), PortId(4), Time(1_400));
        assert_eq!(table.port(HostId(2), Time(2_399)), Some(PortId(4)), "each frame starts its time anew");
        assert_eq!(table.port(HostId(2), Time(2_400)), None);
    }
}
