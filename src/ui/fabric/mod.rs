//! Picture of the fabric: nodes and links in SVG, and all moving parts on a canvas over them. Start with
//! [`Fabric`].

mod camera;
mod counts;
mod dials;
mod figure;
mod legend;
mod load;
mod mark_drag;
mod overlay;
mod run_choice;
mod surface;
mod tip;
mod topology;

pub use figure::fabric_figure;
pub use legend::Legend;
pub use run_choice::RunChoice;

use std::sync::Arc;

use leptos::html::Div;
use leptos::prelude::*;

use super::PageContext;
use super::lesson::highlights;
use super::present::Handles;
use super::size::size_of;
use super::waits::fast_in_short;
use crate::scene::{Layout, Viewport};
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::sizing::UsedPorts;

/// Selected flow, and the ports that forward its frames; `None` if no flow is selected. The list of ports is
/// empty if the path is not known.
type FlowPath = Memo<Option<(FlowId, Vec<PortId>)>>;
pub use camera::visit;
use camera::{CameraBar, PictureCamera};
use counts::Counts;
use dials::Dials;
use load::Loads;
use overlay::{Overlay, Switch};
use run_choice::Caption;
use surface::Surface;
use topology::Topology;

/// Width and height in pixels of a note with `letters` characters in the picture, margins included.
fn note_size(letters: usize) -> (f64, f64) {
    (16.0 + 7.2 * f64::from(u32::try_from(letters).unwrap_or(u32::MAX)), 20.0)
}

/// Picture of the fabric. Over it lie tooltips, dials of watchdogs, the wait-for graph and the utilisation of
/// links. A row of buttons and counts is below. Nothing is drawn before the element is more than 1 pixel wide
/// and high.
///
/// While the picture shows run A, a caption says so in place of the buttons. Dials, graph and utilisation
/// belong to run B and are then absent. While a deadlock or a selected flow is shown, all other objects are
/// dimmed.
#[component]
pub fn Fabric(page: PageContext) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let size = size_of(frame);
    let version = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.document_picture.version)
    });
    let used =
        Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.used_ports.clone()));
    // Group of the selected node, which is open.
    let open = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
            let stage = &static_picture.document_picture;
            stage.groups.group_of(stage.spec.ports.get(static_picture.selected.port.index())?.node)
        })
    });
    let plan = Memo::new(move |_| {
        version.get();
        let (width, height) = size.get();
        (width > 1.0 && height > 1.0).then(|| {
            let stage =
                page.static_picture.with_untracked(|static_picture| static_picture.document_picture.clone());
            let viewport = Viewport { width, height };
            let layout =
                Layout::with_groups(&stage.spec, &stage.positions, (&stage.groups, open.get()), viewport);
            Arc::new(layout.with_used(&stage.spec, used.with(|used| UsedPorts::clone(used))))
        })
    });
    let view = PictureCamera::new(page, plan);
    // Note that the clocks of watchdogs are fast; empty if they are not. Callouts leave its place free.
    let note = Memo::new(move |_| {
        page.waiting.with(|waiting| fast_in_short(waiting.scale, waiting.clocks.len())).unwrap_or_default()
    });
    let layout = Memo::new(move |_| {
        let layout = plan.with(|plan| plan.as_ref().map(|plan| plan.seen(view.camera())))?;
        let letters = note.with(|note| note.chars().count());
        Some(Arc::new(if letters == 0 { layout } else { layout.with_note(note_size(letters)) }))
    });
    // Ports that forward the frames of the selected flow.
    let path = Memo::new(move |_| {
        let flow = page.static_picture.with(|static_picture| static_picture.chosen)?;
        version.get();
        Some((
            flow,
            page.read_lab(|lab| lab.run().recording().world().path_of(flow)).flatten().unwrap_or_default(),
        ))
    });
    let of_a = page.draws_fabric_of_a();
    // While a deadlock is displayed, only its ports stay bright. Each port reads this signal; the effect sets
    // it only if it changes.
    let dead = RwSignal::new(Vec::new());
    Effect::new(move |_| {
        let ports = page.waiting.with(|waiting| waiting.graph.deadlock_ports());
        let ports = if page.shows_waits() && !of_a.get() { ports } else { Vec::new() };
        if dead.with_untracked(|before| *before != ports) {
            dead.set(ports);
        }
    });
    let (highlights, load) = (highlights(page), RwSignal::new(false));
    let loads = load::recent(page, load);
    view! {
        <div class="fabric" class:deadlocked=move || dead.with(|dead| !dead.is_empty())
            class:has-flow=move || path.with(|path| path.as_ref().is_some_and(|(_, ports)| !ports.is_empty())) node_ref=frame>
            <Topology page layout=plan view dead highlights path/>
            <Surface page layout view dead highlights path/>
            // Dials, wait-for graph and utilisation are of run B.
            <Show when=move || !of_a.get()>
                <Dials page layout note/>
                <Overlay page layout/>
                <Loads layout loads/>
            </Show>
            <div class="fabric-row">
                <Handles page/>
                <Show when=move || !of_a.get() fallback=move || view! { <Caption page/> }>
                    <Switch page load loads/>
                </Show>
                <RunChoice page id="fabric-of"/>
                <CameraBar page view/>
                <Counts page/>
            </div>
        </div>
    }
}
