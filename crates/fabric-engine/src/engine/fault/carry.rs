//! Cables that lose or spoil what they carry, and PFC frames that do not come in.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::digest::Digest;
use crate::engine::{Recorder, What, World, random};
use crate::fabric::frame::{Bits, FrameId, FrameKind, Indication};
use crate::fabric::loss::{Loss, LossConfig};
use crate::fabric::pfc::{Lost, PfcLoss};
use crate::ids::{PortId, priorities};
use crate::units::Time;

/// The cable out of a port is bad, or was.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Bad {
    port: usize,
    loss: Loss,
    /// Its chance, which goes on from one fault of the cable to the next.
    stream: Pcg32,
}

/// A port at which PFC frames are lost.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Deaf {
    port: usize,
    loss: PfcLoss,
}

impl Bad {
    pub fn digest(&self, digest: &mut Digest) {
        digest.len(self.port);
        self.loss.digest(digest);
        digest.add(self.stream.clone().next_u64());
    }
}

impl Deaf {
    /// What is lost, if it is at `port`.
    pub fn at(&self, port: usize) -> Option<PfcLoss> {
        (self.port == port).then_some(self.loss)
    }

    /// Whether the next pause that comes in at `port` is lost.
    pub fn takes_pauses_at(&self, port: usize, now: Time) -> bool {
        self.at(port).is_some_and(|loss| loss.which != Lost::Resumes && !loss.is_over(now))
    }

    pub fn digest(&self, digest: &mut Digest) {
        digest.len(self.port);
        self.loss.digest(digest);
    }
}

impl World {
    pub(super) fn make_bad(&mut self, port: usize, config: LossConfig) {
        let cables = &mut self.state.bad;
        self.state.ports[port].bad = true;
        if let Some(cable) = cables.iter_mut().find(|cable| cable.port == port) {
            cable.loss = Loss::new(config);
            return;
        }
        let stream = random::stream(self.spec.seed, "cable", &self.spec.port_name(PortId::new(port)));
        cables.push(Bad { port, loss: Loss::new(config), stream });
    }

    pub(super) fn make_deaf(&mut self, port: usize, loss: PfcLoss) {
        self.state.deaf.retain(|deaf| deaf.port != port);
        self.state.deaf.push(Deaf { port, loss });
        self.peer_unheard(port, Indication { pauses: u8::MAX, ..Indication::default() });
    }

    pub(super) fn mend(&mut self, port: usize) {
        if self.state.ports[port].bad {
            self.make_bad(port, LossConfig::default());
            self.state.ports[port].bad = false;
        }
        self.state.deaf.retain(|deaf| deaf.port != port);
        self.peer_unheard(port, Indication { pauses: u8::MAX, ..Indication::default() });
        self.lose_updates(port, None);
    }

    /// A frame starts on the bad cable out of `port`.
    #[cold]
    pub(in crate::engine) fn carry(&mut self, port: usize, id: FrameId) {
        let state = &mut self.state;
        let Some(Bad { loss, stream, .. }) = state.bad.iter_mut().find(|cable| cable.port == port) else {
            return;
        };
        let frame = state.frames.get_mut(id);
        match loss.carry(frame.kind, || stream.next_u32()) {
            // It may have been spoilt before.
            Bits::Whole => {}
            bits => {
                frame.bits = bits;
                if frame.kind == FrameKind::Pfc {
                    self.told_anew(self.plan[port].peer as usize);
                }
            }
        }
    }

    /// Whether the PFC frame that is in at `port` is lost there, or was on its
    /// way; counts it then.
    pub(in crate::engine) fn pfc_is_lost<R: Recorder>(
        &mut self,
        port: usize,
        bits: Bits,
        indication: Indication,
        recorder: &mut R,
    ) -> bool {
        let now = self.state.now;
        let deaf = &mut self.state.deaf;
        let mut here = deaf.iter_mut().filter(|deaf| deaf.port == port);
        if bits == Bits::Whole && !here.any(|deaf| deaf.loss.takes(indication, now)) {
            return false;
        }
        deaf.retain(|deaf| !deaf.loss.is_over(now));
        self.count_lost_pfc(port, indication);
        self.peer_unheard(port, indication);
        self.note(recorder, port, What::PfcLost(indication));
        true
    }

    /// A PFC frame that was to come in at `port` did not.
    pub(super) fn count_lost_pfc(&mut self, port: usize, Indication { pauses, resumes, .. }: Indication) {
        for n in priorities(pauses | resumes) {
            self.counters.ports[port][usize::from(n)].pfc_lost += 1;
        }
    }
}
