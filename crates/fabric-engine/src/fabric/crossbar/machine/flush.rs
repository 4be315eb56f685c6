//! Removal of dropped frames from a crossbar.

use super::Crossbar;
use crate::fabric::crossbar::VoqId;
use crate::fabric::frame::{FrameId, Frames};
use crate::wire::PRIORITIES;

impl Crossbar {
    /// Removes every frame whose queue `goes`, queued or in transfer. Room reserved in egress
    /// queues is freed. Transfers occupy their slots to the end.
    pub fn flush(&mut self, frames: &Frames, goes: impl Fn(VoqId) -> bool) -> Vec<(FrameId, VoqId)> {
        let mut gone = Vec::new();
        for input in 0..self.crossings.len() {
            if let Some(crossing) = self.crossings[input].as_mut().filter(|crossing| goes(crossing.way))
                && let Some(id) = crossing.frame.take()
            {
                let way = crossing.way;
                self.give_room(way, frames.get(id).bytes);
                gone.push((id, way));
            }
        }
        let ports = self.crossings.len();
        let ways: Vec<VoqId> = self.voqs.ways().filter(|way| goes(*way)).collect();
        for way in &ways {
            let (input, output) = (usize::from(way.input), usize::from(way.output));
            let at = (input * ports + output) * PRIORITIES + usize::from(way.priority);
            if self.through.get(at).is_some_and(|cells| *cells > 0) {
                self.through[at] = 0;
                let bytes = self.voqs.head(*way).map_or(0, |id| frames.get(id).bytes);
                self.give_room(*way, bytes);
            }
            self.requests.set(input, output, way.priority, false);
            self.requests.set_partly(input, output, way.priority, false);
        }
        gone.extend(self.voqs.flush(frames, goes));
        // Frames behind the removed ones may now have requests.
        for input in 0..ports {
            if let Some(VoqId { output, priority, .. }) = self.voqs.front(input) {
                self.requests.set(input, usize::from(output), priority, true);
            }
        }
        for VoqId { output, priority, .. } in ways {
            if self.requests.asks(usize::from(output), priority) == 0 {
                self.arbiter.emptied(usize::from(output), priority);
            }
        }
        gone
    }

    fn give_room(&mut self, way: VoqId, bytes: u16) {
        self.left(usize::from(way.output), way.priority, bytes);
    }
}
