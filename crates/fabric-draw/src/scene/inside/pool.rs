use fabric_sim::engine::{HeadroomView, PortView};
use fabric_sim::order;

/// Bytes of a part of the memory of a switch: in use, and reserved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolSegment {
    /// Bytes in use within the segment.
    pub used: u64,
    /// Bytes reserved, used or not.
    pub size: u64,
}

/// Use of shared memory by one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Port number within the switch.
    pub port: u8,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Bytes of shared memory in use.
    pub bytes: u64,
}

/// Use of the memory of a switch, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Size of the switch's memory, in bytes.
    pub total: u64,
    /// Reserves of all groups.
    pub reserve: PoolSegment,
    /// Headroom of all groups.
    pub headroom: PoolSegment,
    /// Whether the groups share the headroom as a pool.
    pub pooled: bool,
    /// Groups with shared memory in use: the selected group first, the others by priority, then port.
    pub shared: Vec<Holder>,
    /// Free shared memory, in bytes.
    pub free: u64,
}

impl Memory {
    /// Use of the memory of a switch with these `ports`, `total` bytes of memory, and `free` bytes of
    /// free shared memory.
    #[must_use]
    pub fn of(
        ports: &[PortView],
        (total, free): (u64, u64),
        headroom: HeadroomView,
        looked_at: (u8, u8),
    ) -> Self {
        let groups = || ports.iter().flat_map(|port| port.priorities.iter().map(|lane| &lane.pg));
        let reserve = PoolSegment {
            used: groups().map(|group| group.reserve).sum(),
            size: groups().map(|group| group.reserve_size).sum(),
        };
        let mut shared: Vec<Holder> = (0u8..)
            .zip(ports)
            .flat_map(|(port, view)| {
                (0u8..).zip(&view.priorities).map(move |(priority, lane)| Holder {
                    port,
                    priority,
                    bytes: lane.pg.shared,
                })
            })
            .filter(|holder| holder.bytes > 0)
            .collect();
        order::by_key(&mut shared, |one| ((one.port, one.priority) != looked_at, one.priority, one.port));
        let HeadroomView { used, size, pooled, .. } = headroom;
        Self { total, reserve, headroom: PoolSegment { used, size }, pooled, shared, free }
    }

    /// Whether the selected group is the first of [`Memory::shared`].
    #[must_use]
    pub fn has(&self, looked_at: (u8, u8)) -> bool {
        self.shared.first().is_some_and(|one| (one.port, one.priority) == looked_at)
    }

    /// Shared memory in use by all groups.
    #[must_use]
    pub fn in_use(&self) -> u64 {
        self.shared.iter().map(|holder| holder.bytes).sum()
    }
}

#[cfg(test)]
mod tests;
