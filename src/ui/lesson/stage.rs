//! Contents of the lesson card at each stage, and the texts for screen readers. Steps are counted from 1; a
//! step number that the lesson does not have gives empty contents. An empty prediction counts as no
//! prediction. If the run of the lesson cannot be checked, the reason replaces the feedback.

use fabric_lessons::{CheckError, Lesson, NumberQuestion};
use fabric_sim::document::link::LessonStage;
use leptos::prelude::*;

use super::challenge::{self, EVENTS, GoalResults};
use crate::ui::PageContext;
use crate::ui::glossary::marked;

/// Name of a stage of a lesson, for use in a sentence, such as `step 2`.
pub(super) fn name(stage: LessonStage) -> String {
    match stage {
        LessonStage::Step(n) => format!("step {n}"),
        LessonStage::Predict => "the prediction".to_owned(),
        LessonStage::Explain => "the explanation".to_owned(),
        LessonStage::Challenge => "the challenge".to_owned(),
    }
}

/// Text beside the title of the lesson: `Step 2 of 5`, or the heading of another stage, such as `Predict`.
pub(super) fn count(lesson: &Lesson, stage: LessonStage) -> String {
    match stage {
        LessonStage::Step(n) => format!("Step {n} of {}", lesson.steps.len()),
        LessonStage::Predict => "Predict".to_owned(),
        LessonStage::Explain => "What came".to_owned(),
        LessonStage::Challenge => "Challenge".to_owned(),
    }
}

/// Passes `words`, joined by spaces, to screen readers.
pub(super) fn announce<'a>(page: PageContext, words: impl IntoIterator<Item = &'a str>) {
    let words: Vec<&str> = words.into_iter().collect();
    page.lesson_state().spoken.set(words.join(" "));
}

/// Contents of the card at `stage`. Also passes their text to screen readers. If the prediction is a choice
/// of texts, the stored prediction is the index of the text, from 0.
pub(super) fn contents(
    page: PageContext,
    lesson: &Lesson,
    stage: LessonStage,
    goal_results: GoalResults,
) -> AnyView {
    match stage {
        LessonStage::Step(n) => {
            let Some(step) = lesson.steps.get(usize::from(n).saturating_sub(1)) else { return ().into_any() };
            announce(page, [&count(lesson, stage), &step.says, step.gesture.as_deref().unwrap_or_default()]);
            view! { <p>{marked(&step.says)}</p><p><b>{step.gesture.clone()}</b></p> }.into_any()
        }
        LessonStage::Predict => question(page, lesson),
        LessonStage::Explain => explained(page, lesson),
        LessonStage::Challenge => challenge::contents(page, lesson, goal_results),
    }
}

fn question(page: PageContext, lesson: &Lesson) -> AnyView {
    announce(page, ["Predict, before it runs.", &lesson.prediction.ask]);
    let given = page.lesson_state().given;
    let choice = |n: usize, says: String| {
        view! {
            <label class="check"><input type="radio" name="lesson-choice" data-testid=format!("lesson-choice-{n}")
                prop:checked=move || given.with(|given| *given == n.to_string())
                on:change=move |_| given.set(n.to_string())/>{says}</label>
        }
    };
    let choices = lesson.prediction.choices.iter().enumerate();
    let choices = choices.map(|(n, one)| choice(n, one.says.clone())).collect_view();
    let number = lesson.prediction.number.is_some().then(|| {
        view! { <input class="number" aria-label="Your number" placeholder="12k" data-testid="lesson-number" prop:value=given
            on:input=move |event| given.set(event_target_value(&event))/> }
    });
    let question = lesson.prediction.number.clone();
    let unread = move || given.with(|given| unread(question.as_ref(), given));
    view! {
        <p>{marked(&lesson.prediction.ask)}</p>
        {choices}
        {number}
        <p class="lesson-refusal" role="status" data-testid="lesson-answer-refusal">{unread}</p>
    }
    .into_any()
}

/// Reason why `given` cannot be read as a number. `None` if it can be read, if it is empty, or if the
/// prediction is a choice of texts.
pub(super) fn unread(question: Option<&NumberQuestion>, given: &str) -> Option<String> {
    let number = question.filter(|_| !given.trim().is_empty())?;
    number.read(given).err().map(|problem| problem.to_string())
}

/// Feedback on the prediction `given`, and the measured figures, one line each, in the order of the lesson. A
/// choice that does not exist counts as no prediction. Feedback on a choice first says whether the prediction
/// was right. For a number that cannot be read, the feedback is the reason. The run of the lesson is made
/// again, with at most [`EVENTS`] events.
///
/// # Errors
/// Reason why the run of the lesson could not be checked.
fn verdict(lesson: &Lesson, given: &str) -> Result<(String, Vec<String>), String> {
    let outcome = lesson.outcome(EVENTS).map_err(|why: CheckError| why.to_string())?;
    let prediction = &lesson.prediction;
    let choice = given.parse().ok().and_then(|n: usize| Some((n, prediction.choices.get(n)?)));
    let feedback = match (choice, &prediction.number) {
        (Some((n, one)), None) => {
            let start = if outcome.holding.contains(&n) { "As you predicted." } else { "It came otherwise." };
            format!("{start} {}", one.feedback)
        }
        (_, Some(number)) if !given.is_empty() => {
            let verdict = number.feedback(given, &outcome.figures).map_err(|problem| problem.to_string());
            verdict.map_or_else(|why| why, |verdict| verdict.feedback.to_owned())
        }
        _ => "You predicted nothing.".to_owned(),
    };
    let came = prediction.came.iter();
    Ok((feedback, came.map(|one| format!("{}: {}", one.says, outcome.figures.text(&one.metric))).collect()))
}

fn explained(page: PageContext, lesson: &Lesson) -> AnyView {
    let (feedback, came) = match verdict(lesson, &page.lesson_state().given.get_untracked()) {
        Ok(all) => all,
        Err(why) => (why, Vec::new()),
    };
    announce(page, ["What came.", &feedback, &lesson.explanation.rule]);
    let says = lesson.explanation.says.iter().map(|one| view! { <p>{marked(one)}</p> }).collect_view();
    view! {
        <p data-testid="lesson-verdict">{feedback}</p>
        <ul>{came.into_iter().map(|one| view! { <li>{one}</li> }).collect_view()}</ul>
        {says}
        <p><b>{lesson.explanation.rule.clone()}</b></p>
        <p class="source">{lesson.explanation.source.clone()}</p>
    }
    .into_any()
}
