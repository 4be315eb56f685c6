//! The card: a place in a lesson, and the ways from there.

use fabric_lessons::{Lesson, Unjudged};
use fabric_sim::document::link::{Cursor, LessonPlace, Stage};
use leptos::prelude::*;

use super::controls::Controls;
use super::list::key;
use super::lit::reveal;
use super::{place, way};
use crate::lab::Command;
use crate::ui::Desk;
use crate::ui::dialog::Modal;
use crate::ui::icon::{Glyph, Icon};
use crate::ui::memory::remember;

/// Events that a judged run may take: many times those of any lesson.
const EVENTS: u64 = 5_000_000;

/// The card of the open lesson, and what could not be opened.
#[component]
pub fn Card(desk: Desk) -> impl IntoView {
    stop_at_moment(desk);
    reveal(desk);
    let open = Memo::new(move |_| place(desk).is_some());
    let left = Memo::new(move |_| desk.still.with(|still| still.left.clone()));
    let refused = move || {
        let why = desk.learning().refused.get()?;
        Some(view! {
            <section class="lesson-refused" role="alert">
                <p data-testid="lesson-refused">{why}</p>
                <button class="button icon plain" aria-label="Dismiss" on:click=move |_| desk.learning().refused.set(None)>
                    <Icon glyph=Glyph::Close/>
                </button>
            </section>
        })
    };
    let any = Memo::new(move |_| {
        open.get() || left.with(Option::is_some) || desk.learning().refused.with(Option::is_some)
    });
    view! {
        <Show when=move || any.get()>
            <div class="card">
                {refused}
                {move || open.get().then(|| contents(desk))}
                {move || left.get().map(|place| view! { <FreePlay desk place/> })}
            </div>
        </Show>
    }
}

/// Contents of the card: an entry of the part of the program, which is loaded before a lesson is.
#[inline(never)]
fn contents(desk: Desk) -> AnyView {
    view! { <Open desk/> }.into_any()
}

/// Title of the lesson that is loaded.
fn title(desk: Desk) -> Option<String> {
    desk.learning().lesson.with(|lesson| lesson.as_ref().map(|lesson| lesson.title.clone()))
}

/// The way back to the step that was left.
#[component]
fn FreePlay(desk: Desk, place: LessonPlace) -> impl IntoView {
    let waits = match place.stage {
        Stage::Step(n) => format!("step {n}"),
        Stage::Predict => "the prediction".to_owned(),
        Stage::Explain => "the explanation".to_owned(),
        Stage::Challenge => "the challenge".to_owned(),
    };
    let words = format!("Free play: try anything. In the lesson, {waits} waits as you left it.");
    desk.learning().spoken.set(words.clone());
    view! {
        <section class="lesson" aria-label="Free play" data-testid="free-play">
            <h2>{move || title(desk)}</h2>
            <p>{words}</p>
            <p class="ways">
                <button class="button primary" data-testid="free-play-back" title="Back to the lesson (T)"
                    on:click=move |_| desk.act(Command::FreePlay)>{format!("Back to {waits}")}</button>
                <button class="button plain" data-testid="lesson-end" on:click=move |_| desk.act(Command::EndLesson)>"End the lesson"</button>
            </p>
        </section>
    }
}

#[component]
fn Open(desk: Desk) -> impl IntoView {
    let go = move |to: Option<Stage>| {
        let Some((lesson, _)) = untrack(|| place(desk)) else { return };
        if let Some(stage) = to {
            desk.learning().refused.set(way::open(desk, &lesson, stage).err());
        }
    };
    let around = move |of: fn(&Lesson, Stage) -> Option<Stage>| {
        place(desk).and_then(|(lesson, stage)| of(&lesson, stage))
    };
    let leave = move |_| desk.dialog.set(Some(Modal::Lessons));
    view! {
        <section class="lesson" aria-label="Lesson" data-testid="lesson">
            <h2>{move || title(desk)}</h2>
            <div>{move || place(desk).map(|(lesson, stage)| told(desk, &lesson, stage))}</div>
            <p class="ways">
                <button class="button" data-testid="lesson-back" aria-disabled=move || around(way::before).is_none().to_string()
                    on:click=move |_| go(untrack(|| around(way::before)))>"Back"</button>
                <button class="button primary" data-testid="lesson-next" aria-disabled=move || around(way::after).is_none().to_string()
                    on:click=move |_| go(untrack(|| around(way::after)))>"Next"</button>
                <button class="button" data-testid="lesson-free" title="Try anything, and come back to this step (T)"
                    on:click=move |_| desk.act(Command::FreePlay)>"Free play"</button>
                <button class="button plain" data-testid="lesson-restart" on:click=move |_| go(Some(Stage::Step(1)))>"Restart"</button>
                <button class="button plain" data-testid="lesson-skip" on:click=move |_| go(Some(Stage::Challenge))>"Skip to the challenge"</button>
                <button class="button plain" on:click=leave>"All lessons"</button>
                <button class="button plain" data-testid="lesson-end" on:click=move |_| desk.act(Command::EndLesson)>"End"</button>
            </p>
        </section>
    }
}

/// Has screen readers told of what is new in the card.
fn say<'a>(desk: Desk, words: impl IntoIterator<Item = &'a str>) {
    let words: Vec<&str> = words.into_iter().collect();
    desk.learning().spoken.set(words.join(" "));
}

/// Content of the card at `stage`.
fn told(desk: Desk, lesson: &Lesson, stage: Stage) -> AnyView {
    match stage {
        Stage::Step(n) => {
            let Some(step) = lesson.steps.get(usize::from(n).saturating_sub(1)) else { return ().into_any() };
            let count = format!("Step {n} of {}", lesson.steps.len());
            say(desk, [&count, &step.says, step.gesture.as_deref().unwrap_or_default()]);
            view! {
                <p class="count" data-testid="lesson-step">{count}</p>
                <p>{step.says.clone()}</p>
                <p><b>{step.gesture.clone()}</b></p>
            }
            .into_any()
        }
        Stage::Predict => asked(desk, lesson),
        Stage::Explain => explained(desk, lesson),
        Stage::Challenge => challenged(desk, lesson),
    }
}

fn asked(desk: Desk, lesson: &Lesson) -> AnyView {
    say(desk, ["Predict, before it runs.", &lesson.prediction.ask]);
    let given = desk.learning().given;
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
    view! { <p class="count">"Predict, before it runs"</p><p>{lesson.prediction.ask.clone()}</p>{choices}{number} }.into_any()
}

/// Feedback on the prediction, and the figures that came.
fn verdict(lesson: &Lesson, given: &str) -> Result<(String, Vec<String>), String> {
    let outcome = lesson.outcome(EVENTS).map_err(|why: Unjudged| why.to_string())?;
    let prediction = &lesson.prediction;
    let choice = given.parse().ok().and_then(|n: usize| Some((n, prediction.choices.get(n)?)));
    let said = match (choice, &prediction.number) {
        (Some((n, one)), None) => {
            let start = if outcome.holding.contains(&n) { "As you predicted." } else { "It came otherwise." };
            format!("{start} {}", one.feedback)
        }
        (_, Some(number)) if !given.is_empty() => {
            let verdict = number.verdict(given, &outcome.figures).map_err(|problem| problem.to_string());
            verdict.map_or_else(|why| why, |verdict| verdict.feedback.to_owned())
        }
        _ => "You predicted nothing.".to_owned(),
    };
    let came = prediction.came.iter();
    Ok((said, came.map(|one| format!("{}: {}", one.says, outcome.figures.text(&one.metric))).collect()))
}

fn explained(desk: Desk, lesson: &Lesson) -> AnyView {
    let (said, came) = match verdict(lesson, &desk.learning().given.get_untracked()) {
        Ok(all) => all,
        Err(why) => (why, Vec::new()),
    };
    say(desk, ["What came.", &said, &lesson.explanation.rule]);
    let says = lesson.explanation.says.iter().map(|one| view! { <p>{one.clone()}</p> }).collect_view();
    view! {
        <p class="count">"What came"</p>
        <p data-testid="lesson-verdict">{said}</p>
        <ul>{came.into_iter().map(|one| view! { <li>{one}</li> }).collect_view()}</ul>
        {says}
        <p><b>{lesson.explanation.rule.clone()}</b></p>
        <p class="count">{lesson.explanation.source.clone()}</p>
    }
    .into_any()
}

fn challenged(desk: Desk, lesson: &Lesson) -> AnyView {
    let judged = RwSignal::new(Vec::<String>::new());
    let check = move |_| {
        let Some((lesson, _)) = untrack(|| place(desk)) else { return };
        let Some(made) = desk.look(|lab| lab.address().document) else { return };
        let lines = match lesson.grade(&made, EVENTS) {
            Ok(grade) => {
                if grade.is_passed() {
                    remember(&key(&lesson.name), Some("done"));
                }
                let goal = |(goal, judged): (&fabric_lessons::Goal, &fabric_lessons::Judged)| {
                    let word = if judged.holds { "Met" } else { "Not met" };
                    format!("{word}: {} ({})", goal.says, judged.value)
                };
                let goals = lesson.challenge.goals.iter().zip(&grade.goals).map(goal);
                let end = grade.is_passed().then(|| "Passed: the lesson is done.".to_owned());
                goals.chain(grade.beyond.clone()).chain(end).collect()
            }
            Err(why) => vec![why.to_string()],
        };
        say(desk, lines.iter().map(String::as_str));
        judged.set(lines);
    };
    say(desk, ["Challenge.", &lesson.challenge.asks]);
    let goals =
        lesson.challenge.goals.iter().map(|goal| view! { <li>{goal.says.clone()}</li> }).collect_view();
    let answers =
        lesson.challenge.answers.iter().map(|one| view! { <p>{one.says.clone()}</p> }).collect_view();
    view! {
        <p class="count">"Challenge"</p>
        <p>{lesson.challenge.asks.clone()}</p>
        <ul>{goals}</ul>
        <Controls desk controls=lesson.challenge.controls.clone()/>
        <button class="button" data-testid="lesson-check" on:click=check>"Check"</button>
        <ul data-testid="lesson-judged">{move || judged.get().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
        <details><summary>"Hint"</summary><p>{lesson.challenge.hint.clone()}</p></details>
        <details><summary>"Answer"</summary>{answers}</details>
    }
    .into_any()
}

/// Stands still where the step ends, when play comes by there.
fn stop_at_moment(desk: Desk) {
    Effect::new(move |before: Option<Option<Cursor>>| {
        let plays = desk.picture.with(|picture| picture.still.playing);
        let now = desk.look(|lab| {
            let world = lab.run().tape().world();
            Cursor { time: world.now(), nth: u32::try_from(world.ran_now()).unwrap_or(u32::MAX) }
        });
        let at = untrack(|| place(desk));
        if plays && matches!(at, Some((_, Stage::Predict))) {
            // What is to be predicted is not shown before.
            set_timeout(move || desk.act(Command::Pause), std::time::Duration::ZERO);
        }
        let step = at.and_then(|(lesson, stage)| match stage {
            Stage::Step(n) => lesson.steps.get(usize::from(n).checked_sub(1)?)?.play,
            _ => None,
        });
        if let (Some(play), Some(before), Some(now), true) = (step, before.flatten(), now, plays)
            && before < play.to
            && now >= play.to
        {
            // Not from within what is being published.
            set_timeout(move || desk.act(Command::Halt(play.to)), std::time::Duration::ZERO);
        }
        now
    });
}
