//! Views of a run at the cursor.

use std::rc::Rc;

use super::Run;

impl Run {
    /// Some seconds of the viewer's are gone, and something may have happened.
    pub(super) fn pass(&mut self, wall: f64) {
        self.unseen = Some(self.unseen.unwrap_or(0.0) + wall);
    }

    /// Looks at what there is to see at the cursor, if anything went on since
    /// that was done; what moves, moves on by as long.
    pub fn look(&mut self) {
        let Some(wall) = self.unseen.take() else { return };
        let mut next = std::mem::take(&mut self.spare);
        if Rc::get_mut(&mut next).is_none() {
            next = Rc::default();
        }
        if let Some(next) = Rc::get_mut(&mut next) {
            self.tape.world().snapshot(next);
        }
        self.spare = std::mem::replace(&mut self.snapshot, next);
        let speed = if self.playing { self.speed() } else { 0.0 };
        self.motion.advance(self.tape.spec(), &self.snapshot, wall, speed, wall == 0.0);
    }
}
