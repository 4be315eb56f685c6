//! Classes in which flows can send frames by each port, and header labels of the frames that can arrive,
//! under the current routes. Start with [`UsedClasses`].
//!
//! Flows are followed only if a setting depends on the classes in use. If a switch learns addresses, every
//! class counts as used.

use std::collections::BTreeSet;

use crate::engine::World;
use crate::fabric::classify::{Classifier, ClassifierConfig};
use crate::ids::{PortId, Priority, PrioritySet};
use crate::sizing::{Crossings, FramePath};
use crate::spec::LocalValue;
use crate::wire::Label;

/// Classes in which frames can leave each port, and header labels of the frames that can arrive there. Flows
/// that actions add are included.
#[derive(Debug, Default)]
pub(super) struct UsedClasses {
    /// Classes in which frames can leave, indexed by port. Empty if every class counts as used.
    leaving: Vec<PrioritySet>,
    /// Header labels (PCP and DSCP) of the frames that can arrive, indexed by port. Empty if every class
    /// counts as used.
    arriving: Vec<BTreeSet<Label>>,
}

impl UsedClasses {
    /// Follows all flows of `world`, and their return traffic such as acks. If no setting depends on the
    /// classes in use, every class counts as used.
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

    /// Whether frames of class `n` can leave by `port`.
    pub(super) fn leaves(&self, port: PortId, n: Priority) -> bool {
        self.leaving.get(port.index()).is_none_or(|classes| classes.contains(n))
    }

    /// Whether frames of class `n`, and of no other class, can leave by `port`.
    pub(super) fn leaves_alone(&self, port: PortId, n: Priority) -> bool {
        self.leaving.get(port.index()).is_some_and(|classes| *classes == PrioritySet::of(n))
    }

    /// Whether frames of any class in `classes` can leave by `port`.
    pub(super) fn leave(&self, port: PortId, classes: PrioritySet) -> bool {
        self.leaving.get(port.index()).is_none_or(|leaving| !(*leaving & classes).is_empty())
    }

    /// Whether frames can arrive at `port` without a field that the port trusts. Such frames get the default
    /// class.
    pub(super) fn need_default(&self, world: &World, port: PortId) -> bool {
        let config = &world.spec().ports[port.index()].config.classifier;
        let with = |default| Classifier::new(&ClassifierConfig { default, ..*config });
        let (low, high) = (with(Priority::P0), with(Priority::P7));
        let labels = self.arriving.get(port.index());
        labels.is_none_or(|labels| labels.iter().any(|label| low.class(*label) != high.class(*label)))
    }
}
