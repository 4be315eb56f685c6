//! Nodes, ports and links of the fabric, in SVG.
//!
//! Only ports of switches are circles. A link with a fault has a sign: a cross if the link is down, otherwise
//! an exclamation mark. The box of a paused host names the paused priorities. All nodes of a closed group
//! share one box, and all links between two boxes share one line. A move of the camera changes only the
//! transformation of the whole drawing. Start with [`Topology`].

use std::sync::Arc;

use fabric_sim::ids::{NodeId, PortId, PrioritySet};
use fabric_sim::spec::{NodeKind, Spec};
use leptos::prelude::*;

use super::FlowPath;
use super::camera::PictureCamera;
use crate::lab::{Picture, faults};
use crate::scene::{Group, HostLine, Layout, Point};
use crate::ui::PageContext;
use crate::ui::lesson::Highlights;

/// Drawing of nodes, ports and links. Signs mark faulty links, and links whose ends are configured
/// differently in the imported files.
#[component]
pub fn Topology(
    page: PageContext,
    /// Layout of the whole fabric; `None` before the picture has a size.
    layout: Memo<Option<Arc<Layout>>>,
    view: PictureCamera,
    /// Ports of the queues in the displayed deadlock; empty if no deadlock is displayed.
    dead: RwSignal<Vec<PortId>>,
    /// Objects that the open step of a lesson highlights.
    highlights: Memo<Highlights>,
    path: FlowPath,
) -> impl IntoView {
    // The drawing is magnified as a whole, so that a move of the camera creates no element.
    let seen = move || {
        let view_port = layout.with(|layout| layout.as_ref().map(|layout| layout.viewport))?;
        let camera = view.camera();
        let corner = camera.place(Point::default(), view_port);
        Some(format!("translate({:.2} {:.2}) scale({:.4})", corner.x, corner.y, camera.times))
    };
    // Links with a fault.
    let faulty_links = Memo::new(move |_| page.text_picture.with(|picture| faulty_links(picture)));
    // Both ports of each link whose ends differ according to the report of the import.
    let differing = Memo::new(move |_| {
        let report = page.imported()?;
        Some(page.static_picture.with(|static_picture| report.differing(&static_picture.document_picture)))
    });
    view! {
        <svg class="topology" aria-hidden="true"><g transform=seen>
            {move || {
                let layout = layout.get()?;
                let spec = page.static_picture.with_untracked(|static_picture| static_picture.document_picture.spec.clone());
                // A selector notifies only the ports and nodes whose selection changes.
                let port = Selector::new(move || page.static_picture.with(|static_picture| static_picture.selected.port));
                let node = Selector::new(move || page.static_picture.with(|static_picture| {
                    let ports = &static_picture.document_picture.spec.ports;
                    ports.get(static_picture.selected.port.index()).map(|port| port.node)
                }));
                let links = links(&layout, &spec, (dead, highlights, path), faulty_links, &port);
                let nodes = nodes((page, view), &layout, &spec, dead, highlights, &node);
                let ports = ports(&layout, &spec, dead, highlights, &port);
                Some(view! { <g style=format!("--scale:{:.3}", layout.scale.max(0.75))>{links} {nodes} {ports}</g> })
            }}
            {move || layout.get().map(|layout| faulty_links.with(|all| all.iter().filter_map(|fault| sign(&layout, fault)).collect_view()))}
            {move || {
                let (layout, all) = (layout.get()?, differing.get()?);
                let signs = all.into_iter().filter_map(|ports| {
                    let sign = sign(&layout, &(ports, false))?;
                    Some(view! { <g class="differs" data-testid="differs">{sign}</g> })
                });
                Some(signs.collect_view())
            }}
        </g></svg>
    }
}

/// Link with a fault: its two ports in ascending order, and `true` if the link is down. A link that is not
/// down loses or corrupts frames, or loses pauses or credit updates.
type FaultyLink = ([PortId; 2], bool);

/// Links with a fault, in the order of their first ports.
fn faulty_links(picture: &Picture) -> Vec<FaultyLink> {
    let (spec, views) = (&picture.static_picture.document_picture.spec, &picture.drawn_view().ports);
    let links = spec.ports.iter().zip(views).enumerate();
    links
        .filter(|(index, (port, _))| *index < port.peer.index())
        .filter_map(|(index, (port, view))| {
            let ends = [view, views.get(port.peer.index())?];
            (!faults(ends).is_empty()).then_some(([PortId::new(index), port.peer], view.down))
        })
        .collect()
}

/// Sign on a link: a cross if the link is down, otherwise an exclamation mark. `None` if a port is not in the
/// layout.
fn sign(layout: &Layout, (ports, down): &FaultyLink) -> Option<impl IntoView + use<>> {
    layout.representative(ports[0])?;
    let Point { x, y } = layout.sign_place(*ports)?;
    let path = if *down { "M-3.500 -3.500l7 7M3.500 -3.500l-7 7" } else { "M0 -4.500v5M0 3.500v1" };
    Some(view! {
        <g class="fault" transform=format!("translate({x:.1} {y:.1})")><circle r="8"/><path d=path/></g>
    })
}

/// Lines of all cables, divided into the lanes of priorities. Both ports of a link have a line, one over the
/// other.
fn links(
    layout: &Arc<Layout>,
    spec: &Arc<Spec>,
    (dead, highlights, path): (RwSignal<Vec<PortId>>, Memo<Highlights>, FlowPath),
    faulty_links: Memo<Vec<FaultyLink>>,
    selected: &Selector<PortId>,
) -> Vec<AnyView> {
    let is_drawn = |index: &usize| layout.representative(PortId::new(*index)) == Some(PortId::new(*index));
    (0..layout.cables.len())
        .filter(is_drawn)
        .map(|index| {
            let cable = layout.cables[index];
            let port = PortId::new(index);
            // Ports of all links that are drawn as this cable.
            let own: Arc<[PortId]> = layout.bundle(port).unwrap_or(&[port]).into();
            let has_any = move |ports: &[PortId]| ports.iter().any(|port| own.contains(port));
            let peer = spec.ports[index].peer;
            let selected = selected.clone();
            // Both ends are read (`|`, not `||`), so that the changes of both are tracked.
            let touched = move || selected.selected(&port) | selected.selected(&peer);
            let between: Vec<AnyView> = (1..layout.lanes.len())
                .map(|rank| {
                    let share = precise(rank) / precise(layout.lanes.len()) - 0.5;
                    let line = cable
                        .middle
                        .beside(share * cable.width)
                        .longer(layout.reach(port, 2.0 * cable.width));
                    view! { <line class="lane" x1=line.from.x y1=line.from.y x2=line.to.x y2=line.to.y/> }
                        .into_any()
                })
                .collect();
            let is_down = has_any.clone();
            let down = move || faulty_links.with(|all| all.iter().any(|(ports, down)| *down && is_down(ports)));
            let is_dead = has_any.clone();
            // The line ends under the boxes of its nodes, which are drawn later.
            let middle = cable.middle.longer(layout.reach(port, cable.width));
            view! {
                <line class="cable" class:selected=touched class:deadlocked=move || dead.with(|dead| is_dead(dead)) class:down=down
                    class:highlighted=move || highlights.with(|highlights| highlights.cables.contains(&port))
                    class:on-path=move || path.with(|path| path.as_ref().is_some_and(|(_, ports)| has_any(ports)))
                    x1=middle.from.x y1=middle.from.y x2=middle.to.x y2=middle.to.y
                    stroke-width=cable.width/>
                {between}
            }
            .into_any()
        })
        .collect()
}

/// Boxes with the names of the nodes. Only boxes of hosts have a second line for paused priorities.
fn nodes(
    (page, view): (PageContext, PictureCamera),
    layout: &Arc<Layout>,
    spec: &Arc<Spec>,
    dead: RwSignal<Vec<PortId>>,
    highlights: Memo<Highlights>,
    selected: &Selector<Option<NodeId>>,
) -> Vec<AnyView> {
    let masks: Vec<RwSignal<PrioritySet>> =
        spec.nodes.iter().map(|_| RwSignal::new(PrioritySet::EMPTY)).collect();
    // Paused priorities of all hosts, read in one effect.
    let hosts: Vec<(RwSignal<PrioritySet>, usize)> = spec
        .nodes
        .iter()
        .zip(&masks)
        .filter(|(node, _)| node.kind == NodeKind::Host)
        .map(|(node, mask)| (*mask, node.ports.start as usize))
        .collect();
    Effect::new(move |_| {
        page.text_picture.with(|picture| {
            for (mask, port) in &hosts {
                let paused =
                    picture.drawn_view().ports.get(*port).map_or(PrioritySet::EMPTY, |port| port.paused);
                if mask.get_untracked() != paused {
                    mask.set(paused);
                }
            }
        });
    });
    let drawn = spec.nodes.iter().enumerate().filter(|(index, _)| layout.draws_node(NodeId::new(*index)));
    drawn
        .map(|(index, node)| {
            let rect = layout.nodes[index];
            let id = NodeId::new(index);
            if let Some(group) = layout.closed_group(id) {
                return group_box(page, layout, spec, (id, group), dead);
            }
            let selected = selected.clone();
            let selected = move || selected.selected(&Some(id));
            let host = node.kind == NodeKind::Host;
            let paused = masks[index];
            let own = node.ports.clone();
            let is_lit = move || dead.with(|dead| dead.iter().any(|port| own.contains(&port.0)));
            let size = layout.letter(index);
            let (own_layout, name) = (Arc::clone(layout), node.name.clone());
            let label = Memo::new(move |_| host.then(|| own_layout.host_label(index, &name, paused.get())));
            let centre = layout.name(index).centre;
            let text = if host {
                let line = move |class: &'static str, line: Option<HostLine>| {
                    line.map(|HostLine { text, at, size }| {
                        view! { <text class=class x=at.x y=at.y style=format!("font-size:{size:.1}px")>{text}</text> }
                    })
                };
                let lines = move || {
                    let label = label.get()?;
                    Some(view! { {line("name", label.name)} {line("state", label.paused)} })
                };
                lines.into_any()
            } else {
                // If the queues of the switch are drawn, the name moves to a place that they leave free.
                let (own_layout, opened_at) = (Arc::clone(layout), layout.name_if_opened(index));
                let own_selected = selected.clone();
                let opens = Memo::new(move |_| own_layout.opens_at(index, own_selected(), view.camera().times));
                let at = move || if opens.get() { opened_at } else { centre };
                view! {
                    <text class:opened=opens x=move || at().x y=move || at().y style=format!("font-size:{size:.1}px")>
                        {node.name.clone()}
                    </text>
                }
                .into_any()
            };
            view! {
                <g class=if host { "node host" } else { "node switch" } class:selected=selected
                    class:paused=move || !paused.get().is_empty() class:deadlocked=is_lit
                    class:highlighted=move || highlights.with(|highlights| highlights.nodes.contains(&id))>
                    <rect class="box" x=rect.left() y=rect.top() width=rect.width height=rect.height rx="8"/>
                    {text}
                </g>
            }
            .into_any()
        })
        .collect()
}

/// Box of a closed group (nodes drawn as one box), drawn for its first member `node`. If hosts of the group
/// are paused, a line of the box gives their number.
fn group_box(
    page: PageContext,
    layout: &Layout,
    spec: &Spec,
    (node, group): (NodeId, &Group),
    dead: RwSignal<Vec<PortId>>,
) -> AnyView {
    let (index, rect) = (node.index(), layout.nodes[node.index()]);
    let ports: Arc<[PortId]> = group
        .members
        .iter()
        .flat_map(|member| spec.nodes[member.index()].ports.clone())
        .map(PortId)
        .collect();
    let hosts: Vec<usize> =
        ports.iter().filter(|port| spec.switch_of(**port).is_none()).map(|port| port.index()).collect();
    let paused = Memo::new(move |_| {
        page.text_picture.with(|picture| {
            let is_paused = |port: &&usize| {
                picture.drawn_view().ports.get(**port).is_some_and(|port| !port.paused.is_empty())
            };
            Some(hosts.iter().filter(is_paused).count()).filter(|count| *count > 0)
        })
    });
    let is_dead = move || dead.with(|dead| dead.iter().any(|port| ports.contains(port)));
    let (name, size) = (layout.name(index).centre, layout.letter(index));
    let state = move || paused.get().map(|count| format!("\u{2016} {count}"));
    view! {
        <g class="node switch group" class:paused=move || paused.get().is_some() class:deadlocked=is_dead>
            <rect class="box" x=rect.left() y=rect.top() width=rect.width height=rect.height rx="8"/>
            <text x=name.x y=name.y style=format!("font-size:{size:.1}px")>{group.name.clone()}</text>
            <text class="state" x=rect.centre.x y=rect.top() + 0.18 * rect.height style=format!("font-size:{size:.1}px")>{state}</text>
        </g>
    }
    .into_any()
}

fn ports(
    layout: &Arc<Layout>,
    spec: &Arc<Spec>,
    dead: RwSignal<Vec<PortId>>,
    highlights: Memo<Highlights>,
    selected: &Selector<PortId>,
) -> Vec<AnyView> {
    (0..layout.ports.len())
        .filter(|index| {
            let node = spec.ports[*index].node;
            spec.switch_of(PortId::new(*index)).is_some() && layout.closed_group(node).is_none()
        })
        .map(|index| {
            let (at, port, selected) = (layout.ports[index], PortId::new(index), selected.clone());
            let radius = 4.5 * layout.scale.max(0.7);
            view! {
                <circle class="port" class:selected=move || selected.selected(&port)
                    class:deadlocked=move || dead.with(|dead| dead.contains(&port))
                    class:highlighted=move || highlights.with(|highlights| highlights.ports.contains(&port))
                    cx=at.x cy=at.y r=radius/>
            }
            .into_any()
        })
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "at most eight")]
fn precise(n: usize) -> f64 {
    n as f64
}
