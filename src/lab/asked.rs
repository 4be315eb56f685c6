//! Event subscriptions of the recorded history: the trace events that the event loop must deliver so
//! that the charts have their values. Start with [`Asked::of`].

use fabric_sim::engine::{EventFilter, World};
use fabric_sim::ids::{FlowId, PortId};

use super::lane_past::Lane;

/// Subscriptions of the recorded queues and flows, valid for the rest of the run of one world.
#[derive(Debug, Default)]
pub struct Asked {
    everything: bool,
    passing: Vec<u8>,
    gauges: Vec<(PortId, u8)>,
    sources: Vec<Option<PortId>>,
    deliveries: Vec<bool>,
}

impl Asked {
    /// Collects the subscriptions of these histories.
    pub(super) fn of<'a>(
        world: &World,
        lanes: impl Iterator<Item = &'a Lane>,
        flows: impl Iterator<Item = FlowId>,
    ) -> Self {
        let ports = world.spec().ports.len();
        let mut asked = Self { passing: vec![0; ports], ..Self::default() };
        for lane in lanes {
            // Where only what is held changes, that is all that is asked for.
            let follows = lane.may_follow_others(world);
            if !follows {
                asked.gauges.push(lane.key());
                continue;
            }
            for port in lane.ports() {
                asked.passing[PortId(port).index()] = 0xFF;
            }
        }
        let known = world.counters().flows.len();
        for flow in flows {
            let n = flow.index();
            if n >= known {
                // It is still to come, from nobody knows where.
                asked.everything = true;
                continue;
            }
            set(&mut asked.deliveries, n, true);
            if world.flow_rate(flow).is_some() {
                set(&mut asked.sources, n, Some(world.flow_source(flow).0));
            }
        }
        asked
    }

    /// Event filter for the event loop.
    pub fn interest(&self) -> EventFilter<'_> {
        EventFilter {
            everything: self.everything,
            crowding: &[],
            passing: &self.passing,
            sources: &self.sources,
            gauges: &self.gauges,
            deliveries: &self.deliveries,
        }
    }
}

/// Sets element `n` of `list`, which grows as needed.
fn set<T: Clone + Default>(list: &mut Vec<T>, n: usize, value: T) {
    if list.len() <= n {
        list.resize(n + 1, T::default());
    }
    list[n] = value;
}
