//! Invariants that hold in any fabric at any time. Start with [`Invariants::check`].

use fabric_sim::ids::{Priority, PrioritySet, SwitchId};
use std::sync::Arc;

use fabric_sim::engine::{World, WorldView};
use fabric_sim::fabric::buffer::{Scope, Threshold};
use fabric_sim::fabric::pfc::Trigger;
use fabric_sim::spec::{Action, Setting, Spec, TimedAction};
use fabric_sim::units::Time;

/// Checker of the invariants, which can check a world again and again.
pub struct Invariants {
    spec: Arc<Spec>,
    snapshot: WorldView,
    /// Whether an action changes α during the run, and with it the dynamic thresholds.
    moving: bool,
}

/// Description of a violated invariant.
type Violation = String;

impl Invariants {
    pub fn new(spec: &Arc<Spec>) -> Self {
        let moves =
            |action: &TimedAction| matches!(action.action, Action::Set { setting: Setting::Alpha(_), .. });
        let moving = spec.actions.iter().any(moves);
        Self { spec: Arc::clone(spec), snapshot: WorldView::default(), moving }
    }

    /// Checks the invariants in a world after an event. The error describes a violated invariant.
    pub fn check(&mut self, world: &World) -> Result<(), Violation> {
        conserves(world)?;
        loses_no_more_time_than_passed(world)?;
        world.snapshot(&mut self.snapshot);
        self.memory()?;
        self.credits_are_conserved()?;
        if world.idle_until(world.now()) {
            self.nothing_is_forgotten()?;
            self.pause_requests_follow_thresholds()?;
            self.receivers_ask()?;
        }
        Ok(())
    }

    /// Each byte in a switch must be charged to one ingress group and one egress queue. Bytes of priorities
    /// whose memory is not counted are the exception. The free memory of the pool must be the memory that no
    /// group uses.
    fn memory(&self) -> Result<(), Violation> {
        for node in self.spec.nodes.iter().filter(|node| node.switch().is_some()) {
            let (mut groups, mut queues, mut reserves, mut headroom, mut shared) = (0, 0, 0, 0, 0);
            for port in node.ports.clone() {
                let config = &self.spec.ports[port as usize].config.priorities;
                for (lane, config) in self.snapshot.ports[port as usize].priorities.iter().zip(config) {
                    groups += lane.pg.reserve + lane.pg.shared + lane.pg.headroom;
                    queues += if config.pg.counted { lane.egress_bytes } else { 0 };
                    reserves += lane.pg.reserve_size;
                    headroom += lane.pg.headroom;
                    shared += lane.pg.shared;
                }
            }
            if groups != queues {
                return Err(format!("{}: {groups} B by input, {queues} B by output", node.name));
            }
            let switch = node.switch().map_or(0, SwitchId::index);
            let pool = self.snapshot.pool_headroom[switch];
            if headroom != pool.used {
                return Err(format!("{}: {headroom} B in headroom, the pool has {pool:?}", node.name));
            }
            let memory = self.spec.switches[switch].pool.memory;
            let free = memory.saturating_sub(reserves + pool.size + shared);
            let reported = self.snapshot.pool_free[switch];
            if free != reported {
                return Err(format!("{}: {free} B are free, the pool has {reported}", node.name));
            }
        }
        Ok(())
    }

    /// When all events of a time have run, no idle port of a switch may have a frame that it could transmit.
    fn nothing_is_forgotten(&self) -> Result<(), Violation> {
        for (port, view) in self.spec.ports.iter().zip(&self.snapshot.ports) {
            // In a switch with a crossbar, a waiting frame may not have reached its output yet.
            let output_queued = |switch: SwitchId| self.spec.switches[switch.index()].crossbar.is_none();
            if !self.spec.nodes[port.node.index()].switch().is_some_and(output_queued) || view.busy {
                continue;
            }
            for (n, lane) in (0..8u8).zip(&view.priorities) {
                if (view.ready & !view.paused & !view.starved).contains(Priority::new(n)) {
                    let name = &self.spec.nodes[port.node.index()].name;
                    return Err(format!("{name}.{}.{n} is idle with {} B", port.number, lane.egress_bytes));
                }
            }
        }
        Ok(())
    }

    /// The bytes in a buffer that grants credits, plus the unused credits of the sender, must not exceed all
    /// credits of the buffer.
    fn credits_are_conserved(&self) -> Result<(), Violation> {
        for (port, view) in self.spec.ports.iter().zip(&self.snapshot.ports) {
            let node = &self.spec.nodes[port.node.index()];
            for (n, (lane, config)) in view.priorities.iter().zip(&port.config.priorities).enumerate() {
                let Some(limit) = config.credits else { continue };
                let held = match node.host() {
                    Some(host) => self.snapshot.receivers[host.index()].held[n],
                    None => lane.pg.reserve + lane.pg.shared + lane.pg.headroom,
                };
                let there = self.snapshot.ports[port.peer.index()].priorities[n].credits;
                let left = there.map_or(0, |credits| credits.available);
                if held + left > limit {
                    let name = &node.name;
                    return Err(format!("{name}.{}.{n} holds {held} B, and {left} may come", port.number));
                }
            }
        }
        Ok(())
    }

    /// With the ingress trigger, a group above XOFF must request a pause. A group that may resume must
    /// request none.
    fn pause_requests_follow_thresholds(&self) -> Result<(), Violation> {
        for (port, view) in self.spec.ports.iter().zip(&self.snapshot.ports) {
            let node = &self.spec.nodes[port.node.index()];
            let sender = &port.config.sender;
            if node.switch().is_none() || sender.trigger != Trigger::IngressPg {
                continue;
            }
            for n in sender.enabled.iter() {
                let pg = &view.priorities[n.index()].pg;
                let is_requested = view.requested_pauses.contains(n);
                // If the threshold limits a VOQ or an egress queue, the bytes of other groups count, too.
                let may_resume = pg.headroom == 0
                    && match pg.scope {
                        Scope::Group => pg.shared <= pg.xon,
                        Scope::Voq => pg.shared + pg.reserve == 0,
                        Scope::Queue => false,
                    };
                // A dynamic threshold may fall below the bytes of a group that does not grow, so the group
                // need not request a pause.
                let threshold = &port.config.priorities[n.index()].pg.threshold;
                let fixed =
                    matches!(threshold, Threshold::Static(_)) && !self.moving && pg.scope == Scope::Group;
                let must =
                    pg.lossless && (pg.headroom > 0 || fixed && pg.shared >= pg.xoff && pg.xon < pg.xoff);
                if is_requested && may_resume {
                    return Err(format!("{}.{}.{n} still requests a pause, {pg:?}", node.name, port.number));
                }
                if must && !is_requested && !may_resume {
                    return Err(format!("{}.{}.{n} requests no pause, {pg:?}", node.name, port.number));
                }
            }
        }
        Ok(())
    }

    /// A receive buffer must contain no more bytes than its size. A priority whose bytes reach the high
    /// threshold must request a pause. A priority whose bytes are at most the low threshold must request
    /// none.
    fn receivers_ask(&self) -> Result<(), Violation> {
        let hosts = self.spec.nodes.iter().filter(|node| node.host().is_some());
        for (node, buffer) in hosts.zip(&self.snapshot.receivers) {
            let Some(port) = node.ports.clone().next() else { continue };
            let at = &self.snapshot.ports[port as usize];
            let enabled = self.spec.ports[port as usize].config.sender.enabled;
            if buffer.held.iter().sum::<u64>() != buffer.bytes || buffer.bytes > buffer.size {
                return Err(format!("{}: {buffer:?}", node.name));
            }
            for (n, held) in PrioritySet::ALL.iter().zip(buffer.held) {
                let (low, high) = (buffer.xon[n.index()], buffer.xoff[n.index()]);
                let is_requested = at.requested_pauses.contains(n);
                // If both thresholds are equal, the next arriving frame requests a pause, and the next
                // leaving frame resumes.
                let apart = low < high;
                let must = enabled.contains(n) && held >= high;
                if apart && (must && !is_requested || is_requested && held <= low) {
                    return Err(format!(
                        "{} priority {n}: pause requested {is_requested}, {buffer:?}",
                        node.name
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Checks for each flow that every sent byte is delivered, in flight, buffered or dropped.
fn conserves(world: &World) -> Result<(), Violation> {
    for (n, ledger) in world.ledgers().into_iter().enumerate() {
        if !ledger.holds() {
            return Err(format!("flow {n} does not add up: {ledger:?}"));
        }
    }
    Ok(())
}

/// Checks that the lost time of each flow is at most the time since its start, because each instant counts
/// once.
fn loses_no_more_time_than_passed(world: &World) -> Result<(), Violation> {
    for (n, (flow, counters)) in world.flow_specs().zip(&world.counters().flows).enumerate() {
        let starts = |action: &Action| matches!(action, Action::StartFlow(id) if id.index() == n);
        let started = world.actions().iter().filter(|timed| starts(&timed.action)).map(|timed| timed.at);
        // The flows of a collective have no start time in the document.
        let own = if flow.start == Time::NEVER { Time::ZERO } else { flow.start };
        let lost = counters.recovery_time_until(world.now());
        let passed = world.now().saturating_sub(started.fold(own, Time::min));
        if lost > passed {
            return Err(format!("flow {n} lost {lost} of {passed}"));
        }
    }
    Ok(())
}
