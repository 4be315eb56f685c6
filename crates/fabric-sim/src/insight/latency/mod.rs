//! Latency of frames, divided by component and hop, from the NIC's queue to delivery without a gap.
//! A recorder builds it from trace events; the run itself stores none of it.

mod recorder;
mod span;

pub use recorder::{Waterfall, Waterfalls};
pub use span::{Component, Span};

use crate::units::Time;

/// Time by component, in the order of [`Component::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts(pub [Time; Component::ALL.len()]);

impl Parts {
    /// Time of one component.
    #[must_use]
    pub const fn of(&self, component: Component) -> Time {
        self.0[component as usize]
    }

    /// Sum of the components.
    #[must_use]
    pub fn total(&self) -> Time {
        self.0.iter().fold(Time::ZERO, |sum, time| sum + *time)
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, time)| *sum += time);
    }
}
