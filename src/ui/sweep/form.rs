//! Form of a sweep: the varied parameter, its values, the measure, and the end of each run. Start with
//! [`Form`].
//!
//! The form keeps its contents until another document is opened. For a parameter whose values are words, the
//! values can only be given as a list. If the form is refused, no sweep starts and the error appears; the
//! next change in the form clears the error.

use fabric_sim::document::params::{TABLE, ValueKind};
use fabric_sim::insight::MEASURES;
use leptos::prelude::*;

use super::SweepPanel;
use crate::lab::{Lab, MAX_EVENTS, MAX_POINTS, SweepForm, SweepProgress, ValueSpacing, VariedSetting};
use crate::ui::params::{GROUPS, capital, finds};

/// Kinds of spacing of the varied values of a sweep. Each kind has the label, the tooltip and the test id of
/// its button.
const SPREADS: [(ValueSpacing, &str, &str, &str); 3] = [
    (ValueSpacing::Even, "even steps", "From one value to another in even steps", "sweep-even"),
    (ValueSpacing::Factors, "factors", "Each value the same number of times the one before", "sweep-factors"),
    (ValueSpacing::List, "a list", "Values one by one, with commas between", "sweep-list"),
];

/// Form of a sweep. At first, the form varies the last parameter that the user changed; if none was changed,
/// XOFF. The button `Run`, or Enter in a field, starts the sweep and replaces a sweep in progress.
#[component]
pub fn Form(panel: SweepPanel) -> impl IntoView {
    let page = panel.page;
    let form = RwSignal::new(page.read_lab(Lab::sweep_form));
    // The form keeps what the user typed until another document is opened.
    let opened =
        Memo::new(move |_| page.static_picture.with(|picture| picture.document_picture.title.clone()));
    Effect::new(move |before: Option<String>| {
        let now = opened.get();
        if before.is_some_and(|before| before != now) {
            form.set(page.read_lab(Lab::sweep_form));
        }
        now
    });
    let get = move |field: fn(&SweepForm) -> &String| {
        move || form.with(|form| form.as_ref().map(|form| field(form).clone()).unwrap_or_default())
    };
    let change = move |change: &dyn Fn(&mut SweepForm)| {
        panel.wrong.set(None);
        form.update(|form| {
            if let Some(form) = form {
                change(form);
            }
        });
    };
    let text = move |label: &'static str,
                     id: &'static str,
                     field: fn(&SweepForm) -> &String,
                     set: fn(&mut SweepForm, String)| {
        let typed = move |event: web_sys::Event| {
            let value = event_target_value(&event);
            change(&|form| set(form, value.clone()));
        };
        view! {
            <label>{label}
                <input class="value" type="text" data-testid=id prop:value=get(field) on:input=typed/>
            </label>
        }
    };
    let spread = Memo::new(move |_| Some(form.read().as_ref()?.spread));
    let of_words = Memo::new(move |_| {
        let varied = form.read().as_ref().map(|form| form.varied);
        matches!(varied, Some(VariedSetting::Param(key)) if key.param().kind == ValueKind::Choice)
    });
    let space = move |spread: ValueSpacing| {
        panel.wrong.set(None);
        form.update(|form| {
            if let Some(old) = form.take() {
                *form = page.read_lab(|lab| old.spaced(lab, spread));
            }
        });
    };
    let spreads = SPREADS.map(|(one, words, title, id)| {
        view! {
            <button type="button" aria-pressed=move || (spread.get() == Some(one)).to_string() title=title data-testid=id
                disabled=move || of_words.get() && one != ValueSpacing::List
                on:click=move |_| space(one)>{words}</button>
        }
    });
    let run = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let plan = form.with_untracked(|form| page.read_lab(|lab| form.as_ref().map(|form| lab.plan(form))));
        match plan.flatten() {
            Some(Ok(plan)) => panel.start(SweepProgress::new(plan)),
            Some(Err(why)) => panel.wrong.set(Some(why)),
            None => {}
        }
    };
    view! {
        <form class="sweep-form" on:submit=run>
            <Parameter panel form/>
            <div class="values">
                <div class="segmented" role="group" aria-label="Values">{spreads}</div>
                {move || if spread.get() == Some(ValueSpacing::List) {
                    text("Values", "sweep-values", |form| &form.list, |form, text| form.list = text).into_any()
                } else {
                    view! {
                        {text("From", "sweep-from", |form| &form.from, |form, text| form.from = text)}
                        {text("to", "sweep-to", |form| &form.to, |form, text| form.to = text)}
                        {text("points", "sweep-count", |form| &form.count, |form, text| form.count = text)}
                    }.into_any()
                }}
            </div>
            <Measure panel form/>
            <div class="values">
                {text("Each run goes to", "sweep-until", |form| &form.until, |form, text| form.until = text)}
                <button type="submit" class="button primary" data-testid="sweep-run">"Run"</button>
            </div>
            <p class="hint">{format!(
                "At most {MAX_POINTS} points of at most {} million events each; \u{201c}fabric sweep\u{201d} has more room. Runs continue in the background when you close this.",
                MAX_EVENTS / 1_000_000
            )}</p>
        </form>
    }
}

/// Menu of measures, in the order of [`MEASURES`]. The table and the plot show the chosen measure for each
/// run. A choice has no effect on a sweep that has started.
#[component]
fn Measure(panel: SweepPanel, form: RwSignal<Option<SweepForm>>) -> impl IntoView {
    let chosen = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        let Some(measure) = MEASURES.iter().find(|measure| measure.name == name) else { return };
        panel.wrong.set(None);
        form.update(|form| {
            if let Some(form) = form {
                form.measure = measure.name;
            }
        });
    };
    let is_chosen =
        move |name: &'static str| form.with(|form| form.as_ref().is_some_and(|form| form.measure == name));
    let measures = MEASURES
        .iter()
        .map(|one| view! { <option value=one.name title=one.help selected=move || is_chosen(one.name)>{one.title}</option> })
        .collect_view();
    view! {
        <label class="measure">"Measure"
            <select class="select" data-testid="sweep-measure" on:change=chosen>{measures}</select>
        </label>
    }
}

/// Menu of the parameters that can be varied, and of the random seed, with a search field. Enter, or leaving
/// the search field, chooses the parameter of exactly this name, otherwise the first found parameter. An
/// empty search chooses nothing. The chosen parameter stays in the menu. The words `seed` and `randomness`
/// keep the seed in the menu, but Enter does not choose it.
#[component]
fn Parameter(panel: SweepPanel, form: RwSignal<Option<SweepForm>>) -> impl IntoView {
    let sought = RwSignal::new(String::new());
    let varied = Memo::new(move |_| form.with(|form| form.as_ref().map(|form| form.varied)));
    let choose = move |varied: VariedSetting| {
        panel.wrong.set(None);
        form.update(|form| {
            if let Some(old) = form.take() {
                *form = panel.page.read_lab(|lab| old.of(lab, varied));
            }
        });
    };
    let chosen = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        let found = TABLE.iter().find(|param| param.name == name);
        choose(found.map_or(VariedSetting::Seed, |param| VariedSetting::Param(param.key)));
    };
    let option = move |one: VariedSetting| {
        view! { <option value=one.name() selected=move || varied.get() == Some(one)>{capital(one.label())}</option> }
    };
    let is_seed = move || "seed randomness".contains(sought.get().trim().to_ascii_lowercase().as_str());
    let groups = move || {
        let sought = sought.get();
        let of = |group| {
            let there = move |param: &&fabric_sim::document::params::Param| {
                param.group == group && param.is_offered()
            };
            let now = varied.get_untracked();
            let found = TABLE
                .iter()
                .filter(there)
                .filter(|param| finds(param, &sought) || now == Some(VariedSetting::Param(param.key)));
            let rows: Vec<_> = found.map(|param| option(VariedSetting::Param(param.key))).collect();
            (!rows.is_empty()).then(|| view! { <optgroup label=group.title()>{rows}</optgroup> })
        };
        GROUPS.map(of).into_iter().flatten().collect_view()
    };
    // A parameter with exactly this name is preferred.
    let settle = move |event: web_sys::Event| {
        let text = event_target_value(&event);
        if text.trim().is_empty() {
            return;
        }
        let found = TABLE.iter().filter(|param| param.is_offered());
        let exact = found.clone().find(|param| param.name == text.trim());
        if let Some(param) = exact.or_else(|| found.clone().find(|param| finds(param, &text))) {
            choose(VariedSetting::Param(param.key));
        }
    };
    view! {
        <div class="parameter">
            <label>"Find"
                <input class="find" type="search" placeholder="a parameter" data-testid="sweep-find"
                    on:input=move |event| sought.set(event_target_value(&event)) on:change=settle/>
            </label>
            <label>"Vary"
                <select class="select" data-testid="sweep-param" on:change=chosen>
                    {groups}
                    {move || (is_seed() || varied.get() == Some(VariedSetting::Seed)).then(|| option(VariedSetting::Seed))}
                </select>
            </label>
        </div>
    }
}
