//! A plot on a canvas, and what its lines are called over it.

use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use plotters::prelude::IntoDrawingArea;
use plotters_canvas::CanvasBackend;

use super::labels::Named;
use super::tones::ink;
use crate::charts::{Plot, draw_plot, plot_width};
use crate::lab::Lab;
use crate::scene::Theme;
use crate::ui::Desk;
use crate::ui::size::{pixel_ratio, size_of};

/// A canvas that shows what `plot` makes of the lab for the size of its axes,
/// ten times a second.
#[component]
pub fn PlotCanvas<F>(desk: Desk, id: &'static str, plot: F) -> impl IntoView
where
    F: Fn(&Lab, (f64, f64), Theme) -> (Plot, Vec<Named>) + 'static,
{
    let frame = NodeRef::<Div>::new();
    let canvas = NodeRef::<Canvas>::new();
    let size = size_of(frame);
    let labels = RwSignal::new(Vec::<Named>::new());
    Effect::new(move |_| {
        desk.words.track();
        let theme = desk.theme.get();
        let (width, height) = size.get();
        let Some(canvas) = canvas.get() else { return };
        if width < 80.0 || height < 60.0 {
            return;
        }
        let size = (plot_width(width), height);
        let Some((plot, named)) = desk.look(|lab| plot(lab, size, theme)) else { return };
        let ratio = pixel_ratio();
        canvas.set_width(whole(width * ratio));
        canvas.set_height(whole(height * ratio));
        if let Some(backend) = CanvasBackend::with_canvas_object(canvas) {
            // A chart that could not be drawn is drawn again a tenth of a second later.
            let _ = draw_plot(&backend.into_drawing_area(), &plot, &ink(theme), ratio);
        }
        if labels.with_untracked(|before| *before != named) {
            labels.set(named);
        }
    });
    let named = |(name, y, class): Named| {
        view! { <span class=format!("rule {class}") style=format!("--y:{y:.1}px")>{name}</span> }
    };
    view! {
        <div class="plot" node_ref=frame>
            <canvas node_ref=canvas data-testid=id aria-hidden="true"></canvas>
            {move || labels.get().into_iter().map(named).collect_view()}
        </div>
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of the screen")]
fn whole(pixels: f64) -> u32 {
    pixels.round().max(1.0) as u32
}
