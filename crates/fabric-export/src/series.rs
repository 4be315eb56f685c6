//! Writer of time series as CSV (RFC 4180): at equal intervals, a row for each port and priority, and a row
//! for each flow. Start with [`Series::begin`].

use std::sync::Arc;

use fabric_sim::engine::{World, WorldView};
use fabric_sim::ids::{PortId, PrioritySet};
use fabric_sim::insight::flow_names;
use fabric_sim::spec::{NodeKind, Spec};
use fabric_sim::units::{PS_PER_S, Time};

use crate::table::{Field, push_record};
use crate::{Bounded, Unwritten};

/// Approximate length of the longest row in bytes, to estimate the size of the table before the run.
const ROW_BYTES: u64 = 64;

/// Number of columns of the table.
const COUNT: usize = 17;

/// Names of the columns. `time_ps` has a value in every row. The next ten columns have values only in rows of
/// a port and priority, the last six only in rows of a flow.
const COLUMNS: [&str; COUNT] = [
    "time_ps",
    "node",
    "port",
    "priority",
    // Bytes in the egress queue of the port.
    "queue_bytes",
    "pg_reserve_bytes",
    "pg_shared_bytes",
    "pg_headroom_bytes",
    // Threshold of shared memory; empty without a threshold, and at hosts.
    "xoff_bytes",
    // 1: the peer has paused this priority of this port; otherwise 0.
    "is_paused",
    // 1: this port pauses this priority of its peer; otherwise 0.
    "asks_pause",
    "flow",
    // Rate of delivered data frames in the interval before the sample, in bits per second.
    "throughput_bps",
    // Rate of payload delivered in order in the interval before the sample, in bits per second.
    "goodput_bps",
    // Rate that the rate control of the flow allows, in bits per second; empty without rate control.
    "allowed_bps",
    "delivered_bytes",
    "dropped_bytes",
];

/// Table of time series under construction.
pub struct Series<'a> {
    out: Bounded<'a>,
    spec: Arc<Spec>,
    priorities: PrioritySet,
    every: Time,
    view: WorldView,
    /// Bytes delivered, and payload bytes delivered in order, at the previous sample; by flow.
    previous: Vec<(u64, u64)>,
    /// Names of the flows, indexed by flow.
    names: Vec<String>,
    next: Time,
    /// Rows that are complete but not yet written.
    rows: String,
}

impl<'a> Series<'a> {
    /// Begins a table with one sample per interval `every`, above 0. The first sample is at the present time
    /// of `world`. The last sample is at `end`, or less than one interval before `end`. Nothing is written
    /// before the first sample.
    ///
    /// # Errors
    /// If the estimated size of the table exceeds `most` bytes. The error is the estimated number of rows.
    pub fn begin(
        world: &World,
        every: Time,
        end: Time,
        most: u64,
        out: impl std::io::Write + 'a,
    ) -> Result<Self, u64> {
        let spec = Arc::clone(world.spec());
        let mask = used_priorities(world);
        let entities = spec.ports.len() as u64 * u64::from(mask.len()) + world.flow_specs().count() as u64;
        let samples = end.ps().saturating_sub(world.now().ps()) / every.ps().max(1) + 1;
        let rows = samples.saturating_mul(entities);
        if rows.saturating_mul(ROW_BYTES) > most {
            return Err(rows);
        }
        let mut header = String::new();
        push_record(&mut header, &COLUMNS.map(Field::Text));
        Ok(Self {
            out: Bounded::new(out, most),
            spec,
            priorities: mask,
            every,
            view: WorldView::default(),
            previous: Vec::new(),
            names: Vec::new(),
            next: world.now(),
            rows: header,
        })
    }

    /// Simulated time of the next sample.
    #[must_use]
    pub const fn next(&self) -> Time {
        self.next
    }

    /// Writes the rows of a sample: ports in their order, each with its priorities, then flows. The first
    /// sample also writes the header. `world` must be at the time [`Series::next`]. A time after the end of
    /// the table is not an error.
    ///
    /// # Errors
    /// If the limit is exceeded or the write fails.
    pub fn sample(&mut self, world: &World) -> Result<(), Unwritten> {
        world.snapshot(&mut self.view);
        if self.names.len() != self.view.flows.len() {
            self.names = flow_names(world);
        }
        self.previous.resize(self.view.flows.len(), (0, 0));
        let time: Field<'_> = self.next.ps().into();
        for (id, view) in (0..self.view.ports.len()).map(PortId::new).zip(&self.view.ports) {
            let at = &self.spec.ports[id.index()];
            let node = &self.spec.nodes[at.node.index()];
            for priority in self.priorities.iter() {
                let lane = &view.priorities[priority.index()];
                let bit = |mask: PrioritySet| u64::from(mask.contains(priority));
                let of_switch = |bytes| (node.kind == NodeKind::Switch).then_some(bytes);
                let mut row = [Field::Empty; COUNT];
                row[..11].copy_from_slice(&[
                    time,
                    node.name.as_str().into(),
                    u64::from(at.number).into(),
                    u64::from(priority).into(),
                    lane.egress_bytes.into(),
                    of_switch(lane.pg.reserve).into(),
                    of_switch(lane.pg.shared).into(),
                    of_switch(lane.pg.headroom).into(),
                    of_switch(lane.pg.xoff).filter(|bytes| *bytes != u64::MAX).into(),
                    bit(view.paused).into(),
                    bit(view.requested_pauses).into(),
                ]);
                push_record(&mut self.rows, &row);
            }
        }
        let flows = self.view.flows.iter().zip(&self.names).zip(&mut self.previous);
        for ((flow, name), previous) in flows {
            let bps = |bytes: u64| {
                let bits = u128::from(bytes) * 8 * u128::from(PS_PER_S) / u128::from(self.every.ps().max(1));
                u64::try_from(bits).ok()
            };
            let mut row = [Field::Empty; COUNT];
            row[0] = time;
            row[11..].copy_from_slice(&[
                name.as_str().into(),
                bps(flow.delivered_bytes - previous.0).into(),
                bps(flow.goodput_bytes - previous.1).into(),
                flow.control.map(|control| control.rate.bps()).into(),
                flow.delivered_bytes.into(),
                flow.dropped_bytes.into(),
            ]);
            push_record(&mut self.rows, &row);
            *previous = (flow.delivered_bytes, flow.goodput_bytes);
        }
        self.out.write(self.rows.as_bytes())?;
        self.rows.clear();
        self.next = self.next.saturating_add(self.every);
        Ok(())
    }

    /// Completes the table.
    ///
    /// # Errors
    /// If the write fails.
    pub fn finish(self) -> Result<(), Unwritten> {
        self.out.finish()
    }
}

/// Priorities that flows and pause sources use; flows that actions start are included. The table has rows
/// only for these priorities.
fn used_priorities(world: &World) -> PrioritySet {
    let spec = world.spec();
    let flows = world.flow_specs().fold(PrioritySet::EMPTY, |mask, flow| mask | flow.priorities());
    let sources = spec.pause_sources.iter().fold(PrioritySet::EMPTY, |mask, source| mask | source.priorities);
    flows | sources
}
