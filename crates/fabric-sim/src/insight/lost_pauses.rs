//! Drops of lossless priority groups after one of their pauses was lost in the cable. Start with
//! [`LostPauses`].
//!
//! A lost pause counts until the group sends a resume, even if a later pause arrives, because the later pause
//! comes too late for the frames that the peer has already sent.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::Report;
use crate::engine::{EventKind, World};
use crate::ids::{PortId, Priority, QueueId};
use crate::spec::Spec;
use crate::units::Time;

/// Lossless priority group that dropped frames after one of its pauses was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LostPauseReport {
    /// Ingress port of the priority group, such as `s1.2`.
    pub port: String,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Host or switch to which the pause was sent.
    pub to: String,
    /// Time at which the pause was lost, in picoseconds since the start of the run. If several pauses were
    /// lost, the time of the first that was followed by a drop.
    pub lost_at_ps: u64,
    /// Number of lossless frames that the priority group dropped in the measurement window for lack of
    /// memory, after a pause was lost and before the group sent a resume.
    pub lost_frames: u64,
}

/// Recorder of lost pauses, and of the drops that followed them. Create the recorder at the start of the run
/// or of the measurement window.
#[derive(Clone, Debug, Default)]
pub struct LostPauses {
    /// Time of the first lost pause of each priority group since the last resume of the group. The key has
    /// the ingress port and the priority of the group.
    lost: BTreeMap<QueueId, Time>,
    /// Priority groups that dropped frames after a lost pause: time of the lost pause, and number of dropped
    /// frames. The key has the ingress port and the priority.
    drops: BTreeMap<QueueId, (Time, u64)>,
}

impl LostPauses {
    /// Records the event `kind` at `port` at the time `at`. Ignores all events except lost pauses, sent
    /// resumes and drops.
    pub fn observe(&mut self, spec: &Spec, at: Time, port: PortId, kind: &EventKind) {
        match kind {
            EventKind::PfcLost(indication) => {
                let sender = spec.ports[port.index()].peer;
                for n in indication.pauses.iter() {
                    self.lost.entry(QueueId::new(sender, n)).or_insert(at);
                }
            }
            EventKind::PfcSent(indication) => {
                for n in indication.resumes.iter() {
                    self.lost.remove(&QueueId::new(port, n));
                }
            }
            EventKind::Dropped(frame, cause) if cause.is_violation() => {
                let group = QueueId::new(port, frame.priority);
                if let Some(lost) = self.lost.get(&group) {
                    self.drops.entry(group).or_insert((*lost, 0)).1 += 1;
                }
            }
            _ => {}
        }
    }

    /// Time of the first lost pause of the priority group `priority` at `port`. Only pauses since the last
    /// resume of the group count. `None` if no pause was lost since that resume.
    #[must_use]
    pub fn since(&self, port: PortId, priority: Priority) -> Option<Time> {
        self.lost.get(&QueueId::new(port, priority)).copied()
    }
}

/// Phrase on the pause that `port` sent for `priority` and that was lost at the time `at`.
pub(super) fn phrase(spec: &Spec, port: PortId, priority: Priority, at: Time) -> String {
    format!(
        "a pause of P{priority} towards {} was lost at {at}",
        spec.owner(spec.ports[port.index()].peer).name
    )
}

impl Report {
    /// Adds the drops after lost pauses that `recorded` has recorded, in the order of ports and priorities.
    #[must_use]
    pub fn with_lost_pauses(mut self, recorded: &LostPauses, world: &World) -> Self {
        let spec = world.spec();
        let report = |(group, (lost, frames)): (&QueueId, &(Time, u64))| LostPauseReport {
            port: spec.port_name(group.port),
            priority: group.priority.get(),
            to: spec.owner(spec.ports[group.port.index()].peer).name.clone(),
            lost_at_ps: lost.ps(),
            lost_frames: *frames,
        };
        self.drops_after_lost_pauses = recorded.drops.iter().map(report).collect();
        self
    }
}
