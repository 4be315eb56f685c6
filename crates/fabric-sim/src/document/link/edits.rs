//! Changes of a document as `key=value` pairs. Applies the pairs of a share link to a document, and writes a
//! document as changes of a preset. Start with [`Document::edit`].
//!
//! An empty value removes a parameter; for `model`, `seed`, `horizon`, `speed` and `at`, an empty value is an
//! error. The key `at` adds an action and may occur several times. Pairs are applied in their order; a later
//! pair for the same address replaces the earlier one. Times above 3600 s are errors. Whether names, and
//! places in addresses, exist is checked only by compiling.

use std::fmt;

use super::super::action::{Action, Incast, TimedAction};
use super::super::number::too_many;
use super::super::params::{Address, ParamMap};
use super::super::presets::Preset;
use super::super::problem::{Problem, Problems};
use super::super::{Document, MODEL, OLDEST_MODEL, Seed, TransferBytes};
use super::check::Check;
use super::keys::{leaves_document, value_problem};
use crate::units::{Bytes, Time};

/// Key and value of a share link, unescaped.
pub(super) type Pair = (String, String);

impl Document {
    /// Applies the pair `key=value` of a share link. Keys are `model`, `seed`, `horizon`, `speed`, `at` (adds
    /// an action), and addresses of parameters. An empty value removes a parameter.
    ///
    /// # Errors
    /// If the key does not exist, or if `value` is out of range. Also if `key` is `at` and the document
    /// already has [`Document::ACTIONS`] actions. The document then stays unchanged.
    pub fn edit(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        apply(self, key, value, &[])
    }

    /// Applies several `key=value` pairs together. Returns the addresses of the parameters that were set, for
    /// [`Document::compile_edited`]. If two pairs exclude each other, such as `xoff` and `alpha`, both are
    /// set, and compiling reports the conflict.
    ///
    /// # Errors
    /// The problems of all wrong pairs; the correct pairs are applied. If there are too many actions, no pair
    /// is applied.
    pub fn edit_all<'a>(
        &mut self,
        pairs: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Vec<Address>, Problems> {
        let given = pairs.clone().filter(|(_, value)| !value.is_empty());
        let written: Vec<Address> = given.filter_map(|(key, _)| Address::parse(key).ok()).collect();
        let count = self.actions.len() + pairs.clone().filter(|(key, _)| *key == "at").count();
        if count > Self::ACTIONS {
            return Err(Problem::new("actions", too_many(count, Self::ACTIONS)).into());
        }
        let mut problems = Problems::default();
        for (key, value) in pairs {
            problems.record(apply(self, key, value, &written));
        }
        problems.into_result().map(|()| written)
    }
}

fn apply(document: &mut Document, key: &str, value: &str, same_edit: &[Address]) -> Result<(), Problem> {
    let wrong = || value_problem(key, value);
    match key {
        "model" => {
            let model = value.parse().ok().filter(|model| (OLDEST_MODEL..=MODEL).contains(model));
            document.model = model.ok_or_else(wrong)?;
        }
        "seed" => {
            let seed = value.parse().ok().and_then(Seed::new);
            document.seed = seed.ok_or_else(wrong)?;
        }
        "horizon" => document.horizon = time(value).ok_or_else(wrong)?,
        "speed" => document.view.speed = Some(time(value).ok_or_else(wrong)?),
        "at" if document.actions.len() >= Document::ACTIONS => {
            return Err(Problem::new("actions", too_many(document.actions.len() + 1, Document::ACTIONS)));
        }
        "at" => document.actions.push(action(value)?),
        _ => {
            let address = Address::parse(key)?;
            if value.is_empty() {
                document.clear_parameter(&address);
            } else {
                document.set_parameter_in_edit(&address, value, same_edit)?;
            }
        }
    }
    Ok(())
}

/// Reads an action in the notation of share links, `TIME:FIELD=VALUE`: `12us:xoff=64k`, `12us:incast=h0:64k`,
/// `12us:stop=f1`, `12us:link_down=s1.2`. A field is the address of a parameter, or one of `incast`, `start`,
/// `stop`, `link_down`, `link_up`, `mend`, `arm` and `stop_pause_source`. Any action can also be given as
/// JSON: `12us:{"stop": "f1"}`.
fn action(text: &str) -> Result<TimedAction, Problem> {
    let wrong = || value_problem("at", text);
    let (at, what) = text.split_once(':').ok_or_else(wrong)?;
    if what.starts_with('{') {
        let at = time(at).ok_or_else(wrong)?;
        return Ok(TimedAction { at, action: Action::parse(what)? });
    }
    let (key, value) = what.split_once('=').ok_or_else(wrong)?;
    let action = match key {
        "start" => Action::Start(value.to_owned()),
        "stop" => Action::Stop(value.to_owned()),
        "arm" => Action::Arm(value.to_owned()),
        "mend" => Action::Mend(value.to_owned()),
        "stop_pause_source" => Action::StopPauseSource(value.to_owned()),
        "link_down" => Action::LinkDown(value.to_owned()),
        "link_up" => Action::LinkUp(value.to_owned()),
        "incast" => {
            let (to, bytes) = value.rsplit_once(':').ok_or_else(wrong)?;
            let bytes = bytes.parse().ok().and_then(|bytes: Bytes| TransferBytes::new(bytes.get()));
            Action::Incast(Incast::all(to, bytes.ok_or_else(wrong)?))
        }
        "flow" | "lose_credits" | "lose_pfc" | "lossy" | "pause_source" | "route" | "set" | "unroute" => {
            let message = format!("is an action with several fields; write it as JSON: {{\"{key}\": …}}");
            return Err(Problem::new(format!("at {at} {key}"), message));
        }
        _ => {
            let param = Address::parse(key)?.key.param();
            let range = |range| Problem::range(format!("at {at} {key}"), format_args!("\"{value}\""), range);
            param.parse(value).map_err(range)?;
            Action::Set(ParamMap::from([(key, value)]))
        }
    };
    Ok(TimedAction { at: time(at).ok_or_else(wrong)?, action })
}

/// Path and key-value pairs of a share link that gives `document` as changes of the preset with the
/// document's name. `None` if no preset has this name, or if pairs cannot express the changes. Pairs cannot
/// remove an action or the view of a preset. Pairs also cannot change nodes, links and flows.
pub(super) fn of_preset(document: &Document) -> Option<(String, Vec<Pair>)> {
    let named = Preset::find(&document.name).ok()?;
    let preset = named.document();
    let mut pairs = vec![pair("v", Check::of_preset(named))];
    setting_pairs(&preset, document, &mut pairs);
    for timed in document.actions.strip_prefix(&preset.actions[..])? {
        action_pair(timed, &mut pairs)?;
    }
    if document.view.speed != preset.view.speed {
        pairs.push(pair("speed", document.view.speed?));
    }
    if document.view.select != preset.view.select {
        pairs.push(pair("sel", document.view.select.as_ref()?));
    }
    if document.view.tab != preset.view.tab {
        pairs.push(pair("tab", document.view.tab?));
    }
    if document.view.step != preset.view.step {
        pairs.push(pair("step", document.view.step?));
    }
    if document.view.frame != preset.view.frame {
        pairs.push(pair("frame", document.view.frame?));
    }
    if document.view.flow != preset.view.flow {
        pairs.push(pair("flow", document.view.flow?.get()));
    }
    if document.view.zoom != preset.view.zoom {
        pairs.push(pair("zoom", document.view.zoom?));
    }
    if document.view.camera != preset.view.camera {
        pairs.push(pair("camera", document.view.camera?));
    }
    // Parts that the pairs cannot express must be as in the preset; reading the pairs back checks this.
    let mut again = preset;
    again.view.select.clone_from(&document.view.select);
    (again.view.tab, again.view.step) = (document.view.tab, document.view.step);
    (again.view.frame, again.view.flow) = (document.view.frame, document.view.flow);
    (again.view.zoom, again.view.camera) = (document.view.zoom, document.view.camera);
    let edits = pairs.iter().filter(|(key, _)| !leaves_document(key));
    again.edit_all(edits.map(|(key, value)| (key.as_str(), value.as_str()))).ok()?;
    (again == *document).then(|| (format!("preset/{}", document.name), pairs))
}

/// Appends the pairs that change model, seed, horizon and parameters of the document `from` into the values
/// of `to`, in this order. Removed parameters have an empty value and come before changed parameters. Actions
/// are not compared.
pub(super) fn setting_pairs(from: &Document, to: &Document, pairs: &mut Vec<Pair>) {
    if to.model != from.model {
        pairs.push(pair("model", to.model));
    }
    if to.seed != from.seed {
        pairs.push(pair("seed", to.seed.get()));
    }
    if to.horizon != from.horizon {
        pairs.push(pair("horizon", to.horizon));
    }
    let (old, new) = (&from.params.0, &to.params.0);
    pairs.extend(old.keys().filter(|address| !new.contains_key(*address)).map(|address| pair(address, "")));
    let changed = new.iter().filter(|(address, value)| old.get(*address) != Some(value));
    pairs.extend(changed.map(|(address, value)| pair(address, value)));
}

/// Appends the pair that adds an action. Returns `None` if no pair can express the action.
pub(super) fn action_pair(TimedAction { at, action }: &TimedAction, pairs: &mut Vec<Pair>) -> Option<()> {
    let mut push = |what: String| pairs.push(pair("at", format_args!("{at}:{what}")));
    match action {
        // An action with several values cannot be one pair, because it would be read as several actions.
        Action::Set(map) if map.0.len() == 1 => {
            map.0.iter().for_each(|(address, value)| push(format!("{address}={value}")));
        }
        Action::Incast(incast) if *incast == Incast::all(&incast.to, incast.bytes) => {
            push(format!("incast={}:{}", incast.to, Bytes(incast.bytes.get())));
        }
        Action::Start(flow) => push(format!("start={flow}")),
        Action::Stop(flow) => push(format!("stop={flow}")),
        Action::Arm(port) => push(format!("arm={port}")),
        Action::Mend(port) => push(format!("mend={port}")),
        Action::StopPauseSource(source) => push(format!("stop_pause_source={source}")),
        Action::LinkDown(port) => push(format!("link_down={port}")),
        Action::LinkUp(port) => push(format!("link_up={port}")),
        Action::Flow(_) => push(action.to_json()),
        _ => return None,
    }
    Some(())
}

pub(super) fn pair(key: &str, value: impl fmt::Display) -> Pair {
    (key.to_owned(), value.to_string())
}

fn time(text: &str) -> Option<Time> {
    text.parse().ok().filter(|time| *time <= Time::LONGEST)
}
