//! The past of the queues and the flows: what each ingress group and egress
//! queue of the switches held, as far as the run was ever seen.

use fabric_sim::engine::{Note, What, World};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, PortId, priorities};
use fabric_sim::spec::{Action, Spec};
use fabric_sim::units::Time;

use super::Envelope;
use super::flow_past::{FlowPast, FlowPasts};
use super::marks::{Marks, Steps};

/// The past of one priority of one port.
#[derive(Clone, Debug)]
pub struct Lane {
    /// What the ingress group held.
    pub ingress: Envelope,
    /// What waited for the egress.
    pub egress: Envelope,
    /// What they were compared with.
    pub marks: Steps,
}

/// The past of the lanes that were used.
#[derive(Clone, Debug)]
pub struct History {
    horizon: Time,
    flows: FlowPasts,
    lanes: Vec<Option<Box<Lane>>>,
    /// The marks of each lane at the start of the run.
    first: Vec<Marks>,
}

impl History {
    /// Nothing yet of the run that begins with `world`.
    #[must_use]
    pub fn new(spec: &Spec, world: &World) -> Self {
        let lanes = (0..spec.ports.len()).flat_map(|port| (0..8).map(move |n| (PortId::new(port), n)));
        let first = lanes.map(|(port, n)| marks(spec, world, port, n)).collect();
        let (horizon, flows) = (spec.horizon, FlowPasts::new(spec.horizon));
        Self { horizon, flows, lanes: vec![None; spec.ports.len() * 8], first }
    }

    /// The past of `priority` of `port`, if it has any.
    #[must_use]
    pub fn lane(&self, port: PortId, priority: u8) -> Option<&Lane> {
        self.lanes.get(port.index() * 8 + usize::from(priority))?.as_deref()
    }

    /// The past of a flow, if it has any.
    #[must_use]
    pub fn flow(&self, flow: FlowId) -> Option<&FlowPast> {
        self.flows.flow(flow)
    }

    /// Writes down what `note` changed.
    pub fn note(&mut self, spec: &Spec, world: &World, note: &Note) {
        self.flows.note(world, note);
        match note.what {
            What::Arrived(frame) if frame.kind != FrameKind::Pfc && spec.switch_of(note.port).is_some() => {
                // It may wait for any output of its switch.
                for port in spec.owner(note.port).ports.clone() {
                    self.look(spec, world, PortId(port), frame.priority);
                }
            }
            What::Started(frame) if frame.kind != FrameKind::Pfc => {
                self.look(spec, world, note.port, frame.priority);
                if spec.switch_of(note.port).is_some() {
                    self.look(spec, world, frame.ingress(), frame.priority);
                }
            }
            What::LinkDown => {
                for end in spec.link(note.port).map(|end| spec.ports[end.index()].node) {
                    for port in spec.nodes[end.index()].ports.clone() {
                        priorities(u8::MAX).for_each(|n| self.look(spec, world, PortId(port), n));
                    }
                }
            }
            What::Acted(number) => {
                let Some(timed) = world.actions().get(number as usize) else { return };
                let Action::Set { scope, .. } = &timed.action else { return };
                for port in &scope.ports {
                    for priority in priorities(scope.priorities) {
                        let marks = marks(spec, world, *port, priority);
                        if let Some(lane) = self.lane_mut(*port, priority) {
                            lane.marks.push(world.now(), marks);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Drops what lies after `time`.
    pub fn forget_after(&mut self, time: Time) {
        self.flows.forget_after(time);
        for lane in self.lanes.iter_mut().flatten() {
            lane.ingress.forget_after(time);
            lane.egress.forget_after(time);
            lane.marks.forget_after(time);
        }
    }

    /// Looks at one lane now.
    fn look(&mut self, spec: &Spec, world: &World, port: PortId, priority: u8) {
        let view = world.priority(port, priority);
        let held = view.pg.reserve + view.pg.shared + view.pg.headroom;
        if self.lane(port, priority).is_none() && held == 0 && view.egress_bytes == 0 {
            return;
        }
        let marks = marks(spec, world, port, priority);
        let Some(lane) = self.lane_mut(port, priority) else { return };
        let now = world.now();
        lane.ingress.push(now, held);
        lane.egress.push(now, view.egress_bytes);
        lane.marks.push(now, marks);
    }

    /// The past of a lane, begun if it has none.
    fn lane_mut(&mut self, port: PortId, priority: u8) -> Option<&mut Lane> {
        let index = port.index() * 8 + usize::from(priority);
        let (horizon, first) = (self.horizon, *self.first.get(index)?);
        let lane = self.lanes.get_mut(index)?.get_or_insert_with(|| {
            Box::new(Lane {
                ingress: Envelope::new(horizon),
                egress: Envelope::new(horizon),
                marks: Steps::new(horizon, first),
            })
        });
        Some(lane)
    }
}

fn marks(spec: &Spec, world: &World, port: PortId, priority: u8) -> Marks {
    let headroom = spec.switch_of(port).map(|switch| world.headroom(switch));
    Marks::of(&world.priority(port, priority), headroom)
}
