//! Start of transfers after a match.

use super::{Crossbar, Crossing};
use crate::fabric::crossbar::VoqId;
use crate::fabric::frame::{FrameId, Frames};
use crate::units::Time;
use crate::wire::PRIORITIES;

impl Crossbar {
    fn cells(&self, bytes: u16) -> u32 {
        u32::from(bytes).div_ceil(self.config.cell_bytes)
    }

    pub(super) fn start_frame(&mut self, frames: &Frames, now: Time, way: VoqId) -> u32 {
        let Some(id) = self.take(frames, way) else { return 0 };
        let bytes = frames.get(id).bytes;
        self.reserve(way, bytes);
        let cells = self.cells(bytes);
        let until = Time(now.ps() + self.config.slot.ps() * u64::from(cells));
        self.join(Crossing { way, until, frame: Some(id) });
        cells
    }

    pub(super) fn start_cell(&mut self, frames: &Frames, now: Time, way: VoqId) -> u32 {
        let Some(id) = self.voqs.head(way) else { return 0 };
        let bytes = frames.get(id).bytes;
        let ports = self.crossings.len();
        let (input, output) = (usize::from(way.input), usize::from(way.output));
        let at = (input * ports + output) * PRIORITIES + usize::from(way.priority);
        if self.through[at] == 0 {
            self.reserve(way, bytes);
        }
        self.through[at] += 1;
        let whole = u32::from(self.through[at]) == self.cells(bytes);
        if whole {
            self.through[at] = 0;
            self.take(frames, way);
        }
        self.requests.set_partly(input, output, way.priority, !whole);
        self.join(Crossing { way, until: now + self.config.slot, frame: whole.then_some(id) });
        1
    }

    /// Dequeues the head of the queue `way` and updates the requests.
    fn take(&mut self, frames: &Frames, way: VoqId) -> Option<FrameId> {
        let (id, next) = self.voqs.pop(frames, way);
        let input = usize::from(way.input);
        if next != Some(way) {
            let output = usize::from(way.output);
            self.requests.set(input, output, way.priority, false);
            if self.requests.asks(output, way.priority) == 0 {
                self.arbiter.emptied(output, way.priority);
            }
            if let Some(next) = next {
                self.requests.set(input, usize::from(next.output), next.priority, true);
            }
        }
        id
    }

    fn reserve(&mut self, way: VoqId, bytes: u16) {
        let output = usize::from(way.output);
        let held = self.egress[output][usize::from(way.priority)] + u32::from(bytes);
        self.holds(output, way.priority, held);
    }

    fn join(&mut self, crossing: Crossing) {
        self.ends.put(crossing.until, crossing.way.input);
        self.busy_inputs |= 1 << crossing.way.input;
        self.busy_outputs |= 1 << crossing.way.output;
        self.crossings[usize::from(crossing.way.input)] = Some(crossing);
    }
}
