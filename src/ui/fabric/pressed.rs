//! Threshold mark in the picture of the fabric while the user drags it along its queue.

use fabric_sim::document::params::Key;
use fabric_sim::ids::PortId;
use leptos::prelude::WithUntracked;

use crate::lab::{Command, Picture};
use crate::scene::{Bar, BarKind, Layout, MarkKind, Point, egress_bar, ingress_bar};
use crate::ui::Desk;
use crate::ui::mark::wanted;

/// Threshold mark that is being dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pressed {
    port: PortId,
    priority: u8,
    kind: MarkKind,
    key: Key,
    /// Bytes at the end of the queue's axis when the drag began. This value is used during the whole drag.
    limit: u64,
    /// Value in bytes that was last set; `None` before the first move.
    bytes: Option<u64>,
}

impl Pressed {
    /// Begins to drag the mark of kind `kind` at a queue. `None` if the queue has no such mark, or if the
    /// mark sets no parameter.
    pub fn new(picture: &Picture, port: PortId, priority: u8, kind: MarkKind) -> Option<Self> {
        let bar = bar(picture, port, priority, kind)?;
        Some(Self { port, priority, kind, key: kind.key()?, limit: bar.limit, bytes: None })
    }

    /// Selects the port and priority of the mark, so that the inspector shows them.
    pub fn select(self, desk: Desk) {
        desk.act(Command::Select(self.port, self.priority));
    }

    /// Sets the parameter of the mark to the value at point `at` of the picture. Does nothing if the picture
    /// does not draw this priority.
    pub fn drag(&mut self, desk: Desk, layout: &Layout, at: Point) {
        let Some(rank) = layout.lanes.iter().position(|lane| *lane == self.priority) else { return };
        let queue = layout.queue(self.port, self.side(), rank, layout.lanes.len());
        let mark = desk.picture.with_untracked(|picture| {
            let bar = bar(picture, self.port, self.priority, self.kind)?;
            bar.marks.iter().find(|mark| mark.kind == self.kind).copied()
        });
        if let Some(mark) = mark {
            let bytes = wanted(&mark, queue.along.share_of(at), self.limit);
            self.bytes = Some(bytes);
            self.set(desk, bytes, false);
        }
    }

    /// Ends the drag, so that all its values become one edit. Does nothing if the mark was not moved.
    pub fn drop(self, desk: Desk) {
        if let Some(bytes) = self.bytes {
            self.set(desk, bytes, true);
            desk.let_go();
        }
    }

    fn set(self, desk: Desk, bytes: u64, done: bool) {
        let (key, value) = desk.picture.with_untracked(|picture| picture.moved(self.key, bytes));
        desk.act(Command::Slide { key, value, done });
    }

    fn side(self) -> BarKind {
        match self.kind {
            MarkKind::Kmin | MarkKind::Kmax => BarKind::Egress,
            _ => BarKind::Ingress,
        }
    }
}

/// Bar with the thresholds of a queue: of the egress queue for Kmin and Kmax, otherwise of the ingress group.
/// `None` for the ingress group of a host.
fn bar(picture: &Picture, port: PortId, priority: u8, kind: MarkKind) -> Option<Bar> {
    let queue = &picture.view.ports.get(port.index())?.priorities[usize::from(priority)];
    Some(match kind {
        MarkKind::Kmin | MarkKind::Kmax => egress_bar(queue),
        _ => {
            let switch = picture.static_picture.document_picture.spec.switch_of(port)?;
            ingress_bar(&queue.pg, picture.view.pool_headroom.get(switch).copied().unwrap_or_default())
        }
    })
}
