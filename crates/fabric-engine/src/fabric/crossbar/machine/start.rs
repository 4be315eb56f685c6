//! Start of transfers after a match.

use super::{Crossbar, CrossbarTransfer};
use crate::fabric::crossbar::VoqId;
use crate::fabric::frame::{FrameId, Frames};
use crate::units::Time;

impl Crossbar {
    fn cells(&self, bytes: u16) -> u32 {
        u32::from(bytes).div_ceil(self.config.cell_bytes)
    }

    pub(super) fn start_frame(&mut self, frames: &Frames, now: Time, voq: VoqId) -> u32 {
        let Some(id) = self.take(frames, voq) else { return 0 };
        let bytes = frames.get(id).bytes;
        self.reserve(voq, bytes);
        let cells = self.cells(bytes);
        let until = Time(now.ps() + self.config.slot.ps() * u64::from(cells));
        self.join(CrossbarTransfer { voq, until, frame: Some(id) });
        cells
    }

    pub(super) fn start_cell(&mut self, frames: &Frames, now: Time, voq: VoqId) -> u32 {
        let Some(id) = self.voqs.head(voq) else { return 0 };
        let bytes = frames.get(id).bytes;
        let at = self.voqs.at(voq);
        if self.through[at] == 0 {
            self.reserve(voq, bytes);
        }
        self.through[at] += 1;
        let whole = u32::from(self.through[at]) == self.cells(bytes);
        if whole {
            self.through[at] = 0;
            self.take(frames, voq);
        }
        self.requests.set_partly(voq.input, voq.output, voq.priority, !whole);
        self.join(CrossbarTransfer { voq, until: now + self.config.slot, frame: whole.then_some(id) });
        1
    }

    /// Dequeues the head frame of the queue `voq`, and updates the requests of its input. `None` if the queue
    /// is empty.
    fn take(&mut self, frames: &Frames, voq: VoqId) -> Option<FrameId> {
        let (id, next) = self.voqs.pop(frames, voq);
        if next != Some(voq) {
            self.requests.set(voq.input, voq.output, voq.priority, false);
            if self.requests.requesting_inputs(voq.output, voq.priority).is_empty() {
                self.arbiter.emptied(voq.output, voq.priority);
            }
            if let Some(next) = next {
                self.requests.set(voq.input, next.output, next.priority, true);
            }
        }
        id
    }

    fn reserve(&mut self, voq: VoqId, bytes: u16) {
        let held = self.egress[voq.output.index()][voq.priority.index()] + u32::from(bytes);
        self.set_egress_bytes(voq.output, voq.priority, held);
    }

    fn join(&mut self, transfer: CrossbarTransfer) {
        self.ends.put(transfer.until, transfer.voq.input);
        self.busy_inputs.insert(transfer.voq.input);
        self.busy_outputs.insert(transfer.voq.output);
        self.transfers[transfer.voq.input.index()] = Some(transfer);
    }
}
