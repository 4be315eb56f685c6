//! Of which events a run has to be told for what is written down of it.

use fabric_sim::engine::{Interest, World};
use fabric_sim::ids::{FlowId, PortId};

use super::lane_past::Lane;

/// What the pasts of queues and flows ask for, of what is still to come of a world.
#[derive(Debug, Default)]
pub struct Asked {
    everything: bool,
    passing: Vec<u8>,
    gauges: Vec<(PortId, u8)>,
    nearby: Vec<u8>,
    sources: Vec<Option<PortId>>,
    deliveries: Vec<bool>,
}

impl Asked {
    /// What these ask for.
    pub(super) fn of<'a>(
        world: &World,
        lanes: impl Iterator<Item = &'a Lane>,
        flows: impl Iterator<Item = FlowId>,
    ) -> Self {
        let ports = world.spec().ports.len();
        let mut asked = Self { passing: vec![0; ports], nearby: vec![0; ports], ..Self::default() };
        for lane in lanes {
            // Where only what is held changes, that is all that is asked for.
            let (masks, priorities) = if lane.may_follow_others(world) {
                (&mut asked.passing, 0xFF)
            } else {
                asked.gauges.push(lane.key());
                (&mut asked.nearby, 1 << lane.key().1)
            };
            lane.ports().for_each(|port| masks[PortId(port).index()] |= priorities);
        }
        let known = world.counters().flows.len();
        for flow in flows {
            let n = flow.index();
            if n >= known {
                // It is still to come, from nobody knows where.
                asked.everything = true;
                continue;
            }
            if asked.deliveries.len() <= n {
                asked.deliveries.resize(n + 1, false);
                asked.sources.resize(n + 1, None);
            }
            asked.deliveries[n] = true;
            asked.sources[n] = world.flow_rate(flow).map(|_| world.flow_source(flow).0);
        }
        asked
    }

    /// The same, for the loop that looks at it.
    pub fn interest(&self) -> Interest<'_> {
        Interest {
            everything: self.everything,
            crowding: &[],
            passing: &self.passing,
            sources: &self.sources,
            gauges: &self.gauges,
            nearby: &self.nearby,
            deliveries: &self.deliveries,
        }
    }
}
