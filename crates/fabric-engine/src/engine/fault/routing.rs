//! Link states on which the routes in force are based.
//!
//! All switches learn of a change of a link at once, after the reroute delay. Until then, frames for a link
//! that is down are dropped. Routing messages are not modelled. If an action sets the output port for a host,
//! the change applies at once.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::digest::Digest;
use crate::engine::event_order::DeadlineId;
use crate::engine::{EventKind, Recorder, World};
use crate::ids::{HostId, PortId, SwitchId};
use crate::mem_size;
use crate::units::Time;

/// Links that the routes avoid, and link changes that the routing has not yet detected. A link is identified
/// by that of its two ports that has the lower index.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Routing {
    /// Links that the routes avoid, because they are known to be down.
    down: BTreeSet<PortId>,
    /// Link changes that the routing has not yet detected, earliest first.
    pending: VecDeque<PendingLinkChange>,
    /// Output port that an action has set, by switch and host; `None` if the action restored the shortest
    /// path.
    overrides: BTreeMap<(SwitchId, HostId), Option<PortId>>,
}

#[derive(Clone, Copy, Debug)]
struct PendingLinkChange {
    at: Time,
    link: PortId,
    up: bool,
}

impl Routing {
    /// Time of the next route update; [`Time::NEVER`] if there is none.
    pub fn next(&self) -> Time {
        self.pending.front().map_or(Time::NEVER, |pending| pending.at)
    }

    pub fn digest(&self, digest: &mut Digest) {
        self.down.iter().for_each(|link| digest.add(link.0));
        for PendingLinkChange { at, link, up } in &self.pending {
            digest.time(*at);
            digest.add(u64::from(link.0) << 1 | u64::from(*up));
        }
        for ((switch, host), port) in &self.overrides {
            digest.add(switch.0);
            digest.add(host.0);
            digest.add(port.map_or(u32::MAX, |port| port.0));
        }
    }

    /// Heap memory of the state of the routing, in bytes.
    pub(in crate::engine) fn heap_bytes(&self) -> usize {
        let overrides =
            mem_size::tree(self.overrides.len(), size_of::<((SwitchId, HostId), Option<PortId>)>());
        mem_size::tree(self.down.len(), size_of::<PortId>()) + mem_size::ring(&self.pending) + overrides
    }
}

impl World {
    /// Schedules the change of the routes for `link`, which came up (`up`) or went down.
    pub(super) fn schedule_reroute(&mut self, link: PortId, up: bool) {
        let at = self.state.now.saturating_add(self.spec.reroute_delay);
        self.state.routing.pending.push_back(PendingLinkChange { at, link, up });
        self.arm(DeadlineId::Reroute, self.state.routing.next());
    }

    /// Applies the link changes that are due, and recomputes the routes. Changes that are due at one time are
    /// applied together; each emits [`EventKind::Rerouted`].
    pub(in crate::engine) fn reroute<R: Recorder>(&mut self, recorder: &mut R) {
        let now = self.state.now;
        while let Some(PendingLinkChange { link, up, .. }) =
            self.state.routing.pending.pop_front_if(|pending| pending.at <= now)
        {
            let down = &mut self.state.routing.down;
            if up {
                down.remove(&link);
            } else {
                down.insert(link);
            }
            self.emit(recorder, link, EventKind::Rerouted(up));
        }
        self.work_out_routes();
        self.arm(DeadlineId::Reroute, self.state.routing.next());
    }

    /// Sets the output port of `switch` for frames to `host`, without delay; `None` restores the shortest
    /// path. A later override for the same switch and host replaces an earlier override, also an override of
    /// the document. While the link of `port` is known to be down, the shortest path applies.
    pub(super) fn override_route(&mut self, switch: SwitchId, host: HostId, port: Option<PortId>) {
        self.state.routing.overrides.insert((switch, host), port);
        self.work_out_routes();
    }

    fn work_out_routes(&mut self) {
        // The cost is a search over every port from each host.
        let searches = self.receivers.len() * self.spec.ports.len();
        self.deadlocks.count(searches as u64);
        let (spec, Routing { down, overrides, .. }) = (&self.spec, &self.state.routing);
        let mut routes = Arc::clone(&spec.routes);
        for ((switch, host), port) in overrides {
            let routes = Arc::make_mut(&mut routes);
            routes.remove_override(*switch, *host);
            if let Some(port) = port {
                routes.override_with(*switch, *host, *port);
            }
        }
        let up = |port: PortId| down.is_empty() || !down.contains(&spec.link(port)[0]);
        self.routes = Arc::new(routes.recompute(&spec.nodes, &spec.ports, up));
        self.grow_trees();
    }
}
