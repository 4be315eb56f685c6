//! Camera over the picture of the fabric. Wheel, touch, buttons and keys zoom and pan; a menu moves the
//! camera to a node or flow. Start with [`PictureCamera`].
//!
//! The wheel zooms around the pointer; with Shift, or sideways, it pans. A button zooms around the selected
//! node, or around the middle of the picture if the node is not visible. A flow in the menu shows the whole
//! fabric.

use std::sync::Arc;

use fabric_sim::document;
use fabric_sim::ids::{FlowId, NodeId, PortId};
use fabric_sim::spec::NodeKind;
use leptos::prelude::*;
use web_sys::WheelEvent;

use crate::lab::Command;
use crate::scene::{Camera, Drag, Layout, Point, Viewport};
use crate::ui::PageContext;
use crate::ui::finder::Finder;
use crate::ui::icon::{Glyph, Icon};
use crate::ui::keys::click;

/// Factor by which a zoom button or key magnifies the picture.
const CLOSER: f64 = 1.5;
/// Zoom factor of the wheel: a turn upwards by n pixels magnifies by e^(`WHEEL` × n).
const WHEEL: f64 = 0.0016;
/// Zoom factor of a pinch on a trackpad: a pinch by n pixels magnifies by e^(`PINCH` × n).
const PINCH: f64 = 0.01;
/// Height of a line in pixels, for browsers that report turns of the wheel in lines.
const LINE: f64 = 33.0;
/// Distance of a pan by a button or key, as a fraction of the visible width or height.
const PAN: f64 = 0.2;

/// Camera over the fabric. Position and magnification are stored in the view of the document. Cheap to copy.
#[derive(Clone, Copy)]
pub struct PictureCamera {
    page: PageContext,
    /// Layout of the whole fabric without the camera; `None` before the picture has a size.
    plan: Memo<Option<Arc<Layout>>>,
    camera: Memo<Camera>,
}

impl PictureCamera {
    /// Creates the camera over the layout `plan`.
    pub fn new(page: PageContext, plan: Memo<Option<Arc<Layout>>>) -> Self {
        let camera = Memo::new(move |_| {
            let camera = page.static_picture.with(|static_picture| static_picture.camera);
            camera.map_or(Camera::WHOLE, |camera| {
                let (x, y) = camera.centre();
                Camera::new(camera.magnification(), Point::new(x, y))
            })
        });
        Self { page, plan, camera }
    }

    /// Present position and magnification of the camera. An effect or memo that calls this function runs
    /// again after a change.
    pub fn camera(self) -> Camera {
        self.camera.get()
    }

    fn viewport(self) -> Viewport {
        let plan = self.plan.get_untracked();
        plan.map_or(Viewport { width: 1.0, height: 1.0 }, |plan| plan.viewport)
    }

    /// Converts a point from pixels to fractions of the width and height of the picture. Before the picture
    /// has a size, its size counts as 1 × 1 pixel.
    fn share(self, at: Point) -> Point {
        let view = self.viewport();
        Point::new(at.x / view.width.max(1.0), at.y / view.height.max(1.0))
    }

    /// Moves the camera to `camera`. Does nothing if this is the present position and magnification.
    fn show(self, camera: Camera) {
        if camera != self.camera.get_untracked() {
            let written = document::Camera::new(camera.times, (camera.centre.x, camera.centre.y));
            self.page.act(Command::Camera(written));
        }
    }

    /// Moves the camera by a gesture: magnifies by `times` around the point `at`, and moves the picture by
    /// `by`. `at` and `by` are in pixels.
    pub fn drag(self, Drag { at, times, by }: Drag) {
        let by = self.share(by);
        let camera = self.camera.get_untracked().scaled(self.share(at), times);
        self.show(camera.moved(Point::new(-by.x, -by.y)));
    }

    /// Handles a turned wheel, or two fingers on a trackpad; the page does not scroll. Pans sideways if Shift
    /// is pressed or the movement is mostly horizontal. Zooms around the pointer otherwise, and always while
    /// Ctrl or Command is pressed.
    pub fn wheeled(self, event: &WheelEvent) {
        event.prevent_default();
        let unit = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { LINE } else { 1.0 };
        let (x, y) = (unit * event.delta_x(), unit * event.delta_y());
        let pinches = event.ctrl_key() || event.meta_key();
        let camera = self.camera.get_untracked();
        if !pinches && (event.shift_key() || x.abs() > y.abs()) {
            let aside = if x == 0.0 { Point::new(y, 0.0) } else { Point::new(x, 0.0) };
            return self.show(camera.moved(self.share(aside)));
        }
        let at = Point::new(f64::from(event.offset_x()), f64::from(event.offset_y()));
        let each = if pinches && y.abs() < LINE { PINCH } else { WHEEL };
        self.show(camera.scaled(self.share(at), (-each * y).exp()));
    }

    /// Magnifies the picture by the factor `by`; a factor below 1 makes it smaller. The selected node keeps
    /// its place if it is visible; otherwise the middle of the picture keeps its place.
    fn scale(self, by: f64) {
        let camera = self.camera.get_untracked();
        let at = self.selected().and_then(|node| {
            let plan = self.plan.get_untracked()?;
            let at = self.share(camera.place(plan.nodes.get(node.index())?.centre, plan.viewport));
            let is_in_view = (0.0..=1.0).contains(&at.x) && (0.0..=1.0).contains(&at.y);
            is_in_view.then_some(at)
        });
        self.show(camera.scaled(at.unwrap_or(Point::new(0.5, 0.5)), by));
    }

    fn selected(self) -> Option<NodeId> {
        self.page.static_picture.with_untracked(|static_picture| {
            let port =
                static_picture.document_picture.spec.ports.get(static_picture.selected.port.index())?;
            Some(port.node)
        })
    }

    /// Moves the camera to `node`, so that the node fills most of the picture and its queues are drawn. If
    /// the camera is already there, or the queues have no space, a message gives the reason. Does nothing if
    /// there is no such node.
    fn visit(self, node: NodeId) {
        let Some(plan) = self.plan.get_untracked() else { return };
        if node.index() < plan.nodes.len() {
            let (before, camera) = (self.camera.get_untracked(), plan.onto(node.index()));
            self.show(camera);
            let (is_switch, name) = self.page.static_picture.with_untracked(|static_picture| {
                let node = &static_picture.document_picture.spec.nodes[node.index()];
                (node.kind == NodeKind::Switch, node.name.clone())
            });
            let words = if is_switch && !plan.opens_at(node.index(), true, camera.times) {
                format!(
                    "{name} has no room for the queues of all its ports; the inspector shows those of a port."
                )
            } else if camera != before {
                return;
            } else if is_switch {
                format!("The queues of {name} are drawn already; the buttons + and \u{2212} change its size.")
            } else {
                format!("{name} fills the picture already.")
            };
            self.page.act(Command::Message(words));
        }
    }
}

/// Selects the node or flow with the value `value` of [`PageContext::place_choices`]. For a node, moves the
/// camera to the node and selects its first port; the selected priority stays. For a flow, moves the camera
/// to the whole fabric. Does nothing for any other value, or if there is no such node.
pub fn visit(page: PageContext, value: &str) {
    let Some((kind, number)) = value.split_at_checked(1) else { return };
    let Ok(number) = number.parse::<usize>() else { return };
    if kind == "f" {
        page.act(Command::Flow(FlowId::new(number)));
        return click("fabric-whole");
    }
    let (port, priority) = page.static_picture.with_untracked(|static_picture| {
        let node = static_picture.document_picture.spec.nodes.get(number);
        (node.map(|node| PortId(node.ports.start)), static_picture.selected.priority)
    });
    if let Some(port) = port {
        page.act(Command::Select(port, priority));
        click("fabric-node");
    }
}

/// Menu of nodes and flows, and buttons that zoom in, zoom out, or show the whole fabric. An entry of the
/// menu selects its node or flow and moves the camera. Keyboard shortcuts click these buttons, and also
/// hidden buttons that pan or show the selected node.
#[component]
pub fn CameraBar(page: PageContext, view: PictureCamera) -> impl IntoView {
    let whole = Memo::new(move |_| view.camera() == Camera::WHOLE);
    let choices = page.place_choices();
    let chosen = Signal::derive(String::new);
    let choose = Callback::new(move |value: String| visit(page, &value));
    let pan =
        move |x: f64, y: f64| view.show(view.camera.get_untracked().moved(Point::new(PAN * x, PAN * y)));
    // Hidden buttons, which only keyboard shortcuts click.
    let pans = [("left", -1.0, 0.0), ("right", 1.0, 0.0), ("up", 0.0, -1.0), ("down", 0.0, 1.0)]
        .map(|(name, x, y)| {
            view! { <button hidden tabindex="-1" aria-hidden="true" data-testid=format!("fabric-{name}") on:click=move |_| pan(x, y)></button> }
        })
        .collect_view();
    view! {
        <div class="camera" role="group" aria-label="Section of the fabric" class:whole=whole>
            <Finder choices chosen choose label="Go to a node or a flow" id="fabric-find" none="Go to\u{2026}"/>
            <button class="button icon plain" aria-label="More of the fabric ({)" title="More of the fabric ({)"
                data-testid="fabric-shrink" disabled=whole on:click=move |_| view.scale(1.0 / CLOSER)><Icon glyph=Glyph::Further/></button>
            <button class="button icon plain" aria-label="Enlarge the fabric (})" title="Enlarge the fabric (}), or turn the wheel over it"
                data-testid="fabric-enlarge" on:click=move |_| view.scale(CLOSER)><Icon glyph=Glyph::Nearer/></button>
            <button class="button icon plain" aria-label="The whole fabric (shift Z)" title="The whole fabric (shift Z)"
                data-testid="fabric-whole" disabled=whole on:click=move |_| view.show(Camera::WHOLE)><Icon glyph=Glyph::Whole/></button>
            <button hidden tabindex="-1" aria-hidden="true" data-testid="fabric-node"
                on:click=move |_| { if let Some(node) = view.selected() { view.visit(node); } }></button>
            {pans}
        </div>
    }
}
