//! Why a port asks for a pause, in a plain sentence.

use fabric_sim::engine::World;
use fabric_sim::fabric::frame::Indication;
use fabric_sim::ids::{PortId, priorities};
use fabric_sim::spec::{Action, PauseSourceSpec};
use fabric_sim::units::Time;

use super::event::Event;
use super::story::listed;
use crate::charts::bytes_label;

/// What it means that `here` has sent what `says` to `there`: its buffer is
/// full, or it storms.
pub fn sentence(world: &World, event: &Event, says: Indication, here: &str, there: &str) -> String {
    let which = listed(says.pauses);
    if storms(world, event.port, says.pauses, event.at) {
        return format!("{here} pauses {which} of {there}, whatever its buffer holds: a storm.");
    }
    let reason = threshold(world, event.port, says)
        .map(|xoff| format!(": what it holds from {there} has reached XOFF, {xoff}"))
        .unwrap_or_default();
    format!("{here} asks {there} to pause {which}{reason}.")
}

/// Whether a pause source sends from `port` at `at`, for some of `pauses`.
fn storms(world: &World, port: PortId, pauses: u8, at: Time) -> bool {
    let actions = world.actions();
    let added = actions.iter().filter_map(|timed| match &timed.action {
        Action::AddPauseSource(source) => Some(source),
        _ => None,
    });
    let stopped = |n: usize| {
        let stops = |action: &Action| matches!(action, Action::StopPauseSource(stopped) if *stopped == n);
        actions.iter().any(|timed| timed.at <= at && stops(&timed.action))
    };
    let sends = |source: &PauseSourceSpec| {
        source.port == port
            && source.priorities & pauses != 0
            && source.start <= at
            // The last frame may have waited for one in transmission.
            && source.stop.is_none_or(|stop| at <= stop + Time::from_us(1))
            && (source.every.is_some() || at <= source.start + Time::from_us(1))
    };
    let all = world.spec().pause_sources.iter().chain(added);
    all.enumerate().any(|(n, source)| sends(source) && !stopped(n))
}

fn threshold(world: &World, port: PortId, says: Indication) -> Option<String> {
    let priority = priorities(says.pauses).next()?;
    let pg = world.priority(port, priority).pg;
    pg.lossless.then(|| bytes_label(pg.xoff))
}
