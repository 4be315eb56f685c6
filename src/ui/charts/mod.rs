//! The chart of queue depth: plotters on a canvas, titles and labels in HTML.

mod depth;

use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use plotters::prelude::IntoDrawingArea;
use plotters_canvas::CanvasBackend;

use super::Desk;
use super::size::{pixel_ratio, size_of};
use crate::charts::{draw_queue, plot_width};
use depth::{Depth, Named, depth, ink};

/// The chart.
#[component]
pub fn Chart(desk: Desk) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let canvas = NodeRef::<Canvas>::new();
    let size = size_of(frame);
    let labels = RwSignal::new(Vec::<Named>::new());
    let shown = RwSignal::new((true, true));
    Effect::new(move |_| {
        desk.words.track();
        let theme = desk.theme.get();
        let (width, height) = size.get();
        let Some(canvas) = canvas.get() else { return };
        if width < 80.0 || height < 60.0 {
            return;
        }
        let selected = desk.words.with_untracked(|picture| picture.selected);
        let size = (plot_width(width), height);
        let Some(Depth { plot, named, shown: drawn }) = desk.look(|lab| depth(lab, selected, size, theme))
        else {
            return;
        };
        let ratio = pixel_ratio();
        canvas.set_width(whole(width * ratio));
        canvas.set_height(whole(height * ratio));
        if let Some(backend) = CanvasBackend::with_canvas_object(canvas) {
            // A chart that could not be drawn is drawn again a tenth of a second later.
            let _ = draw_queue(&backend.into_drawing_area(), &plot, &ink(theme), ratio);
        }
        if labels.with_untracked(|before| *before != named) {
            labels.set(named);
        }
        if shown.get_untracked() != drawn {
            shown.set(drawn);
        }
    });
    let title = Memo::new(move |_| {
        desk.picture.with(|picture| {
            let spec = &picture.stage.spec;
            format!("{}, priority {}", spec.port_name(picture.selected.port), picture.selected.priority)
        })
    });
    view! {
        <section class="chart" aria-label="Queue depth">
            <header>
                <h2>"Queue depth"</h2>
                <span>{title}</span>
                <span class="key ingress" class:hidden=move || !shown.get().0
                    title="What came in at this port and has not left the switch: this is what XOFF and XON look at"><i></i>"ingress group"</span>
                <span class="key egress" class:hidden=move || !shown.get().1><i></i>"egress queue"</span>
            </header>
            <div class="plot" node_ref=frame>
                <canvas node_ref=canvas data-testid="chart-queue" aria-hidden="true"></canvas>
                {move || {
                    labels
                        .get()
                        .into_iter()
                        .map(|(name, y, class)| view! { <span class=format!("rule {class}") style=format!("--y:{y:.1}px")>{name}</span> })
                        .collect_view()
                }}
            </div>
        </section>
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of the screen")]
fn whole(pixels: f64) -> u32 {
    pixels.round().max(1.0) as u32
}
