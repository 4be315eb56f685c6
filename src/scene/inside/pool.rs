use fabric_sim::engine::PortView;

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

/// What the memory of a switch is used for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// All of it.
    pub total: u64,
    /// Reserves of all groups.
    pub reserve: Part,
    /// Headroom of all groups.
    pub headroom: Part,
    /// Shared memory in use; the group that is looked at first, the others by
    /// priority, then port.
    pub shared: Vec<Holder>,
    /// Free to be shared.
    pub free: u64,
}

impl Memory {
    /// Of the `ports` of a switch with `total` bytes, `free` of which are free
    /// to be shared. What is neither free, shared nor reserved is headroom.
    #[must_use]
    pub fn of(ports: &[PortView], total: u64, free: u64, looked_at: (u8, u8)) -> Self {
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
        shared.sort_by_key(|one| ((one.port, one.priority) != looked_at, one.priority, one.port));
        let in_use: u64 = shared.iter().map(|holder| holder.bytes).sum();
        let headroom = Part {
            used: groups().map(|group| group.headroom).sum(),
            size: total.saturating_sub(free + in_use + reserve.size),
        };
        Self { total, reserve, headroom, shared, free }
    }

    /// Shared memory in use, of all groups.
    #[must_use]
    pub fn in_use(&self) -> u64 {
        self.shared.iter().map(|holder| holder.bytes).sum()
    }
}

#[cfg(test)]
mod tests;
