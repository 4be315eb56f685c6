//! The fabric: topology in SVG, everything that moves on one canvas over it.

mod counts;
mod dials;
mod figure;
mod legend;
mod overlay;
mod surface;
mod tip;
mod topology;

pub use figure::fabric_figure;
pub use legend::Legend;

use std::sync::Arc;

use leptos::html::Div;
use leptos::prelude::*;

use super::Desk;
use super::lesson::lights;
use super::size::size_of;
use crate::scene::{Layout, Viewport};
use counts::Counts;
use dials::Dials;
use overlay::{Overlay, Switch};
use surface::Surface;
use topology::Topology;

/// The fabric.
#[component]
pub fn Fabric(desk: Desk) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let size = size_of(frame);
    let version = Memo::new(move |_| desk.still.with(|still| still.stage.version));
    let layout = Memo::new(move |_| {
        version.get();
        let (width, height) = size.get();
        (width > 1.0 && height > 1.0).then(|| {
            let stage = desk.still.with_untracked(|still| still.stage.clone());
            Arc::new(Layout::new(&stage.spec, &stage.positions, Viewport { width, height }))
        })
    });
    // While a deadlock stands and is drawn, only what it is made of stays lit. Every
    // port asks, and is told only if it changes: a memo would have each look.
    let dead = RwSignal::new(Vec::new());
    Effect::new(move |_| {
        let ports = desk.waiting.with(|waiting| waiting.graph.dead_ports());
        let ports = if desk.shows_waits() { ports } else { Vec::new() };
        if dead.with_untracked(|before| *before != ports) {
            dead.set(ports);
        }
    });
    let lights = lights(desk);
    view! {
        <div class="fabric" class:dead=move || dead.with(|dead| !dead.is_empty()) node_ref=frame>
            <Topology desk layout dead lights/>
            <Surface desk layout dead lights/>
            <Dials desk layout/>
            <Overlay desk layout/>
            <Switch desk/>
            <Counts desk/>
        </div>
    }
}
