//! Forwarding decision of a switch: output port of a frame. Start with [`World::forward_to`].
//!
//! A path that the flow names goes first. Only data and resyncs of end-to-end credits use such a path, and
//! only in switches of which the path has a port. In all other cases, a switch that learns addresses uses its
//! learned table, and every other switch uses the routes of the topology. A hash of flow and switch selects
//! among several shortest routes (`ecmp.rs`). All frames of a flow to one host take the same route.
//!
//! A frame without a route is dropped. The state of the output link is not checked here; a frame for a link
//! that is down is dropped later.

use crate::fabric::frame::{Frame, FrameId, FrameKind};
use crate::fabric::mac::{MacTable, Unknown};
use crate::ids::{FlowId, HostId, PortId, SwitchId};

use super::ecmp::equal_route;
use super::plan::Role;
use super::{DropCause, World};

/// Forwarding decision of a switch for one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ForwardTo {
    /// Transmit by the port with this global index.
    Out(PortId),
    /// Transmit one copy on each branch of a multicast tree. The number is the index of the tree.
    Branches(u32),
    /// Flood: transmit by every port except the port of arrival.
    Everywhere,
    /// Drop the frame, for this cause.
    Nowhere(DropCause),
}

impl World {
    /// Decides where `switch` forwards a frame that came in by `port`. Without address learning,
    /// all frames of a flow to one host get the same decision until routes change.
    #[inline(always)]
    pub(super) fn forward_to(&self, port: PortId, switch: SwitchId, frame: &Frame) -> ForwardTo {
        let flow = &self.state.flows[frame.flow.index()];
        if flow.has_own_path
            && matches!(frame.kind, FrameKind::Data | FrameKind::SentTotal)
            && let Some(forwarding) = self.named_forwarding(port, switch, frame.flow)
        {
            return forwarding;
        }
        let host = flow.addressed_host(frame.kind);
        if self.plan[port.index()].learns
            && let Some(table) = &self.state.macs[switch.index()]
        {
            return self.learned_forwarding(table, port, host, frame.is_flood_copy);
        }
        match self.routed(switch, host, flow.key) {
            Some(port) => ForwardTo::Out(port),
            None => ForwardTo::Nowhere(DropCause::NoRoute),
        }
    }

    /// Forwarding decision for a flow that is multicast or names its path. If the path has several ports of
    /// this switch, the first is used. `None` if the path has no port of this switch, or the flow names no
    /// path.
    #[inline(never)]
    fn named_forwarding(&self, port: PortId, switch: SwitchId, flow: FlowId) -> Option<ForwardTo> {
        if let Some(group) = self.state.flows[flow.index()].multicast() {
            return Some(self.branches(switch, group));
        }
        let here = self.spec.ports[port.index()].node;
        let named = self.flow_path(flow).iter().find(|port| self.spec.ports[port.index()].node == here);
        named.map(|port| ForwardTo::Out(*port))
    }

    /// Output port of `switch` for frames to `host`; `None` if there is no route. `key`, the hash key of the
    /// flow, selects one of several equal routes (ECMP).
    #[inline]
    pub(super) fn routed(&self, switch: SwitchId, host: HostId, key: u64) -> Option<PortId> {
        match self.routes.ports(switch, host) {
            [] => None,
            [only] => Some(*only),
            several => several.get(equal_route(key, self.salts[switch.index()], several.len())).copied(),
        }
    }

    /// Output ports that data of `flow` would pass now, in the order of the path. The first is the port of
    /// the NIC; the last belongs to the last switch. `None` if there is no route, a link on the path is down,
    /// or a switch has not learned the destination. Also `None` if the hop limit is reached, or if the flow
    /// is multicast or does not exist.
    #[must_use]
    pub fn path_of(&self, flow: FlowId) -> Option<Vec<PortId>> {
        let at = self.state.flows.get(flow.index())?;
        let mut frame = Frame::EMPTY;
        frame.flow = flow;
        let out = |input, switch| match self.forward_to(input, switch, &frame) {
            ForwardTo::Out(next) => Some(next),
            _ => None,
        };
        let mut ports = Vec::new();
        let arrives = self.walk(at.source, at.destination, out, |port| ports.push(port));
        arrives.then_some(ports)
    }

    /// Follows a path from the host port `from` to the host port `to`. `out` returns the output port for an
    /// input port and a switch; if it returns `None`, the path ends there. Calls `each` with each output port
    /// on the path. Returns whether the path reaches `to` within the hop limit and without a link that is
    /// down.
    pub(super) fn walk(
        &self,
        from: PortId,
        to: PortId,
        out: impl Fn(PortId, SwitchId) -> Option<PortId>,
        mut each: impl FnMut(PortId),
    ) -> bool {
        let mut port = from;
        for _ in 0..=self.spec.hop_limit {
            if self.state.ports[port.index()].down {
                return false;
            }
            each(port);
            let input = self.plan[port.index()].peer;
            port = match self.plan[input.index()].role {
                Role::Host(_) => return input == to,
                Role::Switch(switch) => match out(input, switch) {
                    Some(next) => next,
                    None => return false,
                },
            };
        }
        false
    }

    /// Host that owns `port`. For a port of a switch: index [`u32::MAX`], which no host has.
    pub(super) fn host_of(&self, port: PortId) -> HostId {
        match self.plan[port.index()].role {
            Role::Host(host) => host,
            Role::Switch(_) => HostId(u32::MAX),
        }
    }

    /// Decision of a learning switch for a frame to `host` that came in by `port`. `is_flood_copy`: the
    /// frame is a copy made by flooding.
    fn learned_forwarding(
        &self,
        table: &MacTable,
        port: PortId,
        host: HostId,
        is_flood_copy: bool,
    ) -> ForwardTo {
        match table.port(host, self.state.now) {
            // The destination lies behind the port of arrival (IEEE 802.1Q, clause 8.6.1).
            Some(known) if known == port => ForwardTo::Nowhere(not_needed(is_flood_copy)),
            Some(known) => ForwardTo::Out(known),
            None if table.unknown() == Unknown::Flood => ForwardTo::Everywhere,
            None => ForwardTo::Nowhere(DropCause::UnknownDestination),
        }
    }

    /// Learns, in the switch of `port`, that the sender of frame `id` is reached through `port`.
    /// Does nothing if the switch does not learn.
    pub(super) fn learn(&mut self, port: PortId, id: FrameId) {
        let frame = self.state.frames.get(id);
        let flow = &self.state.flows[frame.flow.index()];
        let from = if frame.kind.returns() { flow.destination } else { flow.source };
        let (Role::Host(host), Role::Switch(switch)) =
            (self.plan[from.index()].role, self.plan[port.index()].role)
        else {
            return;
        };
        if let Some(table) = &mut self.state.macs[switch.index()] {
            table.learn(host, port, self.state.now);
        }
    }

    fn flow_path(&self, flow: FlowId) -> &[PortId] {
        self.paths.get(flow.index()).map_or(&[], |path| path)
    }
}

/// Cause of the drop of a frame that its receiver does not need. `is_flood_copy`: the frame is a copy made by
/// flooding; otherwise it took a wrong route.
pub(super) const fn not_needed(is_flood_copy: bool) -> DropCause {
    if is_flood_copy { DropCause::FloodCopy } else { DropCause::NotForHost }
}
