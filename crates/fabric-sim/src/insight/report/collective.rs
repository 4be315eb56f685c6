//! What a run came to for a collective.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::World;
use crate::ids::CollectiveId;
use crate::spec::CollectiveSpec;

/// A collective since the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CollectiveReport {
    /// As the document names it.
    pub name: String,
    /// Who sends to whom.
    pub kind: &'static str,
    /// Its flows.
    pub flows: u32,
    /// Payload of each message.
    pub message_bytes: u64,
    /// When it begins, in picoseconds since the start.
    pub start_ps: u64,
    /// How often it is to be done.
    pub repeats: u32,
    /// How long each time took that is over, from when the one before was, or
    /// it began, until all had arrived, in picoseconds.
    pub completion_ps: Vec<u64>,
}

impl CollectiveReport {
    /// Those of `world`, in the order of the document.
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
