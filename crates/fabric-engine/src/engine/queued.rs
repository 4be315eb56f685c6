//! Frames that wait in one switch, listed one by one for display. Start with
//! [`World::queued_frames`].

use crate::fabric::crossbar::VoqId;
use crate::fabric::frame::{Frame, FrameKind};
use crate::ids::{FlowId, LocalPort, NodeId, PortId, Priority, PrioritySet};
use crate::wire::Ecn;

use super::World;
use super::state::queue_index;

/// Frame that waits in a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuedFrame {
    /// Port by which the frame came in.
    pub input: PortId,
    /// Port by which the frame is to leave.
    pub output: PortId,
    /// Priority, 0 to 7.
    pub priority: Priority,
    /// Where the frame waits: `true` in a VOQ in front of the crossbar, `false` in the egress queue.
    pub in_voq: bool,
    /// Frame bytes, from header to FCS.
    pub bytes: u16,
    /// Kind of the frame: data, ack, CNP and so on.
    pub kind: FrameKind,
    /// Flow of the frame.
    pub flow: FlowId,
    /// Sequence number of the frame within its flow. For an ack: the acknowledged sequence number, see
    /// [`Frame::sequence`](crate::fabric::frame::Frame::sequence).
    pub sequence: u32,
    /// ECN field of the frame.
    pub ecn: Ecn,
}

impl World {
    /// Calls `each` for every frame that waits in `switch`; does nothing for a host. Frames are ordered by
    /// output, then by priority. For each output and priority, the egress queue comes first, in the order of
    /// transmission, then the VOQs by input. Frames in transmission, in the pipeline of an input, or in
    /// transfer through the crossbar are left out.
    pub fn queued_frames(&self, switch: NodeId, mut each: impl FnMut(QueuedFrame)) {
        let node = &self.spec.nodes[switch.index()];
        let Some(switch) = node.switch() else { return };
        let matrix = self.state.crossbars[switch.index()].as_ref();
        let frames = &self.state.frames;
        let queued = |frame: &Frame, input, output, priority, in_voq| QueuedFrame {
            input,
            output,
            priority,
            in_voq,
            bytes: frame.bytes,
            kind: frame.kind,
            flow: frame.flow,
            sequence: frame.sequence,
            ecn: frame.ecn,
        };
        for (output_port, port) in (0u8..).map(LocalPort).zip(node.ports.clone()) {
            let output = PortId(port);
            for priority in PrioritySet::ALL.iter() {
                let queue = &self.state.queues[queue_index(output, priority)];
                for frame in queue.frames.iter(frames) {
                    each(queued(frame, frame.ingress(), output, priority, false));
                }
                let Some(matrix) = matrix else { continue };
                for (input, port) in (0u8..).map(LocalPort).zip(node.ports.clone()) {
                    let voq = VoqId { input, output: output_port, priority };
                    for frame in matrix.crossbar.voqs().frames_of(frames, voq) {
                        each(queued(frame, PortId(port), output, priority, true));
                    }
                }
            }
        }
    }
}
