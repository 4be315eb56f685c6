//! Where a switch sends a frame.

use crate::fabric::frame::{Frame, FrameId, FrameKind};
use crate::fabric::mac::{MacTable, Unknown};
use crate::ids::{FlowId, PortId};

use super::plan::Role;
use super::{DropCause, World};

/// What a switch does with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It leaves by this port.
    Out(usize),
    /// It goes to several hosts, and leaves by every branch of its tree, by its number.
    Branches(u32),
    /// Its destination is not known: it leaves by every other port.
    Everywhere,
    /// It is lost.
    Nowhere(DropCause),
}

impl World {
    /// Where `switch` sends the frame that came in by `port`: stable for a
    /// flow, unless the switch learns.
    #[inline(always)]
    pub(super) fn way(&self, port: usize, switch: usize, frame: &Frame) -> Way {
        let flow = &self.state.flows[frame.flow.index()];
        if flow.guided
            && matches!(frame.kind, FrameKind::Data | FrameKind::Tally)
            && let Some(way) = self.guided_way(port, switch, frame.flow)
        {
            return way;
        }
        let host = flow.host_ahead(frame.kind);
        if self.plan[port].learns
            && let Some(table) = &self.state.macs[switch]
        {
            return self.learnt_way(table, port, host as usize, frame.stray);
        }
        match self.routed(switch, host as usize, flow.key) {
            Some(port) => Way::Out(port.index()),
            None => Way::Nowhere(DropCause::NoRoute),
        }
    }

    /// Where a flow goes that has several receivers, or names its path, if it says so here.
    #[inline(never)]
    fn guided_way(&self, port: usize, switch: usize, flow: FlowId) -> Option<Way> {
        if let Some(group) = self.state.flows[flow.index()].multicast() {
            return Some(self.branches(switch, group));
        }
        let here = self.spec.ports[port].node;
        let named = self.flow_path(flow).iter().find(|port| self.spec.ports[port.index()].node == here);
        named.map(|port| Way::Out(port.index()))
    }

    /// The port by which `switch` sends to `host` what has this key, which
    /// picks one of equal ways.
    #[inline]
    pub(super) fn routed(&self, switch: usize, host: usize, key: u64) -> Option<PortId> {
        match self.routes.ports(switch, host) {
            [] => None,
            [only] => Some(*only),
            several => {
                let mixed = (key ^ self.salts[switch]).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
                // The high half of a product of two 32-bit numbers: below the count.
                let pick = (mixed * several.len() as u64) >> 32;
                several.get(usize::try_from(pick).unwrap_or(0)).copied()
            }
        }
    }

    /// The ports that data of `flow` would leave by now, its NIC's first. `None` where
    /// there is no way, a switch knows none yet, or it goes to several hosts.
    #[must_use]
    pub fn way_of(&self, flow: FlowId) -> Option<Vec<PortId>> {
        let at = self.state.flows.get(flow.index())?;
        let mut frame = Frame::EMPTY;
        frame.flow = flow;
        let out = |input, switch| match self.way(input, switch, &frame) {
            Way::Out(next) => Some(next),
            _ => None,
        };
        let mut ports = Vec::new();
        let arrives = self.walk(at.source, at.destination, out, |port| ports.push(PortId::new(port)));
        arrives.then_some(ports)
    }

    /// Goes from one host's port to another's, out of each switch as `out` says of the input
    /// and the switch; tells `each` by which ports. Whether it gets there.
    pub(super) fn walk(
        &self,
        from: PortId,
        to: PortId,
        out: impl Fn(usize, usize) -> Option<usize>,
        mut each: impl FnMut(usize),
    ) -> bool {
        let mut port = from.index();
        for _ in 0..=self.spec.hop_limit {
            if self.state.ports[port].down {
                return false;
            }
            each(port);
            let input = self.plan[port].peer as usize;
            port = match self.plan[input].role {
                Role::Host(_) => return input == to.index(),
                Role::Switch(switch) => match out(input, switch as usize) {
                    Some(next) => next,
                    None => return false,
                },
            };
        }
        false
    }

    /// The number of the host that `port` is of; of a switch's port there is no such host.
    pub(super) fn host_of(&self, port: PortId) -> u32 {
        match self.plan[port.index()].role {
            Role::Host(host) => host,
            Role::Switch(_) => u32::MAX,
        }
    }

    /// Where a switch sends a frame for `host` by what it has learnt.
    fn learnt_way(&self, table: &MacTable, port: usize, host: usize, stray: bool) -> Way {
        match table.port(host, self.state.now) {
            // Its destination lies where it comes from (IEEE 802.1Q, clause 8.6.1).
            Some(known) if known.index() == port => Way::Nowhere(not_needed(stray)),
            Some(known) => Way::Out(known.index()),
            None if table.unknown() == Unknown::Flood => Way::Everywhere,
            None => Way::Nowhere(DropCause::UnknownDestination),
        }
    }

    /// The switch of `port` learns where the sender of a frame is.
    pub(super) fn learn(&mut self, port: usize, id: FrameId) {
        let frame = self.state.frames.get(id);
        let flow = &self.state.flows[frame.flow.index()];
        let from = if frame.kind.returns() { flow.destination } else { flow.source };
        let (Role::Host(host), Role::Switch(switch)) = (self.plan[from.index()].role, self.plan[port].role)
        else {
            return;
        };
        if let Some(table) = &mut self.state.macs[switch as usize] {
            table.learn(host as usize, PortId::new(port), self.state.now);
        }
    }

    fn flow_path(&self, flow: FlowId) -> &[PortId] {
        self.paths.get(flow.index()).map_or(&[], |path| path)
    }
}

/// Why a frame is of no use where it came: it is the `stray` copy of one that
/// was flooded, or somebody led it astray.
pub(super) const fn not_needed(stray: bool) -> DropCause {
    if stray { DropCause::FloodCopy } else { DropCause::NotForHost }
}
