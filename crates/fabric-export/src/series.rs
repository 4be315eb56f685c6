//! Time series of a run as CSV (RFC 4180): at equal intervals, a row for each port and priority and one
//! for each flow.

use std::sync::Arc;

use fabric_sim::engine::{World, WorldView};
use fabric_sim::ids::{PortId, priorities};
use fabric_sim::insight::flow_names;
use fabric_sim::spec::{NodeKind, Spec};
use fabric_sim::units::{PS_PER_S, Time};
use serde::Serialize;

use crate::{Bounded, Unwritten};

/// Approximate size of the longest row, in bytes, for refusals before a run.
const ROW_BYTES: u64 = 64;

/// Row of a port and priority, or of a flow; fields of the other are empty.
#[derive(Default, Serialize)]
struct Row<'a> {
    time_ps: u64,
    node: &'a str,
    port: Option<u32>,
    priority: Option<u8>,
    /// Bytes that wait for this output.
    queue_bytes: Option<u64>,
    pg_reserve_bytes: Option<u64>,
    pg_shared_bytes: Option<u64>,
    pg_headroom_bytes: Option<u64>,
    /// Threshold of shared use; empty if off.
    xoff_bytes: Option<u64>,
    /// 1 if the peer has paused this priority of this port, else 0.
    is_paused: Option<u8>,
    /// 1 if this port requests a pause of the peer, else 0.
    asks_pause: Option<u8>,
    flow: &'a str,
    /// Data frames delivered over the interval before, in bits per second.
    throughput_bps: Option<u64>,
    /// Payload delivered in order over the interval before.
    goodput_bps: Option<u64>,
    /// Rate allowed by rate control, in bits per second; empty without rate control.
    allowed_bps: Option<u64>,
    delivered_bytes: Option<u64>,
    dropped_bytes: Option<u64>,
}

/// Table that is being written.
pub struct Series<'a> {
    out: Bounded<'a>,
    spec: Arc<Spec>,
    priorities: u8,
    every: Time,
    view: WorldView,
    /// Bytes of each flow at the row before: delivered, and payload in order.
    before: Vec<(u64, u64)>,
    names: Vec<String>,
    next: Time,
    has_header: bool,
}

impl<'a> Series<'a> {
    /// Table of `world`, with rows every `every` from its present time to `end`.
    ///
    /// # Errors
    /// If the table would be larger than `most` bytes: the number of its rows.
    pub fn begin(
        world: &World,
        every: Time,
        end: Time,
        most: u64,
        out: &'a mut dyn std::io::Write,
    ) -> Result<Self, u64> {
        let spec = Arc::clone(world.spec());
        let mask = in_use(world);
        let entities =
            spec.ports.len() as u64 * u64::from(mask.count_ones()) + world.flow_specs().count() as u64;
        let samples = end.ps().saturating_sub(world.now().ps()) / every.ps().max(1) + 1;
        let rows = samples.saturating_mul(entities);
        if rows.saturating_mul(ROW_BYTES) > most {
            return Err(rows);
        }
        Ok(Self {
            out: Bounded::new(out, most),
            spec,
            priorities: mask,
            every,
            view: WorldView::default(),
            before: Vec::new(),
            names: Vec::new(),
            next: world.now(),
            has_header: false,
        })
    }

    /// Time of the next rows.
    #[must_use]
    pub const fn next(&self) -> Time {
        self.next
    }

    /// Writes the rows of `world`, which is at [`next`](Self::next).
    ///
    /// # Errors
    /// If the limit is exceeded or the write fails.
    pub fn sample(&mut self, world: &World) -> Result<(), Unwritten> {
        world.snapshot(&mut self.view);
        if self.names.len() != self.view.flows.len() {
            self.names = flow_names(world);
        }
        self.before.resize(self.view.flows.len(), (0, 0));
        let mut table = csv::WriterBuilder::new().has_headers(!self.has_header).from_writer(Vec::new());
        self.has_header = true;
        for (id, view) in (0..self.view.ports.len()).map(PortId::new).zip(&self.view.ports) {
            let at = &self.spec.ports[id.index()];
            let node = &self.spec.nodes[at.node.index()];
            for priority in priorities(self.priorities) {
                let lane = &view.priorities[usize::from(priority)];
                let bit = |mask: u8| Some(mask >> priority & 1);
                let of_switch = |bytes| (node.kind == NodeKind::Switch).then_some(bytes);
                table
                    .serialize(Row {
                        time_ps: self.next.ps(),
                        node: &node.name,
                        port: Some(at.number),
                        priority: Some(priority),
                        queue_bytes: Some(lane.egress_bytes),
                        pg_reserve_bytes: of_switch(lane.pg.reserve),
                        pg_shared_bytes: of_switch(lane.pg.shared),
                        pg_headroom_bytes: of_switch(lane.pg.headroom),
                        xoff_bytes: of_switch(lane.pg.xoff).filter(|bytes| *bytes != u64::MAX),
                        is_paused: bit(view.paused),
                        asks_pause: bit(view.asked),
                        ..Row::default()
                    })
                    .map_err(failed)?;
            }
        }
        let flows = self.view.flows.iter().zip(&self.names).zip(&mut self.before);
        for ((flow, name), before) in flows {
            let bps = |bytes: u64| {
                let bits = u128::from(bytes) * 8 * u128::from(PS_PER_S) / u128::from(self.every.ps().max(1));
                u64::try_from(bits).ok()
            };
            table
                .serialize(Row {
                    time_ps: self.next.ps(),
                    flow: name,
                    throughput_bps: bps(flow.delivered_bytes - before.0),
                    goodput_bps: bps(flow.goodput_bytes - before.1),
                    allowed_bps: flow.control.map(|control| control.rate.bps()),
                    delivered_bytes: Some(flow.delivered_bytes),
                    dropped_bytes: Some(flow.dropped_bytes),
                    ..Row::default()
                })
                .map_err(failed)?;
            *before = (flow.delivered_bytes, flow.goodput_bytes);
        }
        let rows = table.into_inner().map_err(|error| Unwritten::Failed(error.into_error()))?;
        self.out.write(&rows)?;
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

/// Mask of the priorities used by flows, including those that actions start, and by pause sources.
fn in_use(world: &World) -> u8 {
    let spec = world.spec();
    let flows = world.flow_specs().fold(0, |mask, flow| mask | flow.priorities());
    let sources = spec.pause_sources.iter().fold(0, |mask, source| mask | source.priorities);
    flows | sources
}

pub(crate) fn failed(error: csv::Error) -> Unwritten {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Unwritten::Failed(error),
        other => Unwritten::Failed(std::io::Error::other(format!("{other:?}"))),
    }
}
