//! Figures of the selected port and priority, since the start of the run and in the recent past. Percentages
//! of paused time refer to the time since the start; percentages in brackets refer to the recent past. Some
//! rows appear only for ports of switches, for credits, or after a loss.

use fabric_sim::engine::WorldView;
use fabric_sim::ids::QueueId;
use fabric_sim::units::Time;
use leptos::prelude::*;

use crate::charts::{percent_label, size_label, time_label};
use crate::lab::credits_left;
use crate::ui::PageContext;

/// Two times: for how long the queue was paused, and for how long it had no credits for its next frame. Both
/// are 0 if there is no such port.
fn stopped(view: &WorldView, QueueId { port, priority }: QueueId) -> [Time; 2] {
    let lane = view.ports.get(port.index()).map(|port| port.priorities[priority.index()]);
    lane.map_or([Time::ZERO; 2], |lane| {
        [lane.paused_time, lane.credits.map_or(Time::ZERO, |credits| credits.starved)]
    })
}

/// Table of the figures of the selected port and priority. The percentages refer to the time since the start
/// and to the recent past. Percentages of the recent past are absent if it was not recorded. `has paused` is
/// the paused time of the queue at the other end of the link.
#[component]
pub fn Figures(page: PageContext) -> impl IntoView {
    let rows = Memo::new(move |_| {
        page.text_picture.track();
        let (queue, peer) = page.static_picture.with(|static_picture| {
            let (port, priority) = (static_picture.selected.port, static_picture.selected.priority);
            let peer =
                static_picture.document_picture.spec.ports.get(port.index()).map_or(port, |port| port.peer);
            (QueueId::new(port, priority), QueueId::new(peer, priority))
        });
        let thrown = page.read_lab(|lab| lab.watchdog_drops(queue)).unwrap_or_default();
        // Paused times and times without credits of the queues at both ends of the link, when the recent past
        // began.
        let then = page.read_lab(|lab| {
            let since = lab.since()?;
            Some((since.span, [queue, peer].map(|queue| stopped(since.view, queue))))
        });
        let then = then.flatten();
        page.text_picture.with(|picture| {
            let lane = picture.selected_priority_view();
            let spec = &picture.static_picture.document_picture.spec;
            let other = spec.owner(peer.port).name.as_str();
            let on_switch = spec.switch_of(queue.port).is_some();
            let here = [queue, peer].map(|queue| stopped(&picture.view, queue));
            // Text on a time in which a queue was stopped. `end`: 0 for the selected port, 1 for its peer.
            // `what`: 0 for the paused time, 1 for the time without credits.
            let lasted = |end: usize, what: usize| {
                let time = here[end][what];
                let recent = then.as_ref().map(|(span, then)| {
                    let part = share(time.saturating_sub(then[end][what]), *span);
                    format!(" (in the last {}: {part})", time_label(*span))
                });
                format!("{} · {}{}", time_label(time), share(time, picture.now), recent.unwrap_or_default())
            };
            let mut rows = vec![
                (format!("was paused by {other}"), lasted(0, 0)),
                (format!("has paused {other}"), lasted(1, 0)),
            ];
            if lane.pg.lossless && on_switch {
                let used = format!(
                    "{} of {}",
                    size(lane.pg.headroom_peak),
                    size(picture.headroom().max_usable(&lane.pg))
                );
                rows.push(("headroom peak".to_owned(), used));
            }
            let lost = if on_switch { "dropped coming in" } else { "lost at the NIC" };
            rows.extend([
                ("egress peak".to_owned(), size(lane.egress_peak)),
                ("marked".to_owned(), lane.marked.to_string()),
                (lost.to_owned(), lane.drops.to_string()),
            ]);
            if let Some(credits) = lane.credits {
                rows.insert(0, (format!("was without credits of {other}"), lasted(0, 1)));
                rows.insert(0, ("credits now".to_owned(), credits_left(&credits)));
                if credits.lost > 0 {
                    rows.push(("updates lost".to_owned(), credits.lost.to_string()));
                }
            }
            if thrown > 0 {
                rows.push(("lost by its watchdog".to_owned(), size(thrown)));
            }
            rows
        })
    });
    view! {
        <p class="subheading">"Since the start"</p>
        <dl class="properties" data-testid="properties">
            {move || {
                rows.get()
                    .into_iter()
                    .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
                    .collect_view()
            }}
        </dl>
    }
}

/// Percentage of `time` in `all` as text without decimals; `0 %` if both times are 0.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn share(time: Time, all: Time) -> String {
    percent_label(time.ps() as f64 / all.ps().max(1) as f64, 0)
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn size(bytes: u64) -> String {
    size_label(bytes as f64)
}
