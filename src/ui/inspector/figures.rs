//! Figures of the selected priority so far.

use leptos::prelude::*;

use crate::charts::{percent_label, size_label, span_label};
use crate::lab::credits_left;
use crate::ui::Desk;

/// The figures.
#[component]
pub fn Figures(desk: Desk) -> impl IntoView {
    let rows = Memo::new(move |_| {
        desk.words.track();
        let queue = desk.still.with(|still| (still.selected.port, still.selected.priority));
        let thrown = desk.look(|lab| lab.thrown_away(queue)).unwrap_or_default();
        desk.words.with(|picture| {
            let lane = picture.lane();
            let now = precise(picture.now.ps()).max(1.0);
            let paused = precise(lane.paused_time.ps());
            let on_switch = picture.still.stage.spec.switch_of(picture.still.selected.port).is_some();
            let mut rows = vec![
                ("paused", format!("{} · {}", span_label(paused), percent_label(paused / now, 0))),
                ("egress peak", size_label(precise(lane.egress_peak))),
                ("marked", lane.marked.to_string()),
                (if on_switch { "dropped coming in" } else { "lost at the NIC" }, lane.drops.to_string()),
            ];
            if lane.pg.lossless && on_switch {
                let used = format!(
                    "{} of {}",
                    size_label(precise(lane.pg.headroom_peak)),
                    size_label(precise(picture.headroom().most(&lane.pg)))
                );
                rows.insert(1, ("headroom peak", used));
            }
            if let Some(credits) = lane.credits {
                let starved = precise(credits.starved.ps());
                let without = format!("{} · {}", span_label(starved), percent_label(starved / now, 0));
                rows.insert(0, ("without credits", without));
                rows.insert(0, ("credits", credits_left(&credits)));
                if credits.lost > 0 {
                    rows.push(("updates lost", credits.lost.to_string()));
                }
            }
            if thrown > 0 {
                rows.push(("lost by its watchdog", size_label(precise(thrown))));
            }
            rows
        })
    });
    view! {
        <dl class="figures">
            {move || {
                rows.get()
                    .into_iter()
                    .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
                    .collect_view()
            }}
        </dl>
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn precise(n: u64) -> f64 {
    n as f64
}
