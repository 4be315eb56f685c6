//! Card of a lesson: the text of a stage (step, prediction, explanation or challenge), and buttons that open
//! other stages. Start with [`Card`].
//!
//! Playing pauses at the end of each step. During a prediction, the cursor stays at the start of the step, so
//! that the result stays hidden. `Back` is disabled at the first stage. `Next` stores the prediction, even an
//! empty one.

use fabric_lessons::Lesson;
use fabric_sim::document::link::{Cursor, LessonPlace, LessonStage};
use leptos::prelude::*;

use super::challenge::{self, GoalResults};
use super::highlights::reveal;
use super::list::keep_prediction;
use super::{place, sequence, stage};
use crate::lab::Command;
use crate::ui::PageContext;
use crate::ui::dialog::Modal;
use crate::ui::icon::{Glyph, Icon};
use crate::ui::keys::focus;

/// Card of the open lesson. If a lesson could not be opened, the card shows the reason until it is dismissed.
/// During free play, the card has a button back to the lesson. Absent if there is nothing to show.
#[component]
pub fn Card(page: PageContext) -> impl IntoView {
    stop_at_moment(page);
    reveal(page);
    let folded = RwSignal::new(false);
    let open = Memo::new(move |_| place(page).is_some());
    let left = Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.left.clone()));
    let refused = move || {
        let why = page.lesson_state().refused.get()?;
        Some(view! {
            <section class="lesson-refused" role="alert">
                <p data-testid="lesson-refused">{why}</p>
                <button class="button icon plain" aria-label="Dismiss" on:click=move |_| page.lesson_state().refused.set(None)>
                    <Icon glyph=Glyph::Close/>
                </button>
            </section>
        })
    };
    let any = Memo::new(move |_| {
        open.get() || left.with(Option::is_some) || page.lesson_state().refused.with(Option::is_some)
    });
    // The layout gives the card of a step little space, so that the page around it stays visible.
    let kind = move || {
        place(page).map(|(_, stage)| if matches!(stage, LessonStage::Step(_)) { "step" } else { "reading" })
    };
    view! {
        <Show when=move || any.get()>
            <div class="card" data-stage=kind class:folded=folded>
                {refused}
                {move || open.get().then(|| contents(page, folded))}
                {move || left.get().map(|place| view! { <FreePlay page place/> })}
            </div>
        </Show>
    }
}

/// Contents of the card. This function is in the part of the program for lessons, which is loaded before any
/// lesson is opened.
#[inline(never)]
fn contents(page: PageContext, folded: RwSignal<bool>) -> AnyView {
    view! { <Open page folded/> }.into_any()
}

/// Title of the loaded lesson; `None` before a lesson is loaded.
fn title(page: PageContext) -> Option<String> {
    page.lesson_state().lesson.with(|lesson| lesson.as_ref().map(|lesson| lesson.title.clone()))
}

/// Card during free play. One button returns to the stage of the lesson where free play began; another button
/// ends the lesson. The run of free play is not kept.
#[component]
fn FreePlay(page: PageContext, place: LessonPlace) -> impl IntoView {
    let waits = stage::name(place.stage);
    let words = format!("Free play: try anything. In the lesson, {waits} waits as you left it.");
    page.lesson_state().spoken.set(words.clone());
    view! {
        <section class="lesson" aria-label="Free play" data-testid="free-play">
            <header><h2>{move || title(page)}</h2></header>
            <p>{words}</p>
            <p class="buttons">
                <button class="button primary" data-testid="free-play-back" title="Back to the lesson (T)"
                    on:click=move |_| page.act(Command::FreePlay)>{format!("Back to {waits}")}</button>
                <button class="button plain" data-testid="lesson-end" on:click=move |_| page.act(Command::EndLesson)>"End the lesson"</button>
            </p>
        </section>
    }
}

/// Card of the open lesson: the text of the stage, and buttons. `Back` and `Next` open the previous and the
/// next stage. In the challenge, `Check` replaces `Next`. If the prediction is a number that cannot be read,
/// `Next` focuses the field of the number instead. `Free play` leaves the steps, and the close button ends
/// the lesson. The button with three dots shows or hides buttons that restart the lesson, open the challenge,
/// or open the list of lessons. `Restart` also clears the prediction.
#[component]
fn Open(page: PageContext, folded: RwSignal<bool>) -> impl IntoView {
    let goal_results = GoalResults::new(None);
    let says_more = RwSignal::new(false);
    let go = move |to: Option<LessonStage>| {
        let Some((lesson, _)) = untrack(|| place(page)) else { return };
        if let Some(stage) = to {
            page.lesson_state().refused.set(sequence::open(page, &lesson, stage).err());
        }
        if to == Some(LessonStage::Challenge) {
            // The pressed button may have been removed, so that the first control of the challenge gets the
            // focus.
            request_animation_frame(|| focus(".lesson-control :is(input, select)"));
        }
    };
    let around = move |of: fn(&Lesson, LessonStage) -> Option<LessonStage>| {
        place(page).and_then(|(lesson, stage)| of(&lesson, stage))
    };
    let leave = move |_| page.dialog.set(Some(Modal::Lessons));
    let is_last = Memo::new(move |_| place(page).is_some_and(|(_, stage)| stage == LessonStage::Challenge));
    let onward = move || {
        if is_last.get() {
            let check = move |_| challenge::check(page, goal_results);
            view! { <button class="button primary" data-testid="lesson-check" on:click=check>"Check"</button> }.into_any()
        } else {
            let next = move |_| {
                if predicts(page) {
                    go(untrack(|| around(sequence::after)));
                } else {
                    focus(".lesson .number");
                }
            };
            view! { <button class="button primary" data-testid="lesson-next" on:click=next>"Next"</button> }
                .into_any()
        }
    };
    let restart = move |_| {
        page.lesson_state().given.set(String::new());
        go(Some(LessonStage::Step(1)));
    };
    let more = move || {
        says_more.get().then(|| view! {
            <button class="button plain" data-testid="lesson-restart" on:click=restart>"Restart"</button>
            <button class="button plain" data-testid="lesson-skip" on:click=move |_| go(Some(LessonStage::Challenge))>"To the challenge"</button>
            <button class="button plain" on:click=leave>"All lessons"</button>
        })
    };
    let flip = |signal: RwSignal<bool>| move |_| signal.update(|on| *on = !*on);
    view! {
        <section class="lesson" aria-label="Lesson" data-testid="lesson">
            <header>
                <h2>{move || title(page)}</h2>
                <span class="count" data-testid="lesson-step">{move || place(page).map(|(lesson, stage)| stage::count(&lesson, stage))}</span>
                <button class="button icon plain" aria-label="Text of the lesson" title="Fold or open the text"
                    aria-expanded=move || (!folded.get()).to_string() data-testid="lesson-fold" on:click=flip(folded)>
                    <Icon glyph=Signal::derive(move || if folded.get() { Glyph::Nearer } else { Glyph::Further })/>
                </button>
                <button class="button icon plain" aria-label="End the lesson" title="End the lesson" data-testid="lesson-end"
                    on:click=move |_| page.act(Command::EndLesson)><Icon glyph=Glyph::Close/></button>
            </header>
            <div class="lesson-text" tabindex="0" role="region" aria-label="Text of the lesson">
                {move || place(page).map(|(lesson, stage)| stage::contents(page, &lesson, stage, goal_results))}
            </div>
            <div class="buttons">
                <button class="button" data-testid="lesson-back" aria-disabled=move || around(sequence::before).is_none().to_string()
                    on:click=move |_| go(untrack(|| around(sequence::before)))>"Back"</button>
                {onward}
                <button class="button" data-testid="lesson-free" title="Try anything, and come back to this step (T)"
                    on:click=move |_| page.act(Command::FreePlay)>"Free play"</button>
                <button class="button icon plain" aria-label="More ways" title="Restart, to the challenge, all lessons" data-testid="lesson-more"
                    aria-expanded=move || says_more.get().to_string() on:click=flip(says_more)><Icon glyph=Glyph::More/></button>
                {more}
            </div>
        </section>
    }
}

/// Stores the student's prediction if the open stage is a prediction, even a text that cannot be read as a
/// number. Returns `true` if the next stage may be opened, `false` if the student typed a number that cannot
/// be read.
fn predicts(page: PageContext) -> bool {
    let Some((lesson, LessonStage::Predict)) = untrack(|| place(page)) else { return true };
    let given = page.lesson_state().given.get_untracked();
    keep_prediction(&lesson.name, &given);
    stage::unread(lesson.prediction.number.as_ref(), &given).is_none()
}

/// Pauses the run when playing reaches the end of a lesson step. A step without a planned end plays on.
/// During a prediction, keeps the cursor at the start of the step, so that the student does not see the
/// result.
fn stop_at_moment(page: PageContext) {
    Effect::new(move |before: Option<Option<Cursor>>| {
        let plays = page.picture.with(|picture| picture.static_picture.playing);
        let now = page.read_lab(|lab| {
            let world = lab.run().recording().world();
            Cursor { time: world.now(), nth: u32::try_from(world.ran_now()).unwrap_or(u32::MAX) }
        });
        let at = untrack(|| place(page));
        if let (Some((lesson, LessonStage::Predict)), Some(now)) = (&at, now) {
            let start = sequence::began(lesson, lesson.prediction.before_step.small());
            // The result of a prediction is hidden until the prediction is made.
            if plays || now > start {
                set_timeout(move || page.act(Command::Halt(start)), std::time::Duration::ZERO);
            }
        }
        let step = at.and_then(|(lesson, stage)| match stage {
            LessonStage::Step(n) => lesson.steps.get(usize::from(n).checked_sub(1)?)?.play,
            _ => None,
        });
        if let (Some(play), Some(before), Some(now), true) = (step, before.flatten(), now, plays)
            && before < play.to
            && now >= play.to
        {
            // The command is performed in a later task, because this effect runs while the page is updated.
            set_timeout(move || page.act(Command::Halt(play.to)), std::time::Duration::ZERO);
        }
        now
    });
}
