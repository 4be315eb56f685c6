//! Removal of dropped frames from a crossbar.

use super::Crossbar;
use crate::fabric::crossbar::VoqId;
use crate::fabric::frame::{FrameId, Frames};
use crate::ids::LocalPort;

impl Crossbar {
    /// Removes every frame, queued or in transfer, for whose queue `goes` returns true. Returns the removed
    /// frames with their queues: first the frames in transfer, then the queued frames. Frees the memory that
    /// was reserved for these frames in egress queues. Transfers of removed frames occupy their ports until
    /// their end.
    pub fn flush(&mut self, frames: &Frames, goes: impl Fn(VoqId) -> bool) -> Vec<(FrameId, VoqId)> {
        let mut gone = Vec::new();
        for input in 0..self.transfers.len() {
            if let Some(transfer) = self.transfers[input].as_mut().filter(|transfer| goes(transfer.voq))
                && let Some(id) = transfer.frame.take()
            {
                let voq = transfer.voq;
                self.on_departure(voq.output, voq.priority, frames.get(id).bytes);
                gone.push((id, voq));
            }
        }
        let voqs: Vec<VoqId> = self.voqs.voqs().filter(|voq| goes(*voq)).collect();
        for voq in &voqs {
            let at = self.voqs.at(*voq);
            if self.through.get(at).is_some_and(|cells| *cells > 0) {
                self.through[at] = 0;
                let bytes = self.voqs.head(*voq).map_or(0, |id| frames.get(id).bytes);
                self.on_departure(voq.output, voq.priority, bytes);
            }
            self.requests.set(voq.input, voq.output, voq.priority, false);
            self.requests.set_partly(voq.input, voq.output, voq.priority, false);
        }
        gone.extend(self.voqs.flush(frames, goes));
        // Frames that are now first in a single FIFO need a request.
        for input in LocalPort::all(self.transfers.len()) {
            if let Some(VoqId { output, priority, .. }) = self.voqs.front(input) {
                self.requests.set(input, output, priority, true);
            }
        }
        for VoqId { output, priority, .. } in voqs {
            if self.requests.requesting_inputs(output, priority).is_empty() {
                self.arbiter.emptied(output, priority);
            }
        }
        gone
    }
}
