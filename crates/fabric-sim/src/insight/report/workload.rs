//! Reports of workloads: the flows that have started and finished, and their slowdown by size. Start with
//! [`WorkloadReport`].
//!
//! A size equal to the upper end of a range belongs to this range. Percentiles are by nearest rank: each
//! percentile is the slowdown of one of the flows.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::World;
use crate::ids::FlowId;
use crate::insight::ideal_fct::ideal_fct;
use crate::sort;
use crate::spec::{FlowSpec, WorkloadSpec};

/// Figures of a workload since the start of the run.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WorkloadReport {
    /// Name of the workload in the document.
    pub name: String,
    /// Name of the distribution of the flow sizes, as in documents.
    pub sizes: &'static str,
    /// Number of flows that the workload starts in the whole run.
    pub flows: u64,
    /// Number of flows that have started. A flow that starts at the present time counts.
    pub started: u64,
    /// Number of flows that have finished.
    pub finished: u64,
    /// Slowdown of the finished flows, for each range of flow sizes in ascending order. Ranges without such
    /// flows are left out.
    pub slowdown: Vec<SlowdownReport>,
}

/// Slowdown of the finished flows whose sizes lie in a range. The slowdown of a flow is its completion time,
/// divided by the time that the flow takes alone on its path. The slowdown is at least 1. The completion time
/// lasts from the start of the flow until its last payload is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SlowdownReport {
    /// Lower end of the range of flow payloads, in bytes; the end itself is not in the range.
    pub above_bytes: u64,
    /// Upper end of the range of flow payloads, in bytes; the end itself is in the range. Absent for the last
    /// range, which has no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most_bytes: Option<u64>,
    /// Number of finished flows of the range whose path is known. A path is unknown if one of its switches
    /// floods or has not learned a route.
    pub flows: u64,
    /// Mean slowdown.
    pub mean: f64,
    /// Median slowdown.
    pub p50: f64,
    /// 95th percentile of the slowdown.
    pub p95: f64,
    /// 99th percentile of the slowdown.
    pub p99: f64,
    /// Greatest slowdown.
    pub max: f64,
}

/// Upper ends of the ranges of flow sizes, in bytes, in ascending order.
const RANGES: [u64; 6] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, u64::MAX];

impl WorkloadReport {
    /// Reports of the workloads of `world`, in the order of the document.
    pub(in crate::insight) fn of(world: &World) -> Vec<Self> {
        world.spec().workloads.iter().map(|workload| Self::of_one(world, workload)).collect()
    }

    fn of_one(world: &World, workload: &WorkloadSpec) -> Self {
        let first = workload.first.index();
        let flows = &world.spec().flows[first..first + workload.flows as usize];
        let mut slowdowns: [Vec<f64>; RANGES.len()] = Default::default();
        let mut finished = 0;
        for (n, flow) in flows.iter().enumerate() {
            let id = FlowId::new(first + n);
            finished += u64::from(world.flow_finished(id).is_some());
            let size = flow.size.unwrap_or_default();
            let range = RANGES.iter().position(|most| size <= *most).unwrap_or_default();
            slowdowns[range].extend(slowdown(world, id, flow));
        }
        let lower_ends = std::iter::once(0).chain(RANGES);
        let ranges = lower_ends.zip(RANGES).zip(&mut slowdowns);
        Self {
            name: workload.name.clone(),
            sizes: workload.sizes,
            flows: flows.len() as u64,
            started: flows.iter().filter(|flow| flow.start <= world.now()).count() as u64,
            finished,
            slowdown: ranges.filter_map(|(range, values)| SlowdownReport::of(range, values)).collect(),
        }
    }
}

/// Slowdown of `flow`, at least 1. `None` if the flow has not finished, or if its path is not known.
#[expect(clippy::cast_precision_loss, reason = "runs are far below 2^53 ps")]
fn slowdown(world: &World, id: FlowId, flow: &FlowSpec) -> Option<f64> {
    let took = world.flow_finished(id)?.saturating_sub(flow.start);
    let alone = ideal_fct(world.spec(), &world.path_of(id)?, flow)?;
    Some((took.ps() as f64 / alone.ps() as f64).max(1.0))
}

impl SlowdownReport {
    /// Report of the slowdowns `values` of the flows in a range of sizes. The sizes are above `above_bytes`
    /// and at most `at_most`. Sorts `values`. `None` if there are no values.
    #[expect(clippy::cast_precision_loss, reason = "at most as many as a document has flows")]
    fn of((above_bytes, at_most): (u64, u64), values: &mut [f64]) -> Option<Self> {
        sort::by(values, f64::total_cmp);
        let max = *values.last()?;
        // Nearest rank: the smallest value that at least the given share of the values does not exceed.
        let percentile = |percent: usize| values[(values.len() * percent).div_ceil(100) - 1];
        Some(Self {
            above_bytes,
            at_most_bytes: (at_most < u64::MAX).then_some(at_most),
            flows: values.len() as u64,
            mean: values.iter().sum::<f64>() / values.len() as f64,
            p50: percentile(50),
            p95: percentile(95),
            p99: percentile(99),
            max,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_nearest_rank() {
        let mut values: Vec<f64> = (1..=200).rev().map(f64::from).collect();
        let report = SlowdownReport::of((0, 1_000), &mut values).unwrap();
        assert_eq!((report.p50, report.p95, report.p99, report.max), (100.0, 190.0, 198.0, 200.0));
        assert_eq!((report.flows, report.mean, report.at_most_bytes), (200, 100.5, Some(1_000)));
        let one = SlowdownReport::of((10_000_000, u64::MAX), &mut [3.0]).unwrap();
        assert_eq!((one.p50, one.p99, one.max, one.at_most_bytes), (3.0, 3.0, 3.0, None));
        assert_eq!(SlowdownReport::of((0, 1), &mut []), None);
    }
}
