//! Picture of the fabric as SVG, for export: 1200 × 750 pixels, at the cursor, of the run that the page
//! draws. The camera has no effect: the picture shows the whole fabric.

use crate::lab::Lab;
use crate::scene::{Layout, Theme, Viewport, scene, wait_picture};
use crate::svg;

/// Size of the exported picture, in pixels.
const SIZE: Viewport = Viewport { width: 1_200.0, height: 750.0 };

/// Picture of the fabric at the cursor, as SVG. The wait-for graph is drawn over it if `shows_waits`.
pub fn fabric_figure(lab: &Lab, shows_waits: bool, theme: Theme) -> String {
    let picture = lab.picture();
    let stage = &picture.static_picture.document_picture;
    let selected = stage.spec.ports.get(lab.selected().port.index()).map(|port| port.node);
    let layout = Layout::with_selected(&stage.spec, &stage.positions, selected, SIZE);
    let (recording, view, motion) = lab.drawn_fabric();
    let scene = scene(&layout, recording.spec(), view, motion);
    let scene = scene.with_credits(&layout, view, lab.selected().port);
    let graph =
        (shows_waits && !lab.draws_fabric_of_a()).then(|| wait_picture(&layout, &lab.waiting().graph));
    let imported = picture.static_picture.imported.as_ref();
    let differing = imported.map(|imported| imported.report.differing(stage)).unwrap_or_default();
    svg::fabric(&stage.title, &stage.spec, &layout, &scene, &differing, graph.as_ref(), theme)
}
