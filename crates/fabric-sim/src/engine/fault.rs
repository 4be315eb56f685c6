//! What breaks in a running fabric, and is mended.

mod cable;
mod flush;
mod link;
mod routing;

pub(super) use routing::Routing;

use crate::spec::Fault;

use super::{Recorder, World};

impl World {
    pub(super) fn fault<R: Recorder>(&mut self, fault: Fault, recorder: &mut R) {
        match fault {
            Fault::LinkDown(port) => self.link_down(port, recorder),
            Fault::LinkUp(port) => self.link_up(port, recorder),
        }
    }
}
