//! Buffer bar: the bytes in a buffer, with the thresholds of the buffer.
//!
//! A threshold that a parameter sets can be dragged, unless the page hides the parameter. The end of the axis
//! stays fixed during a drag. A thin line marks the most bytes that the buffer has held. If a limit stops a
//! threshold, the reason appears below the bar.

use leptos::html::Div;
use leptos::prelude::*;

use super::super::PageContext;
use super::super::params::Refused;
use super::super::threshold_mark::{FixedMark, MarkView};
use crate::charts::bytes_label;
use crate::scene::{Bar, BarKind, MarkKind, SegmentKind, credit_bar, egress_bar, ingress_bar};

/// Buffer bar of the selected port and priority. `kind` selects the ingress group or the egress queue. If the
/// port grants credits for the priority, the ingress bar shows the credits in place of the PFC thresholds. A
/// threshold that a parameter sets can be dragged. Values above the end of the axis are drawn at its end.
#[component]
pub fn BarView(page: PageContext, kind: BarKind) -> impl IntoView {
    let track = NodeRef::<Div>::new();
    // End of the axis in bytes while a threshold is dragged, so that the axis does not change; `None`
    // otherwise.
    let dragged_limit = RwSignal::new(None::<u64>);
    let bar = Memo::new(move |_| {
        // The bar is updated together with the text beside it, so that both show the same time.
        let (lane, pool, granted) = page.text_picture.with(|picture| {
            (picture.selected_priority_view(), picture.headroom(), picture.granted_credits())
        });
        let bar = match (kind, granted) {
            (BarKind::Ingress, Some(granted)) => credit_bar(&lane.pg, granted),
            (BarKind::Ingress, None) => ingress_bar(&lane.pg, pool),
            (BarKind::Egress, _) => egress_bar(&lane),
        };
        match dragged_limit.get() {
            Some(limit) => bar.with_limit(limit),
            None => bar,
        }
    });
    let (name, id, segments): (_, _, &[SegmentKind]) = match kind {
        BarKind::Ingress => (
            "Ingress: held for this input",
            "bar-ingress",
            &[SegmentKind::HeadroomRange, SegmentKind::Reserve, SegmentKind::Shared, SegmentKind::Headroom],
        ),
        BarKind::Egress => ("Egress: waiting for this output", "bar-egress", &[SegmentKind::Waiting]),
    };
    let segments = segments
        .iter()
        .map(|segment| {
            let segment = *segment;
            let place = move || {
                bar.with(|bar| {
                    bar.segments.iter().find(|one| one.kind == segment).map_or_else(
                        || "--from:0;--to:0".to_owned(),
                        |one| format!("--from:{:.5};--to:{:.5}", one.from, one.to.min(1.0)),
                    )
                })
            };
            view! { <i class=class_of(segment) style=place></i> }
        })
        .collect_view();
    let kinds =
        Memo::new(move |_| bar.with(|bar| bar.marks.iter().map(|mark| mark.kind).collect::<Vec<MarkKind>>()));
    let used = Memo::new(move |_| bar.with(|bar| (bar.used, bar.limit, spoken(bar))));
    let limit = Memo::new(move |_| bar.with(axis_end));
    let refused = Refused::here();
    let stopped = move || {
        let stop = page.static_picture.with(|static_picture| static_picture.stopped.clone())?;
        let is_here = kinds.with(|kinds| kinds.iter().any(|kind| kind.key() == Some(stop.key)));
        (is_here && refused.is_left_to_mark()).then_some(stop.why)
    };
    view! {
        <section class="bar" data-testid=id data-marks=move || kinds.with(Vec::len).to_string()>
            <h2>{name}</h2>
            <output>{move || used.with(|used| bytes_label(used.0))}</output>
            <div class="track" node_ref=track role="meter" aria-label=name aria-valuemin="0"
                aria-valuenow=move || used.with(|used| used.0)
                aria-valuemax=move || used.with(|used| used.1)
                aria-valuetext=move || used.with(|used| used.2.clone())>
                {segments}
                <i class="peak" style=move || bar.with(|bar| format!("--at:{:.5}", bar.place(bar.peak)))
                    title="the most ever held"></i>
            </div>
            <div class="marks">
                {move || {
                    let unseen = page.settings.with(|settings| settings.unseen.clone());
                    let mark = |kind: MarkKind| match kind.key().filter(|key| !unseen.contains(key)) {
                        Some(key) => view! { <MarkView page bar kind key dragged_limit track/> }.into_any(),
                        None => view! { <FixedMark bar kind/> }.into_any(),
                    };
                    kinds.get().into_iter().map(mark).collect_view()
                }}
            </div>
            <div class="axis"><span>"0"</span><span>{limit}</span></div>
            <p class="refusal" role="status" data-testid=format!("{id}-limit")>{stopped}</p>
        </section>
    }
}

/// Text at the right end of the axis of a buffer bar: the end in bytes, and the headroom if the bar has one.
/// If the switch has a headroom pool, the text has the size of the pool in place of the headroom of the
/// group.
fn axis_end(bar: &Bar) -> String {
    let headroom = bar.marks.iter().find(|mark| mark.kind == MarkKind::Headroom);
    let end = bytes_label(bar.limit);
    match (headroom, bar.pool) {
        (None, _) => end,
        (Some(mark), None) => format!("headroom {}, ends at {end}", bytes_label(mark.bytes)),
        (Some(_), Some(pool)) => format!("all share {} headroom, ends at {end}", bytes_label(pool)),
    }
}

/// Text of the bar for screen readers: used bytes, end of the axis, thresholds, and the headroom pool if
/// there is one.
fn spoken(bar: &Bar) -> String {
    let marks: Vec<String> =
        bar.marks.iter().map(|mark| format!("{} {}", mark.kind.name(), bytes_label(mark.bytes))).collect();
    let pool = bar.pool.map(|pool| format!("; the pool of headroom has {}", bytes_label(pool)));
    let (used, limit) = (bytes_label(bar.used), bytes_label(bar.limit));
    format!("{used} of {limit}; {}{}", marks.join(", "), pool.unwrap_or_default())
}

const fn class_of(segment: SegmentKind) -> &'static str {
    match segment {
        SegmentKind::Reserve => "segment reserve",
        SegmentKind::Shared => "segment shared",
        SegmentKind::Headroom => "segment headroom",
        SegmentKind::HeadroomRange => "segment headroom-range",
        SegmentKind::Waiting => "segment waiting",
    }
}
