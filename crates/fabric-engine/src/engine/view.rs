//! Copies of the state of a world for display and reports. Start with [`World::snapshot`], which fills a
//! [`WorldView`]; the other functions read one item.
//!
//! All values are those at the present time, after the last event that ran. Functions that read an optional
//! feature of a flow, such as its rate control, return `None` if the flow does not have this feature or does
//! not exist.
//!
//! Functions that take a port, a switch or a host panic if it does not exist.

use crate::fabric::buffer::{HeadroomPool, PgConfig, Pool};
use crate::fabric::egress::{EcnConfig, SchedulerConfig};
use crate::fabric::endpoint::rate::RateView;
use crate::fabric::frame::FrameKind;
use crate::fabric::pfc::{PfcReceiverConfig, PfcSenderConfig};
use crate::ids::{FlowId, HostId, PortId, Priority, QueueId, SwitchId};
use crate::units::Time;

use super::plan::Role;
use super::state::queue_index;
use super::{
    ClassView, CreditView, FaultView, FlowCreditView, FlowView, FrameInFlight, HeadroomView, PgView,
    PortView, PriorityView, ReceiveView, RecoveryView, World, WorldView,
};

impl World {
    /// Fills `into` with the present state. Overwrites the old contents of `into`, and reuses its allocated
    /// memory.
    pub fn snapshot(&self, into: &mut WorldView) {
        into.now = self.state.now;
        into.events = self.counters.events;
        into.totals = self.counters.totals;
        into.in_flight.clear();
        into.ports.clear();
        into.flows.clear();
        into.pool_free.clear();
        into.receivers.clear();
        for port in (0..self.state.ports.len()).map(PortId::new) {
            self.view_cable(port, &mut into.in_flight);
            into.ports.push(self.view_port(port));
        }
        for source in self.state.sources.iter().filter(|source| source.will_repeat()) {
            into.ports[source.spec.port.index()].storms |= source.spec.priorities;
        }
        into.pool_free.extend(self.state.pools.iter().map(Pool::free));
        into.pool_headroom.clear();
        into.pool_headroom.extend((0..self.state.pools.len()).map(|n| self.headroom(SwitchId::new(n))));
        into.receivers.extend((0..self.receivers.len()).map(|n| self.receiver(HostId::new(n))));
        let flows = self.state.flows.iter().zip(&self.counters.flows);
        into.flows.extend((0..).zip(flows).map(|(n, (flow, counters))| FlowView {
            sent_bytes: counters.sent_bytes,
            delivered_bytes: counters.delivered_bytes,
            goodput_bytes: counters.goodput_bytes,
            dropped_bytes: counters.dropped_bytes,
            control: self.regulated(flow.flow_rate()),
            cnps_sent: counters.cnps_sent,
            cnps_received: counters.cnps_received,
            recovery: self.recovery(FlowId(n)),
            credits: self.flow_credits(FlowId(n)),
            left_bytes: flow.remaining,
            active: self.is_flow_active(FlowId(n)),
            has_frame: flow.has_frame(),
        }));
    }

    /// Present state of the rate control of a flow; `None` if the flow has no rate control or does
    /// not exist.
    #[must_use]
    pub fn flow_rate(&self, flow: FlowId) -> Option<RateView> {
        self.regulated(self.state.flows.get(flow.index())?.flow_rate())
    }

    /// State of the loss recovery of a flow, go-back-N or go-back-0; `None` if the flow is not reliable or
    /// does not exist.
    #[must_use]
    pub fn recovery(&self, flow: FlowId) -> Option<RecoveryView> {
        let reliable = self.state.flows.get(flow.index())?.reliability()?;
        let sender = self.state.reliables[reliable as usize].sender();
        let counters = &self.counters.flows[flow.index()];
        Some(RecoveryView {
            window: sender.window(),
            unacked: sender.unacked(),
            resent_frames: counters.resent_frames,
            resent_bytes: counters.resent_bytes,
            naks: counters.naks,
            timeouts: counters.timeouts,
            recovery_time: counters.recovery_time_until(self.state.now),
        })
    }

    fn regulated(&self, flow_rate: Option<u32>) -> Option<RateView> {
        Some(self.state.flow_rates[flow_rate? as usize].view(self.state.now))
    }

    /// Headroom of all PGs of `switch` together: bytes in use, size, and maximum use.
    ///
    /// # Panics
    /// If there is no such switch.
    #[must_use]
    pub fn headroom(&self, switch: SwitchId) -> HeadroomView {
        let pool = &self.state.pools[switch.index()];
        HeadroomView {
            pooled: pool.config().headroom != HeadroomPool::Private,
            used: pool.headroom_used(),
            size: pool.headroom_size(),
            peak: self.counters.headroom_pool_peaks[switch.index()],
        }
    }

    /// End-to-end credits of a flow as the source of the flow counts them. `None` if the flow has no
    /// end-to-end credits or does not exist.
    #[must_use]
    pub fn flow_credits(&self, flow: FlowId) -> Option<FlowCreditView> {
        let number = self.state.flows.get(flow.index())?.credit()? as usize;
        let sender = &self.state.flow_credits[number].sender;
        Some(FlowCreditView { number, limit: sender.limit(), available: sender.available() })
    }

    /// Send queue of a flow in the NIC of its source: port of the NIC and priority of the flow.
    ///
    /// # Panics
    /// If the flow does not exist.
    #[must_use]
    pub fn flow_source(&self, flow: FlowId) -> QueueId {
        let flow = &self.state.flows[flow.index()];
        QueueId::new(flow.source, flow.priority)
    }

    /// Whether `flow` is active: its source still hands frames to the NIC, or the NIC still has frames of the
    /// flow. `false` before the start, and if the flow does not exist. After a stop, `false` as soon as the
    /// NIC has no frame of the flow left.
    #[must_use]
    pub fn is_flow_active(&self, flow: FlowId) -> bool {
        self.state.flows.get(flow.index()).is_some_and(|flow| {
            flow.read().map_or(flow.active, |n| self.state.reads[n as usize].reader.is_active())
                || flow.has_frame()
        })
    }

    /// Payload bytes that the source of `flow` has not yet handed to its NIC, and frame bytes that wait in
    /// the NIC. The first value is `u64::MAX` for an endless flow, and 0 for a read without requested data.
    /// Both values are 0 if the flow does not exist.
    #[must_use]
    pub fn flow_unsent(&self, flow: FlowId) -> (u64, u32) {
        self.state.flows.get(flow.index()).map_or((0, 0), |flow| (flow.remaining, flow.backlog_bytes))
    }

    /// Whether the link of a port is down.
    #[must_use]
    pub fn is_down(&self, port: PortId) -> bool {
        self.state.ports[port.index()].down
    }

    /// State of the PG and of the egress queue of one priority (0 to 7) of a port.
    #[must_use]
    pub fn priority(&self, port: PortId, priority: Priority) -> PriorityView {
        self.view_priority(port, priority)
    }

    /// Bytes held by the PG of (`port`, `priority`), and bytes in the egress queue of (`port`, `priority`).
    /// At a host the PG is empty, and the queue has control frames only.
    #[must_use]
    pub fn occupancies(&self, port: PortId, priority: Priority) -> (u64, u64) {
        let index = queue_index(port, priority);
        (self.state.groups[index].held(), self.state.queues[index].bytes)
    }

    /// State of the receive buffer of `host`.
    #[must_use]
    pub fn receiver(&self, host: HostId) -> ReceiveView {
        let (config, buffer) = (&self.receivers[host.index()], &self.state.receivers[host.index()]);
        ReceiveView {
            drain: buffer.rate(),
            bytes: buffer.bytes(),
            peak: self.counters.receive_peaks[host.index()],
            size: config.size,
            held: buffer.held(),
            xoff: config.thresholds.map(|thresholds| thresholds.xoff),
            xon: config.thresholds.map(|thresholds| thresholds.xon),
        }
    }

    fn view_cable(&self, port: PortId, into: &mut Vec<FrameInFlight>) {
        let plan = &self.plan[port.index()];
        // The frame whose output the other end has decided, although it is still arriving, comes first.
        let tail = self.tail_of(port);
        let frames = &self.state.frames;
        let credit = self.state.credits.get(self.plan[plan.peer.index()].credit as usize);
        let updates = credit.into_iter().flat_map(|there| there.coming.iter(frames));
        for frame in tail.iter().chain(self.state.cables[port.index()].iter(frames)).chain(updates) {
            let at_once = frame.bytes == 0;
            let bits = if at_once { Time::ZERO } else { plan.frame_time(u32::from(frame.bytes)) };
            let ends = Time(frame.arrives.ps() - plan.delay.ps());
            let pfc = frame.kind == FrameKind::Pfc;
            into.push(FrameInFlight {
                cable: port,
                starts: Time(ends.ps() - bits.ps()),
                ends,
                arrives: frame.arrives,
                bytes: frame.bytes,
                priority: frame.priority,
                kind: frame.kind,
                ecn: frame.ecn,
                flow: frame.flow,
                sequence: if frame.kind.is_control() { 0 } else { frame.sequence },
                indication: if pfc {
                    frame.indication()
                } else {
                    crate::fabric::frame::Indication::default()
                },
            });
        }
    }

    fn view_port(&self, port: PortId) -> PortView {
        let at = &self.state.ports[port.index()];
        let mut view = PortView {
            down: at.down,
            faults: FaultView {
                has_lossy_cable: at.has_lossy_cable,
                loses_pauses: self
                    .state
                    .pfc_loss
                    .iter()
                    .any(|fault| fault.drops_pauses_at(port, self.state.now)),
                loses_credit_updates: self.is_losing_updates(port),
            },
            watchdog_drops: at.watchdog_drops,
            busy: at.busy && !at.down,
            ready: at.occupied,
            paused: at.receiver.paused(),
            starved: self.blocked_priorities(port) & !at.receiver.paused(),
            requested_pauses: at.sender.requested(),
            ..PortView::default()
        };
        for (n, priority) in Priority::ALL.into_iter().zip(&mut view.priorities) {
            *priority = self.view_priority(port, n);
            view.paused_until[n.index()] = at.receiver.expiry(n).unwrap_or(Time::ZERO);
        }
        view
    }

    fn view_priority(&self, port: PortId, priority: Priority) -> PriorityView {
        let group = &self.state.groups[queue_index(port, priority)];
        let queue = &self.state.queues[queue_index(port, priority)];
        let counters = &self.counters.ports[port.index()][priority.index()];
        let config = group.config();
        let (xoff, resume) = match self.plan[port.index()].role {
            Role::Switch(switch) => {
                let pool = &self.state.pools[switch.index()];
                (group.threshold(pool), group.resume_threshold(pool))
            }
            Role::Host(_) => (0, 0),
        };
        PriorityView {
            pg: PgView {
                lossless: config.lossless,
                scope: config.scope,
                reserve: group.reserve(),
                shared: group.shared(),
                headroom: group.headroom(),
                reserve_peak: counters.reserve_peak,
                shared_peak: counters.shared_peak,
                headroom_peak: counters.headroom_peak,
                reserve_size: config.reserve,
                xoff,
                xon: resume,
                headroom_size: config.headroom,
            },
            egress_bytes: queue.bytes,
            egress_peak: counters.egress_peak,
            kmin: queue.ecn.kmin,
            kmax: queue.ecn.kmax,
            paused_time: counters.paused_until(self.state.now),
            drops: counters.drops.iter().sum(),
            marked: counters.marked,
            class: self.view_class(port, priority),
            credits: self.view_credits(port, priority),
        }
    }

    fn view_credits(&self, port: PortId, priority: Priority) -> Option<CreditView> {
        let plan = &self.plan[port.index()];
        let counters = &self.counters.ports[port.index()][priority.index()];
        plan.tx_credit_mask.contains(priority).then(|| {
            let sender = &self.state.credits[plan.credit as usize].senders[priority.index()];
            CreditView {
                limit: sender.limit(),
                available: sender.available(),
                needs: self.next_bytes(port, priority).map_or(0, |bytes| self.credit_cost(plan.peer, bytes)),
                starved: counters.starved_until(self.state.now),
                lost: counters.updates_lost,
            }
        })
    }

    fn view_class(&self, port: PortId, class: Priority) -> ClassView {
        let config = self.configs.scheduler(&self.plan[port.index()]);
        ClassView {
            share: config.share_percent(class),
            quantum: config.quantum(class),
            deficit: self.state.ports[port.index()].scheduler.deficit(class),
            sent_bytes: self.counters.ports[port.index()][class.index()].tx_bytes,
            got: self.counters.shares[port.index()].class(config, class),
        }
    }

    /// Thresholds and sizes that apply now to the PG of (`port`, `priority`).
    #[must_use]
    pub fn group(&self, port: PortId, priority: Priority) -> PgConfig {
        self.state.groups[queue_index(port, priority)].config()
    }

    /// ECN thresholds that apply now to the egress queue of (`port`, `priority`).
    #[must_use]
    pub fn marking(&self, port: PortId, priority: Priority) -> &EcnConfig {
        &self.state.queues[queue_index(port, priority)].ecn
    }

    /// Configuration that applies now to the pauses that `port` sends.
    #[must_use]
    pub fn pause_sender(&self, port: PortId) -> &PfcSenderConfig {
        self.configs.sender(&self.plan[port.index()])
    }

    /// Configuration that applies now to the pauses that `port` receives.
    #[must_use]
    pub fn pause_receiver(&self, port: PortId) -> &PfcReceiverConfig {
        self.configs.receiver(&self.plan[port.index()])
    }

    /// Scheduler configuration that applies now to `port`.
    #[must_use]
    pub fn scheduler(&self, port: PortId) -> &SchedulerConfig {
        self.configs.scheduler(&self.plan[port.index()])
    }
}
