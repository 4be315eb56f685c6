//! To a drop and its frame, and from match to match of the selected switch.

use fabric_sim::document::Tab;
use fabric_sim::ids::NodeId;
use fabric_sim::units::Time;

use super::picture::Selected;
use super::search::Wanted;
use super::{Kind, Lab, is_drop};

impl Lab {
    /// To the next drop.
    pub(super) fn seek_drop(&mut self) {
        self.run.seek_next(Wanted::DROP, self.end);
        self.to_drop = true;
    }

    /// To the first drop that is known at or after `time`.
    pub(super) fn seek_drop_from(&mut self, time: Time) {
        let events = self.run.tape().events();
        let Some(drop) = events.iter().find(|event| event.at >= time && is_drop(event.kind)) else { return };
        let number = drop.number;
        self.run.seek_event(number);
        self.to_drop = true;
    }

    /// Once the cursor is at the drop that it was sent to: that is selected,
    /// and its frame followed.
    pub(super) fn at_drop(&mut self) {
        if !self.to_drop || self.run.is_on_its_way() {
            return;
        }
        self.to_drop = false;
        let tape = self.run.tape();
        let Some(event) = tape.events()[..tape.told()].last() else { return };
        let here = event.number == tape.world().counters().events;
        if let (true, Kind::Drop { priority, .. }) = (here, event.kind) {
            let (port, lost) = (event.port, tape.latest().lost(Some(event.port)));
            self.select(Selected { port, priority });
            if lost.is_some() {
                self.follow(lost);
                self.show(Tab::Frame);
            }
        }
    }

    /// To the next slot in which the selected switch joins a pair.
    pub(super) fn seek_match(&mut self) {
        let switch = self.selected_node();
        self.run.seek_next(Wanted::Joined(switch), self.end);
    }

    /// To the one before the match that is shown.
    pub(super) fn seek_last_match(&mut self) {
        let tape = self.run.tape();
        let before = tape.matches().before(tape.spec(), self.selected_node());
        if let Some(number) = before {
            self.run.seek_event(number);
        }
    }

    fn selected_node(&self) -> NodeId {
        self.edition.spec.ports[self.selected.port.index()].node
    }
}
