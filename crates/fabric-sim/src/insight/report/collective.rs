//! Reports of collectives. A repetition that has not finished has no duration yet. Start with
//! [`CollectiveReport`].
//!
//! Figures are since the start of the run, not over the measurement window.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::World;
use crate::ids::CollectiveId;
use crate::spec::CollectiveSpec;

/// Figures of a collective since the start of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CollectiveReport {
    /// Name of the collective in the document.
    pub name: String,
    /// Communication pattern of the collective, named as in documents.
    pub kind: &'static str,
    /// Number of flows of the collective.
    pub flows: u32,
    /// Payload of each message, in bytes.
    pub message_bytes: u64,
    /// Start of the collective, in picoseconds since the start of the run.
    pub start_ps: u64,
    /// Configured number of repetitions.
    pub repeats: u32,
    /// Duration of each finished repetition, in picoseconds and in the order of time. A repetition begins at
    /// the end of the previous one, or at the start of the collective. A repetition ends when all its
    /// messages have arrived.
    pub completion_ps: Vec<u64>,
}

impl CollectiveReport {
    /// Reports of the collectives of `world`, in the order of the document.
    pub(in crate::insight) fn of(world: &World) -> Vec<Self> {
        let all = world.spec().collectives.iter().enumerate();
        let of = |(n, spec): (usize, &CollectiveSpec)| Self {
            name: spec.name.clone(),
            kind: spec.kind,
            flows: spec.config.flows,
            message_bytes: spec.message,
            start_ps: spec.start.ps(),
            repeats: spec.config.repeats,
            completion_ps: world.collective_times(CollectiveId::new(n)).map(|(_, took)| took.ps()).collect(),
        };
        all.map(of).collect()
    }
}
