//! Spans of a run between two changes of settings by actions. Start with [`each_span`].
//!
//! A run without changes has a single span. Spans follow each other without gaps: each ends at the time at
//! which the next one begins.

use std::collections::BTreeMap;

use crate::engine::World;
use crate::ids::{PortId, Priority};
use crate::spec::{Action, Setting, TimedAction};
use crate::units::Time;

/// Greatest number of changes of settings for which the settings before the change are visited, too. The most
/// recent changes are taken. Changes at the same time count as one.
const CHANGES: usize = 256;

/// Span of a run in which no action changes a setting.
pub(in crate::insight) struct SettingsSpan<'a> {
    /// World with the settings of the span. In past spans, it lacks the flows and routes that actions have
    /// added.
    pub settings: &'a World,
    /// Whether a class of a host is lossless, by port and priority. Contains only classes that an action has
    /// changed, because the groups of `settings` do not have these changes.
    host_classes: &'a BTreeMap<(PortId, Priority), bool>,
    /// Start of the span.
    pub from: Time,
    /// End of the span; `None` for the present span, which has not ended.
    pub until: Option<Time>,
}

impl SettingsSpan<'_> {
    /// Whether the class `n` of `port` is lossless.
    pub fn is_lossless(&self, port: PortId, n: Priority) -> bool {
        let changed = self.host_classes.get(&(port, n)).copied();
        changed.unwrap_or_else(|| self.settings.group(port, n).lossless)
    }
}

/// Visits the spans of the run of `world` in order of time; the present span comes last. Spans that ended
/// before the last 256 changes are left out, and so are spans of length 0.
pub(super) fn each_span(world: &World, mut visit: impl FnMut(&SettingsSpan<'_>)) {
    let set = |timed: &'_ TimedAction| matches!(timed.action, Action::Set { .. });
    let done: Vec<&TimedAction> =
        world.actions().iter().take(world.actions_run()).filter(|timed| set(timed)).collect();
    let changes: Vec<&[&TimedAction]> = done.chunk_by(|one, next| one.at == next.at).collect();
    let forgotten = changes.len().saturating_sub(CHANGES);
    let mut host_classes = BTreeMap::new();
    let mut from = Time::ZERO;
    let mut then = (!changes.is_empty()).then(|| world.at_rest());
    for (n, change) in changes.iter().enumerate() {
        let Some(then) = &mut then else { break };
        if n >= forgotten && change[0].at > from {
            let until = Some(change[0].at);
            visit(&SettingsSpan { settings: then, host_classes: &host_classes, from, until });
        }
        from = change[0].at;
        for timed in *change {
            let Action::Set { scope, setting } = &timed.action else { continue };
            then.adopt(scope, *setting);
            if let Setting::Group(group, _) = setting {
                let hosts = scope.ports.iter().filter(|port| world.spec().switch_of(**port).is_none());
                let classes = hosts.flat_map(|port| scope.priorities.iter().map(|n| (*port, n)));
                host_classes.extend(classes.map(|class| (class, group.lossless)));
            }
        }
    }
    visit(&SettingsSpan { settings: world, host_classes: &host_classes, from, until: None });
}
