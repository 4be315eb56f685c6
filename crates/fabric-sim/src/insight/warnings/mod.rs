//! Warnings on settings that are legal but unwise. Each warning has the numbers that led to it. Start with
//! [`warnings()`].
//!
//! The check covers the present settings, and the settings before each of the last 256 times at which
//! actions changed them. A warning that holds at several places is given once, with the first two places and
//! the number of further places.

mod action_settings;
mod channels;
mod collective;
mod contradictions;
mod dead_links;
mod ecn;
mod ecn_queues;
mod headroom;
mod idle;
mod idle_changes;
mod idle_functions;
mod late;
mod link_pause;
mod log;
mod path;
mod pfc;
mod placed;
mod rate;
mod receive;
mod return_route;
mod spans;
mod strict;
mod used_classes;
mod watchdog;
mod xon;

use super::class_mismatch;
use super::required_headroom::sizes;
use crate::engine::World;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::sizing::FrameSizes;
use crate::spec::{LocalValue, Spec};
use action_settings::ActionSettings;
pub use contradictions::contradicting_links;
use ecn_queues::EcnQueues;
pub(super) use link_pause::{greatest_link_xoff, link_pause_thresholds};
use log::WarningLog;
use placed::PlacedWarnings;
pub use placed::Warning;
pub(super) use placed::first_of;
pub(super) use spans::SettingsSpan;
use spans::each_span;
use used_classes::UsedClasses;

/// Warnings on unwise settings of a fabric, for the present settings and for earlier settings that actions
/// changed. Each warning is one sentence. A warning that did not hold during the whole run includes the times
/// at which it held. A warning that holds at several places is given once, with the first two places and the
/// number of further places.
#[must_use]
pub fn warnings(world: &World) -> Vec<String> {
    placed_warnings(world).into_iter().map(|warning| warning.sentence).collect()
}

/// Warnings with all places (ports, priorities, nodes or flows) at which they hold. The sentences are those
/// of [`warnings()`]. Warnings on settings come first, then warnings on class mismatches, links, actions,
/// frame formats, collectives, routes and paths.
#[must_use]
pub fn placed_warnings(world: &World) -> Vec<Warning> {
    let flows = Flows {
        sizes: sizes(world),
        ecn_queues: EcnQueues::of(world),
        used_classes: UsedClasses::of(world),
        actions: ActionSettings::of(world),
    };
    let (mut log, mut mismatches) = (WarningLog::default(), WarningLog::default());
    let mut idle_changes = PlacedWarnings::default();
    each_span(world, |span| {
        log.hold(span.from, of_settings(span.settings, &flows));
        idle_changes::warn(world, &flows, span, &mut idle_changes);
        mismatches.hold(span.from, class_mismatch::warnings(world, span));
    });
    let mut all = log.warnings();
    all.extend(idle_changes.warnings());
    all.extend(mismatches.warnings());
    all.extend(dead_links::sentences(world).into_iter().map(Warning::from));
    all.extend(late::sentences(world).into_iter().map(Warning::from));
    all.extend(ecn::without_ip(world));
    all.extend(collective::held_up(world).into_iter().map(Warning::from));
    all.extend(return_route::missing(world));
    all.extend(path::missed(world));
    all
}

/// Sentences on the class mismatches of the run so far. A mismatch is a flow whose frames have different
/// classes at the two ends of a link. Each sentence names the flows, the link, both classes and the cause of
/// the mismatch. If a mismatch did not last during the whole run, its sentence includes the times at which
/// the mismatch held. Empty without mismatches.
#[must_use]
pub fn class_mismatches(world: &World) -> Vec<String> {
    let mut log = WarningLog::default();
    each_span(world, |span| log.hold(span.from, class_mismatch::warnings(world, span)));
    log.warnings().into_iter().map(|warning| warning.sentence).collect()
}

/// Properties of the traffic and of the actions on which several warnings depend.
struct Flows {
    /// Sizes of the frames that can cross each port.
    sizes: FrameSizes,
    /// Queues of switches through which ECN-capable frames pass.
    ecn_queues: EcnQueues,
    /// Classes in which frames can leave each port.
    used_classes: UsedClasses,
    /// Functions that actions switch on, by port and priority.
    actions: ActionSettings,
}

/// Warnings on the present settings of `world`, each with its places.
fn of_settings(world: &World, flows: &Flows) -> Vec<Warning> {
    let (spec, Flows { sizes, ecn_queues, .. }) = (world.spec(), flows);
    let mut found = PlacedWarnings::default();
    for index in 0..spec.ports.len() {
        let port = PortId::new(index);
        pfc::one_end(world, port, sizes, &mut found);
        pfc::refresh(world, port, &mut found);
        pfc::equal_thresholds(world, port, &mut found);
        watchdog::times(world, port, &mut found);
        channels::unread(world, port, &mut found);
        if spec.switch_of(port).is_some() {
            headroom::headroom(world, port, sizes, &mut found);
            headroom::xoff_below_pipeline(world, port, sizes, &mut found);
            pfc::without_resumes(world, port, sizes, &mut found);
            strict::above_shares(world, port, sizes, &mut found);
            rate::minimums(world, port, &mut found);
        }
    }
    for node in &spec.nodes {
        if let Some(host) = node.host() {
            receive::room(world, node, host, sizes, &mut found);
        } else {
            ecn::before_pfc(world, node, ecn_queues, &mut found);
            headroom::headroom_pool(world, node, sizes, &mut found);
            headroom::xoff_in_shared_memory(world, node, &mut found);
            link_pause::xoff_in_groups(world, node, sizes, &mut found);
        }
    }
    pfc::unobeyed_sources(world, &mut found);
    rate::without_cnps(world, &mut found);
    ecn_queues.unmarked(world, &mut found);
    xon::too_low(world, sizes, &mut found);
    idle::above_link(world, &mut found);
    idle::warn_of_idle_settings(world, flows, &mut found);
    found.warnings()
}

/// Whether the document gives a setting that covers one of `classes` at `port`, and for which `is_kind`
/// returns true. A value for the whole fabric does not count.
fn is_given(spec: &Spec, port: PortId, classes: PrioritySet, is_kind: impl Fn(LocalValue) -> bool) -> bool {
    let settings = spec.local_settings.iter().filter(|setting| is_kind(setting.value));
    settings.flat_map(|setting| &setting.places).any(|(at, mask)| *at == port && mask.intersects(classes))
}

/// Text of `priorities` in a warning, such as `3, 4`.
fn listed(priorities: impl IntoIterator<Item = Priority>) -> String {
    priorities.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(", ")
}

/// Text of a port and priority in a warning, such as `s1.0 priority 3`.
fn place(spec: &Spec, port: PortId, n: Priority) -> String {
    format!("{} priority {n}", spec.port_name(port))
}
