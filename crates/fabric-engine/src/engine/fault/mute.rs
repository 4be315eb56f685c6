//! Loss of received credit updates at a port.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::digest::Digest;
use crate::engine::{World, random};
use crate::fabric::credit::UpdateLoss;
use crate::ids::{PortId, priorities};

/// Fault of a port that loses credit updates, present or past: those of its link, and those of the
/// flows that start there.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Mute {
    port: usize,
    loss: Option<UpdateLoss>,
    /// Random stream; continues from one fault of the port to the next.
    stream: Pcg32,
}

impl Mute {
    pub fn digest(&self, digest: &mut Digest) {
        digest.len(self.port);
        if let Some(loss) = &self.loss {
            loss.digest(digest);
        }
        digest.add(self.stream.clone().next_u64());
    }
}

impl World {
    /// Sets the loss of credit updates received at `port`; `None`: no loss.
    pub(in crate::engine) fn lose_updates(&mut self, port: usize, loss: Option<UpdateLoss>) {
        let mutes = &mut self.state.mute;
        match mutes.iter_mut().find(|mute| mute.port == port) {
            Some(mute) => mute.loss = loss,
            None if loss.is_none() => return,
            None => {
                let name = self.spec.port_name(PortId::new(port));
                let stream = random::stream(self.spec.seed, "credit", &name);
                mutes.push(Mute { port, loss, stream });
            }
        }
        priorities(self.plan[port].needs).for_each(|class| self.credits_lost(port, class));
    }

    /// Whether the update that arrives at `port` is lost.
    pub(in crate::engine) fn update_is_lost(&mut self, port: usize) -> bool {
        let now = self.state.now;
        let Some(mute) = self.state.mute.iter_mut().find(|mute| mute.port == port) else { return false };
        let stream = &mut mute.stream;
        let is_lost = mute.loss.as_mut().is_some_and(|loss| loss.takes(now, || stream.next_u32()));
        mute.loss = mute.loss.filter(|loss| !loss.is_over(now));
        is_lost
    }

    /// Whether `port` loses updates now.
    pub(in crate::engine) fn is_losing_updates(&self, port: usize) -> bool {
        self.update_loss(port).is_some_and(|loss| !loss.is_over(self.state.now))
    }

    /// Whether no update will ever arrive at `port` again.
    pub(in crate::engine) fn is_mute(&self, port: usize) -> bool {
        self.update_loss(port).is_some_and(|loss| loss.is_for_good())
    }

    fn update_loss(&self, port: usize) -> Option<UpdateLoss> {
        self.state.mute.iter().find(|mute| mute.port == port)?.loss
    }
}
