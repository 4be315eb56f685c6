//! Latency of frames from the queue of the NIC to delivery, divided by component and hop. A recorder
//! calculates the latency from trace events; the event loop stores no latencies. Start with [`Waterfalls`].
//!
//! Times are in picoseconds. A component in which a frame spent no time is 0.

mod recorder;
mod span;

pub use recorder::{Waterfall, Waterfalls};
pub use span::{Component, Span};

use crate::units::Time;

/// Latency divided by component, in the order of [`Component::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComponentTimes(pub [Time; Component::ALL.len()]);

impl ComponentTimes {
    /// Part of the latency that belongs to `component`.
    #[must_use]
    pub const fn of(&self, component: Component) -> Time {
        self.0[component as usize]
    }

    /// Sum of the latency over all components.
    #[must_use]
    pub fn total(&self) -> Time {
        self.0.iter().fold(Time::ZERO, |sum, time| sum + *time)
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, time)| *sum += time);
    }
}
