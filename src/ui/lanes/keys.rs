//! Keyboard control of the pause lanes. Up and down change the lane, left and right go from mark to mark.
//! Enter moves the cursor to the time of a mark.
//!
//! The first arrow up or down goes to the lane of all events. At the first and last lane the position stays.
//! If there is no further mark, the text "Nothing more here." appears. Marks at the same time count as one.

use fabric_sim::ids::QueueId;
use fabric_sim::units::Time;

use super::pause_history::{HIGH, LaneStop, in_words, stops};
use crate::lab::Command;
use crate::ui::PageContext;

/// Keyboard position: a lane, and the time of a mark in it. Without a queue, the lane is that of all events.
/// Without a time, no mark has been reached.
pub type Place = (Option<QueueId>, Option<Time>);

/// Returns the keyboard position after `key` is pressed at `place`, and the text about this position. `place`
/// is `None` before the first key. Home and End go to the first and the last mark. Enter also moves the
/// cursor to the time of the mark, stops playing, and selects the queue of the mark. `None` if the key has no
/// effect, such as Enter without a mark.
pub fn go(page: PageContext, order: &[QueueId], place: Option<Place>, key: &str) -> Option<(Place, String)> {
    let (lane, at) = place.unwrap_or((None, None));
    let row = lane.and_then(|lane| order.iter().position(|queue| *queue == lane)).map_or(0, |row| row + 1);
    let lane_at = |row: usize| if row == 0 { None } else { order.get(row - 1).copied() };
    let name = |queue: Option<QueueId>| {
        let words = queue.and_then(|queue| page.read_lab(|lab| in_words(lab, queue)));
        words.map_or_else(|| "All events.".to_owned(), |words| format!("{words}."))
    };
    let all = || page.read_lab(|lab| stops(lab, lane)).unwrap_or_default();
    let to = |stop: Option<LaneStop>| {
        stop.map_or_else(
            || ((lane, at), "Nothing more here.".to_owned()),
            |stop| ((lane, Some(stop.at)), stop.words),
        )
    };
    Some(match key {
        "ArrowUp" | "ArrowDown" if place.is_none() => ((lane_at(0), None), name(lane_at(0))),
        "ArrowUp" => {
            let lane = lane_at(row.saturating_sub(1));
            ((lane, at), name(lane))
        }
        "ArrowDown" => {
            let lane = lane_at((row + 1).min(order.len()));
            ((lane, at), name(lane))
        }
        "ArrowRight" => to(all().into_iter().find(|stop| at.is_none_or(|at| stop.at > at))),
        "ArrowLeft" => to(all().into_iter().rev().find(|stop| at.is_none_or(|at| stop.at < at))),
        "Home" => to(all().into_iter().next()),
        "End" => to(all().into_iter().next_back()),
        "Enter" => {
            let at = at?;
            let stop = all().into_iter().find(|stop| stop.at == at);
            let queue = stop.as_ref().map_or(lane, |stop| stop.queue);
            page.act(Command::Visit(at, queue));
            ((lane, Some(at)), stop.map(|stop| stop.words).unwrap_or_default())
        }
        _ => return None,
    })
}

/// Scrolls `frame` so that the lane at `top` is visible. `top` is in pixels below the lane of all events,
/// which does not scroll and covers `covered` pixels of `frame`.
pub fn keep_in_view(frame: &web_sys::HtmlDivElement, top: f64, covered: f64) {
    let high = f64::from(frame.client_height()) - covered;
    let next = f64::from(frame.scroll_top()).min(top).max(top + HIGH - high);
    #[expect(clippy::cast_possible_truncation, reason = "pixels")]
    frame.set_scroll_top(next.max(0.0) as i32);
}
