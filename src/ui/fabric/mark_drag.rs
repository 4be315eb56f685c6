//! Drag of a threshold mark along its queue in the picture of the fabric. Each move sets the parameter; the
//! whole drag is one edit for undo. The axis of the queue keeps its end during the drag. A press without a
//! move changes no parameter.

use fabric_sim::document::params::Key;
use fabric_sim::ids::{PortId, Priority};
use leptos::prelude::WithUntracked;

use crate::lab::{Command, Picture};
use crate::scene::{Bar, BarKind, Layout, MarkKind, Point, egress_bar, ingress_bar};
use crate::ui::PageContext;
use crate::ui::threshold_mark::dragged_bytes;

/// Threshold mark that the user drags along its queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkDrag {
    port: PortId,
    priority: Priority,
    kind: MarkKind,
    key: Key,
    /// Bytes at the end of the queue's axis when the drag began. The axis keeps this end during the drag.
    limit: u64,
    /// Value in bytes that the drag set last; `None` before the first move.
    bytes: Option<u64>,
}

impl MarkDrag {
    /// Begins the drag of a threshold mark. `None` if the queue has no mark of this kind, or if no parameter
    /// belongs to the mark.
    pub fn new(picture: &Picture, port: PortId, priority: Priority, kind: MarkKind) -> Option<Self> {
        let bar = bar(picture, port, priority, kind)?;
        Some(Self { port, priority, kind, key: kind.key()?, limit: bar.limit, bytes: None })
    }

    /// Selects the port and priority of the dragged mark, so that the inspector shows them.
    pub fn select(self, page: PageContext) {
        page.act(Command::Select(self.port, self.priority));
    }

    /// Sets the parameter of the mark to the value at the point `at` of the picture, in pixels. Does nothing
    /// if the picture does not draw the priority of the mark, or if the queue no longer has a mark of this
    /// kind.
    pub fn drag(&mut self, page: PageContext, layout: &Layout, at: Point) {
        let Some(rank) = layout.lanes.iter().position(|lane| *lane == self.priority) else { return };
        let queue = layout.queue(self.port, self.side(), rank, layout.lanes.len());
        let mark = page.picture.with_untracked(|picture| {
            let bar = bar(picture, self.port, self.priority, self.kind)?;
            bar.marks.iter().find(|mark| mark.kind == self.kind).copied()
        });
        if let Some(mark) = mark {
            let bytes = dragged_bytes(&mark, queue.along.share_of(at), self.limit);
            self.bytes = Some(bytes);
            self.set(page, bytes, false);
        }
    }

    /// Ends the drag, so that all its values become one edit for undo. Also removes the message that says why
    /// the mark could not move further. Does nothing if the mark was not moved.
    pub fn drop(self, page: PageContext) {
        if let Some(bytes) = self.bytes {
            self.set(page, bytes, true);
            page.clear_slider_message();
        }
    }

    /// Sets the parameter of the dragged threshold mark to `bytes`. `done` is `true` if the drag has ended.
    fn set(self, page: PageContext, bytes: u64, done: bool) {
        let (key, value) = page.picture.with_untracked(|picture| picture.moved(self.key, bytes));
        page.act(Command::Slide { key, value, done });
    }

    fn side(self) -> BarKind {
        match self.kind {
            MarkKind::Kmin | MarkKind::Kmax => BarKind::Egress,
            _ => BarKind::Ingress,
        }
    }
}

/// Bar with the thresholds of a queue. For Kmin and Kmax it is the bar of the egress queue, otherwise the bar
/// of the ingress group. `None` if the queue is the ingress group of a host, or if there is no such port.
fn bar(picture: &Picture, port: PortId, priority: Priority, kind: MarkKind) -> Option<Bar> {
    let queue = &picture.view.ports.get(port.index())?.priorities[priority.index()];
    Some(match kind {
        MarkKind::Kmin | MarkKind::Kmax => egress_bar(queue),
        _ => {
            let switch = picture.static_picture.document_picture.spec.switch_of(port)?;
            ingress_bar(
                &queue.pg,
                picture.view.pool_headroom.get(switch.index()).copied().unwrap_or_default(),
            )
        }
    })
}
