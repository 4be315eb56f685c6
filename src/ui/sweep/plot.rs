//! Plot of the results of a sweep on a canvas. The horizontal axis has the varied values. Each point is also
//! a button that opens its run.
//!
//! A refused value has a button that does nothing and states the reason. Up to 32 other columns are thin
//! lines. Nothing is drawn if the area is narrower than 80 pixels or lower than 60. Start with [`Plot`].

use std::rc::Rc;

use fabric_sim::sort;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use plotters::prelude::IntoDrawingArea;
use plotters_canvas::CanvasBackend;

use super::SweepPanel;
use crate::charts::{LineRow, Paper, SweepChart, draw_sweep, figure_label, ink, tones};
use crate::lab::{SweepPoint, SweepProgress};
use crate::scene::Theme;
use crate::svg;
use crate::ui::params::capital;
use crate::ui::size::{pixel_ratio, size_of};

/// Width and height of the exported plot, in pixels.
const SIZE: (u32, u32) = (1_200, 420);
/// Largest number of columns of results that the plot draws as thin lines, besides the plotted column.
const OTHERS: usize = 32;

/// Plot of one column of the results, with a menu that selects the column; a single column has no menu. The
/// pointer or the focus on a point shows its values; a click on a point closes the dialog and opens its run.
/// Points that have not been run yet are absent.
#[component]
pub fn Plot(panel: SweepPanel) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let canvas = NodeRef::<Canvas>::new();
    let size = size_of(frame);
    let columns = Memo::new(move |_| columns(panel));
    let column = Memo::new(move |_| columns.with(|columns| shown_column(panel, columns)));
    let drawn = move || -> Option<(SweepChart, Vec<SweepPoint>)> {
        let (sweeping, column) = (panel.sweeping.get()?, column.get().unwrap_or_default());
        let theme = panel.page.theme.get();
        Some(columns.with(|columns| sweep_chart(&sweeping, &column, columns, theme)))
    };
    Effect::new(move |_| {
        let (width, height) = size.get();
        let (Some(canvas), Some((chart, _))) = (canvas.get(), drawn()) else { return };
        if width < 80.0 || height < 60.0 {
            return;
        }
        let ratio = pixel_ratio();
        canvas.set_width(whole(width * ratio));
        canvas.set_height(whole(height * ratio));
        if let Some(backend) = CanvasBackend::with_canvas_object(canvas) {
            // The table has all results, so that a failed drawing is ignored.
            let _ = draw_sweep(
                &Paper::Canvas(backend).into_drawing_area(),
                &chart,
                &ink(panel.page.theme.get()),
                ratio,
            );
        }
    });
    let hovered = RwSignal::new(None::<usize>);
    let buttons = move || {
        let (width, height) = size.get();
        let (chart, points) = drawn()?;
        let label = panel.sweeping.with(|one| one.as_ref().map(|one| one.plan().label)).unwrap_or_default();
        let one = |dot: SweepPoint| {
            #[expect(clippy::cast_precision_loss, reason = "for display")]
            let y = dot.figure.map_or(0.0, |figure| figure as f64);
            let (left, top) = chart.place((width, height), (dot.x, y));
            let (n, words) = (dot.n, dot_label(label, chart.measure, &dot));
            let refused = dot.refused.is_some();
            let title = words.clone();
            view! {
                <button type="button" class="dot" class:refused=refused aria-label=words title=title
                    data-testid=format!("sweep-point-{n}") style=format!("left:{left:.1}px;top:{top:.1}px")
                    aria-disabled=refused.to_string()
                    on:focus=move |_| hovered.set(Some(n)) on:pointerenter=move |_| hovered.set(Some(n))
                    on:click=move |_| if !refused { panel.open(n) }></button>
            }
        };
        Some(points.into_iter().filter(|dot| dot.known).map(one).collect_view())
    };
    let read = move || {
        let (chart, points) = drawn()?;
        let label = panel.sweeping.with(|one| one.as_ref().map(|one| one.plan().label)).unwrap_or_default();
        let dot = points.into_iter().find(|dot| Some(dot.n) == hovered.get() && dot.known)?;
        Some(format!(
            "{}. A click opens this run; undo takes it back.",
            dot_label(label, chart.measure, &dot)
        ))
    };
    let title = move || title(panel);
    view! {
        <section class="sweep-plot" aria-label="Plot">
            <h3 data-testid="sweep-of">{title}</h3>
            <Show when=move || columns.with(|columns| columns.len() > 1)>
                <label>"Of "
                    <select class="select" data-testid="sweep-column"
                        on:change=move |event| panel.column.set(Some(event_target_value(&event)))>
                        {move || columns.get().into_iter().map(|name| {
                            let value = name.clone();
                            let chosen = column.get_untracked().as_ref() == Some(&name);
                            view! { <option value=value selected=chosen>{name}</option> }
                        }).collect_view()}
                    </select>
                </label>
            </Show>
            <p class="axes">{move || axes(panel)}</p>
            <div class="plot" node_ref=frame>
                <canvas node_ref=canvas data-testid="sweep-canvas" aria-hidden="true"></canvas>
                {buttons}
            </div>
            <p class="readout" data-testid="sweep-readout">{move || read().unwrap_or_else(|| "Point at a run, or go to it by tab; a click opens it.".to_owned())}</p>
        </section>
    }
}

/// Plot as SVG, with the points that have been run so far. `None` if there is no sweep.
///
/// # Errors
/// The inner result has the reason why the plot cannot be drawn.
pub fn sweep_figure(panel: SweepPanel) -> Option<Result<String, String>> {
    let (sweeping, columns) = (panel.sweeping.get_untracked()?, columns(panel));
    let column = shown_column(panel, &columns).unwrap_or_default();
    let theme = panel.page.theme.get_untracked();
    let (chart, _) = sweep_chart(&sweeping, &column, &columns, theme);
    let title = title(panel).unwrap_or_default();
    Some(svg::sweep::<CanvasBackend>(&title, &chart, SIZE, theme))
}

/// Names of the columns that can be plotted, in the order of the table. The first column, which has the
/// varied values, is left out. Empty if there is no sweep or no result.
fn columns(panel: SweepPanel) -> Vec<String> {
    let header = panel.sweeping.with(|one| one.as_ref().map(|one| one.table().header));
    header.unwrap_or_default().into_iter().skip(1).collect()
}

/// Column that is plotted. The choice of the user decides. If there is no choice, it is the column of the
/// selected port and priority, otherwise the first. `None` if there are no columns.
fn shown_column(panel: SweepPanel, columns: &[String]) -> Option<String> {
    let chosen = panel.column.get();
    let selected = panel.page.static_picture.with(|static_picture| {
        let port = static_picture.document_picture.spec.port_name(static_picture.selected.port);
        format!(" {port}.{}", static_picture.selected.priority)
    });
    let own = || columns.iter().find(|name| name.ends_with(&selected)).or(columns.first()).cloned();
    chosen.filter(|name| columns.contains(name)).or_else(own)
}

fn title(panel: SweepPanel) -> Option<String> {
    panel.sweeping.with(|one| {
        let plan = one.as_ref()?.plan();
        Some(format!("{} over {}, to {}: {}", plan.measure.title, plan.label, plan.until, plan.title))
    })
}

/// Title of the vertical axis and title of the horizontal axis, in one text; `None` if there is no sweep.
fn axes(panel: SweepPanel) -> Option<String> {
    panel.sweeping.with(|one| {
        let plan = one.as_ref()?.plan();
        Some(format!("\u{2191} {} \u{b7} \u{2192} {}", plan.measure.title, plan.label))
    })
}

/// Label of a point in the plot of a sweep: the varied value, and the result or the reason why there is no
/// result.
fn dot_label(label: &str, measure: &str, dot: &SweepPoint) -> String {
    let what = match (&dot.refused, dot.figure) {
        (Some(why), _) => format!("not measured: {why}"),
        (None, Some(figure)) => format!("{measure} {}", figure_label(measure, figure)),
        (None, None) => format!("{measure}: none"),
    };
    format!("{} {}: {what}", capital(label), dot.value)
}

/// Returns the lines of the plot, and the points of `column` in the order of the runs. Up to [`OTHERS`] other
/// columns become thin lines, in the order of the table. The line of `column` is drawn last, over the others.
/// A point without a result interrupts its line.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn sweep_chart(
    sweeping: &Rc<SweepProgress>,
    column: &str,
    columns: &[String],
    theme: Theme,
) -> (SweepChart, Vec<SweepPoint>) {
    let tones = tones(theme);
    let row = |points: &[SweepPoint], chosen: bool| {
        let measured = points.iter().filter(|dot| dot.known && dot.refused.is_none());
        let mut points: Vec<(f64, Option<f64>)> =
            measured.map(|dot| (dot.x, dot.figure.map(|figure| figure as f64))).collect();
        sort::by(&mut points, |a, b| a.0.total_cmp(&b.0));
        LineRow { points, colour: if chosen { tones.accent } else { ink(theme).grid }, chosen }
    };
    let chosen = sweeping.points(column);
    let others = columns.iter().filter(|name| *name != column).take(OTHERS);
    let mut rows: Vec<LineRow> = others.map(|other| row(&sweeping.points(other), false)).collect();
    rows.push(row(&chosen, true));
    let mut ticks: Vec<(f64, String)> = chosen.iter().map(|dot| (dot.x, dot.value.clone())).collect();
    sort::by(&mut ticks, |a, b| a.0.total_cmp(&b.0));
    let refused = chosen.iter().filter(|dot| dot.refused.is_some()).map(|dot| dot.x).collect();
    let measure = sweeping.plan().measure.name;
    (SweepChart { measure, rows, ticks, refused: (refused, tones.stop) }, chosen)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of the screen")]
fn whole(pixels: f64) -> u32 {
    pixels.round().max(1.0) as u32
}
