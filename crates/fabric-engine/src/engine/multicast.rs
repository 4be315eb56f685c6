//! Multicast: switches copy a frame along every branch of a tree, which is the union of the routes to all
//! receivers. Start with `World::branch`.
//!
//! `tree` computes the tree, `branch` makes the copies. Each switch on the tree gets one copy. The
//! destination of the flow is the first receiver. Learning switches flood instead.

use std::collections::BTreeMap;

use crate::digest::Digest;
use crate::fabric::frame::{FrameId, FrameKind};
use crate::ids::{FlowId, NodeId, PortId, SwitchId};
use crate::mem_size;
use crate::spec::{FlowSpec, Operation};
use crate::units::Time;

use super::counters::{Counters, ReceiverCounters};
use super::forwarding_decision::{ForwardTo, not_needed};
use super::plan::Role;
use super::{DropCause, Recorder, World};

/// Receivers of a multicast flow without its destination. The destination counts as the first receiver.
#[derive(Clone, Debug)]
pub(super) struct Multicast {
    flow: FlowId,
    /// Further receivers, in the order of the flow's specification.
    others: Vec<Member>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    port: PortId,
    /// Sequence number that the receiver expects next.
    expected: u32,
}

impl Multicast {
    /// Number of receivers of the multicast flow, the destination included.
    pub fn receivers(&self) -> u64 {
        self.others.len() as u64 + 1
    }

    pub fn digest(&self, digest: &mut Digest) {
        self.others.iter().for_each(|member| digest.add(member.expected));
    }

    /// Heap memory of the list of receivers, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        mem_size::rows::<Member>(self.others.len())
    }
}

/// Output ports for the frames of one multicast flow, by switch.
pub(super) type Tree = BTreeMap<SwitchId, Vec<PortId>>;

impl World {
    /// Adds the receivers of a multicast flow other than its destination. Call before the flow
    /// itself is added. Returns their index among the multicast flows; `None` if `spec` is not
    /// multicast.
    pub(super) fn join_receivers(&mut self, spec: &FlowSpec) -> Option<u32> {
        let Operation::Multicast(others) = &spec.operation else { return None };
        let port = |node: &NodeId| self.spec.port(*node, 0).unwrap_or(PortId(0));
        let others: Vec<Member> =
            others.iter().map(|node| Member { port: port(node), expected: 0 }).collect();
        let number = u32::try_from(self.state.multicasts.len()).ok()?;
        self.counters.receivers.push(vec![ReceiverCounters::default(); others.len()]);
        self.state.multicasts.push(Multicast { flow: FlowId::new(self.state.flows.len()), others });
        Some(number)
    }

    /// Adds the multicast tree of the flow that was added last. `multicast` is the index of this flow among
    /// the multicast flows. If it is `None`, the flow is not multicast, and nothing is added.
    pub(super) fn grow_tree(&mut self, multicast: Option<u32>) {
        if let Some(group) = multicast {
            self.trees.push(self.tree(&self.state.multicasts[group as usize]));
        }
    }

    /// Recomputes all trees from the routes in force.
    pub(super) fn grow_trees(&mut self) {
        self.trees = self.state.multicasts.iter().map(|group| self.tree(group)).collect();
    }

    /// Tree of a multicast flow: union of the routes to all receivers. The route to a further receiver leaves
    /// the tree at the last switch that they share, so that no switch gets a frame twice. A receiver without
    /// a route adds no branch.
    fn tree(&self, group: &Multicast) -> Tree {
        let flow = &self.state.flows[group.flow.index()];
        let others = group.others.iter().map(|member| member.port);
        let mut tree = Tree::new();
        for to in std::iter::once(flow.destination).chain(others) {
            let path = self.path_from(flow.source, to, flow.key);
            let apart = path.iter().rposition(|(switch, _)| tree.contains_key(switch)).unwrap_or(0);
            for (switch, output) in &path[apart..] {
                let branches: &mut Vec<PortId> = tree.entry(*switch).or_default();
                if !branches.contains(output) {
                    branches.push(*output);
                }
            }
        }
        tree
    }

    /// Switches on the route from the host port `from` to the host port `to`, each with its output port.
    /// Empty without a route. `key` of the flow selects among equal routes.
    fn path_from(&self, from: PortId, to: PortId, key: u64) -> Vec<(SwitchId, PortId)> {
        let mut path: Vec<(SwitchId, PortId)> = Vec::new();
        let mut at = self.plan[from.index()].peer;
        let Role::Host(host) = self.plan[to.index()].role else { return path };
        while let Role::Switch(switch) = self.plan[at.index()].role {
            let next = self.routed(switch, host, key);
            let Some(output) = next.filter(|_| path.iter().all(|(before, _)| *before != switch)) else {
                return Vec::new();
            };
            path.push((switch, output));
            at = self.plan[output.index()].peer;
        }
        if at == to { path } else { Vec::new() }
    }

    /// Forwarding decision of `switch` for a frame of the multicast flow with index `group`. A
    /// learning switch does not know the receivers and floods (IEEE 802.1Q, clause 8.8.6).
    pub(super) fn branches(&self, switch: SwitchId, group: u32) -> ForwardTo {
        let is_branch = |tree: &Tree| tree.contains_key(&switch);
        if self.state.macs[switch.index()].is_some() {
            ForwardTo::Everywhere
        } else if self.trees.get(group as usize).is_some_and(is_branch) {
            ForwardTo::Branches(group)
        } else {
            ForwardTo::Nowhere(DropCause::NoRoute)
        }
    }

    /// Admits copies of frame `id`, which came in by `port`: one copy for every branch at `switch` of the
    /// multicast tree `group`. Each copy is charged separately, and enqueued at the time `ready`. If the
    /// frame table is full, a branch gets no copy.
    pub(super) fn branch<R: Recorder>(
        &mut self,
        port: PortId,
        switch: SwitchId,
        group: u32,
        id: FrameId,
        ready: Time,
        recorder: &mut R,
    ) {
        let frame = *self.state.frames.get(id);
        let output = |world: &Self, n: usize| {
            let branches = world.trees[group as usize].get(&switch)?;
            branches.get(n).copied()
        };
        let mut next = output(self, 0);
        let mut copy = Some(id);
        let mut n = 0;
        while let Some(output_port) = next {
            n += 1;
            next = output(self, n);
            // The next copy is made before this frame is admitted, so that an observer of a drop of
            // this frame knows of the other copies.
            let following = next.and_then(|_| self.copy(port, &frame, recorder));
            if let Some(copy) = copy {
                self.enqueue_fast(port, switch, output_port, copy, ready, recorder);
            }
            copy = following;
        }
    }

    /// Counters of each receiver of a flow: the destination first, then the other receivers in the order of
    /// the specification. A flow that is not multicast has one receiver.
    ///
    /// # Panics
    /// If the flow does not exist.
    #[must_use]
    pub fn received(&self, flow: FlowId) -> Vec<ReceiverCounters> {
        self.received_by(flow, &self.counters)
    }

    /// Counters of each receiver as in [`World::received`], but read from `counters`, an older copy
    /// of the counters of this world.
    #[must_use]
    pub fn received_by(&self, flow: FlowId, counters: &Counters) -> Vec<ReceiverCounters> {
        let others = self.others_of(flow, counters);
        std::iter::once(first_of(flow, counters, others)).chain(others.iter().copied()).collect()
    }

    /// Index and counters of the receiver at `port`. The destination has index 0. `None` if the flow has no
    /// receiver there.
    ///
    /// # Panics
    /// If the flow does not exist.
    #[must_use]
    pub fn received_at(&self, flow: FlowId, port: PortId) -> Option<(usize, ReceiverCounters)> {
        let at = &self.state.flows[flow.index()];
        let others = self.others_of(flow, &self.counters);
        if at.destination == port {
            return Some((0, first_of(flow, &self.counters, others)));
        }
        let members = &self.state.multicasts[at.multicast()? as usize].others;
        let n = members.iter().position(|member| member.port == port)?;
        Some((n + 1, others[n]))
    }

    /// Counters of the receivers of a flow except its destination, read from `counters`; empty if the flow is
    /// not multicast.
    fn others_of<'a>(&self, flow: FlowId, counters: &'a Counters) -> &'a [ReceiverCounters] {
        let group = self.state.flows[flow.index()].multicast();
        let others = group.and_then(|group| counters.receivers.get(group as usize));
        others.map_or(&[], Vec::as_slice)
    }

    /// Whether the host at `port` is the destination or another receiver of `flow`.
    pub(super) fn is_receiver(&self, port: PortId, flow: FlowId) -> bool {
        let flow = &self.state.flows[flow.index()];
        flow.destination == port
            || flow.multicast().is_some_and(|group| {
                self.state.multicasts[group as usize].others.iter().any(|member| member.port == port)
            })
    }

    /// Handles a frame at a host that is not the destination of the flow. Delivers the frame if the host is
    /// another receiver of the flow; otherwise drops it. The payload of a delivered frame counts as goodput,
    /// unless the host already got this frame or a later frame of the flow. Earlier frames may be missing.
    #[cold]
    pub(super) fn receive_at_wrong_host<R: Recorder>(&mut self, port: PortId, id: FrameId, recorder: &mut R) {
        let frame = *self.state.frames.get(id);
        let group = self.state.flows[frame.flow.index()].multicast();
        let group = group.filter(|_| frame.kind == FrameKind::Data);
        let place = group.and_then(|group| {
            let others = &self.state.multicasts[group as usize].others;
            Some((group as usize, others.iter().position(|member| member.port == port)?))
        });
        let Some((group, n)) = place else {
            return self.drop_frame(port, id, not_needed(frame.is_flood_copy), recorder);
        };
        let member = &mut self.state.multicasts[group].others[n];
        let new = frame.sequence.wrapping_sub(member.expected) < 1 << 31;
        if new {
            member.expected = frame.sequence.wrapping_add(1);
        }
        if self.plan[port.index()].has_watchdog() {
            self.notify_nic_watchdog(port, false);
        }
        let goodput = if new { u64::from(frame.payload) } else { 0 };
        let counters = &mut self.counters.receivers[group][n];
        counters.frames += 1;
        counters.bytes += u64::from(frame.bytes);
        counters.goodput += goodput;
        self.delivered(port, id, goodput, recorder);
    }
}

/// Counters of the destination of a flow: the counters of the whole flow minus those of its other receivers.
fn first_of(flow: FlowId, counters: &Counters, others: &[ReceiverCounters]) -> ReceiverCounters {
    let Some(all) = counters.flows.get(flow.index()) else { return ReceiverCounters::default() };
    let mut first = ReceiverCounters {
        frames: all.delivered_frames,
        bytes: all.delivered_bytes,
        goodput: all.goodput_bytes,
    };
    for other in others {
        first.frames -= other.frames;
        first.bytes -= other.bytes;
        first.goodput -= other.goodput;
    }
    first
}
