//! Logarithmic slider of a parameter, with its name and a text field for its value. Start with [`Slider`].
//!
//! The slider spans the values that are useful in practice; the text field accepts all allowed values. Values
//! that are no numbers, such as off, are at the right end of the slider. If another setting overrides the
//! parameter, the slider shows the value in effect and a text gives the reason.

use fabric_sim::document::params::{Group, HALF, Key, OFF, PROBABILITY_ONE, Param, UNSET, ValueKind};
use leptos::prelude::*;

use super::refusal::{self, Refusal, Refused};
use crate::charts::{LogScale, decade};
use crate::lab::{Command, Value, may_be_overridden, value_label, written};
use crate::ui::PageContext;
use crate::ui::range::place_in;

/// Number of steps of the slider.
const STEPS: f64 = 200.0;

/// Slider of `param`, and a text field for its value. A drag of the slider sets the value at each move, and
/// is one edit for undo. The text field sets its value at Enter, or when it loses the focus. If a value is
/// refused, both show the old value and a message appears below.
#[component]
pub fn Slider(page: PageContext, param: &'static Param) -> impl IntoView {
    let value = Memo::new(move |_| {
        page.static_picture
            .with(|static_picture| static_picture.values.iter().find(|one| one.key == param.key).cloned())
    });
    let overridden = Memo::new(move |_| {
        let other = may_be_overridden(param.key)
            .then(|| page.text_picture.with(|picture| picture.override_of(param.key)));
        other.flatten()
    });
    // The slider shows the value in effect, also if another setting overrides the parameter.
    let number = move || {
        let own = value.get().map_or(UNSET, |one: Value| one.value);
        overridden.get().and_then(|other| other.by).unwrap_or(own)
    };
    let place = Memo::new(move |_| (place_of(param, number()) * STEPS).round().to_string());
    let shown = Memo::new(move |_| value_label(param, number()));
    let changed =
        Memo::new(move |_| overridden.get().is_none() && value.get().is_some_and(|one| one.changed));
    // Text below the slider: why the value is overridden, otherwise where and when it was set.
    let why = Memo::new(move |_| match overridden.get() {
        Some(other) => Some(other.why.to_owned()),
        None => value.get().and_then(|value| value.origin()),
    });
    let refused = Refused::here();
    let is_refused = refused.is(param);
    // Value that the user requests with the slider. A limit may stop the slider before this value.
    let hand = StoredValue::new(None::<String>);
    let is_pointed = StoredValue::new(false);
    let slide = move |event: &web_sys::Event, value: String, done: bool| {
        refused.try_act(page, param, Command::Slide { key: param.key, value, done });
        let stopped = page.static_picture.with_untracked(|static_picture| static_picture.stopped.is_some());
        if done || stopped {
            // The slider returns to the value in effect after its release, and if a limit stopped it.
            event_target::<web_sys::HtmlInputElement>(event).set_value(&place.get_untracked());
        }
    };
    let requested =
        move |event: &web_sys::Event| written(param.key, value_at(param, place_in(event) / STEPS));
    let moved = move |event: web_sys::Event| {
        let value = requested(&event);
        hand.set_value(Some(value.clone()));
        slide(&event, value, false);
    };
    let released = move |event: web_sys::Event| {
        let value = hand.try_update_value(Option::take).flatten().unwrap_or_else(|| requested(&event));
        slide(&event, value, true);
        // Each key press on a slider sends `change`, so only a drag clears the message; after a key, it stays
        // until the next key.
        if is_pointed.try_update_value(std::mem::take) == Some(true) {
            page.clear_slider_message();
        }
    };
    let typed = move |event: web_sys::Event| {
        refused.try_act(page, param, Command::Set { key: param.key, value: event_target_value(&event) });
        // After a refusal the field shows the old value.
        event_target::<web_sys::HtmlInputElement>(&event).set_value(&shown.get_untracked());
    };
    let described_by = format!("{} {}", origin_id(param), refusal::id(param));
    view! {
        <div class="param" class:changed=changed title=move || title(param, value.get())>
            <label for=format!("param-{}", param.name)>{capital(param.label)}</label>
            <input class="value" type="text" aria-label=format!("{}, as text", param.label) prop:value=shown
                aria-describedby=described_by.clone() aria-invalid=move || is_refused.get().to_string()
                data-testid=format!("value-{}", param.name) on:change=typed on:input=move |_| if is_refused.get_untracked() { refused.forget() }/>
            <input type="range" min="0" max=STEPS step="1" id=format!("param-{}", param.name)
                data-testid=format!("param-{}", param.name) aria-valuetext=shown prop:value=place
                aria-describedby=described_by on:input=moved on:change=released
                on:pointerdown=move |_| is_pointed.set_value(true) on:keydown=move |_| is_pointed.set_value(false)/>
            <small id=origin_id(param)>{why}</small>
            <Refusal page param/>
        </div>
    }
}

/// Tooltip of a parameter: its help and its source. If the value is set for a certain place, such as one
/// switch, the tooltip also names the place and says where a change applies. If `value` is `None`, the
/// tooltip has only help and source.
pub fn title(param: &Param, value: Option<Value>) -> String {
    let place_note = value.and_then(|value| {
        let origin = capital(&value.origin()?);
        let change = value.source.map(|source| format!("; a change is for {}", source.change));
        let until = value.since.map(|_| "; a change from the start is in force until then");
        Some(format!(" {origin}{}{}.", change.unwrap_or_default(), until.unwrap_or_default()))
    });
    format!("{}. {}.{}", param.help, param.source, place_note.unwrap_or_default())
}

/// HTML id of the text that says where the value of the parameter is set.
fn origin_id(param: &Param) -> String {
    format!("why-{}", param.name)
}

/// `name` with its first letter in upper case. Only an ASCII letter changes; α stays.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Range of the slider, in the unit of `param`: the values that are useful in practice, within the allowed
/// range. The text field accepts all allowed values.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn reach(param: &Param) -> LogScale {
    let (least, most) = match param.kind {
        ValueKind::Bytes if param.max <= 2_000 => (1, param.max),
        ValueKind::Bytes if param.key == Key::Memory => (100_000, 64_000_000),
        ValueKind::Bytes => (500, 4_000_000),
        ValueKind::Ratio => (1 << 12, 16 << 16),
        ValueKind::Probability => (PROBABILITY_ONE / 1_000, PROBABILITY_ONE),
        // Real watchdogs wait for milliseconds, those of lessons for microseconds.
        ValueKind::Time if param.group == Group::Watchdog => (1_000_000, 1_000_000_000_000),
        ValueKind::Time | ValueKind::Delay => (1_000, 1_000_000_000),
        ValueKind::Rate => (100_000_000, 1_000_000_000_000),
        ValueKind::Length => (1_000, 100_000_000),
        _ => (param.min.max(1), param.max),
    };
    LogScale { least: least.max(param.min) as f64, most: most.min(param.max) as f64 }
}

/// Position of `value` on the slider, from 0 to 1. Values that are no numbers, such as `off`, are at 1.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn place_of(param: &Param, value: u64) -> f64 {
    match value {
        UNSET | OFF | HALF => 1.0,
        value => reach(param).place(value as f64),
    }
}

/// Value at position `place` of the slider, from 0 to 1. The value is rounded to few digits, but two steps of
/// the slider never give the same value. A ratio is rounded only to a whole number of its unit.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the range")]
fn value_at(param: &Param, place: f64) -> u64 {
    let exact = reach(param).value(place);
    if param.kind == ValueKind::Ratio {
        return exact.round() as u64;
    }
    let power = decade(exact);
    let grain = if exact / power < 3.0 { power / 20.0 } else { power / 10.0 };
    ((exact / grain).round() * grain).round() as u64
}
