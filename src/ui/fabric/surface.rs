//! The canvas of everything that moves, and the pointer on it.

use std::sync::Arc;

use fabric_sim::document::Named;
use fabric_sim::document::Tab;
use fabric_sim::ids::PortId;
use leptos::html::Canvas;
use leptos::prelude::*;
use web_sys::PointerEvent;

use super::tip::{Tip, words};
use crate::lab::Command;
use crate::scene::{Drawing, Layout, Pen, Point, Scene, ShapeId, Target, hit, paint, scene};
use crate::ui::lesson::Lights;
use crate::ui::painter::{Easel, Painter};
use crate::ui::{Desk, Pane};

/// The canvas.
#[component]
pub fn Surface(
    desk: Desk,
    layout: Memo<Option<Arc<Layout>>>,
    /// The ports that a deadlock is made of, while it is drawn.
    dead: RwSignal<Vec<PortId>>,
    /// Things that a step of a lesson highlights.
    lights: Memo<Lights>,
) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    let shown = StoredValue::new_local(Scene::default());
    let painter = expect_context::<Painter>();
    let easel = StoredValue::new_local((None::<Easel>, Drawing::default()));
    let tip = RwSignal::new(None::<(Point, String)>);
    Effect::new(move |_| {
        desk.picture.track();
        painter.again.track();
        let palette = desk.theme.get().palette();
        let (Some(canvas), Some(layout)) = (canvas.get(), layout.get()) else { return };
        let composed = desk.look(|lab| {
            let run = lab.run();
            let spec = run.tape().spec();
            // The lab may already be on another stage than the layout.
            (layout.cables.len() == spec.ports.len())
                .then(|| scene(&layout, spec, run.snapshot(), run.motion()))
                .map(|scene| scene.with_credits(&layout, run.snapshot(), lab.selected().port))
                .map(|scene| dead.with(|dead| if dead.is_empty() { scene } else { scene.lit(spec, dead) }))
                .map(|scene| {
                    lights.with(
                        |Lights { ports, .. }| if ports.is_empty() { scene } else { scene.lit(spec, ports) },
                    )
                })
        });
        let Some(composed) = composed.flatten() else { return };
        let size = (layout.viewport.width, layout.viewport.height);
        easel.try_update_value(|(easel, drawing)| {
            let mut pen = Pen::over(std::mem::take(drawing));
            paint(&mut pen, &composed, &layout, &palette);
            *drawing = pen.into_drawing();
            painter.show(easel, &canvas, drawing, size);
        });
        shown.try_set_value(composed);
    });
    let target = move |event: &PointerEvent| {
        let at = Point::new(f64::from(event.offset_x()), f64::from(event.offset_y()));
        let layout = layout.get_untracked()?;
        let target = shown.try_with_value(|scene| hit(&layout, scene, at))??;
        Some((at, target))
    };
    let chosen = move |event: PointerEvent| {
        let Some((_, target)) = target(&event) else { return };
        let picked = desk.still.with_untracked(|still| {
            let spec = &still.stage.spec;
            pick(target, still.selected.priority, |node| PortId(spec.nodes[node].ports.start))
        });
        desk.act(Command::Select(picked.0, picked.1));
        if let Some(flow) = flow_of(target, picked.0) {
            desk.act(flow);
        } else if let Some(follow) = followed(target) {
            desk.act(follow);
            desk.act(Command::Tab(Tab::Frame));
        }
        desk.drawer.set(true);
        desk.pane.set(Pane::Inspect);
    };
    let hovered = move |event: PointerEvent| {
        let found = target(&event).and_then(|(at, target)| {
            desk.picture.with_untracked(|picture| words(picture, target)).map(|words| (at, words))
        });
        if tip.with_untracked(|tip| *tip != found) {
            tip.set(found);
        }
    };
    view! {
        <canvas data-testid="fabric-canvas" aria-hidden="true" node_ref=canvas
            on:pointerdown=chosen on:pointermove=hovered on:pointerleave=move |_| tip.set(None)></canvas>
        <Tip tip layout/>
        {move || painter.fails.get().map(|why| view! {
            <p class="unpainted" role="alert">{format!("This browser does not draw what moves: {why}.")}</p>
        })}
    }
}

/// Command for a click on a frame, or on the cross of a dropped one: follow the frame.
fn followed(target: Target) -> Option<Command> {
    match target {
        Target::Shape(ShapeId::Frame { flow, sequence, kind, .. }) => {
            Named::of(kind).map(|named| Command::Follow((flow, named, sequence)))
        }
        Target::Shape(ShapeId::Drop(port)) => Some(Command::FollowLost(Some(port))),
        _ => None,
    }
}

/// Command for a click on a host, or on a frame to a sender: show the flow.
fn flow_of(target: Target, port: PortId) -> Option<Command> {
    match target {
        Target::Node(_) => Some(Command::FlowOfHost(port)),
        Target::Shape(ShapeId::Frame { flow, kind, .. }) if kind.returns() => Some(Command::Flow(flow)),
        _ => None,
    }
}

/// The port and priority that a click on `target` selects.
fn pick(target: Target, priority: u8, first_port: impl Fn(usize) -> PortId) -> (PortId, u8) {
    match target {
        Target::Port(port) | Target::Cable(port) => (port, priority),
        Target::Node(node) => (first_port(node.index()), priority),
        Target::Shape(shape) => match shape {
            ShapeId::Lane(port, priority)
            | ShapeId::Gauge(port, priority)
            | ShapeId::Update(port, priority)
            | ShapeId::Credits(port, priority) => (port, priority),
            ShapeId::Frame { cable, .. } => (cable, priority),
            ShapeId::Pfc(port) | ShapeId::Drop(port) | ShapeId::Port(port) => (port, priority),
            ShapeId::Node(node) => (first_port(node.index()), priority),
            ShapeId::Sample => (PortId(0), priority),
        },
    }
}
