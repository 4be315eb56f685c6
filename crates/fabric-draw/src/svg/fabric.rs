//! Picture of a fabric as SVG: nodes, links, and the moving parts of the scene. Drawing order, back to front:
//! links, moving parts in lanes, boxes of nodes, other moving parts, names, signs on links, wait-for graph.

use std::fmt::Write;

use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::spec::{NodeKind, Spec};

use super::drawing::elements;
use super::waits::waits;
use super::{begin, escaped};
use crate::scene::{Layout, Pen, Scene, Theme, WaitPicture, paint};

/// SVG document with the picture of `spec` in `layout`: nodes, links, and the moving parts in `scene`. Each
/// link of `differing`, given by its two ports, has a sign, which means that its ports are configured
/// differently. If `graph` is not `None`, the wait-for graph is drawn over the picture. A closed group of
/// `layout` has one box and one name; links within it are not drawn.
#[must_use]
pub fn fabric(
    title: &str,
    spec: &Spec,
    layout: &Layout,
    scene: &Scene,
    differing: &[[PortId; 2]],
    graph: Option<&WaitPicture>,
    theme: Theme,
) -> String {
    let palette = theme.palette();
    let mut svg = begin(title, (layout.viewport.width, layout.viewport.height), theme);
    let is_drawn = |port: usize| layout.representative(PortId::new(port)) == Some(PortId::new(port));
    for (index, cable) in layout.cables.iter().enumerate().filter(|(index, _)| is_drawn(*index)) {
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
        if !layout.draws_node(NodeId::new(index)) {
            continue;
        }
        let name = layout.closed_group(NodeId::new(index)).map_or(&node.name, |group| &group.name);
        let (at, size) = (layout.name(index).centre, layout.letter(index));
        let weight = if node.kind == NodeKind::Host { 400 } else { 700 };
        let _ = writeln!(
            svg,
            "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{size:.1}\" font-weight=\"{weight}\" text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"{}\">{}</text>",
            at.x,
            at.y,
            palette.ink,
            escaped(name)
        );
    }
    for at in differing.iter().filter_map(|ports| layout.sign_place(*ports)) {
        let (amber, ground) = (theme.amber(), palette.ground);
        let _ = writeln!(
            svg,
            "<g class=\"differs\" transform=\"translate({:.1} {:.1})\" stroke=\"{amber}\" stroke-linecap=\"round\"><circle r=\"8\" fill=\"{ground}\" stroke-width=\"1.5\"/><path d=\"M0 -4.5v5M0 3.5v1\" stroke-width=\"2\"/></g>",
            at.x, at.y
        );
    }
    if let Some(graph) = graph {
        svg.push_str(&waits(graph, theme));
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use fabric_sim::document::Preset;
    use fabric_sim::engine::WorldView;

    use super::*;
    use crate::scene::{Motion, Viewport, scene};

    #[test]
    fn a_link_whose_ends_differ_has_a_sign_on_it() {
        let spec = Preset::find("pause").unwrap().document().compile().unwrap();
        let layout = Layout::new(&spec, &[], Viewport { width: 1_200.0, height: 750.0 });
        let mut view = WorldView::default();
        let spec = std::sync::Arc::new(spec);
        fabric_sim::engine::World::new(std::sync::Arc::clone(&spec)).snapshot(&mut view);
        let scene = scene(&layout, &spec, &view, &Motion::new(&spec));
        let drawn =
            |differing: &[[PortId; 2]]| fabric("t", &spec, &layout, &scene, differing, None, Theme::Light);
        assert!(!drawn(&[]).contains("differs"));
        let link = [PortId(0), spec.ports[0].peer];
        let at = layout.sign_place(link).unwrap();
        let place = format!("<g class=\"differs\" transform=\"translate({:.1} {:.1})\"", at.x, at.y);
        assert!(drawn(&[link]).contains(&place));
    }
}
