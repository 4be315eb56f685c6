//! Functions that actions switch on, by port. Start with [`ActionSettings`].
//!
//! The actions are read once, to save time: the warnings look up every port and priority of every setting.

use std::collections::BTreeMap;

use crate::engine::World;
use crate::fabric::buffer::Threshold;
use crate::fabric::egress::Discipline;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::spec::{Action, Setting};

/// Function of a switch port or host that an action can switch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SwitchableFunction {
    /// ECN marking, which a Kmin switches on.
    Marking,
    /// PFC watchdog.
    Watchdog,
    /// Lossless priority group.
    Lossless,
    /// Dynamic threshold of a priority group.
    DynamicThreshold,
    /// Static threshold of a priority group.
    StaticThreshold,
    /// ETS class.
    EtsClass,
    /// Change of the drain rate of a host: the rate of the bus from its receive buffer to its memory.
    Drain,
}

/// Functions that `setting` switches on.
fn functions(setting: &Setting) -> impl Iterator<Item = SwitchableFunction> {
    let (first, second) = match setting {
        Setting::Kmin(_) => (Some(SwitchableFunction::Marking), None),
        Setting::Watchdog(Some(_)) => (Some(SwitchableFunction::Watchdog), None),
        Setting::Group(pg, _) => (
            pg.lossless.then_some(SwitchableFunction::Lossless),
            Some(match pg.threshold {
                Threshold::Dynamic(_) => SwitchableFunction::DynamicThreshold,
                Threshold::Static(_) => SwitchableFunction::StaticThreshold,
            }),
        ),
        Setting::Class(class) => {
            (matches!(class.discipline, Discipline::Ets).then_some(SwitchableFunction::EtsClass), None)
        }
        Setting::Drain(_) => (Some(SwitchableFunction::Drain), None),
        _ => (None, None),
    };
    first.into_iter().chain(second)
}

/// Priorities of each port for which an action of the run switches on a function, at any time.
#[derive(Debug, Default)]
pub(super) struct ActionSettings(BTreeMap<(SwitchableFunction, PortId), PrioritySet>);

impl ActionSettings {
    /// Reads all actions of `world`, past and future.
    pub fn of(world: &World) -> Self {
        let mut all = Self::default();
        for timed in world.actions() {
            let Action::Set { scope, setting } = &timed.action else { continue };
            for function in functions(setting) {
                for port in &scope.ports {
                    *all.0.entry((function, *port)).or_default() |= scope.priorities;
                }
            }
        }
        all
    }

    /// Whether an action switches on `function` for the priority `n` of `port`.
    pub fn switches_on(&self, function: SwitchableFunction, port: PortId, n: Priority) -> bool {
        self.of_port(function, port).contains(n)
    }

    /// Priorities of `port` for which an action switches on `function`.
    pub fn of_port(&self, function: SwitchableFunction, port: PortId) -> PrioritySet {
        self.0.get(&(function, port)).copied().unwrap_or_default()
    }
}
