//! Command that makes a deadlock: starts traffic along a cyclic buffer dependency of the routes. Start with
//! [`Lab::deadlock`].
//!
//! Among several cycles, the command uses the cycle with the most traffic. If several cycles have equal
//! traffic, the command prefers a cycle of the selected priority, then the first cycle. Whether a deadlock
//! results depends on the buffers. If nothing can be started, the document stays and the page shows an error.

use fabric_sim::document::{Action, Flow, PRESETS, Preset, Route, Whole};
use fabric_sim::ids::{HostId, NodeId, PortId};
use fabric_sim::insight::{DependencyCycle, dependency_cycles, in_order};
use fabric_sim::spec::{self, Fault, NodeKind, Spec};
use fabric_sim::units::Time;

use super::sentence_list::enumerated;
use super::{Lab, Offer, UserError};

/// Preset with a deadlock that the page offers with an error message; `None` if no preset has a deadlock.
fn example() -> Option<&'static Preset> {
    let shows = |preset: &&Preset| preset.name.starts_with("deadlock");
    PRESETS.iter().find(|preset| preset.name == "deadlock-4").or_else(|| PRESETS.iter().find(shows))
}

impl Lab {
    /// Starts traffic that can make a deadlock, as one edit at the cursor. If the present routes have a
    /// cycle, starts the flows of the document that have sent nothing. If all flows have sent, adds new flows
    /// along the cycle.
    ///
    /// If the present routes have no cycle, sets the wrong routes of later actions now, and starts the flows
    /// that have sent nothing. If no cycle is possible, the page shows an error that offers a preset with a
    /// deadlock. If there is a deadlock already, the page says so.
    pub(super) fn deadlock(&mut self) {
        let recording = self.run.recording();
        if let Some(dead) = recording.world().cycles().standing().iter().find(|cycle| cycle.is_deadlock()) {
            let queues = in_order(recording.spec(), &dead.queues);
            let mut nodes: Vec<&str> =
                queues.iter().map(|queue| recording.spec().owner(queue.port).name.as_str()).collect();
            nodes.dedup();
            self.message_on_arrival =
                Some(format!("It is deadlocked already: {} wait for each other.", enumerated(&nodes)));
            return;
        }
        let mut cycles = dependency_cycles(recording.spec(), recording.world().routes());
        let held = self.unstarted_flows();
        let mut missing: Vec<Action> = Vec::new();
        if cycles.is_empty() {
            (missing, cycles) = self.later_wrong_routes();
        }
        // Prefers the cycle with the most traffic, then a cycle of the selected priority, then the first
        // cycle.
        let share = |cycle: &&DependencyCycle| {
            let own = cycle.priorities.contains(self.selected.priority);
            (self.traffic(cycle, &held), own)
        };
        let Some(cycle) = cycles.iter().rev().max_by_key(share) else {
            let message = "the routes of this fabric have no cycle of buffers that wait for each other, so it cannot deadlock";
            self.error = Some(UserError {
                offer: example().map(|preset| Offer::Preset(preset.name)),
                ..UserError::new(&message)
            });
            return;
        };
        let nodes = names(recording.spec(), cycle);
        let flows = &self.compiled.document.flows;
        let held: Vec<String> = held.iter().map(|n| flows[*n].name.clone()).collect();
        if !missing.is_empty() {
            self.message_on_arrival = Some(format!(
                "The wrong route that was to come later is set now: with it, links can come to wait for each other in the cycle {nodes}."
            ));
            missing.extend(held.into_iter().map(Action::Start));
            self.happen_all(missing);
        } else if held.is_empty() {
            self.start_flows_along(cycle, &nodes);
        } else {
            self.message_on_arrival = Some(format!(
                "\u{201c}{}\u{201d} starts now: the traffic that the cycle {nodes} waits for.",
                enumerated(&held)
            ));
            self.happen_all(held.into_iter().map(Action::Start).collect());
        }
    }

    /// Wrong routes that later actions of the document set, up to the first route that makes a cycle, and the
    /// cycles that result. Both lists are empty if no route makes a cycle. Only actions after the time of the
    /// cursor are considered, in the order of the run.
    fn later_wrong_routes(&self) -> (Vec<Action>, Vec<DependencyCycle>) {
        let (spec, world) = (&self.compiled.spec, self.run.recording().world());
        let mut routes = world.routes().clone();
        let mut missing = Vec::new();
        for timed in spec.actions.iter().filter(|timed| timed.at > world.now()) {
            let spec::Action::Fault(Fault::Route(switch, host, Some(port))) = timed.action else { continue };
            routes.override_with(switch, host, port);
            missing.extend(route(spec, host, port));
            let cycles = dependency_cycles(spec, &routes);
            if !cycles.is_empty() {
                return (missing, cycles);
            }
        }
        (Vec::new(), Vec::new())
    }

    /// Indices of the flows of the document that have sent nothing, ascending: flows that start later, and
    /// flows whose start had no effect. A flow with a start at most 1 µs ago may still begin, so it is left
    /// out.
    fn unstarted_flows(&self) -> Vec<usize> {
        let (now, views) = (self.run.snapshot().now, &self.run.snapshot().flows);
        let waits = |n: usize, start: Time| {
            let idle = views.get(n).is_some_and(|view| !view.active && view.sent_bytes == 0);
            // A flow that has just started may wait for the transmission of another frame.
            idle && (start > now || start + Time::from_us(1) < now)
        };
        let flows = self.compiled.document.flows.iter().enumerate();
        flows.filter(|(n, flow)| waits(*n, flow.start)).map(|(n, _)| n).collect()
    }

    /// Measure of the traffic along `cycle`, to compare cycles. Counts the links of the cycle that have
    /// carried the priorities of the cycle. Adds, for each flow in `waiting`, the links of the cycle on its
    /// path.
    fn traffic(&self, cycle: &DependencyCycle, waiting: &[usize]) -> usize {
        let (spec, ports) = (&self.compiled.spec, &self.run.snapshot().ports);
        let carries = |port: &&PortId| {
            let lanes = ports.get(port.index()).map(|view| &view.priorities);
            lanes.is_some_and(|lanes| cycle.priorities.iter().any(|n| lanes[n.index()].class.sent_bytes > 0))
        };
        let paths = waiting.iter().filter_map(|n| spec.flows.get(*n)).flat_map(|flow| &flow.path);
        cycle.ports.iter().filter(carries).count() + paths.filter(|port| cycle.ports.contains(port)).count()
    }

    /// Starts new flows along `cycle`, one for each link. Each flow passes its link and the next link, and
    /// then leaves the cycle to the nearest host. The flows have the selected priority if the cycle has it,
    /// otherwise the lowest priority of the cycle. A link gets no flow if no two hosts can send over it. If
    /// no flow can be started, the page shows an error.
    fn start_flows_along(&mut self, cycle: &DependencyCycle, nodes: &str) {
        let at = self.stamp();
        let spec = self.compiled.spec.clone();
        let own = self.selected.priority;
        let priority =
            if cycle.priorities.contains(own) { Some(own) } else { cycle.priorities.iter().next() };
        let Some(priority) = priority else { return };
        let before = self.before();
        let mut document = before.document.clone();
        for n in 0..cycle.ports.len() {
            if let Some(path) = path_along(&spec, &cycle.ports, n) {
                let name = self.free_name(&format!("round {}", n + 1));
                document.flows.extend(Flow::along(name, &path, priority, at));
            }
        }
        if document == before.document {
            let message = format!("the cycle {nodes} has no two hosts that could send round it");
            self.error = Some(UserError::new(&message));
            return;
        }
        let count = document.flows.len() - before.document.flows.len();
        self.amend(document, Some(at));
        if self.compiled.document != before.document {
            self.edited(before);
            self.message_on_arrival = Some(format!(
                "{count} flows start round the cycle {nodes}. Whether it fills is up to the buffers."
            ));
        }
    }
}

/// Action that makes the switch of `port` transmit at `port` the frames to the host with index `host`; `None`
/// if there is no such host.
fn route(spec: &Spec, host: HostId, port: PortId) -> Option<Action> {
    let to = spec.nodes.iter().find(|node| node.host() == Some(host))?.name.clone();
    let number = Whole::new(u64::from(spec.ports[port.index()].number));
    Some(Action::Route(Route { switch: spec.owner(port).name.clone(), to, via: None, port: number }))
}

/// Names of the nodes on a path between two hosts, in the order of the path. The path has link `n` and at
/// least the next link of the cycle `ports`; the path may go round the cycle more than once. `None` if fewer
/// than two hosts are attached to the cycle.
fn path_along(spec: &Spec, ports: &[PortId], n: usize) -> Option<Vec<String>> {
    let count = ports.len();
    let port = |n: usize| &spec.ports[ports[n % count].index()];
    let hosts = |node: NodeId| {
        let all = spec.nodes[node.index()].ports.clone().map(|one| spec.ports[PortId(one).index()].peer);
        all.map(|peer| spec.ports[peer.index()].node)
            .filter(|peer| spec.nodes[peer.index()].kind == NodeKind::Host)
    };
    // Search backward for the nearest switch of the cycle that has a host.
    let first = (0..count).map(|back| n + count - back).find(|at| hosts(port(*at).node).next().is_some())?;
    let source = hosts(port(first).node).next()?;
    // Search forward, at least over the next link, for the nearest switch that has another host.
    let (last, to) = (n + count + 2..n + 2 * count + 2)
        .find_map(|at| hosts(port(at).node).find(|host| *host != source).map(|host| (at, host)))?;
    let path = std::iter::once(source).chain((first..=last).map(|at| port(at).node)).chain([to]);
    Some(path.map(|node| spec.nodes[node.index()].name.clone()).collect())
}

/// Names of the nodes of a cycle: "s1 → s2 → s3".
fn names(spec: &Spec, cycle: &DependencyCycle) -> String {
    let name = |port: &PortId| spec.owner(*port).name.as_str();
    cycle.ports.iter().map(name).collect::<Vec<_>>().join(" \u{2192} ")
}
