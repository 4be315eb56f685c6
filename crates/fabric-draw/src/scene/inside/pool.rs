//! Use of the memory of a switch, by kind of memory and by priority group. Start with [`Memory`]. All eight
//! priority groups of each port count, even if no flow uses them.

use fabric_sim::engine::{HeadroomView, PortView};
use fabric_sim::ids::{LocalPort, Priority};
use fabric_sim::sort;

/// Bytes in use and bytes allocated, of one kind of memory of a switch, such as all reserves together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsedAndSize {
    /// Bytes of this kind of memory in use.
    pub used: u64,
    /// Bytes allocated to this kind of memory, in use or not.
    pub size: u64,
}

/// Use of shared memory by one priority group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Port of the priority group, counted within the switch.
    pub port: LocalPort,
    /// Priority of the priority group.
    pub priority: Priority,
    /// Bytes of shared memory that the priority group uses.
    pub bytes: u64,
}

/// Use of the memory of a switch, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Size of the memory of the switch, in bytes.
    pub total: u64,
    /// Reserves of all priority groups together.
    pub reserve: UsedAndSize,
    /// Headroom of all priority groups together.
    pub headroom: UsedAndSize,
    /// Whether all priority groups share one headroom pool; false: each group has its own headroom.
    pub pooled: bool,
    /// Priority groups that use shared memory. The group that the page selects is first; the others are
    /// sorted by priority, then by port.
    pub shared: Vec<Holder>,
    /// Free shared memory of the switch, in bytes.
    pub free: u64,
}

impl Memory {
    /// Use of the memory of a switch. `ports` is the state of its ports, `total` the size of its memory, and
    /// `free` the free shared memory, both in bytes. `selected` is the port and the priority of the group
    /// that the page selects.
    #[must_use]
    pub fn of(
        ports: &[PortView],
        (total, free): (u64, u64),
        headroom: HeadroomView,
        selected: (LocalPort, Priority),
    ) -> Self {
        let groups = || ports.iter().flat_map(|port| port.priorities.iter().map(|lane| &lane.pg));
        let reserve = UsedAndSize {
            used: groups().map(|group| group.reserve).sum(),
            size: groups().map(|group| group.reserve_size).sum(),
        };
        let mut shared: Vec<Holder> = LocalPort::all(ports.len())
            .zip(ports)
            .flat_map(|(port, view)| {
                Priority::ALL.into_iter().zip(&view.priorities).map(move |(priority, lane)| Holder {
                    port,
                    priority,
                    bytes: lane.pg.shared,
                })
            })
            .filter(|holder| holder.bytes > 0)
            .collect();
        sort::by_key(&mut shared, |one| ((one.port, one.priority) != selected, one.priority, one.port));
        let HeadroomView { used, size, pooled, .. } = headroom;
        Self { total, reserve, headroom: UsedAndSize { used, size }, pooled, shared, free }
    }

    /// Whether the priority group `selected` uses shared memory. `selected` must be the group with which
    /// [`Memory::of`] was called.
    #[must_use]
    pub fn has(&self, selected: (LocalPort, Priority)) -> bool {
        self.shared.first().is_some_and(|one| (one.port, one.priority) == selected)
    }

    /// Bytes of shared memory that all groups use together.
    #[must_use]
    pub fn in_use(&self) -> u64 {
        self.shared.iter().map(|holder| holder.bytes).sum()
    }
}

#[cfg(test)]
mod tests;
