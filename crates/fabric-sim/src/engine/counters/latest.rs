use crate::ids::FlowId;
use crate::units::Time;

/// How many are added at once.
const MANY: usize = 32;

/// Latencies that are not yet in the distributions of their flows. Where there
/// are many flows, each of these is in memory that was read last thousands of
/// frames ago: of many that are added at once, none waits for the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Latest {
    count: usize,
    each: [(FlowId, Time); MANY],
}

impl Default for Latest {
    fn default() -> Self {
        Self { count: 0, each: [(FlowId(0), Time::ZERO); MANY] }
    }
}

impl Latest {
    /// Keeps one more. Returns whether there is no room for another.
    #[inline]
    pub fn add(&mut self, flow: FlowId, time: Time) -> bool {
        self.each[self.count % MANY] = (flow, time);
        self.count += 1;
        self.count == MANY
    }

    /// Takes out all of them, oldest first.
    pub fn take(&mut self) -> impl Iterator<Item = (FlowId, Time)> + use<> {
        let count = std::mem::take(&mut self.count);
        self.each.into_iter().take(count)
    }
}
