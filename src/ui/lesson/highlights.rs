//! Highlights of a lesson step: an element of the page, or nodes, links and ports in the picture, stay bright
//! while everything else is dimmed. Start with [`highlights`]. Outside lessons, nothing is dimmed. An element
//! that is already visible is not scrolled.

use fabric_lessons::Target;
use fabric_sim::document::link::LessonStage;
use fabric_sim::engine::World;
use fabric_sim::ids::{NodeId, PortId};
use leptos::prelude::*;

use super::place;
use crate::ui::{PageContext, Pane};

/// Distance in pixels between the top of a panel and the element to which the panel was scrolled. The outline
/// of the element needs this space.
const MARGIN: i32 = 6;

/// Objects in the picture that a lesson step highlights. All lists are empty if the step highlights an
/// element outside the picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    /// Highlighted hosts and switches.
    pub nodes: Vec<NodeId>,
    /// Ports at the ends of highlighted links. A highlighted link has both ports; on the path of a
    /// highlighted flow, only the port that transmits.
    pub cables: Vec<PortId>,
    /// Ports whose frames and gauges stay bright.
    pub ports: Vec<PortId>,
}

impl Highlights {
    /// Objects in the picture that belong to the highlight `target`. A node includes its ports; a link
    /// includes its two ports. A flow includes the ports that forward its frames, and the nodes at both ends
    /// of their links. All lists are empty for other targets.
    fn of(target: Target, world: &World) -> Self {
        let spec = world.spec();
        match target {
            Target::Node(node) => {
                let ports = spec.nodes[node.index()].ports.clone();
                Self { nodes: vec![node], cables: Vec::new(), ports: ports.map(PortId).collect() }
            }
            Target::Port(port) => Self { ports: vec![port], ..Self::default() },
            Target::Link(port) => {
                let ends = vec![port, spec.ports[port.index()].peer];
                Self { nodes: Vec::new(), cables: ends.clone(), ports: ends }
            }
            Target::Flow(flow) => {
                let ports = world.path_of(flow).unwrap_or_default();
                let ends = ports.iter().flat_map(|port| [*port, spec.ports[port.index()].peer]);
                let nodes = ends.map(|port| spec.ports[port.index()].node).collect();
                Self { nodes, cables: ports.clone(), ports }
            }
            _ => Self::default(),
        }
    }
}

/// Text of the highlight in the present lesson step, as in the file of the lesson. `None` if no step of a
/// lesson is open.
fn highlight(page: PageContext) -> Option<String> {
    let (lesson, LessonStage::Step(n)) = place(page)? else { return None };
    Some(lesson.steps.get(usize::from(n).checked_sub(1)?)?.highlight.clone())
}

/// Objects in the picture that the present step highlights. Empty if no step of a lesson is open, or if the
/// open fabric has no such object.
pub fn highlights(page: PageContext) -> Memo<Highlights> {
    let text = Memo::new(move |_| highlight(page));
    let compiled = page.compiled();
    Memo::new(move |_| {
        compiled.with(|_| ());
        let Some(text) = text.get() else { return Highlights::default() };
        let found = page.read_lab(|lab| {
            let world = lab.run().recording().world();
            Target::find(&text, world).map(|target| Highlights::of(target, world)).unwrap_or_default()
        });
        found.unwrap_or_default()
    })
}

/// Name, in the style sheets, of the element of the page that the lesson step highlights; everything else is
/// dimmed. If nodes, ports, links or flows are highlighted, the name is `fabric`. `None` if the step
/// highlights nothing or the card.
pub fn lit(page: PageContext) -> Option<String> {
    let highlight = highlight(page)?;
    let (kind, name) = highlight.split_once(':')?;
    let part = match kind {
        "queue" => "egress",
        "mark" if name.starts_with('k') => "egress",
        "group" | "mark" => "ingress",
        "chart" if name == "rates" => "rates",
        "chart" => "queues",
        "tab" => "tab",
        "control" => "params",
        "part" => name,
        _ => "fabric",
    };
    Some(part.to_owned())
}

/// Name of the threshold mark that stays bright, such as `xoff`. `None` if the step highlights no mark.
pub fn lit_mark(page: PageContext) -> Option<String> {
    let highlight = highlight(page)?;
    let (level, _) = highlight.strip_prefix("mark:")?.split_once('@')?;
    Some(level.to_owned())
}

/// Makes the highlighted element of the lesson step visible, whenever the stage of the lesson changes. On a
/// narrow screen, selects the pane of the element, or opens the drawer of the inspector. If the element is
/// not in the inspector, closes the drawer. In the challenge, shows the panel of parameters. Without an open
/// lesson, nothing changes.
pub(super) fn reveal(page: PageContext) {
    let at = Memo::new(move |_| place(page).map(|(lesson, stage)| (lesson.name.clone(), stage)));
    Effect::new(move |_| {
        let Some((_, stage)) = at.get() else { return };
        let lit = untrack(|| lit(page));
        let in_pane = match (stage, lit.as_deref()) {
            (LessonStage::Challenge, _) | (_, Some("params" | "flows" | "triggers")) => Some(Pane::Tune),
            (_, Some("egress" | "ingress" | "tab" | "inspector")) => Some(Pane::Inspect),
            (_, Some("rates" | "queues" | "charts")) => Some(Pane::Chart),
            (_, Some("lanes")) => Some(Pane::Lanes),
            _ => None,
        };
        // The drawer would cover the picture if the highlighted element is not in the drawer.
        page.drawer.set(in_pane == Some(Pane::Inspect));
        if let Some(in_pane) = in_pane {
            page.pane.set(in_pane);
        }
        let shown = match lit.as_deref() {
            Some("ingress") => "[data-testid=bar-ingress]",
            Some("egress") => "[data-testid=bar-egress]",
            // The card already shows the sentence that is above the matrix, so that the inspector scrolls to
            // the matrix.
            Some("tab") => ".inside [data-testid=match-grid], .inside:not(:has([data-testid=match-grid]))",
            _ => return,
        };
        // Waits for the next video frame, in which the card and the tab have their places.
        request_animation_frame(move || scroll_to(".inspector", shown));
    });
}

/// Scrolls the element `panel` until the element `part` is at its top. Both arguments are selectors. Does
/// nothing if `part` is fully visible.
fn scroll_to(panel: &str, part: &str) {
    let found = |selector: &str| document().query_selector(selector).ok().flatten();
    let (Some(panel), Some(part)) = (found(panel), found(part)) else { return };
    let (frame, inside) = (panel.get_bounding_client_rect(), part.get_bounding_client_rect());
    if inside.top() < frame.top() || inside.bottom() > frame.bottom() {
        #[expect(clippy::cast_possible_truncation, reason = "pixels of a page")]
        let by = (inside.top() - frame.top()) as i32 - MARGIN;
        panel.set_scroll_top(panel.scroll_top() + by);
    }
}
