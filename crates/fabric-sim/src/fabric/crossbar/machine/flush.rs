//! An output whose link went down has nothing more to wait for.

use super::Crossbar;
use crate::fabric::crossbar::{Mode, Way};
use crate::fabric::frame::{FrameId, Frames};
use crate::ids::priorities;
use crate::wire::PRIORITIES;

impl Crossbar {
    /// Takes out every frame that waits for `output` or is on its way to it;
    /// its egress queue counts as empty from here on. What is crossing takes
    /// its slots to their end.
    pub fn flush(&mut self, frames: &Frames, output: u8) -> Vec<FrameId> {
        let mut gone = self.voqs.flush(frames, output);
        for (input, crossing) in self.crossings.iter_mut().enumerate() {
            if let Some(crossing) = crossing.as_mut().filter(|crossing| crossing.way.output == output) {
                gone.extend(crossing.frame.take());
            }
            for priority in priorities(u8::MAX) {
                self.requests.set(input, usize::from(output), priority, false);
                self.requests.set_partly(input, usize::from(output), priority, false);
            }
            // What stood behind the frames that are gone may ask now.
            if let Some(Way { output, priority, .. }) = self.voqs.front(input) {
                self.requests.set(input, usize::from(output), priority, true);
            }
        }
        let (output, ports) = (usize::from(output), self.crossings.len());
        if self.config.mode == Mode::Cell {
            for input in 0..ports {
                let way = (input * ports + output) * PRIORITIES;
                self.through[way..way + PRIORITIES].fill(0);
            }
        }
        self.egress[output] = [0; PRIORITIES];
        for priority in priorities(u8::MAX) {
            self.arbiter.emptied(output, priority);
            self.renew_room(output, priority);
        }
        gone
    }
}
