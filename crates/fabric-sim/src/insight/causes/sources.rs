//! Pause sources behind a pause: ports that send pauses whatever their buffers contain. Start with
//! [`sources_of`].

use super::super::paused::ChainOutcome;
use super::report::SourceReport;
use crate::engine::World;
use crate::ids::QueueId;
use crate::spec::{Action, PauseSourceSpec};

/// Pause sources that may have sent the present pause of `root`. Empty unless `end` is a storm, or a pause
/// that ends by itself and that no priority group at the peer requests.
pub(super) fn sources_of(world: &World, root: QueueId, end: ChainOutcome) -> Vec<SourceReport> {
    let spec = world.spec();
    let peer = spec.ports[root.port.index()].peer;
    let is_sourced = match end {
        ChainOutcome::Storm => true,
        ChainOutcome::Passing => !world.requests_pause(peer, root.priority),
        _ => false,
    };
    if !is_sourced {
        return Vec::new();
    }
    let done = world.actions().iter().take(world.actions_run());
    let added = done.filter_map(|timed| match &timed.action {
        Action::AddPauseSource(source) => Some(source),
        _ => None,
    });
    let pauses = |source: &&PauseSourceSpec| {
        let over = source.stop.map(|stop| stop.saturating_add(world.longest_pause(root.port, source.quanta)));
        source.port == peer
            && source.priorities.contains(root.priority)
            && source.quanta.0 > 0
            && source.start <= world.now()
            // After `over`, no pause from the last frame of the source can be in force.
            && over.is_none_or(|over| world.now() < over)
    };
    let report = |source: &PauseSourceSpec| SourceReport {
        name: source.name.clone(),
        port: spec.port_name(source.port),
    };
    spec.pause_sources.iter().chain(added).filter(pauses).map(report).collect()
}
