//! Last lost data frames up to the cursor, one for each port and one for the fabric, for the command
//! that follows a lost frame. Discards of frames that their flow does not need do not count.

use fabric_sim::document::NamedFrameKind;
use fabric_sim::engine::{EventKind, TraceEvent};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::spec::Spec;

/// Name of a frame: flow, kind, and sequence number.
pub type FrameName = (FlowId, NamedFrameKind, u32);

/// Last lost frame at each port and in the whole fabric.
#[derive(Clone, Debug)]
pub struct LastLosses {
    at: Vec<Option<FrameName>>,
    anywhere: Option<FrameName>,
}

impl LastLosses {
    /// Empty record.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        Self { at: vec![None; spec.ports.len()], anywhere: None }
    }

    /// Heap memory in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.at[..])
    }

    /// Records the frame if `event` is the drop of a data frame. Discards of useless frames are ignored.
    pub fn record(&mut self, event: &TraceEvent) {
        match event.kind {
            EventKind::Dropped(frame, cause) if frame.kind == FrameKind::Data && !cause.is_discard() => {
                self.anywhere = Some((frame.flow, NamedFrameKind::Data, frame.sequence));
                if let Some(lost) = self.at.get_mut(event.port.index()) {
                    *lost = self.anywhere;
                }
            }
            _ => {}
        }
    }

    /// Last frame lost at `port`; without a port, in the whole fabric. `None` if none was lost.
    #[must_use]
    pub fn last(&self, port: Option<PortId>) -> Option<FrameName> {
        port.map_or(self.anywhere, |port| self.at.get(port.index()).copied().flatten())
    }
}
