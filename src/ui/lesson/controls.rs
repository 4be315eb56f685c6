//! Controls of a challenge: the settings that the student may change, each with the values that the lesson
//! offers. Start with [`Controls`]. A change applies from the start of the run.
//!
//! All chosen values are applied together, because some are valid only together. If the values make no valid
//! document, the run stays and a text gives the reason. Each change clears the results of the last check. If
//! the document has a value that a control does not offer, the control shows "as it is".

use std::rc::Rc;

use fabric_lessons::{Change, Control};
use fabric_sim::document::Document;
use fabric_sim::document::params::Address;
use leptos::prelude::*;
use serde_json::Value;

use super::challenge::GoalResults;
use crate::lab::{Command, place_in_words, value_label};
use crate::ui::PageContext;
use crate::ui::params::capital;

/// Largest number of values for which a parameter has a menu. With more values it has a slider.
const LIST: usize = 8;

/// Controls of a challenge, in the order of the lesson. A change of a control changes the document; a slider
/// does so when it is released. If the chosen values together make no valid document, the run stays and a
/// text below gives the reason.
#[component]
pub fn Controls(
    page: PageContext,
    controls: Vec<Control>,
    /// Results of the last check of the challenge; each change of a control clears these results.
    goal_results: GoalResults,
) -> impl IntoView {
    let controls = Rc::new(controls);
    // For each control, index of the shown value; `None` for a value that the control does not offer. The
    // document may have other values while the shown values are not valid together.
    let shown = RwSignal::new(Vec::<Option<usize>>::new());
    let refused = RwSignal::new(None::<String>);
    follow(page, Rc::clone(&controls), shown, refused, goal_results);
    let choose = {
        let controls = Rc::clone(&controls);
        StoredValue::new_local(move |control: usize, setting: usize| {
            shown.update(|shown| {
                if let Some(one) = shown.get_mut(control) {
                    *one = Some(setting);
                }
            });
            refused.set(shown.with_untracked(|shown| apply(page, &controls, shown)).err());
        })
    };
    let all = controls.iter().enumerate().filter_map(|(n, control)| {
        let texts = texts(control)?;
        let label = label(control);
        let setting = Memo::new(move |_| shown.with(|shown| shown.get(n).copied().flatten()));
        let chosen = move |event: &web_sys::Event| {
            if let Ok(setting) = event_target_value(event).parse() {
                choose.with_value(|choose| choose(n, setting));
            }
        };
        Some(if texts.len() > LIST && matches!(control, Control::Parameter { .. }) {
            slider(n, label, texts, setting, chosen).into_any()
        } else {
            list(n, label, texts, setting, chosen).into_any()
        })
    });
    view! {
        <div class="lesson-controls">{all.collect_view()}</div>
        <p class="lesson-refusal" role="status" data-testid="lesson-control-refusal">
            {move || refused.get().map(|why| format!("Not in force yet: {why}"))}
        </p>
    }
}

/// Keeps the controls up to date. When the document changes, also by undo, `shown` gets the values of the
/// document, and `refused` and `goal_results` are cleared.
fn follow(
    page: PageContext,
    controls: Rc<Vec<Control>>,
    shown: RwSignal<Vec<Option<usize>>>,
    refused: RwSignal<Option<String>>,
    goal_results: GoalResults,
) {
    Effect::new(move |before: Option<Option<Document>>| {
        page.static_picture.track();
        let document = page.read_lab(|lab| lab.address().document);
        if let Some(document) = document.as_ref().filter(|_| before.as_ref() != Some(&document)) {
            shown.set(controls.iter().map(|control| control.setting_in(document)).collect());
            refused.set(None);
            goal_results.set(None);
        }
        document
    });
}

/// Applies all chosen values to the document together, because some are valid only together, such as the ETS
/// shares of a port. The changes are one edit for undo. A control without an index in `shown` (`None`)
/// changes nothing.
///
/// # Errors
/// Message for the user, if the values make no valid document. The present run then stays as it is.
fn apply(page: PageContext, controls: &[Control], shown: &[Option<usize>]) -> Result<(), String> {
    let Some(mut document) = page.read_lab(|lab| lab.address().document) else { return Ok(()) };
    let changes = controls.iter().zip(shown).filter_map(|(control, setting)| {
        let setting = (*setting)?;
        // Skips values that the document already has.
        let is_so = control.setting_in(&document) == Some(setting);
        control.settings().into_iter().nth(setting).filter(|_| !is_so)
    });
    let changes: Vec<Change> = changes.collect();
    for change in changes {
        change.apply(&mut document).map_err(|problems| problems.to_string())?;
    }
    document.compile().map_err(|problems| problems.to_string())?;
    page.try_act(Command::Amend(Box::new(document))).map_or(Ok(()), Err)
}

fn slider(
    n: usize,
    label: String,
    texts: Vec<String>,
    setting: Memo<Option<usize>>,
    chosen: impl Fn(&web_sys::Event) + 'static,
) -> impl IntoView {
    let last = texts.len().saturating_sub(1);
    let shown = Memo::new(move |_| {
        let text = setting.get().and_then(|n| texts.get(n).cloned());
        text.unwrap_or_else(|| "as it is".to_owned())
    });
    view! {
        <label class="lesson-control">
            <span>{label}</span>
            <output>{shown}</output>
            <input type="range" min="0" max=last step="1" data-testid=format!("lesson-control-{n}") aria-valuetext=shown
                prop:value=move || setting.get().unwrap_or(0).to_string() on:change=move |event| chosen(&event)/>
        </label>
    }
}

fn list(
    n: usize,
    label: String,
    texts: Vec<String>,
    setting: Memo<Option<usize>>,
    chosen: impl Fn(&web_sys::Event) + 'static,
) -> impl IntoView {
    let one = move |(at, text): (usize, String)| {
        view! { <option value=at selected=move || setting.get() == Some(at)>{text}</option> }
    };
    // If the control does not offer the value of the document, the menu has an extra entry for it.
    let other =
        move || setting.get().is_none().then(|| view! { <option selected disabled>"as it is"</option> });
    view! {
        <label class="lesson-control">
            <span>{label}</span>
            <select class="select" data-testid=format!("lesson-control-{n}") on:change=move |event| chosen(&event)>
                {other}
                {texts.into_iter().enumerate().map(one).collect_view()}
            </select>
        </label>
    }
}

/// Label of a control, such as "Headroom", "Watchdog: leaf1" or "blue: priority". Empty for actions. If the
/// parameter is unknown, the label is the address of the parameter, as the lesson writes it.
fn label(control: &Control) -> String {
    match control {
        Control::Parameter { address: text, .. } => match Address::parse(text) {
            Ok(address) => {
                let name = capital(address.key.param().label);
                let is_everywhere = address == Address::everywhere(address.key);
                if is_everywhere { name } else { format!("{name}: {}", place_in_words(&address)) }
            }
            Err(_) => text.clone(),
        },
        Control::Flow { name, field, .. } => format!("{name}: {}", field.replace('_', " ")),
        Control::Actions { .. } => String::new(),
    }
}

/// Texts of the values that a control offers, in the order of the lesson. `None` if the parameter is unknown,
/// or if the control is an action, whose button is elsewhere on the page.
fn texts(control: &Control) -> Option<Vec<String>> {
    match control {
        Control::Parameter { address, .. } => {
            let param = Address::parse(address).ok()?.key.param();
            let written = control.settings().into_iter().filter_map(|one| one.set.0.into_values().next());
            Some(
                written
                    .map(|text| param.parse(&text).map_or(text, |value| value_label(param, value)))
                    .collect(),
            )
        }
        Control::Flow { field, values, .. } => {
            Some(values.iter().map(|value| field_text(field, value)).collect())
        }
        Control::Actions { .. } => None,
    }
}

/// Text of a value of the field `field` of a flow. A missing value is `as fast as it can` for the arrival,
/// otherwise `not given`.
fn field_text(field: &str, value: &Value) -> String {
    match value {
        Value::Null if field == "arrival" => "as fast as it can".to_owned(),
        Value::Null => "not given".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(|one| field_text(field, one)).collect::<Vec<_>>().join(" → "),
        Value::Object(fields) => {
            let one = |(name, value): (&String, &Value)| format!("{name} {}", field_text(field, value));
            fields.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
