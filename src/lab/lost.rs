//! The last frames that were lost, at the cursor: what somebody points at who
//! wants to know what became of a frame.

use fabric_sim::document::Named;
use fabric_sim::engine::{Note, What};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::spec::Spec;

/// A frame: its flow, what it is of it, and its number.
pub type FrameName = (FlowId, Named, u32);

/// The last of each.
#[derive(Clone, Debug)]
pub struct Lost {
    at: Vec<Option<FrameName>>,
    anywhere: Option<FrameName>,
}

impl Lost {
    /// Nothing heard yet.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        Self { at: vec![None; spec.ports.len()], anywhere: None }
    }

    /// Heap memory in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.at[..])
    }

    /// Takes in a note.
    pub fn hear(&mut self, note: &Note) {
        match note.what {
            What::Dropped(frame, cause) if frame.kind == FrameKind::Data && !cause.is_discard() => {
                self.anywhere = Some((frame.flow, Named::Data, frame.sequence));
                if let Some(lost) = self.at.get_mut(note.port.index()) {
                    *lost = self.anywhere;
                }
            }
            _ => {}
        }
    }

    /// The frame that was lost last at `port`; without one, anywhere.
    #[must_use]
    pub fn last(&self, port: Option<PortId>) -> Option<FrameName> {
        port.map_or(self.anywhere, |port| self.at.get(port.index()).copied().flatten())
    }
}
