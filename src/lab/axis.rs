//! The axis of time that charts and lanes share.

use fabric_sim::units::Time;

use super::{Lab, whole};
use crate::charts::nice_ceiling;

impl Lab {
    /// The end of it: as much of the time line as was seen of either run, and a little more.
    #[must_use]
    pub fn axis_end(&self) -> Time {
        let seen = self.run.snapshot().now.max(self.run.tape().known_until());
        let seen = self.ghost().map_or(seen, |a| seen.max(a.known_until()));
        let wanted = nice_ceiling((1.05 * ps(seen)).max(0.1 * ps(self.end)));
        if wanted >= ps(self.end) { self.end } else { whole(wanted, Time(1)) }
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn ps(time: Time) -> f64 {
    time.0 as f64
}
