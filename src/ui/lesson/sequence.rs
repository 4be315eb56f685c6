//! Order of the stages of a lesson, and the document and cursor of each stage. Start with [`open`]. The steps
//! are counted from 1; the prediction comes before its step, and the explanation and the challenge follow the
//! last step. If a stage cannot be opened, the present run stays.

use fabric_lessons::{Lesson, Target};
use fabric_sim::document::link::{Cursor, LessonPlace, LessonStage, Page, ShareLink};
use fabric_sim::document::{Document, Tab};
use fabric_sim::engine::World;
use fabric_sim::units::Time;
use leptos::prelude::*;

use super::list::store_stage;
use crate::lab::Command;
use crate::ui::PageContext;

/// Stage that follows `stage`; `None` after the challenge. The explanation follows the last step, and any
/// step number above it.
pub(super) fn after(lesson: &Lesson, stage: LessonStage) -> Option<LessonStage> {
    let predicted_step = lesson.prediction.before_step.small();
    let last = lesson.steps.len();
    match stage {
        LessonStage::Step(n) if usize::from(n) >= last => Some(LessonStage::Explain),
        LessonStage::Step(n) if n + 1 == predicted_step => Some(LessonStage::Predict),
        LessonStage::Step(n) => Some(LessonStage::Step(n + 1)),
        LessonStage::Predict => Some(LessonStage::Step(predicted_step)),
        LessonStage::Explain => Some(LessonStage::Challenge),
        LessonStage::Challenge => None,
    }
}

/// Stage before `stage`; `None` before the first stage. The first stage is the prediction if it precedes step
/// 1, otherwise step 1.
pub(super) fn before(lesson: &Lesson, stage: LessonStage) -> Option<LessonStage> {
    let predicted_step = lesson.prediction.before_step.small();
    match stage {
        LessonStage::Step(n) if n == predicted_step => Some(LessonStage::Predict),
        LessonStage::Step(1) => None,
        LessonStage::Step(n) => Some(LessonStage::Step(n - 1)),
        LessonStage::Predict if predicted_step <= 1 => None,
        LessonStage::Predict => Some(LessonStage::Step(predicted_step - 1)),
        LessonStage::Explain => Some(LessonStage::Step(u8::try_from(lesson.steps.len()).unwrap_or(u8::MAX))),
        LessonStage::Challenge => Some(LessonStage::Explain),
    }
}

/// Opens `stage` of `lesson`: its fabric, with the cursor at the start of the stage. The explanation begins
/// where the result of the prediction is known, the challenge at time 0. Stores the stage as progress. Does
/// not load the lesson into the card.
///
/// # Errors
/// Message of one line, if the lesson has no such stage, its document is refused, or its fabric lacks the
/// highlighted object. The present run then stays as it is.
pub(super) fn open(page: PageContext, lesson: &Lesson, stage: LessonStage) -> Result<(), String> {
    lesson.has(stage).map_err(|problem| problem.to_string())?;
    let predicted_step = lesson.prediction.before_step.small();
    let document = match stage {
        LessonStage::Step(n) => lesson.document_at(n),
        LessonStage::Predict | LessonStage::Explain => lesson.document_at(predicted_step),
        LessonStage::Challenge => lesson.challenge_document(),
    };
    let mut document = document.map_err(|problems| problems.to_string())?;
    let start = Cursor { time: Time::ZERO, nth: 0 };
    let mut settings = page.static_picture.with_untracked(|static_picture| static_picture.page.clone());
    settings.pace = None;
    settings.lesson = Some(LessonPlace { lesson: lesson.name.clone(), stage });
    let cursor = match stage {
        LessonStage::Step(n) => {
            look_at(lesson, n, &mut document, &mut settings)?;
            began(lesson, n)
        }
        LessonStage::Explain => decided(lesson),
        LessonStage::Predict => began(lesson, predicted_step),
        LessonStage::Challenge => start,
    };
    let link = ShareLink { cursor: Some(cursor), page: settings, ..ShareLink::new(document) };
    page.act(Command::Link(link.fragment()));
    store_stage(&lesson.name, stage);
    Ok(())
}

/// Cursor at which the result of the prediction is known: the end of the last step that has the fabric of the
/// predicted step.
fn decided(lesson: &Lesson) -> Cursor {
    let predicted_step = lesson.prediction.before_step.small();
    let steps = lesson.steps.get(usize::from(predicted_step).saturating_sub(1)..).unwrap_or_default();
    let same = steps.iter().enumerate().take_while(|(n, step)| *n == 0 || step.change.is_empty());
    same.filter_map(|(_, step)| step.play)
        .last()
        .map_or_else(|| began(lesson, predicted_step), |play| play.to)
}

/// Cursor at which step `n`, from 1, begins. It is the end of the last step before `n` that plays and has the
/// same fabric. If there is no such step, it is time 0.
pub(super) fn began(lesson: &Lesson, n: u8) -> Cursor {
    let n = usize::from(n).saturating_sub(1);
    let new = lesson.steps.get(n).is_some_and(|step| !step.change.is_empty());
    let earlier = lesson.steps.get(..n).filter(|_| !new).unwrap_or_default();
    // A step that changes the fabric begins at time 0, so the steps before it do not count.
    let first = earlier.iter().rposition(|step| !step.change.is_empty()).unwrap_or(0);
    let played = earlier.iter().skip(first).filter_map(|step| step.play).next_back();
    played.map_or(Cursor { time: Time::ZERO, nth: 0 }, |play| play.to)
}

/// Writes the selection, the tab and the playback speed of step `n` (from 1) to `document`; writes the
/// playback speed also to `settings`. Does nothing if there is no step `n`. A port or tab that the step
/// itself names overrides the port or tab of its highlight.
///
/// # Errors
/// If the fabric of the step is invalid, or lacks the highlighted object.
fn look_at(lesson: &Lesson, n: u8, document: &mut Document, settings: &mut Page) -> Result<(), String> {
    let Some(step) = lesson.steps.get(usize::from(n).saturating_sub(1)) else { return Ok(()) };
    let spec = document.compile().map_err(|problems| problems.to_string())?;
    let world = World::new(std::sync::Arc::new(spec));
    let target = Target::find(&step.highlight, &world)
        .map_err(|problem| format!("{}.{n}: highlight: {problem}", lesson.name))?;
    if let Some(select) = step.select.clone().or_else(|| target.selection(world.spec())) {
        document.view.select = Some(select);
    }
    let seen_in = match target {
        Target::Tab(tab) => Some(tab),
        Target::Group(..) | Target::Mark(..) | Target::Queue(..) => Some(Tab::Buffers),
        _ => None,
    };
    document.view.tab = step.tab.or(seen_in).or(document.view.tab);
    if let Some(play) = step.play {
        settings.pace = play.pace;
        document.view.speed = play.speed.or(document.view.speed);
    }
    Ok(())
}
