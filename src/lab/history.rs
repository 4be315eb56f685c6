//! The past of the queues: what each ingress group and egress queue of the
//! switches held, as far as the run was ever seen.

use fabric_sim::engine::{Note, What, World};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::PortId;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::Envelope;

/// The past of one priority of one port.
#[derive(Clone, Debug)]
pub struct Lane {
    /// What the ingress group held.
    pub ingress: Envelope,
    /// What waited for the egress.
    pub egress: Envelope,
    /// (time, XOFF, XON): thresholds as they moved, in bytes that the group may hold.
    pub thresholds: Vec<(Time, u64, u64)>,
}

/// The past of the lanes that were used.
#[derive(Clone, Debug)]
pub struct History {
    horizon: Time,
    lanes: Vec<Option<Box<Lane>>>,
}

/// Thresholds that move with the pool are kept at most this often.
const MOST_STEPS: usize = 2_000;

impl History {
    /// Nothing yet.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        Self { horizon: spec.horizon, lanes: vec![None; spec.ports.len() * 8] }
    }

    /// The past of `priority` of `port`, if it has any.
    #[must_use]
    pub fn lane(&self, port: PortId, priority: u8) -> Option<&Lane> {
        self.lanes.get(port.index() * 8 + usize::from(priority))?.as_deref()
    }

    /// Writes down what `note` changed.
    pub fn note(&mut self, spec: &Spec, world: &World, note: &Note) {
        match note.what {
            What::Arrived(frame) if frame.kind != FrameKind::Pfc && spec.switch_of(note.port).is_some() => {
                // It may wait for any output of its switch.
                for port in spec.nodes[spec.ports[note.port.index()].node.index()].ports.clone() {
                    self.look(world, PortId(port), frame.priority);
                }
            }
            What::Started(frame) if frame.kind != FrameKind::Pfc => {
                self.look(world, note.port, frame.priority);
                if spec.switch_of(note.port).is_some() {
                    self.look(world, frame.ingress, frame.priority);
                }
            }
            _ => {}
        }
    }

    /// Drops what lies after `time`.
    pub fn forget_after(&mut self, time: Time) {
        for lane in self.lanes.iter_mut().flatten() {
            lane.ingress.forget_after(time);
            lane.egress.forget_after(time);
            lane.thresholds.retain(|step| step.0 <= time);
        }
    }

    /// Looks at one lane now.
    pub fn look(&mut self, world: &World, port: PortId, priority: u8) {
        let view = world.priority(port, priority);
        let held = view.pg.reserve + view.pg.shared + view.pg.headroom;
        let Some(slot) = self.lanes.get_mut(port.index() * 8 + usize::from(priority)) else { return };
        if slot.is_none() && held == 0 && view.egress_bytes == 0 {
            return;
        }
        let horizon = self.horizon;
        let lane = slot.get_or_insert_with(|| {
            Box::new(Lane {
                ingress: Envelope::new(horizon),
                egress: Envelope::new(horizon),
                thresholds: Vec::new(),
            })
        });
        let now = world.now();
        lane.ingress.push(now, held);
        lane.egress.push(now, view.egress_bytes);
        let (xoff, xon) = (
            view.pg.reserve_size.saturating_add(view.pg.xoff),
            view.pg.reserve_size.saturating_add(view.pg.xon),
        );
        let moved = lane.thresholds.last().is_none_or(|last| (last.1, last.2) != (xoff, xon));
        if moved && lane.thresholds.len() < MOST_STEPS {
            let since = if lane.thresholds.is_empty() { Time::ZERO } else { now };
            lane.thresholds.push((since, xoff, xon));
        }
    }
}
