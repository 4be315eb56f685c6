//! Faulty cables that lose or corrupt frames, and faults that lose received PFC frames.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::digest::Digest;
use crate::engine::{EventKind, Recorder, World, random};
use crate::fabric::cable_loss::{CableLoss, CableLossConfig};
use crate::fabric::frame::{Bits, FrameId, FrameKind, Indication};
use crate::fabric::pfc::{PfcLoss, PfcLossKind};
use crate::ids::{PortId, PrioritySet};
use crate::units::Time;

/// Fault of the outgoing cable of a port, present or past.
#[derive(Clone, Debug)]
pub(in crate::engine) struct LossyCable {
    port: PortId,
    loss: CableLoss,
    /// Random stream of the fault. A later fault of the same cable continues this stream.
    stream: Pcg32,
}

/// Fault that loses PFC frames received at a port.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct PfcLossFault {
    port: PortId,
    loss: PfcLoss,
}

impl LossyCable {
    pub fn digest(&self, digest: &mut Digest) {
        digest.len(self.port.index());
        self.loss.digest(digest);
        digest.add(self.stream.clone().next_u64());
    }
}

impl PfcLossFault {
    /// Losses that this fault causes at `port`; `None` if the fault is at another port.
    pub fn at(&self, port: PortId) -> Option<PfcLoss> {
        (self.port == port).then_some(self.loss)
    }

    /// Whether the fault is at `port` and loses pauses that arrive there now.
    pub fn drops_pauses_at(&self, port: PortId, now: Time) -> bool {
        self.at(port).is_some_and(|loss| loss.which != PfcLossKind::Resumes && !loss.is_over(now))
    }

    pub fn digest(&self, digest: &mut Digest) {
        digest.len(self.port.index());
        self.loss.digest(digest);
    }
}

impl World {
    /// Begins a fault of the cable out of `port`, which replaces an earlier fault of this cable. The other
    /// direction of the link is not changed.
    pub(super) fn make_lossy(&mut self, port: PortId, config: CableLossConfig) {
        let cables = &mut self.state.lossy_cables;
        self.state.ports[port.index()].has_lossy_cable = true;
        if let Some(cable) = cables.iter_mut().find(|cable| cable.port == port) {
            cable.loss = CableLoss::new(config);
            return;
        }
        let stream = random::stream(self.spec.seed, "cable", &self.spec.port_name(port));
        cables.push(LossyCable { port, loss: CableLoss::new(config), stream });
    }

    /// Begins a fault that loses PFC frames received at `port`. This fault replaces an earlier fault of the
    /// same kind at the port.
    pub(super) fn lose_pfc(&mut self, port: PortId, loss: PfcLoss) {
        self.state.pfc_loss.retain(|fault| fault.port != port);
        self.state.pfc_loss.push(PfcLossFault { port, loss });
        self.pfc_lost(port, Indication { pauses: PrioritySet::ALL, ..Indication::default() });
    }

    /// Ends all faults at `port`: of the cable out of `port`, and of the PFC frames and credit updates
    /// received there. Does not bring up a link that is down.
    pub(super) fn end_faults(&mut self, port: PortId) {
        if self.state.ports[port.index()].has_lossy_cable {
            self.make_lossy(port, CableLossConfig::default());
            self.state.ports[port.index()].has_lossy_cable = false;
        }
        self.state.pfc_loss.retain(|fault| fault.port != port);
        self.pfc_lost(port, Indication { pauses: PrioritySet::ALL, ..Indication::default() });
        self.lose_updates(port, None);
    }

    /// Applies the fault of the cable out of `port` to frame `id`, whose transmission starts: the frame may
    /// be lost or get bit errors. Does nothing if the cable has no fault. Bit errors of earlier cables
    /// remain.
    #[cold]
    pub(in crate::engine) fn carry(&mut self, port: PortId, id: FrameId) {
        let state = &mut self.state;
        let Some(LossyCable { loss, stream, .. }) =
            state.lossy_cables.iter_mut().find(|cable| cable.port == port)
        else {
            return;
        };
        let frame = state.frames.get_mut(id);
        match loss.carry(frame.kind, || stream.next_u32()) {
            // Bit errors from earlier cables remain.
            Bits::Whole => {}
            bits => {
                frame.bits = bits;
                if frame.kind == FrameKind::Pfc {
                    self.recheck_refresh(self.plan[port.index()].peer);
                }
            }
        }
    }

    /// Whether a PFC frame that arrives at `port` is lost, by bit errors or a fault. If it is lost, counts
    /// the loss and emits [`EventKind::PfcLost`]. If a fault loses a limited number of frames, frames with
    /// bit errors do not count towards this number.
    pub(in crate::engine) fn pfc_is_lost<R: Recorder>(
        &mut self,
        port: PortId,
        bits: Bits,
        indication: Indication,
        recorder: &mut R,
    ) -> bool {
        let now = self.state.now;
        let faults = &mut self.state.pfc_loss;
        let mut here = faults.iter_mut().filter(|fault| fault.port == port);
        if bits == Bits::Whole && !here.any(|fault| fault.loss.drops(indication, now)) {
            return false;
        }
        faults.retain(|fault| !fault.loss.is_over(now));
        self.count_lost_pfc(port, indication);
        self.pfc_lost(port, indication);
        self.emit(recorder, port, EventKind::PfcLost(indication));
        true
    }

    /// Counts a PFC frame that was lost on the way to `port`, once for each priority that it pauses or
    /// resumes.
    pub(super) fn count_lost_pfc(&mut self, port: PortId, Indication { pauses, resumes, .. }: Indication) {
        for n in (pauses | resumes).iter() {
            self.counters.ports[port.index()][n.index()].pfc_lost += 1;
        }
    }
}
