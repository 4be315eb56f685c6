//! Faults of a running fabric: links that go down, cables that lose frames, lost PFC frames and
//! credit updates, wrong routes. Start with `World::fault`.

mod carry;
mod credit_loss;
mod cut_cable;
mod flush;
mod link;
mod routing;

pub(super) use carry::{LossyCable, PfcLossFault};
pub(super) use credit_loss::CreditLossFault;
pub(super) use routing::Routing;

use crate::spec::Fault;

use super::{Recorder, World};

impl World {
    pub(super) fn fault<R: Recorder>(&mut self, fault: Fault, recorder: &mut R) {
        match fault {
            Fault::LinkDown(port) => self.link_down(port, recorder),
            Fault::LinkUp(port) => self.link_up(port, recorder),
            Fault::Lossy(port, config) => self.make_lossy(port, config),
            Fault::LosePfc(port, loss) => self.lose_pfc(port, loss),
            Fault::LoseCredits(port, loss) => self.lose_updates(port, Some(loss)),
            Fault::Mend(port) => self.spec.link(port).into_iter().for_each(|end| self.end_faults(end)),
            Fault::Route(switch, host, port) => self.override_route(switch, host, port),
        }
    }
}
