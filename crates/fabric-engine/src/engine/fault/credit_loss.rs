//! Fault that loses credit updates received at a port. The fault has a probability, a maximum number of lost
//! updates, and an end time.
//!
//! The fault applies to the link credits of the port, and to the end-to-end credits of flows that start at
//! the port. Lost credits return only by a resync.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::digest::Digest;
use crate::engine::{World, random};
use crate::fabric::credit::UpdateLoss;
use crate::ids::PortId;

/// Fault that loses credit updates of one port, and of the flows whose source is at this port. The fault is
/// active or has ended.
#[derive(Clone, Debug)]
pub(in crate::engine) struct CreditLossFault {
    port: PortId,
    /// Probability, number and end time of the losses; `None` after the end of the fault.
    loss: Option<UpdateLoss>,
    /// Random stream of the fault. A later fault of the same port continues this stream.
    stream: Pcg32,
}

impl CreditLossFault {
    pub fn digest(&self, digest: &mut Digest) {
        digest.len(self.port.index());
        if let Some(loss) = &self.loss {
            loss.digest(digest);
        }
        digest.add(self.stream.clone().next_u64());
    }
}

impl World {
    /// Sets the fault that loses credit updates received at `port`; `None` ends it.
    pub(in crate::engine) fn lose_updates(&mut self, port: PortId, loss: Option<UpdateLoss>) {
        let faults = &mut self.state.credit_loss;
        match faults.iter_mut().find(|fault| fault.port == port) {
            Some(fault) => fault.loss = loss,
            None if loss.is_none() => return,
            None => {
                let name = self.spec.port_name(port);
                let stream = random::stream(self.spec.seed, "credit", &name);
                faults.push(CreditLossFault { port, loss, stream });
            }
        }
        self.plan[port.index()].tx_credit_mask.iter().for_each(|class| self.on_credits_lost(port, class));
    }

    /// Whether a fault loses the credit update that arrives at `port`. A lost update counts towards
    /// the number of updates that the fault loses.
    pub(in crate::engine) fn update_is_lost(&mut self, port: PortId) -> bool {
        let now = self.state.now;
        let Some(fault) = self.state.credit_loss.iter_mut().find(|fault| fault.port == port) else {
            return false;
        };
        let stream = &mut fault.stream;
        let is_lost = fault.loss.as_mut().is_some_and(|loss| loss.drops(now, || stream.next_u32()));
        fault.loss = fault.loss.filter(|loss| !loss.is_over(now));
        is_lost
    }

    /// Whether a fault may lose the next credit updates at `port`.
    pub(in crate::engine) fn is_losing_updates(&self, port: PortId) -> bool {
        self.update_loss(port).is_some_and(|loss| !loss.is_over(self.state.now))
    }

    /// Whether a fault loses every further credit update at `port`.
    pub(in crate::engine) fn is_losing_every_update(&self, port: PortId) -> bool {
        self.update_loss(port).is_some_and(|loss| loss.is_for_good())
    }

    fn update_loss(&self, port: PortId) -> Option<UpdateLoss> {
        self.state.credit_loss.iter().find(|fault| fault.port == port)?.loss
    }
}
