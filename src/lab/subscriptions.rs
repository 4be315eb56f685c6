//! Subscriptions of the recorded history: the trace events that the event loop must return to the charts.
//! Start with [`Subscriptions::of`].

use fabric_sim::engine::{EventFilter, World};
use fabric_sim::ids::{FlowId, PortId, Priority, PrioritySet};

use super::queue_history::QueueHistory;

/// Subscriptions for the recorded queues and flows, valid until the end of the run.
#[derive(Debug, Default)]
pub struct Subscriptions {
    everything: bool,
    /// Priorities whose frames are subscribed at a port, indexed by port.
    passing: Vec<PrioritySet>,
    /// Queues, as port and priority, whose bytes are logged.
    occupancies: Vec<(PortId, Priority)>,
    /// Ports of the sources of subscribed flows, indexed by flow; `None` for a flow that is not subscribed.
    sources: Vec<Option<PortId>>,
    /// Whether the deliveries of each flow are logged, indexed by flow.
    deliveries: Vec<bool>,
}

impl Subscriptions {
    /// Collects the subscriptions for the recorded queues `lanes` and the recorded flows `flows`. If `world`
    /// does not yet have one of the flows, subscribes to all events.
    pub(super) fn of<'a>(
        world: &World,
        lanes: impl Iterator<Item = &'a QueueHistory>,
        flows: impl Iterator<Item = FlowId>,
    ) -> Self {
        let ports = world.spec().ports.len();
        let mut subscriptions = Self { passing: vec![PrioritySet::EMPTY; ports], ..Self::default() };
        for lane in lanes {
            // If the thresholds do not depend on other queues, only the bytes of the queue itself are needed.
            let follows = lane.may_follow_others(world);
            if !follows {
                subscriptions.occupancies.push(lane.key());
                continue;
            }
            for port in lane.ports() {
                subscriptions.passing[PortId(port).index()] = PrioritySet::ALL;
            }
        }
        let known = world.counters().flows.len();
        for flow in flows {
            let n = flow.index();
            if n >= known {
                // The source of a flow that a later action adds is not yet known.
                subscriptions.everything = true;
                continue;
            }
            set(&mut subscriptions.deliveries, n, true);
            if world.flow_rate(flow).is_some() {
                set(&mut subscriptions.sources, n, Some(world.flow_source(flow).port));
            }
        }
        subscriptions
    }

    /// Event filter with which the event loop returns only the subscribed trace events.
    pub fn interest(&self) -> EventFilter<'_> {
        EventFilter {
            everything: self.everything,
            backlogged: &[],
            passing: &self.passing,
            sources: &self.sources,
            occupancies: &self.occupancies,
            deliveries: &self.deliveries,
        }
    }
}

/// Sets element `n` of `list`. The list grows if necessary.
fn set<T: Clone + Default>(list: &mut Vec<T>, n: usize, value: T) {
    if list.len() <= n {
        list.resize(n + 1, T::default());
    }
    list[n] = value;
}
