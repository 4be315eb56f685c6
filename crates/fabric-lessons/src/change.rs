//! Change of a document, as the file of a lesson writes it: parameter values, added actions and fields of
//! flows. A change refers to flows by name and never adds or removes a flow. Start reading with
//! [`Change::apply`].

use std::collections::BTreeMap;

use fabric_sim::document::params::ParamMap;
use fabric_sim::document::{Document, Flow, Problem, Problems, TimedAction, read_json, too_many};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Change of a document: parameter values, added actions and fields of flows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// New values by key: address of a parameter, `seed`, `horizon` or `speed`. Share links use the same
    /// keys. An empty value removes the parameter.
    #[serde(default, skip_serializing_if = "ParamMap::is_empty")]
    pub set: ParamMap,
    /// Actions that the change adds after those of the document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<TimedAction>,
    /// New values of fields of flows, by the name of the flow and then of the field; `null` removes a field
    /// (RFC 7396). A new value of the field `name` renames the flow.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub flows: BTreeMap<String, Map<String, Value>>,
}

impl Change {
    /// Whether the change is empty: no values in `set`, no actions and no fields of flows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Applies the change to `document`. After an error, a part of the change may have been applied.
    ///
    /// # Errors
    /// All problems: a key that share links do not have, the key `at`, a value out of range, more than
    /// [`Document::ACTIONS`] actions (then no action is added), or a flow that the document does not have.
    /// The problems are in the order `set`, `actions`, `flows`. The changed document is not compiled, so
    /// the simulator may still refuse it.
    pub fn apply(&self, document: &mut Document) -> Result<(), Problems> {
        let mut problems = Vec::new();
        if self.set.0.contains_key("at") {
            problems.push(Problem::new("set.at", "is for links; put the action into actions"));
        }
        let pairs = self.set.0.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        if let Err(wrong) = document.edit_all(pairs.filter(|(key, _)| *key != "at")) {
            problems.extend(wrong.list().iter().map(|one| crate::check::at("set", one)));
        }
        let actions = document.actions.len() + self.actions.len();
        if actions > Document::ACTIONS {
            problems.push(Problem::new("actions", too_many(actions, Document::ACTIONS)));
        } else {
            document.actions.extend(self.actions.iter().cloned());
        }
        for (name, fields) in &self.flows {
            let place = format!("flows.{name}");
            match document.flows.iter_mut().find(|flow| flow.name == *name) {
                None => problems.push(Problem::new(
                    place,
                    "there is no flow of this name in the document; name one of its flows",
                )),
                Some(flow) => match merged(flow, fields) {
                    Ok(changed) => *flow = changed,
                    Err(wrong) => problems.push(crate::check::at(&place, &wrong)),
                },
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems.into_iter().collect()) }
    }
}

/// Copies `flow` and replaces the given fields; a value of `null` removes the field, if the flow has the
/// field. An unknown field or a wrong value is an error.
fn merged(flow: &Flow, fields: &Map<String, Value>) -> Result<Flow, Problem> {
    let mut value = serde_json::to_value(flow).map_err(|error| Problem::new("", error.to_string()))?;
    if let Some(own) = value.as_object_mut() {
        for (name, field) in fields {
            if field.is_null() {
                own.remove(name);
            } else {
                own.insert(name.clone(), field.clone());
            }
        }
    }
    read_json(&value.to_string())
}
