//! Losses and bit errors of a faulty cable, in one direction.
//!
//! Every n-th data frame is lost. Bit errors are random and occur in frames of any kind. A frame with bit
//! errors is delivered, and dropped by its receiver for a bad FCS.

use std::num::NonZeroU32;

use crate::digest::Digest;

use super::frame::{Bits, FrameKind};

/// Configuration of a faulty cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CableLossConfig {
    /// Every n-th data frame is lost, where n is this number; with 1, every data frame is lost. Retransmitted
    /// frames are counted, too. Frames of other kinds are not lost and not counted. `None`: no loss.
    pub every: Option<NonZeroU32>,
    /// Probability of bit errors in a frame of any kind, in 1/2³²; 2³² or more is certainty.
    pub corrupt: u64,
    /// Remainder of the probability of bit errors that is smaller than 1/2³², in 1/2⁶⁴. It is added to
    /// `corrupt`.
    pub corrupt_rest: u32,
}

/// State of a faulty cable.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CableLoss {
    config: CableLossConfig,
    /// Number of data frames since the last loss.
    passed: u32,
}

impl CableLoss {
    /// Creates the state of a cable that is faulty from now on.
    #[must_use]
    pub const fn new(config: CableLossConfig) -> Self {
        Self { config, passed: 0 }
    }

    /// Decides whether the next frame, of kind `kind`, is lost, gets bit errors, or stays whole. `draw`
    /// returns 32 random bits. The function calls `draw` only if bit errors are possible and the frame is not
    /// lost. It draws a second time only if the first draw equals `corrupt` and `corrupt_rest` is above 0.
    pub fn carry(&mut self, kind: FrameKind, mut draw: impl FnMut() -> u32) -> Bits {
        if let Some(every) = self.config.every
            && kind == FrameKind::Data
        {
            self.passed += 1;
            if self.passed >= every.get() {
                self.passed = 0;
                return Bits::Lost;
            }
        }
        if self.config.corrupt == 0 && self.config.corrupt_rest == 0 {
            return Bits::Whole;
        }
        let drawn = u64::from(draw());
        let is_open = drawn == self.config.corrupt && self.config.corrupt_rest > 0;
        if drawn < self.config.corrupt || is_open && draw() < self.config.corrupt_rest {
            Bits::Corrupted
        } else {
            Bits::Whole
        }
    }

    /// Adds the cable to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(self.config.every.map_or(0, NonZeroU32::get));
        digest.add(self.config.corrupt);
        if self.config.corrupt_rest > 0 {
            digest.add(self.config.corrupt_rest);
        }
        digest.add(self.passed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carries(every: u32, corrupt: u64, kinds: &[FrameKind], draw: u32) -> Vec<Bits> {
        let mut loss =
            CableLoss::new(CableLossConfig { every: NonZeroU32::new(every), corrupt, corrupt_rest: 0 });
        kinds.iter().map(|kind| loss.carry(*kind, || draw)).collect()
    }

    #[test]
    fn every_third_data_frame_is_lost_and_no_frame_of_another_kind() {
        use FrameKind::{Ack, Cnp, Credit, CreditReturn, Data, Nak, Pfc, Request, SentTotal};
        let kinds = [
            Data,
            Ack,
            Data,
            Pfc,
            Data,
            Cnp,
            Nak,
            Data,
            Credit,
            CreditReturn,
            SentTotal,
            Data,
            Request,
            Data,
        ];
        let carried = carries(3, 0, &kinds, 0);
        let lost: Vec<usize> = (0..kinds.len()).filter(|n| carried[*n] == Bits::Lost).collect();
        assert_eq!(lost, [4, 13]);
        assert!(
            carries(1, 0, &kinds, 0)
                .iter()
                .zip(kinds)
                .all(|(bits, kind)| (*bits == Bits::Lost) == (kind == Data))
        );
    }

    /// A probability of 10⁻¹² is 18 446 744 in 1/2⁶⁴: the first draw must be 0, and the second
    /// below this number.
    #[test]
    fn a_probability_below_one_draw_needs_a_second_one() {
        let config = CableLossConfig { every: None, corrupt: 0, corrupt_rest: 18_446_744 };
        let spoils = |draws: [u32; 2]| {
            let mut draws = draws.into_iter();
            let mut loss = CableLoss::new(config);
            loss.carry(FrameKind::Data, || draws.next().unwrap_or(u32::MAX)) == Bits::Corrupted
        };
        assert_eq!([spoils([0, 18_446_743]), spoils([0, 18_446_744]), spoils([1, 0])], [true, false, false]);
    }

    #[test]
    fn a_frame_is_spoilt_if_the_draw_is_below_the_probability() {
        let one = |corrupt, draw| carries(0, corrupt, &[FrameKind::Ack], draw)[0];
        assert_eq!([one(1 << 31, (1 << 31) - 1), one(1 << 31, 1 << 31)], [Bits::Corrupted, Bits::Whole]);
        assert_eq!([one(1 << 32, u32::MAX), one(0, 0)], [Bits::Corrupted, Bits::Whole]);
    }
}
