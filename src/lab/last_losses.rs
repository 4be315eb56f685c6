//! Most recent lost data frame up to the cursor, for each port and for the whole fabric. Start with
//! [`LastLosses`]. The command that follows a lost frame uses this record. Discards of frames that their flow
//! does not need do not count.

use fabric_sim::document::{FrameName, NamedFrameKind};
use fabric_sim::engine::{EventKind, TraceEvent};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::PortId;
use fabric_sim::spec::Spec;

/// Most recent lost data frame at each port, and in the whole fabric.
#[derive(Clone, Debug)]
pub struct LastLosses {
    /// Most recent lost data frame, indexed by port. `None` if no data frame was lost at the port.
    at: Vec<Option<FrameName>>,
    /// Most recent lost data frame in the whole fabric; `None` if no data frame was lost.
    anywhere: Option<FrameName>,
}

impl LastLosses {
    /// Creates a record without losses.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        Self { at: vec![None; spec.ports.len()], anywhere: None }
    }

    /// Heap memory of the recorded losses in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.at[..])
    }

    /// Records the frame of `event` if `event` is the drop of a data frame. A drop that loses no data, such
    /// as that of a duplicate, is not recorded.
    pub fn record(&mut self, event: &TraceEvent) {
        match event.kind {
            EventKind::Dropped(frame, cause) if frame.kind == FrameKind::Data && !cause.loses_no_data() => {
                self.anywhere = Some(FrameName {
                    flow: frame.flow.0,
                    named: NamedFrameKind::Data,
                    number: frame.sequence,
                });
                if let Some(lost) = self.at.get_mut(event.port.index()) {
                    *lost = self.anywhere;
                }
            }
            _ => {}
        }
    }

    /// Most recent lost data frame at `port`; for `None`, in the whole fabric. Returns `None` if no data
    /// frame was lost, or if there is no such port.
    #[must_use]
    pub fn last(&self, port: Option<PortId>) -> Option<FrameName> {
        port.map_or(self.anywhere, |port| self.at.get(port.index()).copied().flatten())
    }
}
