//! Challenge of a lesson: its goals, its controls, and the check whether the document of the student meets
//! the goals.

use fabric_lessons::Lesson;
use leptos::prelude::*;

use super::controls::Controls;
use super::list::{DONE, key};
use super::place;
use super::stage::announce;
use crate::ui::PageContext;
use crate::ui::browser_storage::remember;
use crate::ui::glossary::marked;

/// Largest number of events in the run with which a lesson checks a challenge or a prediction. The limit is
/// far above the need of any lesson.
pub(super) const EVENTS: u64 = 5_000_000;

/// CSS selector of the list of goals and results in the lesson card.
const JUDGED: &str = "[data-testid=lesson-judged]";

/// Results of the last check: a line for each goal. A further line follows if settings differ that the
/// challenge does not allow, and another if the challenge is passed. If the document cannot be judged, the
/// only line has the reason. `None` before the first check and after a change.
pub(super) type GoalResults = RwSignal<Option<Vec<String>>>;

/// Checks whether the present document meets the goals, in a run of at most [`EVENTS`] events. Writes a line
/// for each goal to `goal_results`, in the order of the lesson, and scrolls to the list. If the challenge is
/// passed, stores the lesson as done. The displayed run stays as it is. Does nothing if no lesson is open.
pub(super) fn check(page: PageContext, goal_results: GoalResults) {
    let Some((lesson, _)) = untrack(|| place(page)) else { return };
    let Some(made) = page.read_lab(|lab| lab.address().document) else { return };
    let lines: Vec<String> = match lesson.grade(&made, EVENTS) {
        Ok(grade) => {
            if grade.is_passed() {
                remember(&key(&lesson.name), Some(DONE));
            }
            let goal = |(goal, result): (&fabric_lessons::Goal, &fabric_lessons::ConditionResult)| {
                let word = if result.holds { "Met" } else { "Not met" };
                format!("{word}: {} ({})", goal.says, result.value)
            };
            let goals = lesson.challenge.goals.iter().zip(&grade.goals).map(goal);
            let end = grade.is_passed().then(|| "Passed: the lesson is done.".to_owned());
            goals.chain(grade.beyond.clone()).chain(end).collect()
        }
        Err(why) => vec![why.to_string()],
    };
    announce(page, lines.iter().map(String::as_str));
    goal_results.set(Some(lines));
    request_animation_frame(|| {
        if let Some(list) = document().query_selector(JUDGED).ok().flatten() {
            list.scroll_into_view_with_bool(false);
        }
    });
}

/// Contents of the lesson card at the challenge: task, controls, goals, hint and answer. Clears
/// `goal_results`.
pub(super) fn contents(page: PageContext, lesson: &Lesson, goal_results: GoalResults) -> AnyView {
    goal_results.set(None);
    announce(page, ["Challenge.", &lesson.challenge.asks]);
    let goals: Vec<String> = lesson.challenge.goals.iter().map(|goal| goal.says.clone()).collect();
    // Goals before the check, results of the check after it.
    let lines = move || {
        let lines = goal_results.get().unwrap_or_else(|| goals.clone());
        lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()
    };
    let answers =
        lesson.challenge.answers.iter().map(|one| view! { <p>{one.says.clone()}</p> }).collect_view();
    view! {
        <p>{marked(&lesson.challenge.asks)}</p>
        <Controls page controls=lesson.challenge.controls.clone() goal_results/>
        <ul data-testid="lesson-judged">{lines}</ul>
        <details><summary>"Hint"</summary><p>{lesson.challenge.hint.clone()}</p></details>
        <details><summary>"Answer"</summary>{answers}</details>
    }
    .into_any()
}
