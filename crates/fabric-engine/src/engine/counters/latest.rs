use crate::ids::FlowId;
use crate::units::Time;

/// How many are written down at once.
const MANY: usize = 32;

/// A frame that was delivered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delivery {
    pub flow: FlowId,
    pub number: u32,
    pub latency: Time,
}

/// Deliveries that are not yet in the distributions of their flows. Where there
/// are many flows, each of these is in memory that was read last thousands of
/// frames ago: of many that are written down at once, none waits for the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Latest {
    count: usize,
    each: [Delivery; MANY],
}

impl Default for Latest {
    fn default() -> Self {
        Self { count: 0, each: [Delivery { flow: FlowId(0), number: 0, latency: Time::ZERO }; MANY] }
    }
}

impl Latest {
    /// Keeps one more. Returns whether there is no room for another.
    #[inline]
    pub fn add(&mut self, delivery: Delivery) -> bool {
        self.each[self.count % MANY] = delivery;
        self.count += 1;
        self.count == MANY
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Takes out all of them, oldest first.
    pub fn take(&mut self) -> impl Iterator<Item = Delivery> + use<> {
        let Self { count, each } = std::mem::take(self);
        each.into_iter().take(count)
    }
}
