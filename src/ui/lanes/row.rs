//! Lane of one queue: name, bars and marks. If a run A differs, its bars are below the bars of run B. This
//! file only draws; `field.rs` handles clicks and keys.

use fabric_sim::ids::QueueId;
use leptos::prelude::*;

use super::pause_history::{HIGH, LanePaths, axis, drawn};
use crate::lab::Lab;
use crate::scene::{FILLS, digit_colour};
use crate::ui::PageContext;

/// Lane of `queue`; `None` is the lane of the events of all queues. The lane of the selected port and
/// priority is highlighted. If `names` lacks the port, the full name of the port is written.
#[component]
pub fn LaneView(
    page: PageContext,
    queue: Option<QueueId>,
    /// Short names of all ports, indexed by port.
    names: Memo<Vec<String>>,
    /// Length of the time axis in pixels.
    width: Memo<f64>,
    /// Distance of the lane from the top of the first lane, in pixels.
    #[prop(into)]
    top: Signal<f64>,
    /// Whether the keyboard position is in this lane. If so, the lane is highlighted.
    #[prop(into)]
    here: Signal<bool>,
) -> impl IntoView {
    let past = Memo::new(move |_| {
        page.history_changed.track();
        let width = width.get();
        let past = |lab: &Lab| drawn(lab, queue, &axis(lab, width));
        page.read_lab(past).unwrap_or_default()
    });
    let selected = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
            Some(QueueId::new(static_picture.selected.port, static_picture.selected.priority)) == queue
        })
    });
    let name = move || {
        let Some(QueueId { port, priority }) = queue else { return view! { <b>"Events"</b> }.into_any() };
        // After another document is opened, a lane of the earlier document may still exist for a moment.
        let name = page.static_picture.with_untracked(|static_picture| {
            let spec = &static_picture.document_picture.spec;
            spec.ports.get(port.index()).map(|_| spec.port_name(port)).unwrap_or_default()
        });
        let short = names.with(|names| names.get(port.index()).cloned()).unwrap_or_else(|| name.clone());
        view! { <b title=name><bdi>{short}</bdi></b><i class="badge">{priority.get()}</i> }.into_any()
    };
    let colours = queue.map(|QueueId { priority, .. }| {
        format!("--fill:{};--digit:{};", FILLS[priority.index()], digit_colour(priority))
    });
    let style = move || format!("{}--top:{}px", colours.as_deref().unwrap_or_default(), top.get());
    // Each path has its own signal, because mostly only one path changes.
    let d = move |of: fn(&LanePaths) -> &String| move || past.with(|past| of(past).clone());
    view! {
        <div class="lane" class:selected=selected class:current=here style=style>
            <span class="name">{name}</span>
            <svg width=width height=HIGH>
                <path class="whole" d=d(|past| &past.whole)/>
                <path class="dense" d=d(|past| &past.dense)/>
                <path class="starved whole" d=d(|past| &past.starved[0])/>
                <path class="starved dense" d=d(|past| &past.starved[1])/>
                <path class="a whole" d=d(|past| &past.of_run_a[0])/>
                <path class="a dense" d=d(|past| &past.of_run_a[1])/>
                <path class="a lost" d=d(|past| &past.of_run_a[2])/>
                <path class="a run" d=d(|past| &past.of_run_a[3])/>
                <path class="run" d=d(|past| &past.runs)/>
                {move || past.with(marks)}
            </svg>
        </div>
    }
}

fn marks(past: &LanePaths) -> impl IntoView + use<> {
    let marks = past
        .marks
        .iter()
        .map(|(mark, path)| view! { <path class=format!("lane-mark {}", mark.name()) d=path.clone()/> })
        .collect_view();
    let numbers = past
        .numbers
        .iter()
        .map(|(x, number)| view! { <text x=*x y="12">{number.clone()}</text> })
        .collect_view();
    view! {
        {marks}
        {numbers}
    }
}
