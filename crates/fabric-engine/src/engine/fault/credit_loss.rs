//! Fault: incoming credit updates are lost.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::digest::Digest;
use crate::engine::{World, random};
use crate::fabric::credit::UpdateLoss;
use crate::ids::{PortId, priorities};

/// Port whose incoming credit updates are lost, or were: updates of its link, and
/// updates of the flows that start at it.
#[derive(Clone, Debug)]
pub(in crate::engine) struct CreditLossFault {
    port: usize,
    loss: Option<UpdateLoss>,
    /// Its chance, which goes on from one fault of the port to the next.
    stream: Pcg32,
}

impl CreditLossFault {
    pub fn digest(&self, digest: &mut Digest) {
        digest.len(self.port);
        if let Some(loss) = &self.loss {
            loss.digest(digest);
        }
        digest.add(self.stream.clone().next_u64());
    }
}

impl World {
    /// Updates are lost as they come in at `port` from now on, or no longer.
    pub(in crate::engine) fn lose_updates(&mut self, port: usize, loss: Option<UpdateLoss>) {
        let faults = &mut self.state.credit_loss;
        match faults.iter_mut().find(|fault| fault.port == port) {
            Some(fault) => fault.loss = loss,
            None if loss.is_none() => return,
            None => {
                let name = self.spec.port_name(PortId::new(port));
                let stream = random::stream(self.spec.seed, "credit", &name);
                faults.push(CreditLossFault { port, loss, stream });
            }
        }
        priorities(self.plan[port].needs).for_each(|class| self.credits_lost(port, class));
    }

    /// Whether the update that is in at `port` is lost there.
    pub(in crate::engine) fn update_is_lost(&mut self, port: usize) -> bool {
        let now = self.state.now;
        let Some(fault) = self.state.credit_loss.iter_mut().find(|fault| fault.port == port) else {
            return false;
        };
        let stream = &mut fault.stream;
        let is_lost = fault.loss.as_mut().is_some_and(|loss| loss.takes(now, || stream.next_u32()));
        fault.loss = fault.loss.filter(|loss| !loss.is_over(now));
        is_lost
    }

    /// Whether updates are lost now as they come in at `port`.
    pub(in crate::engine) fn is_losing_updates(&self, port: usize) -> bool {
        self.update_loss(port).is_some_and(|loss| !loss.is_over(self.state.now))
    }

    /// Whether no update will ever come in at `port` again.
    pub(in crate::engine) fn is_losing_any_update(&self, port: usize) -> bool {
        self.update_loss(port).is_some_and(|loss| loss.is_for_good())
    }

    fn update_loss(&self, port: usize) -> Option<UpdateLoss> {
        self.state.credit_loss.iter().find(|fault| fault.port == port)?.loss
    }
}
