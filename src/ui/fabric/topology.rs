//! Nodes, ports and links, which stand still.

use std::sync::Arc;

use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::spec::{NodeKind, Spec};
use leptos::prelude::*;

use crate::lab::listed;
use crate::scene::Layout;
use crate::ui::Desk;

/// The drawing of the topology.
#[component]
pub fn Topology(
    desk: Desk,
    layout: Memo<Option<Arc<Layout>>>,
    /// The ports that a deadlock is made of, while it is drawn.
    dead: Memo<Vec<PortId>>,
) -> impl IntoView {
    view! {
        <svg class="topology" aria-hidden="true">
            {move || {
                let layout = layout.get()?;
                let spec = desk.still.with_untracked(|still| still.stage.spec.clone());
                let links = links(desk, &layout, &spec, dead);
                let nodes = nodes(desk, &layout, &spec, dead);
                let ports = ports(desk, &layout, &spec, dead);
                Some(view! { <g style=format!("--scale:{:.3}", layout.scale.max(0.75))>{links} {nodes} {ports}</g> })
            }}
        </svg>
    }
}

fn links(desk: Desk, layout: &Arc<Layout>, spec: &Arc<Spec>, dead: Memo<Vec<PortId>>) -> Vec<AnyView> {
    let selected = Memo::new(move |_| desk.still.with(|still| still.selected.port));
    (0..layout.cables.len())
        .map(|index| {
            let cable = layout.cables[index];
            let port = PortId::new(index);
            let peer = spec.ports[index].peer;
            let touched = move || selected.get() == port || selected.get() == peer;
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
            // It ends under the boxes of its nodes, which are drawn over it.
            let middle = cable.middle.longer(layout.reach(port, cable.width));
            view! {
                <line class="strand" class:selected=touched class:lit=move || dead.with(|dead| dead.contains(&port))
                    x1=middle.from.x y1=middle.from.y x2=middle.to.x y2=middle.to.y
                    stroke-width=cable.width/>
                {between}
            }
            .into_any()
        })
        .collect()
}

fn nodes(desk: Desk, layout: &Arc<Layout>, spec: &Arc<Spec>, dead: Memo<Vec<PortId>>) -> Vec<AnyView> {
    // What hosts hold back, looked at once for all of them.
    let hosts: Vec<Option<usize>> = spec
        .nodes
        .iter()
        .map(|node| (node.kind == NodeKind::Host).then_some(node.ports.start as usize))
        .collect();
    let masks = Memo::new(move |_| {
        desk.words.with(|picture| {
            let paused = |port: usize| picture.view.ports.get(port).map_or(0, |port| port.paused);
            hosts.iter().map(|port| port.map_or(0, paused)).collect::<Vec<u8>>()
        })
    });
    spec.nodes
        .iter()
        .enumerate()
        .map(|(index, node)| {
            let rect = layout.nodes[index];
            let id = NodeId::new(index);
            let selected = Memo::new(move |_| {
                desk.still.with(|still| {
                    still
                        .stage
                        .spec
                        .ports
                        .get(still.selected.port.index())
                        .is_some_and(|port| port.node == id)
                })
            });
            let host = node.kind == NodeKind::Host;
            let paused = Memo::new(move |_| masks.with(|masks| masks.get(index).copied().unwrap_or(0)));
            let own = node.ports.clone();
            let is_lit = move || dead.with(|dead| dead.iter().any(|port| own.contains(&port.0)));
            // A second line has room; on a telephone both are narrow ones.
            let two_lines = host && rect.height >= 22.0;
            let tight = rect.height <= 30.0;
            let state = move || match paused.get() {
                0 => String::new(),
                mask => {
                    let which = listed(mask).replace("priority ", "P").replace("priorities ", "P");
                    if rect.width > 66.0 { format!("{which} paused") } else { format!("‖ {which}") }
                }
            };
            let lift = rect.height * if !two_lines { 0.0 } else if tight { 0.23 } else { 1.0 / 6.0 };
            let below = rect.height * if tight { 0.24 } else { 1.0 / 4.6 };
            let named = move || rect.centre.y - if paused.get() == 0 { 0.0 } else { lift };
            let size = layout.letter(index);
            view! {
                <g class=if host { "node host" } else { "node switch" } class:selected=selected
                    class:paused=move || paused.get() != 0 class:lit=is_lit>
                    <rect class="box" x=rect.left() y=rect.top() width=rect.width height=rect.height rx="8"/>
                    <text x=rect.centre.x y=named style=format!("font-size:{size:.1}px")>{node.name.clone()}</text>
                    {two_lines.then(|| view! {
                        <text class="state" x=rect.centre.x y=rect.centre.y + below>{state}</text>
                    })}
                </g>
            }
            .into_any()
        })
        .collect()
}

fn ports(desk: Desk, layout: &Arc<Layout>, spec: &Arc<Spec>, dead: Memo<Vec<PortId>>) -> Vec<AnyView> {
    let selected = Memo::new(move |_| desk.still.with(|still| still.selected.port));
    (0..layout.ports.len())
        .filter(|index| spec.switch_of(PortId::new(*index)).is_some())
        .map(|index| {
            let at = layout.ports[index];
            let radius = 4.5 * layout.scale.max(0.7);
            view! {
                <circle class="port" class:selected=move || selected.get() == PortId::new(index)
                    class:lit=move || dead.with(|dead| dead.contains(&PortId::new(index)))
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
