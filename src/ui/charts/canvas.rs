//! Plot on two canvases, with labels in HTML above them. The axes have their own canvas, because they change
//! seldom.
//!
//! While the pointer is on the chart, a text gives the values at its time. Screen readers get the values at
//! the cursor. A click selects the flow of a curve that is at most 5 pixels away, a touch up to 12 pixels.
//! Nothing is drawn in an area narrower than 80 pixels or lower than 28.

use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use plotters::prelude::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use web_sys::HtmlCanvasElement;

use super::line_labels::LineLabels;
use crate::charts::{Axes, LineLabel, Margins, Paper, Plot, draw_axes, draw_lines, ink};
use crate::lab::{Command, Lab};
use crate::scene::{Point, Theme};
use crate::ui::PageContext;
use crate::ui::size::{clear_context, pixel_ratio, place_in, size_of};
use crate::ui::zoom::{GestureHandler, Marked};

/// Greatest distance in pixels between a curve and a press of the mouse that selects the flow of the curve.
const ON_CURVE: f64 = 5.0;
/// Greatest distance in pixels between a curve and a press of a finger that selects the flow of the curve.
const FINGER_ON_CURVE: f64 = 12.0;
/// Least width of the right margin, in pixels, at which labels stand in the margin. In a narrower margin,
/// labels are drawn inside the axes.
const NARROW: f64 = 50.0;

/// Canvas of a chart. The caller's function `plot` gets the lab, a size in pixels and the theme, and returns
/// the plot with its labels.
///
/// The chart is drawn again when its size, the theme or the recorded history changes; for the history, at
/// most ten times a second. A click moves the cursor to the time of the click. If curves are in reach, the
/// click also selects the flow of the nearest curve. A drag moves the cursor; a drag with Shift marks an
/// interval to zoom to. Two fingers and the wheel change the shown window of time ([`GestureHandler`]); a
/// double click shows the whole time line.
#[component]
pub fn PlotCanvas<F>(page: PageContext, id: &'static str, plot: F) -> impl IntoView
where
    F: Fn(&Lab, (f64, f64), Theme) -> (Plot, Vec<LineLabel>) + 'static,
{
    let frame = NodeRef::<Div>::new();
    let (below, above) = (NodeRef::<Canvas>::new(), NodeRef::<Canvas>::new());
    // Axes that are drawn on the lower canvas, with their size in pixels and theme; `None` before the first
    // drawing.
    let behind = StoredValue::new_local(None::<(Axes, (f64, f64), Theme)>);
    let size = size_of(frame);
    let labels = RwSignal::new(Vec::<LineLabel>::new());
    // Plot on the upper canvas, for reading values at the pointer and at the cursor.
    let drawn = StoredValue::new_local(None::<Plot>);
    let pointed = RwSignal::new(None::<f64>);
    let margins = Memo::new(move |_| Margins::shared(size.get().0));
    let handler = GestureHandler::new(page, frame, Signal::derive(move || margins.get().axis(size.get().0)));
    let (at_hand, at_cursor) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let read = move || {
        let width = size.get_untracked().0;
        let of = |time: &dyn Fn(&Plot) -> Option<f64>| {
            drawn.with_value(|plot| plot.as_ref().and_then(|plot| Some(plot.read(time(plot)?))))
        };
        let hand = of(&|plot| plot.time_at(pointed.get_untracked()?, width)).unwrap_or_default();
        let cursor = of(&|plot| Some(plot.now)).unwrap_or_default();
        for (signal, words) in [(at_hand, hand), (at_cursor, cursor)] {
            if signal.with_untracked(|before| *before != words) {
                signal.set(words);
            }
        }
    };
    // Flow of the curve at most `reach` pixels from a point.
    let flow_at = move |(x, y): (f64, f64), reach: f64| {
        let size = size.get_untracked();
        drawn.with_value(|plot| plot.as_ref()?.flow_at(Point::new(x, y), size, reach))
    };
    let on_curve = RwSignal::new(false);
    let reach = StoredValue::new(ON_CURVE);
    let moved = move |event: web_sys::PointerEvent| {
        let Some(frame) = frame.get_untracked() else { return };
        let at = place_in(&frame, &event);
        pointed.set(Some(at.0));
        let is_on_curve = flow_at(at, ON_CURVE).is_some();
        if on_curve.get_untracked() != is_on_curve {
            on_curve.set(is_on_curve);
        }
        read();
        handler.moved(&event);
    };
    let pressed = move |event: web_sys::PointerEvent| {
        reach.set_value(if event.pointer_type() == "touch" { FINGER_ON_CURVE } else { ON_CURVE });
        handler.pressed(&event);
    };
    // A click on the curve of a flow also selects the flow.
    let clicked = move |event: web_sys::MouseEvent| {
        let at = frame.get_untracked().map(|frame| place_in(&frame, &event));
        if handler.clicked(&event)
            && let Some(flow) = at.and_then(|at| flow_at(at, reach.get_value()))
        {
            page.act(Command::Flow(flow));
        }
    };
    let left = move |_| {
        pointed.set(None);
        read();
    };
    Effect::new(move |_| {
        page.history_changed.track();
        let theme = page.theme.get();
        let (width, height) = size.get();
        let (Some(below), Some(above)) = (below.get(), above.get()) else { return };
        if width < 80.0 || height < 28.0 {
            return;
        }
        let Some((plot, named)) = page.read_lab(|lab| plot(lab, (width, height), theme)) else { return };
        let ratio = pixel_ratio();
        let pixels = (width * ratio, height * ratio);
        // After an error, `behind` stays unchanged, so that the next drawing, a tenth of a second later,
        // tries again.
        let clear = |canvas: HtmlCanvasElement| {
            clear_context(&canvas, pixels)?;
            Some(Paper::Canvas(CanvasBackend::with_canvas_object(canvas)?).into_drawing_area())
        };
        let now = Some((plot.axes(), pixels, theme));
        if behind.with_value(|before| *before != now)
            && let (Some(area), Some((axes, ..))) = (clear(below), &now)
            && draw_axes(&area, axes, &ink(theme), ratio).is_ok()
        {
            behind.set_value(now);
        }
        if let Some(area) = clear(above) {
            let _ = draw_lines(&area, &plot, &ink(theme), ratio);
        }
        drawn.set_value(Some(plot));
        read();
        if labels.with_untracked(|before| *before != named) {
            labels.set(named);
        }
    });
    view! {
        <div class="plot" class:on-curve=on_curve class:narrow=move || margins.get().right < NARROW node_ref=frame style=move || format!("--beside:{}px", margins.get().right) on:pointermove=moved on:pointerleave=left
            on:pointerdown=pressed on:pointerup=move |event| handler.released(&event)
            on:pointercancel=move |event| handler.cancelled(&event) on:click=clicked on:dblclick=move |_| handler.whole()
            on:wheel=move |event| handler.wheeled(&event, false)>
            <canvas node_ref=below aria-hidden="true"></canvas>
            <canvas node_ref=above data-testid=id aria-hidden="true"></canvas>
            <Marked handler/>
            <LineLabels page labels/>
            <output class="readout" class:hidden=move || at_hand.with(String::is_empty) data-testid=format!("{id}-readout")>{at_hand}</output>
            <p class="visually-hidden" data-testid=format!("{id}-words")>{at_cursor}</p>
        </div>
    }
}
