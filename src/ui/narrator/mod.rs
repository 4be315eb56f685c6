//! Narrator: a sentence about the last key event before the cursor, also for screen readers. After a single
//! step to another event, a sentence about the step comes first. Explained terms in the sentence are marked,
//! except names of nodes and flows.

use leptos::prelude::*;

use super::PageContext;
use super::glossary::marked_beside_names;
use crate::lab::Headline;

/// Sentence about the last key event before the cursor. Above the sentence are the description of the
/// document, and a headline while a lasting problem exists, such as a deadlock. Screen readers announce the
/// latest sentence at most every two seconds, after the text of a new lesson step. Alarms are announced at
/// once. Sentences in between are not announced.
#[component]
pub fn Narrator(page: PageContext) -> impl IntoView {
    let sentence = Memo::new(move |_| page.text_picture.with(|picture| picture.sentence.clone()));
    let step = Memo::new(move |_| page.text_picture.with(|picture| picture.step_sentence.clone()));
    // Description of the document, for pages whose top bar is too narrow for it.
    let about = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.document_picture.about.clone())
    });
    // Screen readers get a sentence at most once in two seconds.
    let spoken = RwSignal::new(String::new());
    let waiting = StoredValue::new(false);
    // The text of a lesson step is announced before the key event to which the step plays.
    let taught = page.lesson_state().spoken;
    let announced = StoredValue::new(String::new());
    Effect::new(move |_| {
        sentence.track();
        step.track();
        taught.track();
        if waiting.try_get_value() == Some(false) {
            waiting.set_value(true);
            set_timeout(
                move || {
                    waiting.try_set_value(false);
                    let Some(now) = sentence.try_get_untracked() else { return };
                    let lesson = taught.try_get_untracked().unwrap_or_default();
                    if announced.try_get_value().is_some_and(|announced| announced != lesson) {
                        announced.try_set_value(lesson.clone());
                        spoken.try_set(lesson);
                    } else {
                        let step = step.try_get_untracked().flatten();
                        spoken.try_set(step.unwrap_or(now));
                    }
                },
                std::time::Duration::from_secs(2),
            );
        }
    });
    let standing = Memo::new(move |_| page.waiting.with(|waiting| waiting.headline.clone()));
    let alarms = Memo::new(move |_| page.waiting.with(|waiting| waiting.alarms.clone()));
    // A word that is part of a name, such as a host called roce, is not marked as a term.
    let words = move || {
        let spec = page.static_picture.with_untracked(|picture| picture.document_picture.spec.clone());
        let is_name = |word: &str| {
            spec.nodes.iter().any(|node| node.name == word)
                || spec.flows.iter().any(|flow| flow.name.split(' ').any(|part| part == word))
        };
        sentence.with(|sentence| marked_beside_names(sentence, &is_name))
    };
    view! {
        <div class="narrator">
            <p class="description">{about}</p>
            {move || standing.get().map(|Headline { dead, text }| {
                view! { <p class="ongoing" class:deadlocked=dead data-testid="ongoing">{text}</p> }
            })}
            <p>
                {move || step.get().map(|step| view! { <span class="step" data-testid="step-sentence">{step}" "</span> })}
                <span data-testid="narrator">{words}</span>
            </p>
        </div>
        <div class="visually-hidden" aria-live="polite" data-testid="live">{spoken}</div>
        // Each alarm has its own element, because screen readers read a changed element as a whole.
        <div class="visually-hidden" role="alert">{move || alarms.with(|alarms| alarms.loss)}</div>
        <div class="visually-hidden" role="alert" data-testid="alert-deadlock">
            {move || alarms.with(|alarms| alarms.deadlock.clone())}
        </div>
        <div class="visually-hidden" role="alert" data-testid="alert-watchdog">
            {move || alarms.with(|alarms| alarms.watchdog.clone())}
        </div>
    }
}
