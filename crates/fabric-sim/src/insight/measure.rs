//! Measurement of a run over a window: differences of counters, written as a [`Report`]. Start with
//! [`Report::of`].
//!
//! Peaks and first times are since the start of the run, even if the measurement window starts later.
//! Collectives, workloads, hosts, cycles and the balance of bytes also count from the start. A flow that an
//! action added within the window counts from 0. Ports have an entry for each priority that is used anywhere
//! in the fabric.

mod fabric;
mod flow;

use super::blocked::BlockedReport;
use super::latency::{Component, Waterfalls};
use super::report::{
    CollectiveReport, ComponentReport, Conservation, CreditReport, CrossbarReport, FabricReport, FlowReport,
    HostReport, PortReport, Report, SwitchReport, WarningPlaces, Window, WorkloadReport,
};
use super::warnings::Warning;
use super::watchdog_decisions::WatchdogReport;
use super::{drops_without_pause, losses, shares, static_drops, warnings};
use crate::engine::{
    Counters, DropCause, FlowCounters, FlowCreditCounters, Ledger, PriorityCounters, Shares, World, WorldView,
};
use crate::ids::{FlowId, PortId, Priority, PrioritySet, SwitchId};
use crate::sort;
use crate::spec::{Action, FlowSpec, Spec};
use crate::units::{PS_PER_S, Rate, Time};

/// Counters of a run at the start of a measurement window, and the time of this start.
#[derive(Clone, Debug)]
pub struct WindowStart {
    at: Time,
    counters: Counters,
}

impl WindowStart {
    /// Copies the counters at the time of `world`, for a measurement window that starts at this time.
    #[must_use]
    pub fn of(world: &World) -> Self {
        Self { at: world.now(), counters: world.counters().clone() }
    }

    /// Counters of each priority of each port of `world`, at the start and at the end of the measurement
    /// window. In the order of ports, then of priorities.
    pub(super) fn priorities<'a>(&'a self, world: &'a World) -> impl Iterator<Item = PriorityWindow<'a>> {
        world.counters().ports.iter().enumerate().flat_map(|(index, counters)| {
            let before = self.counters.ports.get(index);
            Priority::ALL.into_iter().zip(counters).map(move |(priority, now)| PriorityWindow {
                port: PortId::new(index),
                priority,
                now,
                before: before.map(|counters| &counters[priority.index()]),
            })
        })
    }

    /// Start of the measurement window.
    pub(super) const fn at(&self) -> Time {
        self.at
    }

    /// Counters of the end-to-end credits of a flow at the start of the measurement window. `number` is the
    /// index of the flow among the flows with such credits. Zero if the flow did not exist.
    pub(super) fn flow_credits(&self, number: usize) -> FlowCreditCounters {
        self.counters.flow_credits.get(number).copied().unwrap_or_default()
    }

    /// Shares of the ETS classes of a port at the start of the measurement window.
    pub(super) fn shares(&self, port: PortId) -> Shares {
        self.counters.shares.get(port.index()).copied().unwrap_or_default()
    }
}

/// Counters of a priority of a port, at the start and at the end of a measurement window.
#[derive(Clone, Copy)]
pub(super) struct PriorityWindow<'a> {
    /// Port of the priority.
    pub port: PortId,
    /// Priority, 0 to 7.
    pub priority: Priority,
    /// Counters at the end of the measurement window.
    pub now: &'a PriorityCounters,
    /// Counters at the start of the measurement window. `None` if the window starts at the start of the run;
    /// all counters were then 0.
    before: Option<&'a PriorityCounters>,
}

impl PriorityWindow<'_> {
    /// Number of frames dropped in the measurement window for the cause `cause`.
    pub fn drops(&self, cause: DropCause) -> u64 {
        let count = |counters: &PriorityCounters| counters.drops[cause as usize];
        count(self.now) - self.before.map_or(0, count)
    }
}

impl Report {
    /// Report of the run from its start.
    #[must_use]
    pub fn of(world: &World) -> Self {
        Self::since(world, &WindowStart { at: Time::ZERO, counters: Counters::default() })
    }

    /// Report of the run over the measurement window from `window_start` to the time of `world`.
    /// `window_start` must come from the same run, and must not be later than `world`. Causes of pauses,
    /// latency components and mean memory use are empty at first; the functions `with_…` add them.
    #[must_use]
    pub fn since(world: &World, window_start: &WindowStart) -> Self {
        let none = FlowCounters::default();
        let counters = world.counters();
        let waits = world.waits();
        let warnings = warnings::placed_warnings(world);
        let flows: Vec<FlowReport> = world
            .flow_specs()
            .zip(world.flow_starts())
            .zip(&counters.flows)
            .enumerate()
            .map(|(n, ((spec, start), now))| {
                let before = window_start.counters.flows.get(n).unwrap_or(&none);
                flow::report(world, window_start, (FlowId::new(n), spec), start, (before, now))
            })
            .collect();
        Self {
            time_ps: world.now().ps(),
            events: counters.events,
            hash: world.hash().to_string(),
            warning_places: warnings.iter().filter_map(places).collect(),
            warnings: warnings.into_iter().map(|warning| warning.sentence).collect(),
            window: Window { from_ps: window_start.at.ps(), to_ps: world.now().ps() },
            collectives: CollectiveReport::of(world),
            workloads: WorkloadReport::of(world),
            ports: ports(world, window_start),
            hosts: hosts(world),
            switches: switches(world, window_start),
            drops_without_pause: drops_without_pause::drops_without_pause(world, window_start),
            drops_after_lost_pauses: Vec::new(),
            static_drops: static_drops::static_drops(world, window_start),
            blocked: BlockedReport::of(world, &waits),
            without_pfc: world.spec().without_pfc.clone(),
            causes: Vec::new(),
            pauses_left_out: 0,
            watchdogs: WatchdogReport::of(world, &waits),
            fabric: fabric::sums(world, window_start, &flows),
            flows,
            conservation: conservation(&world.ledger(), &world.ledgers()),
        }
    }
}

impl Report {
    /// Adds the mean latency of each flow by component, from `latencies`. `latencies` must have been recorded
    /// from the start of the run, and restarted at the start of the report's window. A flow without delivered
    /// frames gets no components. Means are rounded down to picoseconds.
    #[must_use]
    pub fn with_components(mut self, latencies: &Waterfalls) -> Self {
        for (n, flow) in self.flows.iter_mut().enumerate() {
            let (sums, frames) = latencies.flow(FlowId::new(n));
            let mean = |component| sums.of(component).ps().checked_div(frames).unwrap_or(0);
            flow.components = (frames > 0).then(|| ComponentReport {
                queueing_ps: mean(Component::Queueing),
                serialisation_ps: mean(Component::Serialisation),
                propagation_ps: mean(Component::Propagation),
                ingress_ps: mean(Component::Ingress),
                crossbar_ps: mean(Component::Crossbar),
                receiving_ps: mean(Component::Receiving),
            });
        }
        self
    }
}

/// Names of all flows: first the flows of the document, then the flows that actions add, in the order of the
/// actions.
#[must_use]
pub fn flow_names(world: &World) -> Vec<String> {
    world.flow_specs().map(|flow| flow.name.clone()).collect()
}

/// Mean rate of `bytes` over `span`, in bits per second, rounded down. 0 if `span` is zero.
fn per_second(bytes: u64, span: Time) -> u64 {
    let bits = u128::from(bytes) * 8 * u128::from(PS_PER_S);
    u64::try_from(bits.checked_div(u128::from(span.ps())).unwrap_or(0)).unwrap_or(u64::MAX)
}

fn ports(world: &World, window_start: &WindowStart) -> Vec<PortReport> {
    let spec = world.spec();
    let used = used(world);
    let none = PriorityCounters::default();
    let report = |port: usize, priority: Priority| {
        let n = priority.index();
        let before = window_start.counters.ports.get(port).map_or(&none, |counters| &counters[n]);
        let now = &world.counters().ports[port][n];
        let paused = now.paused_until(world.now()) - before.paused_until(window_start.at);
        let at = &spec.ports[port];
        let held = world.priority(PortId::new(port), priority);
        PortReport {
            node: spec.nodes[at.node.index()].name.clone(),
            port: at.number.into(),
            priority: priority.get(),
            tx_bytes: now.tx_bytes - before.tx_bytes,
            tx_frames: now.tx_frames - before.tx_frames,
            rx_bytes: now.rx_bytes - before.rx_bytes,
            rx_frames: now.rx_frames - before.rx_frames,
            pause_sent: now.pauses_sent - before.pauses_sent,
            resume_sent: now.resumes_sent - before.resumes_sent,
            pause_received: now.pauses_received - before.pauses_received,
            pfc_lost: now.pfc_lost - before.pfc_lost,
            pause_cancelled: now.cancelled - before.cancelled,
            paused_ps: paused.ps(),
            reserve_peak_bytes: now.reserve_peak,
            shared_peak_bytes: now.shared_peak,
            headroom_peak_bytes: now.headroom_peak,
            egress_peak_bytes: now.egress_peak,
            reserve_bytes: held.pg.reserve,
            shared_bytes: held.pg.shared,
            headroom_bytes: held.pg.headroom,
            egress_bytes: held.egress_bytes,
            group_mean_bytes: None,
            group_window_peak_bytes: None,
            egress_mean_bytes: None,
            egress_window_peak_bytes: None,
            first_pause_ps: now.first_paused.map(Time::ps),
            first_mark_ps: now.first_marked.map(Time::ps),
            first_drop_ps: now.first_dropped.map(Time::ps),
            ecn_marked: now.marked - before.marked,
            drops: sort::map(
                DropCause::ALL
                    .iter()
                    .zip(now.drops.iter().zip(&before.drops))
                    .map(|(cause, (now, before))| (cause.name(), now - before)),
            ),
            ets: shares::ets(world, window_start, PortId::new(port), priority),
            credits: held.credits.map(|credits| CreditReport {
                limit_bytes: credits.limit,
                available_bytes: credits.available,
                starved_ps: (credits.starved - before.starved_until(window_start.at)).ps(),
                updates_lost: credits.lost - before.updates_lost,
            }),
        }
    };
    (0..spec.ports.len())
        .flat_map(|port| used.iter().map(move |n| (port, n)))
        .map(|(port, n)| report(port, n))
        .collect()
}

/// Priorities in use: those of flows, of their acks and CNPs, of pause sources, and of frames that ports have
/// received. Flows and pause sources of actions count before they start, too.
fn used(world: &World) -> PrioritySet {
    let of_spec = |spec: &Spec| {
        let flows = spec.flows.iter().map(FlowSpec::priorities);
        let sources = spec.pause_sources.iter().map(|source| source.priorities);
        flows.chain(sources).fold(PrioritySet::EMPTY, |mask, bits| mask | bits)
    };
    let acted = world.actions().iter().map(|timed| match &timed.action {
        Action::AddFlows(flows) => {
            flows.iter().fold(PrioritySet::EMPTY, |mask, flow| mask | flow.priorities())
        }
        Action::AddPauseSource(source) => source.priorities,
        _ => PrioritySet::EMPTY,
    });
    let given = world.counters().ports.iter().flat_map(|counters| {
        let counters = PrioritySet::ALL.iter().zip(counters);
        counters.filter(|(_, counters)| counters.rx_frames > 0).map(|(n, _)| PrioritySet::of(n))
    });
    acted.chain(given).fold(of_spec(world.spec()), |mask, bits| mask | bits)
}

fn hosts(world: &World) -> Vec<HostReport> {
    let host = |node: &crate::spec::Node| {
        let view = world.receiver(node.host()?);
        Some(HostReport {
            node: node.name.clone(),
            drain_bps: view.drain.map(Rate::bps),
            receive_buffer_bytes: view.size,
            receive_bytes: view.bytes,
            receive_peak_bytes: view.peak,
        })
    };
    world.spec().nodes.iter().filter_map(host).collect()
}

fn switches(world: &World, window_start: &WindowStart) -> Vec<SwitchReport> {
    let mut snapshot = WorldView::default();
    world.snapshot(&mut snapshot);
    let spec = world.spec();
    let switch = |node: &crate::spec::Node| {
        let id = node.switch()?;
        Some(SwitchReport {
            node: node.name.clone(),
            memory_bytes: spec.switches[id.index()].pool.memory,
            free_bytes: snapshot.pool_free[id.index()],
            headroom_bytes: snapshot.pool_headroom[id.index()].size,
            headroom_peak_bytes: snapshot.pool_headroom[id.index()].peak,
            crossbar: crossbar(world, window_start, id),
        })
    };
    spec.nodes.iter().filter_map(switch).collect()
}

fn crossbar(world: &World, window_start: &WindowStart, switch: SwitchId) -> Option<CrossbarReport> {
    let config = world.spec().switches[switch.index()].crossbar?;
    let now = &world.counters().crossbars[switch.index()];
    let before = window_start.counters.crossbars.get(switch.index()).copied().unwrap_or_default();
    Some(CrossbarReport {
        slot_ps: config.slot.ps(),
        slots: now.slots - before.slots,
        matches: now.matches - before.matches,
        cells: now.cells - before.cells,
    })
}

fn conservation(sum: &Ledger, flows: &[Ledger]) -> Conservation {
    Conservation {
        sent_bytes: sum.sent,
        delivered_bytes: sum.delivered,
        in_flight_bytes: sum.in_flight,
        buffered_bytes: sum.buffered,
        dropped_bytes: sum.dropped,
        replicated_bytes: sum.replicated,
        holds: sum.holds() && flows.iter().all(Ledger::holds),
    }
}

/// Number of places (queues, ports or flows) that the sentence of a warning names.
const NAMED: usize = 2;
/// Greatest number of places that a report lists for a warning; further places are only counted.
const LISTED: usize = 64;

/// Places of `warning`, if its sentence does not name all of them; otherwise `None`.
fn places(warning: &Warning) -> Option<WarningPlaces> {
    let Warning { sentence, places } = warning;
    (places.len() > NAMED).then(|| WarningPlaces {
        warning: sentence.clone(),
        places: places.iter().take(LISTED).cloned().collect(),
        place_count: places.len(),
    })
}
