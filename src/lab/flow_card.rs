//! Figures of a flow at the cursor: status, rates, delivered and lost data, latency. Start with
//! [`Lab::flow_card`]. Rates are in bits per second, sizes in bytes. Figures count from the start of the run;
//! a flow that has not begun has figures of 0.
//!
//! Receivers are in the order of the flow; the first is its destination. Latency is `None` before the first
//! delivery. A flow that does not exist has no card. The goodput of a finished flow is a mean up to its end.

use fabric_sim::engine::{FlowCounters, RecoveryView};
use fabric_sim::fabric::endpoint::rate::{DcqcnView, IncreaseStage, RateView};
use fabric_sim::ids::{FlowId, NodeId, PortId, Priority, PrioritySet};
use fabric_sim::spec::FlowSpec;
use fabric_sim::units::{Time, lasting};

use super::flow_status::{FlowContext, FlowStatus};
use super::{Lab, Since, collective_sentences};
use crate::charts::rate_label;

/// Figures of a flow at the cursor, as the page shows them.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowCard {
    /// Identifier of the flow.
    pub id: FlowId,
    /// Name of the flow.
    pub name: String,
    /// Priority of the flow.
    pub priority: Priority,
    /// Status of the flow: sending, finished, or the reason why it does not send.
    pub status: FlowStatus,
    /// Sentence on the status of the flow.
    pub sentence: String,
    /// Progress of the collective that the flow belongs to, in a sentence; `None` if the flow belongs to no
    /// collective.
    pub collective: Option<String>,
    /// Rate of the link of the source, in bits per second.
    pub line: u64,
    /// State of the rate control. `None` if only the link limits the rate, or if the flow has not begun.
    pub control: Option<RateView>,
    /// Frame bytes of data frames: first the sent bytes, second the lost bytes.
    pub bytes: [u64; 2],
    /// Figures of each receiver. The first receiver is the destination of the flow.
    pub received: Vec<Received>,
    /// Numbers of delivered frames: first of frames with an ECN mark, second of all frames.
    pub marked: (u64, u64),
    /// Numbers of CNPs: first sent by the receiver, second received by the source.
    pub cnps: (u64, u64),
    /// State of the go-back-N recovery; `None` for an unreliable flow.
    pub recovery: Option<RecoveryView>,
    /// End-to-end credits in bytes: first the available credits, second their limit, third the credits lost
    /// with dropped frames. `None` for a flow without end-to-end credits.
    pub credits: Option<[u64; 3]>,
    /// Latency of delivered frames: first the mean, second the 99th percentile, third the longest. `None`
    /// before the first delivery.
    pub latency: Option<[Time; 3]>,
}

/// Bytes delivered to one receiver of a flow, and their goodput.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Name of the receiving host.
    pub name: String,
    /// Frame bytes of data delivered to the receiver.
    pub bytes: u64,
    /// Mean goodput in bits per second, from the start of the flow to the cursor, or to the end of the flow
    /// if it has finished.
    pub goodput: u64,
    /// Length of the recent past, and mean goodput in this time in bits per second. `None` if no earlier
    /// state of the run is known yet, or if the flow began within the recent past.
    pub recent: Option<(Time, u64)>,
}

impl FlowCard {
    /// Allowed rate in bits per second: the rate that rate control allows, but at most the rate of the link.
    #[must_use]
    pub fn rate(&self) -> u64 {
        self.control.map_or(self.line, |control| control.rate.bps().min(self.line))
    }
}

/// Greatest number of flows for which a lesson's chart of rates shows all flows.
const MAX_LESSON_FLOWS: usize = 12;

impl Lab {
    /// Flow that the user selected; without a selection, the flow of the followed frame. `None` if no frame
    /// is followed either.
    #[must_use]
    pub fn chosen_flow(&self) -> Option<FlowId> {
        self.flow.or_else(|| self.followed.as_ref().map(|follow| FlowId(follow.trace().frame.flow)))
    }

    /// Flow on display: the flow that the user chose, otherwise the first flow that the selected host sends,
    /// otherwise the first flow. `None` if there are no flows. A chosen flow that does not exist at the
    /// cursor is ignored.
    #[must_use]
    pub fn flow(&self) -> Option<FlowId> {
        let world = self.run.recording().world();
        let count = world.flow_specs().count();
        let node = self.compiled.spec.ports.get(self.selected.port.index()).map(|port| port.node);
        let own = || world.flow_specs().position(|flow| Some(flow.source) == node);
        let chosen = self.chosen_flow().filter(|flow| flow.index() < count);
        chosen.or_else(|| own().map(FlowId::new)).or((count > 0).then_some(FlowId(0)))
    }

    /// Figures of `flow`; `None` if there is no such flow.
    #[must_use]
    pub fn flow_card(&self, flow: FlowId) -> Option<FlowCard> {
        let world = self.run.recording().world();
        let spec = world.flow_specs().nth(flow.index())?;
        let port = PortId(world.spec().nodes[spec.source.index()].ports.start);
        // A flow that a later action adds has no view yet.
        let view = self.run.snapshot().flows.get(flow.index()).copied().unwrap_or_default();
        let none = FlowCounters::default();
        let counters = world.counters().flows.get(flow.index()).unwrap_or(&none);
        let line = world.spec().ports[port.index()].clock.rate().bps();
        let starved =
            self.run.snapshot().ports.get(port.index()).map_or(PrioritySet::EMPTY, |port| port.starved);
        let context = FlowContext {
            world,
            id: flow,
            spec,
            view: &view,
            finished: counters.finished,
            port,
            starved,
            line,
        };
        let status = context.status();
        let now = self.run.snapshot().now;
        // Only a finished flow has an end. The end of an earlier message does not count.
        let until = counters.finished.filter(|_| status == FlowStatus::Finished).unwrap_or(now);
        let lasts = until.saturating_sub(context.began());
        let got = if counters.sent_frames > 0 { world.received(flow) } else { Vec::new() };
        let mut got = got.into_iter();
        let since = self.since();
        let then = since.filter(|since| flow.index() < since.view.flows.len());
        let mut then = then.map(|since| since.world.received(flow)).unwrap_or_default().into_iter();
        let received = |node: NodeId| {
            let (got, then) = (got.next().unwrap_or_default(), then.next().unwrap_or_default());
            let name = world.spec().nodes[node.index()].name.clone();
            let lately = got.goodput.saturating_sub(then.goodput);
            // Skips flows that began in the recent past, because their mean since the start is the same.
            let is_older = |since: &Since<'_>| now.saturating_sub(context.began()) > since.span;
            let recent = since.filter(is_older).map(|since| (since.span, per_second(lately, since.span)));
            Received { name, bytes: got.bytes, goodput: per_second(got.goodput, lasts), recent }
        };
        Some(FlowCard {
            id: flow,
            name: spec.name.clone(),
            priority: spec.priority,
            status,
            sentence: context.sentence(status),
            collective: world.collective_of(flow).map(|id| collective_sentences::stands(world, id)),
            line,
            control: view.control.filter(|_| status != FlowStatus::NotBegun),
            bytes: [counters.sent_bytes, counters.dropped_bytes],
            received: spec.receivers().map(received).collect(),
            marked: (counters.marked_frames, counters.delivered_frames),
            cnps: (counters.cnps_sent, counters.cnps_received),
            recovery: view.recovery,
            credits: view.credits.map(|at| [at.available, at.limit, context.lost_credits()]),
            latency: (counters.delivered_frames > 0)
                .then(|| [counters.latency.mean(), counters.latency.percentile(99), counters.latency.max()]),
        })
    }

    /// Name of `flow`, and its allowed rate in bits per second. `None` if there is no such flow. Before the
    /// flow begins, the rate control already limits this rate.
    #[must_use]
    pub fn flow_pace(&self, flow: FlowId) -> Option<(&str, u64)> {
        let world = self.run.recording().world();
        let spec = world.flow_specs().nth(flow.index())?;
        let port = world.spec().nodes[spec.source.index()].ports.start as usize;
        let line = world.spec().ports[port].clock.rate().bps();
        let control = self.run.snapshot().flows.get(flow.index()).and_then(|view| view.control);
        Some((&spec.name, control.map_or(line, |control| control.rate.bps().min(line))))
    }

    /// Shortest possible time between two full frames of `flow`. The result is the longest of three times: a
    /// frame on the link of the source, a frame at the arrival rate, and a frame on the bus of the
    /// destination. For a multicast flow, the bus is that of its first receiver. Zero if there is no such
    /// flow.
    #[must_use]
    pub fn frame_time(&self, flow: FlowId) -> Time {
        let world = self.run.recording().world();
        let spec = world.flow_specs().nth(flow.index());
        spec.map_or(Time::ZERO, |flow| {
            let (nodes, bytes) = (&world.spec().nodes, u32::from(flow.frame_bytes));
            let link = world.spec().ports[nodes[flow.source.index()].ports.start as usize].clock;
            let bus = nodes[flow.destination.index()].host().and_then(|host| world.receiver(host).drain);
            let slow =
                flow.arrival.rate().into_iter().chain(bus).map(|rate| lasting(bytes.into(), rate.bps()));
            slow.fold(link.time(bytes), Time::max)
        })
    }

    /// Receiver of `flow` whose arrivals the page shows: the selected host or the host at the selected link,
    /// if this host receives the flow; otherwise the destination. `None` if there is no such flow.
    #[must_use]
    pub fn receiver(&self, flow: FlowId) -> Option<NodeId> {
        let world = self.run.recording().world();
        let spec = world.flow_specs().nth(flow.index())?;
        let port = world.spec().ports.get(self.selected.port.index());
        let ends = port.map(|port| [port.node, world.spec().ports[port.peer.index()].node]);
        let selected = ends.into_iter().flatten().find(|node| spec.receivers().any(|to| to == *node));
        Some(selected.unwrap_or(spec.destination))
    }

    /// Whether `flow` has several receivers. `false` if there is no such flow.
    #[must_use]
    pub fn is_multicast(&self, flow: FlowId) -> bool {
        let spec = self.run.recording().world().flow_specs().nth(flow.index());
        spec.is_some_and(|flow| flow.receivers().nth(1).is_some())
    }

    /// Whether the chart of rates shows all flows to all receivers. `true` in a lesson with at most 12 flows.
    #[must_use]
    pub fn charts_all_flows(&self) -> bool {
        self.page.lesson.is_some() && self.run.recording().world().flow_specs().count() <= MAX_LESSON_FLOWS
    }

    /// Flows in the chart of rates while `flow` is on display, including `flow`, in the order of their ids.
    /// Each flow is paired with the receiver whose arrivals are drawn, as an index into the receivers of the
    /// flow. The chart has the flows to the receiver of [`Lab::receiver`]. If all flows are charted, a flow
    /// to other hosts has index 0. Empty if the flow `flow` does not exist.
    #[must_use]
    pub fn rivals(&self, flow: FlowId) -> Vec<(FlowId, usize)> {
        let Some(to) = self.receiver(flow) else { return Vec::new() };
        let elsewhere = self.charts_all_flows().then_some(0);
        let place = |flow: &FlowSpec| flow.receivers().position(|node| node == to).or(elsewhere);
        let all = self.run.recording().world().flow_specs().enumerate();
        all.filter_map(|(n, flow)| Some((FlowId::new(n), place(flow)?))).collect()
    }

    /// Selects the next flow (`forward`) or the previous flow. After the last flow comes the first. If no
    /// flow is selected, selects the flow on display. Does nothing if the document has no flows.
    pub(super) fn next_flow(&mut self, forward: bool) {
        let count = self.run.recording().world().flow_specs().count();
        let Some(FlowId(here)) = self.flow() else { return };
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let step = match forward {
            _ if self.flow.is_none() => 0,
            true => 1,
            false => count - 1,
        };
        self.choose_flow(FlowId((here + step) % count));
    }

    /// Selects a flow that the host at `port` sends; if the host sends none, a flow that it receives. If one
    /// of these flows is selected already, selects the next of them; after the last comes the first. Does
    /// nothing if `port` belongs to a switch. If the host has no flows, the selection stays.
    pub(super) fn flow_of_host(&mut self, port: PortId) {
        let Some(node) = self.compiled.spec.ports.get(port.index()).map(|port| port.node) else { return };
        if self.compiled.spec.nodes[node.index()].host().is_none() {
            return;
        }
        let world = self.run.recording().world();
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

/// Title of the stage of the DCQCN rate increase, and a sentence on the next increase.
#[must_use]
pub fn stage_words(dcqcn: &DcqcnView) -> (&'static str, String) {
    let target = rate_label(dcqcn.target.bps());
    match dcqcn.stage {
        IncreaseStage::Line => {
            ("At line rate", "No CNP has cut it, or it has come all the way back.".to_owned())
        }
        IncreaseStage::FastRecovery => {
            let (nth, of) = (dcqcn.next, dcqcn.fast);
            ("Fast recovery", format!("Increase {nth} of {of} goes half way back to {target}."))
        }
        IncreaseStage::Additive => {
            ("Additive increase", format!("The target of {target} moves up, the rate half way to it."))
        }
        IncreaseStage::Hyper => {
            ("Hyper increase", format!("The target of {target} moves up fast, the rate half way to it."))
        }
    }
}

/// Rate in bits per second of `bytes` in `time`; 0 if `time` is 0.
fn per_second(bytes: u64, time: Time) -> u64 {
    let bits = u128::from(bytes) * 8 * u128::from(fabric_sim::units::PS_PER_S);
    bits.checked_div(u128::from(time.ps())).map_or(0, |rate| u64::try_from(rate).unwrap_or(u64::MAX))
}
