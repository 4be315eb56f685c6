//! Controls of a challenge: the settings that the student may change. Each control has values; to prove the
//! lesson, the program draws random values of all controls. Start reading with [`Control`].
//!
//! Settings are in the order of the file. A control of a place, such as a switch, also allows smaller
//! places in it, such as its ports. If a document has a value that the control does not offer, this value
//! has no index. Values are compared after they are read, so `1k` equals `1000`.

use std::collections::BTreeMap;
use std::mem::discriminant;

use fabric_sim::document::params::{Address, ParamMap, Place};
use fabric_sim::document::{Action, Document, Problem, TimedAction, Variation};
use fabric_sim::engine::World;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Change;

/// Setting that the student may change in a challenge. The proof of the lesson runs random values of all
/// controls, and checks that few of these runs meet the goals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Control {
    /// The student may set a parameter.
    Parameter {
        /// Address of the parameter: for the whole fabric (`headroom`) or for one place
        /// (`switch.s1.headroom`).
        address: String,
        /// Values from which the proof draws, in the notation of `fabric sweep --vary`: a range
        /// `2k..60k/30` or a list `12k,18k`.
        values: String,
    },
    /// The student may set a field of a flow.
    Flow {
        /// Name of the flow.
        name: String,
        /// Name of the field in documents: `priority`, `path`, `rate_control` …
        field: String,
        /// Values of the field from which the proof draws; `null` removes the field.
        values: Vec<Value>,
    },
    /// The student may add actions at any time, of the kinds that occur in `one_of`. A `set` action may set
    /// only parameters that an example in `one_of` sets.
    Actions {
        /// Example actions. The proof draws one of them, or none.
        one_of: Vec<TimedAction>,
    },
}

impl Control {
    /// Refuses a control that cannot be used with `document`. Reasons: its parameter, flow, node or port does
    /// not exist, it has too few values, or the fabric refuses a value of a flow field or an example action.
    /// `world` is the run of `document` at time 0.
    ///
    /// # Errors
    /// The first problem, with its place in the control. A parameter or flow needs at least two values, a
    /// control of actions at least one example. Values of a parameter are read, but not tried in the fabric.
    pub fn check(&self, document: &Document, world: &World) -> Result<(), Problem> {
        let all: Vec<Change> = match self {
            Self::Parameter { address, values } => {
                let parsed = Address::parse(address)
                    .map_err(|problem| Problem::new("parameter.address", problem.message))?;
                crate::target::place(world.spec(), &parsed)
                    .map_err(|problem| crate::check::at("parameter.address", &problem))?;
                let values = Variation::parse(&format!("{address}={values}"));
                let values = values
                    .map_err(|problem| Problem { place: "parameter.values".to_owned(), ..problem })?
                    .values;
                if values.len() < 2 {
                    return Err(Problem::new(
                        "parameter.values",
                        "fewer than two values leave nothing to choose; give two or more",
                    ));
                }
                // Values are not tried alone here, because a value may fit only together with values of other
                // controls.
                Vec::new()
            }
            Self::Flow { name, field, values } if values.len() < 2 => {
                let message = format!(
                    "fewer than two values of {field} of {name} leave nothing to choose; give two or more"
                );
                return Err(Problem::new("flow.values", message));
            }
            Self::Flow { name, field, values } => {
                values.iter().map(|value| of_flow(name, field, value)).collect()
            }
            Self::Actions { one_of } if one_of.is_empty() => {
                return Err(Problem::new("actions.one_of", "is empty; give an action as an example"));
            }
            Self::Actions { one_of } => one_of.iter().map(of_action).collect(),
        };
        let place = match self {
            Self::Parameter { .. } => "parameter",
            Self::Flow { .. } => "flow",
            Self::Actions { .. } => "actions",
        };
        for change in all {
            let mut changed = document.clone();
            let made = change.apply(&mut changed).and_then(|()| changed.compile().map(|_| ()));
            made.map_err(|problems| match problems.list() {
                [first, ..] => Problem::new(place, first.to_string()),
                [] => Problem::new(place, "cannot be applied; give another value"),
            })?;
        }
        Ok(())
    }

    /// Changes from which the proof draws: one per value or example action, in the order of the file. Empty
    /// if the values cannot be read.
    #[must_use]
    pub fn settings(&self) -> Vec<Change> {
        match self {
            Self::Parameter { address, values } => {
                let values = Variation::parse(&format!("{address}={values}")).map(|one| one.values);
                let set =
                    |value| Change { set: ParamMap::from([(address.clone(), value)]), ..Change::default() };
                values.unwrap_or_default().into_iter().map(set).collect()
            }
            Self::Flow { name, field, values } => {
                values.iter().map(|value| of_flow(name, field, value)).collect()
            }
            Self::Actions { one_of } => one_of.iter().map(of_action).collect(),
        }
    }

    /// Index in [`Control::settings`] of the value that `document` has; the first index if several settings
    /// are equal. A parameter that `document` does not set has its default. `None` if `document` has
    /// another value, if the control is for actions, if the address cannot be read, or if the flow does not
    /// exist.
    #[must_use]
    pub fn setting_in(&self, document: &Document) -> Option<usize> {
        match self {
            Self::Parameter { address, .. } => {
                let address = Address::parse(address).ok()?;
                let value = document.parameter(&address).value;
                let is_value = |change: &Change| {
                    let text = change.set.0.values().next();
                    text.is_some_and(|text| address.key.param().parse(text) == Ok(value))
                };
                self.settings().iter().position(is_value)
            }
            Self::Flow { .. } => {
                let is_made = |change: &Change| {
                    let mut made = document.clone();
                    change.apply(&mut made).is_ok() && made.flows == document.flows
                };
                self.settings().iter().position(is_made)
            }
            Self::Actions { .. } => None,
        }
    }

    /// Draws one of [`Control::settings`] at random. For a control of actions, the draw can also be an
    /// empty change, which adds no action. All draws are equally likely. If there are no settings, the draw
    /// is an empty change.
    pub(crate) fn draw(&self, random: &mut Pcg32) -> Change {
        let mut settings = self.settings();
        if matches!(self, Self::Actions { .. }) {
            settings.push(Change::default());
        }
        let count = u64::try_from(settings.len()).unwrap_or(u64::MAX).max(1);
        let n = usize::try_from(random.next_u64() % count).unwrap_or(0);
        settings.into_iter().nth(n).unwrap_or_default()
    }

    /// Changes `start` and `made` so that they no longer differ in anything that this control may change.
    /// Parameters and actions that the control may change are removed from `start` and `made`. A flow field
    /// that the control may change is copied from `start` to `made`. If the address cannot be read, nothing
    /// changes.
    pub(crate) fn equalise(&self, start: &mut Document, made: &mut Document) {
        match self {
            Self::Parameter { address, .. } => {
                let Ok(own) = Address::parse(address) else { return };
                for document in [start, made] {
                    document.params.0.retain(|text, _| !covers(&own, text));
                }
            }
            Self::Flow { name, field, .. } => {
                let value = start.flows.iter().find(|flow| flow.name == *name);
                let value = value.and_then(|flow| serde_json::to_value(flow).ok());
                let value = value.and_then(|flow| flow.get(field).cloned()).unwrap_or(Value::Null);
                // If the value is refused, the difference between the documents remains.
                let _ = of_flow(name, field, &value).apply(made);
            }
            Self::Actions { one_of } => {
                let allowed = |action: &Action| one_of.iter().any(|one| is_like(&one.action, action));
                for document in [start, made] {
                    document.actions.retain(|timed| !allowed(&timed.action));
                }
            }
        }
    }
}

/// Whether a control of the parameter `own` also allows a change at the address `text`, which must have the
/// same parameter. A control of the fabric allows every place. A control of a switch allows the switch and
/// its ports. Any other control allows only its own place. A control without priority allows all
/// priorities. An address that cannot be read is not allowed.
fn covers(own: &Address, text: &str) -> bool {
    let is_within = |place: &Place| match (&own.place, place) {
        (Place::Fabric, _) => true,
        (Place::Switch(own), Place::SwitchPort(name, _)) => own == name,
        (own, place) => own == place,
    };
    Address::parse(text).is_ok_and(|given| {
        given.key == own.key
            && is_within(&given.place)
            && (own.priority.is_none() || own.priority == given.priority)
    })
}

/// Whether a control with the action `example` also allows `action`. Both must be the same kind of action.
/// A `set` action may have only parameters that the example sets. Values and times are not compared.
fn is_like(example: &Action, action: &Action) -> bool {
    match (example, action) {
        (Action::Set(example), Action::Set(set)) => set.0.keys().all(|key| example.0.contains_key(key)),
        _ => discriminant(example) == discriminant(action),
    }
}

fn of_flow(name: &str, field: &str, value: &Value) -> Change {
    let fields = Map::from_iter([(field.to_owned(), value.clone())]);
    Change { flows: BTreeMap::from([(name.to_owned(), fields)]), ..Change::default() }
}

fn of_action(timed: &TimedAction) -> Change {
    Change { actions: vec![timed.clone()], ..Change::default() }
}
