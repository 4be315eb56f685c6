//! Warnings about settings that are legal but unwise, with their numbers.
//!
//! The settings in force are checked, and those before each of the last 256 changes by actions. A
//! warning that holds at several places is given once, with the first two places and the number of the
//! others. Start with [`warnings()`].

mod back;
mod channels;
mod collective;
mod dead_links;
mod ecn;
mod headroom;
mod idle;
mod late;
mod link_pause;
mod log;
mod marked;
mod path;
mod pfc;
mod placed;
mod rate;
mod receive;
mod strict;
mod watchdog;
mod xon;

use super::class_mismatch;
use super::need::sizes;
use crate::engine::World;
use crate::ids::PortId;
use crate::sizing::FrameSizes;
use crate::spec::{Action, Spec, TimedAction};
use crate::units::Time;
use log::WarningLog;
use marked::Marked;
use placed::PlacedWarnings;

/// Changes of settings whose earlier states are checked: the most recent ones.
const CHANGES: usize = 256;

/// Warnings about unwise settings of a fabric, as it is configured now and as it was before actions
/// changed it. Each is one sentence, with the times between which it held if those are limited. A
/// warning that holds at several places is given once, with the first two places and the number of
/// the others.
#[must_use]
pub fn warnings(world: &World) -> Vec<String> {
    let flows = Flows { sizes: sizes(world), marked: Marked::of(world) };
    let mut told = WarningLog::default();
    let from = before(world, &flows, &mut told);
    told.hold(from, sentences(world, &flows));
    let mut all = told.sentences();
    all.extend(class_mismatch::sentences(world));
    all.extend(dead_links::sentences(world));
    all.extend(late::sentences(world));
    all.extend(ecn::without_ip(world));
    all.extend(collective::held_up(world));
    all.extend(back::none(world));
    all.extend(path::missed(world));
    all
}

/// Traffic of a fabric, as far as the warnings depend on it.
struct Flows {
    /// Sizes of the frames that can cross each port.
    sizes: FrameSizes,
    /// Queues in which its frames can be marked.
    marked: Marked,
}

/// Adds the warnings that held before the last change of settings to `told`. Returns the time of
/// that change; zero if there was none.
fn before(world: &World, flows: &Flows, told: &mut WarningLog) -> Time {
    let set = |timed: &'_ TimedAction| matches!(timed.action, Action::Set { .. });
    let done: Vec<&TimedAction> =
        world.actions().iter().take(world.acted()).filter(|timed| set(timed)).collect();
    let changes: Vec<&[&TimedAction]> = done.chunk_by(|one, next| one.at == next.at).collect();
    let mut from = Time::ZERO;
    if changes.is_empty() {
        return from;
    }
    let forgotten = changes.len().saturating_sub(CHANGES);
    let mut then = world.at_rest();
    for (n, change) in changes.iter().enumerate() {
        if n >= forgotten && change[0].at > from {
            told.hold(from, sentences(&then, flows));
        }
        from = change[0].at;
        for timed in *change {
            if let Action::Set { scope, setting } = &timed.action {
                then.adopt(scope, *setting);
            }
        }
    }
    from
}

/// Warnings about the fabric as it is configured.
fn sentences(world: &World, flows: &Flows) -> Vec<String> {
    let (spec, Flows { sizes, marked }) = (world.spec(), flows);
    let mut found = PlacedWarnings::default();
    for index in 0..spec.ports.len() {
        let port = PortId::new(index);
        pfc::one_end(world, port, sizes, &mut found);
        pfc::refresh(world, port, &mut found);
        pfc::marks_meet(world, port, &mut found);
        watchdog::times(world, port, &mut found);
        channels::unread(world, port, &mut found);
        if spec.switch_of(port).is_some() {
            headroom::headroom(world, port, sizes, &mut found);
            strict::above_shares(world, port, &mut found);
        }
    }
    for node in &spec.nodes {
        if let Some(host) = node.host() {
            receive::room(world, node, host, sizes, &mut found);
        } else {
            ecn::before_pfc(world, node, &mut found);
            headroom::headroom_pool(world, node, sizes, &mut found);
            headroom::xoff_in_shared_memory(world, node, &mut found);
            link_pause::xoff_in_groups(world, node, sizes, &mut found);
        }
    }
    rate::deaf(world, &mut found);
    marked.unmarked(world, &mut found);
    xon::below_its_loop(world, sizes, &mut found);
    idle::above_link(world, &mut found);
    idle::warn_of_idle_settings(world, marked, &mut found);
    found.sentences()
}

/// Priority of a port as warnings name it.
fn place(spec: &Spec, port: PortId, n: u8) -> String {
    format!("{} priority {n}", spec.port_name(port))
}
