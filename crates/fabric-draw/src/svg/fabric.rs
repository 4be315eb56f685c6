//! Picture of a fabric as SVG: nodes, links, and the moving parts of the scene. Back to front: links, moving
//! parts in lanes, boxes of nodes, other moving parts, names, wait-for graph.

use std::fmt::Write;

use fabric_sim::ids::PortId;
use fabric_sim::spec::{NodeKind, Spec};

use super::drawing::elements;
use super::waits::waits;
use super::{begin, escaped};
use crate::scene::{Layout, Pen, Scene, Theme, WaitPicture, paint};

/// SVG document with the picture of `spec` in `layout`: nodes, links, and the moving parts in `scene`. If
/// `graph` is given, the wait-for graph is drawn over them.
#[must_use]
pub fn fabric(
    title: &str,
    spec: &Spec,
    layout: &Layout,
    scene: &Scene,
    graph: Option<&WaitPicture>,
    theme: Theme,
) -> String {
    let palette = theme.palette();
    let mut svg = begin(title, (layout.viewport.width, layout.viewport.height), theme);
    for (index, cable) in layout.cables.iter().enumerate() {
        let line = cable.middle.longer(layout.reach(PortId::new(index), cable.width));
        // Writing to a String never fails.
        let _ = writeln!(
            svg,
            "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" stroke=\"{}\" stroke-width=\"{:.2}\" opacity=\"0.18\"/>",
            line.from.x, line.from.y, line.to.x, line.to.y, palette.quiet, cable.width
        );
    }
    let mut pen = Pen::over(crate::scene::Drawing::default());
    paint(&mut pen, scene, layout, &palette);
    let boxes =
        format!("rx=\"8\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"", palette.ground, palette.quiet);
    svg.push_str(&elements(&pen.into_drawing(), &boxes));
    for (index, node) in spec.nodes.iter().enumerate() {
        let (at, size) = (layout.name(index).centre, layout.letter(index));
        let weight = if node.kind == NodeKind::Host { 400 } else { 700 };
        let _ = writeln!(
            svg,
            "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{size:.1}\" font-weight=\"{weight}\" text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"{}\">{}</text>",
            at.x,
            at.y,
            palette.ink,
            escaped(&node.name)
        );
    }
    if let Some(graph) = graph {
        svg.push_str(&waits(graph, theme));
    }
    svg.push_str("</svg>\n");
    svg
}
