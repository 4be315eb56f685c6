//! Tooltips of the picture of the fabric: a text about the object under the pointer.
//!
//! Ports, nodes, links, frames, queues, threshold marks, credits and drops have a tooltip. Near the left or
//! right edge of the picture, the tooltip is shifted inwards. The sizes of ingress groups contain reserve,
//! shared memory and headroom; XOFF and XON appear only on lossless groups.

use std::sync::Arc;

use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::spec::{NodeKind, Spec};
use leptos::prelude::*;

use crate::charts::{bytes_label, rate_label, span_label};
use crate::lab::{Picture, credits_left};
use crate::scene::{Layout, Point, ShapeId, Target, peer_node};

/// Tooltip beside the pointer; absent if the pointer is on no object with a tooltip. The position in `tip` is
/// in pixels of the picture.
#[component]
pub fn Tip(tip: RwSignal<Option<(Point, String)>>, layout: Memo<Option<Arc<Layout>>>) -> impl IntoView {
    move || {
        let (at, words) = tip.get()?;
        let width = layout.with(|layout| layout.as_ref().map_or(0.0, |layout| layout.viewport.width));
        let shift = if at.x < 140.0 {
            "-8%"
        } else if at.x > width - 140.0 {
            "-92%"
        } else {
            "-50%"
        };
        let style = format!("--x:{:.0}px;--y:{:.0}px;--shift:{shift}", at.x, at.y.max(70.0));
        Some(view! { <div class="tip" style=style>{words}</div> })
    }
}

/// Text of the tooltip on `target`. `None` if the target has no tooltip, such as the free area of a lane of a
/// cable. A frame of a flow that an action added has the name `burst`. All nodes of a closed group share one
/// text. Numbers of frames and priorities count from 0.
pub fn words(picture: &Picture, layout: &Layout, target: Target) -> Option<String> {
    let spec = &picture.static_picture.document_picture.spec;
    match target {
        Target::Port(port) => {
            let interface = picture.static_picture.document_picture.interface(port);
            let interface = interface.map(|name| format!(" ({name})")).unwrap_or_default();
            Some(format!("{}{interface}, to {}", spec.port_name(port), peer(spec, port)))
        }
        Target::Node(node) => {
            if let Some(group) = layout.closed_group(node) {
                return Some(format!("{} {}; a click opens the group", group.name, group.contents()));
            }
            let node = &spec.nodes[node.index()];
            let kind = if node.kind == NodeKind::Host { "host" } else { "switch" };
            Some(format!("{kind} {}", node.name))
        }
        Target::Cable(port) => {
            let at = &spec.ports[port.index()];
            let from = &spec.nodes[at.node.index()].name;
            if let Some(links) = layout.bundle(port) {
                let name = |node: NodeId| match layout.closed_group(node) {
                    Some(group) => group.name.clone(),
                    None => spec.nodes[node.index()].name.clone(),
                };
                let (own, peer) = (name(at.node), name(peer_node(spec, port)));
                return Some(format!("{} links between {own} and {peer}", links.len()));
            }
            let delay = span_label(precise(at.delay.ps()));
            Some(format!("{from} → {}: {}, {delay}", peer(spec, port), rate_label(at.clock.rate().bps())))
        }
        Target::Shape(ShapeId::Update(port, n)) => {
            Some(format!("credit update of priority {n} from {} to {}", owner(spec, port), peer(spec, port)))
        }
        Target::Shape(ShapeId::Credits(port, n)) => {
            let credits = picture.view.ports.get(port.index())?.priorities[n.index()].credits?;
            Some(format!("{} for {}: {}", owner(spec, port), peer(spec, port), credits_left(&credits)))
        }
        Target::Shape(ShapeId::Group(port, n)) => {
            let pg = &picture.view.ports.get(port.index())?.priorities[n.index()].pg;
            let (held, from) = (bytes_label(pg.reserve + pg.shared + pg.headroom), peer(spec, port));
            let marks = if pg.lossless {
                format!(
                    "; XOFF {}, XON {}, headroom {}",
                    bytes_label(pg.xoff),
                    bytes_label(pg.xon),
                    bytes_label(pg.headroom_size)
                )
            } else {
                String::new()
            };
            Some(format!("ingress group of priority {n} from {from}: {held}{marks}"))
        }
        Target::Shape(ShapeId::Queue(port, n)) => {
            let queue = &picture.view.ports.get(port.index())?.priorities[n.index()];
            Some(format!(
                "egress queue of priority {n} to {}: {}",
                peer(spec, port),
                bytes_label(queue.egress_bytes)
            ))
        }
        Target::Shape(ShapeId::Mark(port, n, kind)) => {
            Some(format!("{} of priority {n}, {}: drag it", kind.name(), spec.port_name(port)))
        }
        Target::Shape(
            ShapeId::Frame { flow, sequence, kind, .. } | ShapeId::Queued { flow, sequence, kind, .. },
        ) => {
            let name = spec.flows.get(flow.index()).map_or("burst", |flow| flow.name.as_str());
            let kind = match kind {
                FrameKind::Ack => "ack of frame",
                FrameKind::Nak => "NAK of frame",
                FrameKind::Cnp => "CNP",
                FrameKind::Request => "request",
                FrameKind::CreditReturn => return Some(format!("{name}: gives credits back")),
                FrameKind::SentTotal => {
                    return Some(format!("{name}: says what it has sent for its credits"));
                }
                FrameKind::Data | FrameKind::Pfc | FrameKind::Credit => "frame",
            };
            Some(format!("{name}, {kind} {sequence}"))
        }
        Target::Shape(ShapeId::Pfc(port)) => {
            Some(format!("PFC frame from {} to {}", owner(spec, port), peer(spec, port)))
        }
        Target::Shape(ShapeId::Drop(port)) => Some(format!("a frame was lost at {}", spec.port_name(port))),
        Target::Shape(_) => None,
    }
}

fn owner(spec: &Spec, port: PortId) -> &str {
    &spec.owner(port).name
}

fn peer(spec: &Spec, port: PortId) -> &str {
    owner(spec, spec.ports[port.index()].peer)
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn precise(n: u64) -> f64 {
    n as f64
}
