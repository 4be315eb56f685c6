//! Division of a run into spans, at the times at which actions change settings. Start with [`each_span`].
//!
//! A run without changes of settings has a single span. Each span ends when the next one begins.

use std::collections::BTreeMap;

use crate::engine::World;
use crate::ids::{PortId, Priority};
use crate::spec::{Action, Setting, TimedAction};
use crate::units::Time;

/// Greatest number of changes of settings at which a run is divided into spans: only the 256 most recent
/// count. Changes at the same time count as one. The limit keeps long runs fast.
const CHANGES: usize = 256;

/// Span of a run in which no action changes a setting.
pub(in crate::insight) struct SettingsSpan<'a> {
    /// World with the settings of this span of the run. For a past span, this world lacks the flows and
    /// routes that actions have added.
    pub settings: &'a World,
    /// Classes of host ports that an action has made lossless (`true`) or lossy (`false`) up to this span,
    /// by port and priority. The world in `settings` lacks these changes.
    host_classes: &'a BTreeMap<(PortId, Priority), bool>,
    /// Start of this span of the run.
    pub from: Time,
    /// End of the span; `None` for the present span, which has not ended.
    pub until: Option<Time>,
}

impl SettingsSpan<'_> {
    /// Whether the class `n` of `port` is lossless in this span of the run.
    pub fn is_lossless(&self, port: PortId, n: Priority) -> bool {
        let changed = self.host_classes.get(&(port, n)).copied();
        changed.unwrap_or_else(|| self.settings.group(port, n).lossless)
    }
}

/// Calls `visit` for each span of the run of `world`, in order of time; the present span comes last. Spans
/// before the last 256 changes, and spans of length 0, are left out.
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
