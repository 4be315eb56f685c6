//! Canvas of all moving parts of the fabric, with its pointer events. Start with [`Surface`].
//!
//! A click selects the object that was under the pointer at the press, because frames move on before the
//! release. Only the primary button has an effect. While a button is pressed, no tooltip appears. While the
//! picture shows run A, there are no tooltips, and clicks on frames and threshold marks have no effect. If
//! the browser cannot draw the canvas, a message with the reason replaces the moving parts.

use std::sync::Arc;

use fabric_sim::document::{FrameName, NamedFrameKind, Tab};
use fabric_sim::engine::SwitchView;
use fabric_sim::fabric::crossbar::Matching;
use fabric_sim::ids::{PortId, Priority};
use leptos::html::Canvas;
use leptos::prelude::*;
use web_sys::PointerEvent;

use super::FlowPath;
use super::camera::PictureCamera;
use super::mark_drag::MarkDrag;
use super::tip::{Tip, words};
use crate::lab::{Command, Lab};
use crate::scene::{
    Drawing, Layout, MatchStage, Pen, PictureGesture, Point, QueueMemory, Scene, ShapeId, Target, hit, paint,
    pointers, scene,
};
use crate::ui::lesson::Highlights;
use crate::ui::painter::{Painter, WorkerCanvas};
use crate::ui::{PageContext, Pane};

/// Canvas over the topology, with all moving parts. A click selects the object under the pointer and opens
/// the inspector; a click on a frame also follows the frame. A click on the background deselects the flow. A
/// drag moves a threshold mark, or the camera if it begins elsewhere. The wheel zooms; with Shift, or
/// sideways, it moves the camera. The selection of a threshold mark happens at the press, all others at the
/// release.
#[component]
pub fn Surface(
    page: PageContext,
    /// Layout of the visible part of the fabric.
    layout: Memo<Option<Arc<Layout>>>,
    view: PictureCamera,
    /// Ports of the queues in the displayed deadlock; empty if no deadlock is displayed.
    dead: RwSignal<Vec<PortId>>,
    /// Objects that the open step of a lesson highlights.
    highlights: Memo<Highlights>,
    path: FlowPath,
) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    let shown = StoredValue::new_local(Scene::default());
    let painter = expect_context::<Painter>();
    let worker_canvas = StoredValue::new_local((None::<WorkerCanvas>, Drawing::default()));
    let memory = StoredValue::new_local((QueueMemory::default(), SwitchView::default()));
    let tip = RwSignal::new(None::<(Point, String)>);
    Effect::new(move |_| {
        page.picture.track();
        painter.again.track();
        let palette = page.theme.get().palette();
        let (Some(canvas), Some(layout)) = (canvas.get(), layout.get()) else { return };
        let composed = memory.try_update_value(|memory| {
            let composed = composed(page, &layout, memory)?;
            Some(lit(page, composed, &layout, (path, dead, highlights)))
        });
        let Some(composed) = composed.flatten() else { return };
        let size = (layout.viewport.width, layout.viewport.height);
        worker_canvas.try_update_value(|(worker_canvas, drawing)| {
            let mut pen = Pen::over(std::mem::take(drawing));
            paint(&mut pen, &composed, &layout, &palette);
            *drawing = pen.into_drawing();
            painter.show(worker_canvas, &canvas, drawing, size);
        });
        shown.try_set_value(composed);
    });
    let of_a = page.draws_fabric_of_a();
    let place = |event: &PointerEvent| Point::new(f64::from(event.offset_x()), f64::from(event.offset_y()));
    let target = move |at: Point| {
        let layout = layout.get_untracked()?;
        shown.try_with_value(|scene| hit(&layout, scene, at)).flatten()
    };
    // Object under the pointer at the press, because frames move on before the release.
    let gesture = StoredValue::new((PictureGesture::default(), None::<Target>, None::<MarkDrag>));
    let pressed = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        let at = place(&event);
        let found = target(at);
        let mark = match found {
            Some(Target::Shape(ShapeId::Mark(port, priority, kind))) if !of_a.get_untracked() => {
                page.picture.with_untracked(|picture| MarkDrag::new(picture, port, priority, kind))
            }
            _ => None,
        };
        if let Some(mark) = mark {
            mark.select(page);
        }
        let element: web_sys::Element = event_target(&event);
        let _ = element.set_pointer_capture(event.pointer_id());
        gesture.update_value(|(gesture, aimed, drags)| {
            gesture.press(event.pointer_id(), at);
            (*aimed, *drags) = (found, mark);
        });
    };
    let moved = move |event: PointerEvent| {
        let at = place(&event);
        let Some((held, drag, mark)) = gesture.try_update_value(|(gesture, _, mark)| {
            (gesture.is_pressed(), gesture.go(event.pointer_id(), at), *mark)
        }) else {
            return;
        };
        if let (Some(mut mark), Some(layout)) = (mark, layout.get_untracked()) {
            if drag.is_some() {
                mark.drag(page, &layout, at);
                gesture.update_value(|(_, _, pressed)| *pressed = Some(mark));
            }
        } else if let Some(drag) = drag {
            view.drag(drag);
        }
        let found = if held || of_a.get_untracked() { None } else { target(at) };
        let found = found.zip(layout.get_untracked());
        let found = found.and_then(|(target, layout)| Some((at, tooltip(page, &layout, target)?)));
        if tip.with_untracked(|tip| *tip != found) {
            tip.set(found);
        }
    };
    let released = move |event: PointerEvent| {
        let end = gesture.try_update_value(|(gesture, aimed, mark)| {
            (gesture.release(event.pointer_id()), aimed.take(), mark.take())
        });
        let Some((clicks, aimed, mark)) = end else { return };
        if let Some(mark) = mark {
            mark.drop(page);
        } else if clicks {
            choose(page, aimed.filter(|target| !of_a.get_untracked() || followed(*target).is_none()));
        }
    };
    let lost = move |event: PointerEvent| {
        gesture.update_value(|(gesture, aimed, mark)| {
            gesture.release(event.pointer_id());
            (*aimed, *mark) = (None, None);
        });
    };
    view! {
        <canvas data-testid="fabric-canvas" aria-hidden="true" node_ref=canvas
            on:pointerdown=pressed on:pointermove=moved on:pointerup=released on:pointercancel=lost
            on:pointerleave=move |_| tip.set(None) on:wheel=move |event| view.wheeled(&event)></canvas>
        <Tip tip layout/>
        {move || painter.fails.get().map(|why| unpainted(&why))}
    }
}

/// Text of the tooltip on `target`; `None` if it has none.
fn tooltip(page: PageContext, layout: &Layout, target: Target) -> Option<String> {
    page.picture.with_untracked(|picture| words(picture, layout, target))
}

/// Message that the browser does not draw the moving parts, with the reason `why`.
fn unpainted(why: &str) -> impl IntoView + use<> {
    view! { <p class="canvas-error" role="alert">{format!("This browser does not draw what moves: {why}.")}</p> }
}

/// Composes the scene at the cursor, of run B, or of run A if the viewer chose it. `memory` has buffers that
/// are used again for each scene. `None` if `layout` belongs to another document than the open one.
fn composed(page: PageContext, layout: &Layout, memory: &mut (QueueMemory, SwitchView)) -> Option<Scene> {
    let compose = |lab: &Lab| {
        let (recording, view, motion) = lab.drawn_fabric();
        let spec = recording.spec();
        if layout.cables.len() != spec.ports.len() {
            return None;
        }
        let step = page.static_picture.with_untracked(|static_picture| static_picture.step);
        let scene = scene(layout, spec, view, motion);
        let mut scene = inner(lab, layout, scene, step.map(MatchStage::from), (&mut memory.0, &mut memory.1));
        // Captions of the wait-for graph need the free places in which callouts would be drawn.
        if !untrack(|| page.shows_waits()) || lab.draws_fabric_of_a() {
            let (world, port) = (recording.world(), lab.selected().port);
            scene = scene.with_callouts(layout, spec, view, world, port, &mut memory.0);
        }
        Some(scene.with_credits(layout, view, lab.selected().port))
    };
    page.read_lab(compose).flatten()
}

/// Dims all objects of the scene except the selected flow, the displayed deadlock, and the objects that a
/// lesson highlights. If several of these three are given, only objects that belong to all of them stay
/// bright. If none is given, the scene is unchanged.
fn lit(
    page: PageContext,
    scene: Scene,
    layout: &Layout,
    (path, dead, highlights): (FlowPath, RwSignal<Vec<PortId>>, Memo<Highlights>),
) -> Scene {
    let scene = path.with(|path| match path {
        Some((flow, ports)) if !ports.is_empty() => scene.of_flow(layout, *flow, ports),
        _ => scene,
    });
    let spec = page
        .static_picture
        .with_untracked(|static_picture| Arc::clone(&static_picture.document_picture.spec));
    let keep = |scene: Scene, ports: &[PortId]| {
        if ports.is_empty() {
            return scene;
        }
        // In a bundle of links, one port represents the drawn cable of all links.
        let drawn = ports.iter().filter_map(|port| layout.representative(*port));
        scene.lit(&spec, &drawn.chain(ports.iter().copied()).collect::<Vec<_>>())
    };
    let scene = dead.with(|dead| keep(scene, dead));
    highlights.with(|Highlights { ports, .. }| keep(scene, ports))
}

/// Selects the clicked object and opens the inspector; a frame is also followed, and a host also selects one
/// of its flows. A click on the background (`None`) ends the selection of the flow; port and priority stay
/// selected.
fn choose(page: PageContext, target: Option<Target>) {
    let Some(target) = target else {
        if page.static_picture.with_untracked(|static_picture| static_picture.chosen.is_some()) {
            page.act(Command::NoFlow);
        }
        return;
    };
    let picked = page.static_picture.with_untracked(|static_picture| {
        let spec = &static_picture.document_picture.spec;
        pick(target, static_picture.selected.priority, |node| PortId(spec.nodes[node].ports.start))
    });
    page.act(Command::Select(picked.0, picked.1));
    if let Some(flow) = flow_of(target, picked.0) {
        page.act(flow);
    } else if let Some(follow) = followed(target) {
        page.act(follow);
        page.act(Command::Tab(Tab::Frame));
    }
    page.drawer.set(true);
    page.pane.set(Pane::Inspect);
}

/// Adds the queues inside large switches to `scene`, and the crossbar match of the selected switch at
/// matching stage `step`. `None`, or a stage that the match does not have, draws the last stage. Without a
/// crossbar, or before its first match, no match is drawn.
fn inner(
    lab: &Lab,
    layout: &Layout,
    scene: Scene,
    step: Option<MatchStage>,
    (queues, inside): (&mut QueueMemory, &mut SwitchView),
) -> Scene {
    let (selected, (recording, view, _)) = (lab.selected(), lab.drawn_fabric());
    let spec = recording.spec();
    let scene = scene.with_queues(layout, spec, view, recording.world(), selected.port, queues);
    let Some(node) = spec.ports.get(selected.port.index()).map(|port| port.node) else { return scene };
    let Some(last) = recording.matches().of(spec, node) else { return scene };
    let switch = spec.nodes[node.index()].switch();
    let config = switch.and_then(|switch| spec.switches[switch.index()].crossbar);
    let stages: Vec<MatchStage> = last.stages().collect();
    let (Some(config), Some(end)) = (config, stages.last()) else { return scene };
    let stage = step.filter(|step| stages.contains(step)).unwrap_or(*end);
    recording.world().view_switch(node, inside);
    let Some(crossbar) = &inside.crossbar else { return scene };
    let turns = (config.matching == Matching::Islip)
        .then(|| pointers(crossbar, last, stage, selected.priority, config.precedence));
    let cells = last.cells(stage, selected.priority);
    scene.with_match(layout, spec, node, &cells, turns.as_ref().map(|turns| (turns, selected.priority)))
}

/// Command for a click on a frame, or on the cross of a dropped frame: follow this frame. `None` for other
/// targets.
fn followed(target: Target) -> Option<Command> {
    match target {
        Target::Shape(
            ShapeId::Frame { flow, sequence, kind, .. } | ShapeId::Queued { flow, sequence, kind, .. },
        ) => NamedFrameKind::of(kind)
            .map(|named| Command::Follow(FrameName { flow: flow.0, named, number: sequence })),
        Target::Shape(ShapeId::Drop(port)) => Some(Command::FollowLost(Some(port))),
        _ => None,
    }
}

/// Command that selects a flow, for a click on a host, or on a frame that travels back to a source, such as
/// an ack. For a host, it is a flow that the host sends. `None` for other targets.
fn flow_of(target: Target, port: PortId) -> Option<Command> {
    match target {
        Target::Node(_) => Some(Command::FlowOfHost(port)),
        Target::Shape(ShapeId::Frame { flow, kind, .. }) if kind.returns() => Some(Command::Flow(flow)),
        _ => None,
    }
}

/// Port and priority that a click on `target` selects. A target without a priority keeps `priority`, the
/// selected one. A node selects its first port, which `first_port` returns.
fn pick(target: Target, priority: Priority, first_port: impl Fn(usize) -> PortId) -> (PortId, Priority) {
    match target {
        Target::Port(port) | Target::Cable(port) => (port, priority),
        Target::Node(node) => (first_port(node.index()), priority),
        Target::Shape(shape) => match shape {
            ShapeId::Lane(port, priority)
            | ShapeId::Gauge(port, priority)
            | ShapeId::Update(port, priority)
            | ShapeId::Group(port, priority)
            | ShapeId::Queue(port, priority)
            | ShapeId::Mark(port, priority, _)
            | ShapeId::Credits(port, priority) => (port, priority),
            ShapeId::Frame { cable: port, .. }
            | ShapeId::Queued { output: port, .. }
            | ShapeId::Wire(_, port)
            | ShapeId::Pfc(port)
            | ShapeId::Drop(port)
            | ShapeId::Port(port) => (port, priority),
            ShapeId::Node(node) => (first_port(node.index()), priority),
            ShapeId::Sample => (PortId(0), priority),
        },
    }
}
