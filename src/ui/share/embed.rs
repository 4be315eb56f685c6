//! Options of an embedded page: its charts, and the size of its iframe. Width and height are from 160 to 7680
//! pixels; any other entry is refused with a message, and the size stays. If no chart is checked, the
//! embedded page shows none.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use fabric_sim::document::link::Chart;
use leptos::prelude::*;

use crate::lab::ShareOptions;

/// Default width and height of the iframe, in pixels.
pub const USUAL: (u32, u32) = (720, 480);
/// Allowed widths and heights of the iframe, in pixels.
const SIZES: RangeInclusive<u32> = 160..=7_680;

/// HTML text of an `iframe` with this title, width and height in pixels, which shows `url`. Special
/// characters of HTML in both texts are escaped.
pub fn frame(url: &str, title: &str, (width, height): (u32, u32)) -> String {
    let quoted = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let (url, title) = (quoted(url), quoted(title));
    format!("<iframe src=\"{url}\" width=\"{width}\" height=\"{height}\" title=\"{title}\"></iframe>")
}

/// Check boxes of the charts, and text fields for the width and height of the iframe in pixels. A size that
/// is not a whole number in [`SIZES`] is not stored. A message below then gives the permitted range until a
/// size is accepted.
#[component]
pub fn Embed(options: RwSignal<ShareOptions>, size: RwSignal<(u32, u32)>) -> impl IntoView {
    let refused = RwSignal::new(None::<String>);
    let charts = move || options.with(|options| options.page.charts.clone()).unwrap_or_default();
    let choose = move |chart: Chart, on: bool| {
        let mut next: BTreeSet<Chart> = charts();
        if on {
            next.insert(chart)
        } else {
            next.remove(&chart)
        };
        options.update(|options| options.page.charts = (!next.is_empty()).then_some(next));
    };
    let check = move |chart: Chart| {
        view! {
            <label class="check">
                <input type="checkbox" data-testid=format!("embed-{}", chart.name()) prop:checked=move || charts().contains(&chart)
                    on:change=move |event| choose(chart, event_target_checked(&event))/>
                {chart.title()}
            </label>
        }
    };
    let number = move |name: &'static str, of: fn(&mut (u32, u32)) -> &mut u32| {
        let changed = move |event: web_sys::Event| match event_target_value(&event)
            .trim()
            .parse::<u32>()
            .ok()
            .filter(|pixels| SIZES.contains(pixels))
        {
            Some(pixels) => {
                refused.set(None);
                size.update(|size| *of(size) = pixels);
            }
            None => refused.set(Some(format!(
                "{name} is outside {} to {} pixels; type a whole number between them",
                SIZES.start(),
                SIZES.end()
            ))),
        };
        view! {
            <label class="check">{name}
                <input class="number" type="text" inputmode="numeric" size="5" data-testid=format!("embed-{name}")
                    prop:value=move || of(&mut size.get()).to_string() on:change=changed/>
            </label>
        }
    };
    view! {
        <div class="options" role="group" aria-label="Charts and size of the frame" data-testid="embed-options">
            {Chart::ALL.map(check)}
            {number("width", |size| &mut size.0)}
            {number("height", |size| &mut size.1)}
            {move || refused.get().map(|why| view! { <p class="refusal" role="alert">{why}</p> })}
        </div>
    }
}
