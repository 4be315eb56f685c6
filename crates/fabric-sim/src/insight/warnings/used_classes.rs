//! Classes in which flows can send frames by each port, and the labels of the frames that can arrive, under
//! the current routes. Start with [`UsedClasses`].
//!
//! Nothing is searched unless a setting depends on it. If a switch learns addresses, every class counts as
//! used.

use std::collections::BTreeSet;

use crate::engine::World;
use crate::fabric::classify::{Classifier, ClassifierConfig};
use crate::ids::{PortId, Priority, PrioritySet};
use crate::sizing::{Crossings, FramePath};
use crate::spec::LocalValue;
use crate::wire::Label;

/// Classes and labels of the frames that can cross each port. Flows that actions add are included.
#[derive(Debug, Default)]
pub(super) struct UsedClasses {
    /// Classes in which frames can leave, by port. Empty if every class counts as used.
    leaving: Vec<PrioritySet>,
    /// Labels of the frames that can arrive, by port. Empty if every class counts as used.
    arriving: Vec<BTreeSet<Label>>,
}

impl UsedClasses {
    /// Follows all flows of `world`, and their return traffic, if a setting depends on the classes.
    pub(super) fn of(world: &World) -> Self {
        let spec = world.spec();
        let needs = |value: LocalValue| {
            matches!(
                value,
                LocalValue::MinRate(_)
                    | LocalValue::MaxRate(_)
                    | LocalValue::WredMin
                    | LocalValue::EgressLimit(_)
                    | LocalValue::EgressAlpha(_)
                    | LocalValue::DefaultPriority
                    | LocalValue::Drain(_)
                    | LocalValue::PauseTime
            )
        };
        let changed = spec.changed_settings.iter().map(|changed| changed.setting.value);
        let mut values = spec.local_settings.iter().map(|setting| setting.value).chain(changed);
        if !values.any(needs) || spec.switches.iter().any(|switch| switch.learning.is_some()) {
            return Self::default();
        }
        let mut used = Self {
            leaving: vec![PrioritySet::EMPTY; spec.ports.len()],
            arriving: vec![BTreeSet::new(); spec.ports.len()],
        };
        let mut crossings = Crossings::new(spec, world.routes());
        for flow in world.flow_specs() {
            let back = FramePath::returning(spec, flow).map(|(path, _)| path);
            for path in FramePath::of_data(spec, flow).chain(back) {
                crossings.each(&path, |crossing| {
                    used.leaving[crossing.from.index()].insert(crossing.sent);
                    used.arriving[crossing.to.index()].insert(path.label);
                });
            }
        }
        used
    }

    /// Whether frames can leave `port` in the class `n`.
    pub(super) fn leaves(&self, port: PortId, n: Priority) -> bool {
        self.leaving.get(port.index()).is_none_or(|classes| classes.contains(n))
    }

    /// Whether frames can leave `port` in the class `n`, and in no other class.
    pub(super) fn leaves_alone(&self, port: PortId, n: Priority) -> bool {
        self.leaving.get(port.index()).is_some_and(|classes| *classes == PrioritySet::of(n))
    }

    /// Whether frames of one of `classes` can leave `port`.
    pub(super) fn leave(&self, port: PortId, classes: PrioritySet) -> bool {
        self.leaving.get(port.index()).is_none_or(|leaving| !(*leaving & classes).is_empty())
    }

    /// Whether frames can arrive at `port` that no trusted field classifies, so that they get the default
    /// class.
    pub(super) fn need_default(&self, world: &World, port: PortId) -> bool {
        let config = &world.spec().ports[port.index()].config.classifier;
        let with = |default| Classifier::new(&ClassifierConfig { default, ..*config });
        let (low, high) = (with(Priority::P0), with(Priority::P7));
        let labels = self.arriving.get(port.index());
        labels.is_none_or(|labels| labels.iter().any(|label| low.class(*label) != high.class(*label)))
    }
}
