//! Where a switch sends a frame.

use crate::fabric::frame::{FrameId, FrameKind};
use crate::ids::{FlowId, PortId};

use super::World;
use super::plan::Role;

impl World {
    /// The port by which `switch` sends `frame` on: stable for a flow.
    #[inline]
    pub(super) fn output(&self, port: usize, switch: usize, id: FrameId) -> Option<usize> {
        let frame = self.state.frames.get(id);
        let flow = &self.state.flows[frame.flow.index()];
        let to = if frame.kind == FrameKind::Ack { flow.source } else { flow.destination };
        if flow.named_path && frame.kind == FrameKind::Data {
            let here = self.spec.ports[port].node;
            let path = self.flow_path(frame.flow);
            let named = path.iter().find(|port| self.spec.ports[port.index()].node == here);
            if let Some(port) = named {
                return Some(port.index());
            }
        }
        let Role::Host(host) = self.plan[to.index()].role else { return None };
        let ports = self.spec.routes.ports(switch, host as usize);
        match ports {
            [] => None,
            [only] => Some(only.index()),
            several => {
                let mixed = (flow.key ^ self.salts[switch]).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
                // The high half of a product of two 32-bit numbers: below the count.
                let pick = (mixed * several.len() as u64) >> 32;
                several.get(usize::try_from(pick).unwrap_or(0)).map(|port| port.index())
            }
        }
    }

    fn flow_path(&self, flow: FlowId) -> &[PortId] {
        self.paths.get(flow.index()).map_or(&[], |path| path)
    }
}
