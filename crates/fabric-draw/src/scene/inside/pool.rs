use fabric_sim::engine::{HeadroomView, PortView};
use fabric_sim::order;

/// A part of a switch's memory that is in use, and all that is set aside for it. Bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// In use.
    pub used: u64,
    /// Set aside, used or not.
    pub size: u64,
}

/// Shared memory in use by one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Number of the input at the switch.
    pub port: u8,
    /// 0 to 7.
    pub priority: u8,
    /// Bytes.
    pub bytes: u64,
}

/// Use of the memory of a switch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// All of it.
    pub total: u64,
    /// Reserves of all groups.
    pub reserve: Part,
    /// Headroom of all groups.
    pub headroom: Part,
    /// Whether they share it: a headroom pool.
    pub pooled: bool,
    /// Shared memory in use; the group that is looked at first, the others by
    /// priority, then port.
    pub shared: Vec<Holder>,
    /// Free to be shared.
    pub free: u64,
}

impl Memory {
    /// Of the `ports` of a switch with `total` bytes, `free` of which are free
    /// to be shared.
    #[must_use]
    pub fn of(
        ports: &[PortView],
        (total, free): (u64, u64),
        headroom: HeadroomView,
        looked_at: (u8, u8),
    ) -> Self {
        let groups = || ports.iter().flat_map(|port| port.priorities.iter().map(|lane| &lane.pg));
        let reserve = Part {
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
        Self { total, reserve, headroom: Part { used, size }, pooled, shared, free }
    }

    /// Whether the first of [`Memory::shared`] is the group that is looked at.
    #[must_use]
    pub fn has(&self, looked_at: (u8, u8)) -> bool {
        self.shared.first().is_some_and(|one| (one.port, one.priority) == looked_at)
    }

    /// Shared memory in use, of all groups.
    #[must_use]
    pub fn in_use(&self) -> u64 {
        self.shared.iter().map(|holder| holder.bytes).sum()
    }
}

#[cfg(test)]
mod tests;
