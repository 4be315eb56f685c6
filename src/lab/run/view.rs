//! View of a run at the cursor, computed at most once per video frame. Start with
//! [`Run::update_view`].

use std::rc::Rc;

use super::Run;

impl Run {
    /// Marks the view as outdated. `wall` is the wall time in seconds that has passed since the last call.
    pub(super) fn pass(&mut self, wall: f64) {
        self.unseen = Some(self.unseen.unwrap_or(0.0) + wall);
    }

    /// Updates the view if it is outdated, and moves the moving parts of the picture by the wall time since
    /// the last update. Returns this wall time in seconds, and the speed of the moving parts in simulated
    /// picoseconds per second; `None` if the view was up to date.
    pub fn update_view(&mut self) -> Option<(f64, f64)> {
        let wall = self.unseen.take()?;
        let mut next = std::mem::take(&mut self.spare);
        if Rc::get_mut(&mut next).is_none() {
            next = Rc::default();
        }
        if let Some(next) = Rc::get_mut(&mut next) {
            self.recording.world().snapshot(next);
        }
        self.spare = std::mem::replace(&mut self.snapshot, next);
        let speed = if self.playing { self.speed() } else { 0.0 };
        self.motion.advance(self.recording.spec(), &self.snapshot, wall, speed, wall == 0.0);
        Some((wall, speed))
    }
}
