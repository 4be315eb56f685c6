//! How a flow fares at the cursor: what it does, how fast, and what came of it.

use fabric_sim::engine::{FlowCounters, RecoveryView};
use fabric_sim::fabric::endpoint::rate::{DcqcnView, RateView, Stage};
use fabric_sim::ids::{FlowId, NodeId, PortId};
use fabric_sim::spec::{Arrival, FlowSpec};
use fabric_sim::units::{Time, lasting};

use super::fares::{Doing, Fares};
use super::{Lab, together};
use crate::charts::rate_label;

/// A flow as it fares at the cursor. Rates are in bits per second.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowCard {
    /// Flow.
    pub id: FlowId,
    /// Its name.
    pub name: String,
    /// Its priority.
    pub priority: u8,
    /// Status.
    pub doing: Doing,
    /// Status in a sentence.
    pub sentence: String,
    /// How the collective stands that it is of, in a sentence.
    pub collective: Option<String>,
    /// The rate of its link.
    pub line: u64,
    /// Rate control below the rate of the link; `None`: the link alone.
    pub control: Option<RateView>,
    /// Frame bytes of data sent and lost.
    pub bytes: [u64; 2],
    /// Data delivered to each receiver, the destination first.
    pub received: Vec<Received>,
    /// Delivered frames that carried a mark, and all of them.
    pub marked: (u64, u64),
    /// CNPs that its receiver sent, and that came to its sender.
    pub cnps: (u64, u64),
    /// Recovery of lost frames; `None`: none.
    pub recovery: Option<RecoveryView>,
    /// The credits between its ends, if it sends for any: left, in all, and lost
    /// with frames that were dropped.
    pub credits: Option<[u64; 3]>,
    /// Mean, 99th percentile and longest time of a delivered frame, if there is one.
    pub latency: Option<[Time; 3]>,
}

/// Data delivered to a receiver of a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Its host.
    pub name: String,
    /// Frame bytes of data delivered to it.
    pub bytes: u64,
    /// Payload delivered in order, as a rate from the start of the flow to now,
    /// or to the end of its last message.
    pub goodput: u64,
    /// Length of the recent past, and payload delivered in order in it, as a rate; `None`: the run is
    /// shorter.
    pub recent: Option<(Time, u64)>,
}

impl FlowCard {
    /// The rate that it may send at.
    #[must_use]
    pub fn rate(&self) -> u64 {
        self.control.map_or(self.line, |control| control.rate.bps().min(self.line))
    }
}

impl Lab {
    /// The flow that is looked at: the chosen one, else that of the frame that is
    /// followed, else one of the selected host, else the first.
    #[must_use]
    pub fn flow(&self) -> Option<FlowId> {
        let world = self.run.tape().world();
        let count = world.flow_specs().count();
        let node = self.edition.spec.ports.get(self.selected.port.index()).map(|port| port.node);
        let own = || world.flow_specs().position(|flow| Some(flow.source) == node);
        let of_frame = || self.followed.as_ref().map(|follow| follow.way().frame.0);
        let chosen = self.flow.or_else(of_frame).filter(|flow| flow.index() < count);
        chosen.or_else(|| own().map(FlowId::new)).or((count > 0).then_some(FlowId(0)))
    }

    /// How `flow` fares.
    #[must_use]
    pub fn flow_card(&self, flow: FlowId) -> Option<FlowCard> {
        let world = self.run.tape().world();
        let spec = world.flow_specs().nth(flow.index())?;
        let port = PortId(world.spec().nodes[spec.source.index()].ports.start);
        // A flow of an action that is still to come is not there yet.
        let view = self.run.snapshot().flows.get(flow.index()).copied().unwrap_or_default();
        let none = FlowCounters::default();
        let counters = world.counters().flows.get(flow.index()).unwrap_or(&none);
        let line = world.spec().ports[port.index()].clock.rate().bps();
        let starved = self.run.snapshot().ports.get(port.index()).map_or(0, |port| port.starved);
        let fares =
            Fares { world, id: flow, spec, view: &view, finished: counters.finished, port, starved, line };
        let doing = fares.doing();
        let now = self.run.snapshot().now;
        // The end of an earlier message is none.
        let until = counters.finished.filter(|_| doing == Doing::Finished).unwrap_or(now);
        let lasts = until.saturating_sub(fares.began());
        let got = if counters.sent_frames > 0 { world.received(flow) } else { Vec::new() };
        let mut got = got.into_iter();
        let since = self.since();
        let then = since.filter(|since| flow.index() < since.world.flow_specs().count());
        let mut then = then.map(|since| since.world.received(flow)).unwrap_or_default().into_iter();
        let received = |node: NodeId| {
            let (got, then) = (got.next().unwrap_or_default(), then.next().unwrap_or_default());
            let name = world.spec().nodes[node.index()].name.clone();
            let lately = got.goodput.saturating_sub(then.goodput);
            let recent = since.map(|since| (since.span, per_second(lately, since.span)));
            Received { name, bytes: got.bytes, goodput: per_second(got.goodput, lasts), recent }
        };
        Some(FlowCard {
            id: flow,
            name: spec.name.clone(),
            priority: spec.priority,
            doing,
            sentence: fares.sentence(doing),
            collective: world.collective_of(flow).map(|id| together::stands(world, id)),
            line,
            control: view.control.filter(|_| doing != Doing::NotBegun),
            bytes: [counters.sent_bytes, counters.dropped_bytes],
            received: spec.receivers().map(received).collect(),
            marked: (counters.marked_frames, counters.delivered_frames),
            cnps: (counters.cnps_sent, counters.cnps_received),
            recovery: view.recovery,
            credits: view.credits.map(|at| [at.available, at.limit, fares.lost_credits()]),
            latency: (counters.delivered_frames > 0)
                .then(|| [counters.latency.mean(), counters.latency.percentile(99), counters.latency.max()]),
        })
    }

    /// Name of a flow, and its allowed rate in bits per second.
    #[must_use]
    pub fn flow_pace(&self, flow: FlowId) -> Option<(&str, u64)> {
        let world = self.run.tape().world();
        let spec = world.flow_specs().nth(flow.index())?;
        let port = world.spec().nodes[spec.source.index()].ports.start as usize;
        let line = world.spec().ports[port].clock.rate().bps();
        let control = self.run.snapshot().flows.get(flow.index()).and_then(|view| view.control);
        Some((&spec.name, control.map_or(line, |control| control.rate.bps().min(line))))
    }

    /// How long a full frame of a flow takes at least: on the link of its host, at the rate
    /// at which it is made, and on the bus of the host that it goes to.
    #[must_use]
    pub fn frame_time(&self, flow: FlowId) -> Time {
        let world = self.run.tape().world();
        let spec = world.flow_specs().nth(flow.index());
        spec.map_or(Time::ZERO, |flow| {
            let (nodes, bytes) = (&world.spec().nodes, u32::from(flow.frame_bytes));
            let link = world.spec().ports[nodes[flow.source.index()].ports.start as usize].clock;
            let made = match flow.arrival {
                Arrival::Saturate => None,
                Arrival::Constant(rate) | Arrival::Poisson(rate) | Arrival::Bursts { rate, .. } => Some(rate),
            };
            let bus = nodes[flow.destination.index()].host().and_then(|host| world.receiver(host).drain);
            let slow = made.into_iter().chain(bus).map(|rate| lasting(bytes.into(), rate.bps()));
            slow.fold(link.time(bytes), Time::max)
        })
    }

    /// Where it is looked at what arrives of `flow`: of several receivers at
    /// the one that is selected, or whose link is, else at its destination.
    #[must_use]
    pub fn receiver(&self, flow: FlowId) -> Option<NodeId> {
        let world = self.run.tape().world();
        let spec = world.flow_specs().nth(flow.index())?;
        let port = world.spec().ports.get(self.selected.port.index());
        let ends = port.map(|port| [port.node, world.spec().ports[port.peer.index()].node]);
        let selected = ends.into_iter().flatten().find(|node| spec.receivers().any(|to| to == *node));
        Some(selected.unwrap_or(spec.destination))
    }

    /// Whether a flow goes to several hosts.
    #[must_use]
    pub fn is_multicast(&self, flow: FlowId) -> bool {
        let spec = self.run.tape().world().flow_specs().nth(flow.index());
        spec.is_some_and(|flow| flow.receivers().nth(1).is_some())
    }

    /// The flows that go where `flow` is looked at, itself among them, and the
    /// number of that receiver among theirs.
    #[must_use]
    pub fn rivals(&self, flow: FlowId) -> Vec<(FlowId, usize)> {
        let Some(to) = self.receiver(flow) else { return Vec::new() };
        let place = |flow: &FlowSpec| flow.receivers().position(|node| node == to);
        let all = self.run.tape().world().flow_specs().enumerate();
        all.filter_map(|(n, flow)| Some((FlowId::new(n), place(flow)?))).collect()
    }

    /// The flow after the one that is looked at, or before it, round and round.
    pub(super) fn next_flow(&mut self, forward: bool) {
        let count = self.run.tape().world().flow_specs().count();
        let Some(FlowId(here)) = self.flow() else { return };
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let step = if forward { 1 } else { count - 1 };
        self.choose_flow(FlowId((here + step) % count));
    }

    /// A flow of the host whose port is given: what it sends, else what it
    /// gets; the next one if one of them is looked at. Of a switch, none.
    pub(super) fn flow_of_host(&mut self, port: PortId) {
        let Some(node) = self.edition.spec.ports.get(port.index()).map(|port| port.node) else { return };
        if self.edition.spec.nodes[node.index()].host().is_none() {
            return;
        }
        let world = self.run.tape().world();
        let of = |is: &dyn Fn(&FlowSpec) -> bool| -> Vec<FlowId> {
            let flows = world.flow_specs().enumerate().filter(|(_, flow)| is(flow));
            flows.map(|(n, _)| FlowId::new(n)).collect()
        };
        let sends = of(&|flow| flow.source == node);
        let own = if sends.is_empty() { of(&|flow| flow.destination == node) } else { sends };
        let after = own.iter().position(|flow| Some(*flow) == self.flow).map_or(0, |n| n + 1);
        if let Some(flow) = own.get(after).or(own.first()).copied() {
            self.choose_flow(flow);
        }
    }
}

/// Next step of DCQCN, in words.
#[must_use]
pub fn stage_words(dcqcn: &DcqcnView) -> (&'static str, String) {
    let target = rate_label(dcqcn.target.bps());
    match dcqcn.stage {
        Stage::Line => ("At line rate", "No CNP has cut it, or it has come all the way back.".to_owned()),
        Stage::FastRecovery => {
            let (nth, of) = (dcqcn.next, dcqcn.fast);
            ("Fast recovery", format!("Increase {nth} of {of} goes half way back to {target}."))
        }
        Stage::Additive => {
            ("Additive increase", format!("The target of {target} moves up, the rate half way to it."))
        }
        Stage::Hyper => {
            ("Hyper increase", format!("The target of {target} moves up fast, the rate half way to it."))
        }
    }
}

/// Bits per second of so many bytes in a time.
fn per_second(bytes: u64, time: Time) -> u64 {
    let bits = u128::from(bytes) * 8 * u128::from(fabric_sim::units::PS_PER_S);
    bits.checked_div(u128::from(time.ps())).map_or(0, |rate| u64::try_from(rate).unwrap_or(u64::MAX))
}
