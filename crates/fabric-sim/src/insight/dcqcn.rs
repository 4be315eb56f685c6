//! Fixed point of the fluid model of DCQCN: the marking probability and the queue length at which all rates
//! are constant. The bottleneck is fully used, and all flows have equal rates. Start with [`fixed_point`].
//!
//! All calculations use the configured values, not a run. A byte counter of 0 bytes never expires. If p*
//! exceeds Pmax, or Pmax is 0, the queue length is Kmax. The gain g, hyper increase, the minimum rate and the
//! interval of rate cuts have no effect on the fixed point. Kmin must not exceed Kmax.

use crate::fabric::egress::EcnConfig;
use crate::fabric::endpoint::rate::DcqcnConfig;
use crate::units::{PS_PER_S, Rate, Time};

/// Bottleneck link that equal flows share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bottleneck {
    /// Rate of the link.
    pub rate: Rate,
    /// Number of flows; above 0.
    pub flows: u32,
    /// Bytes of each frame; above 0.
    pub frame_bytes: u16,
}

/// Fixed point of the fluid model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedPoint {
    /// p*: fraction of the frames that are marked, 0 to 1.
    pub marked: f64,
    /// q*: queue length in bytes at which ECN marks frames with probability p*, between Kmin and Kmax. Kmax
    /// if p* exceeds Pmax.
    pub queue: f64,
    /// α* of every flow, from 0 to 1. α is the estimate of congestion of the flow.
    pub alpha: f64,
}

/// Calculates the fixed point of the fluid model of DCQCN. Sources: Zhu et al., SIGCOMM 2015, section 5.1;
/// Zhu et al., "ECN or Delay", `CoNEXT` 2016, theorem 1. Every flow has its fair share of the link. The rate
/// that CNPs take away equals the rate that the timer and the byte counter add. R is the rate of a flow, and
/// `R_AI` an additive increase, both in frames per second. τ is the CNP interval, τ' the α timer and T the
/// increase timer. B is the byte counter in frames, and F the threshold of fast recovery:
///
/// ```text
/// a²·α = τ²·R_AI·R·(b + d)·(c + e)
/// a = 1 − (1−p)^τR          α = 1 − (1−p)^τ'R
/// b = p/((1−p)^−B − 1)      c = b·(1−p)^FB
/// d = p/((1−p)^−TR − 1)     e = d·(1−p)^FTR
/// ```
#[must_use]
pub fn fixed_point(config: &DcqcnConfig, ecn: &EcnConfig, shared: Bottleneck) -> FixedPoint {
    let model = Fluid::new(config, shared);
    // The reduction of the rate grows with p, and its increase falls.
    let (mut low, mut high) = (1e-12, 1.0 - 1e-12);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if model.balance(middle) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    let share = (low / (number(ecn.pmax) / number(EcnConfig::CERTAIN))).min(1.0);
    FixedPoint {
        marked: low,
        queue: number(ecn.kmin) + share * number(ecn.kmax - ecn.kmin),
        alpha: model.alpha(low),
    }
}

/// Parameters of the fluid model that do not depend on the marking probability p.
struct Fluid {
    /// Rate of one flow, in frames per second.
    rate: f64,
    /// Step of an additive increase, in frames per second.
    additive: f64,
    /// CNP interval τ, in seconds.
    interval: f64,
    /// α timer τ', in seconds.
    alpha_timer: f64,
    /// Increase timer T, in seconds.
    timer: f64,
    /// Byte counter B, in frames.
    bytes: f64,
    /// Threshold F: number of increases in fast recovery.
    fast: f64,
}

impl Fluid {
    fn new(config: &DcqcnConfig, shared: Bottleneck) -> Self {
        let frame_bits = 8.0 * f64::from(shared.frame_bytes);
        let reaction = &config.reaction;
        Self {
            rate: number(shared.rate.bps()) / frame_bits / f64::from(shared.flows),
            additive: number(reaction.additive.bps()) / frame_bits,
            interval: seconds(config.notification.interval),
            alpha_timer: seconds(reaction.alpha_timer),
            timer: seconds(reaction.timer),
            bytes: number(reaction.bytes) / f64::from(shared.frame_bytes),
            fast: f64::from(reaction.threshold),
        }
    }

    fn alpha(&self, p: f64) -> f64 {
        1.0 - unmarked(p, self.alpha_timer * self.rate)
    }

    /// Reduction of the rate by CNPs minus the increase by timer and byte counter, at marking probability
    /// `p`. Zero at the fixed point; negative for a smaller `p`.
    fn balance(&self, p: f64) -> f64 {
        let cut = 1.0 - unmarked(p, self.interval * self.rate);
        // `all` is the pace of all increases, and `late` that of increases after fast recovery. The two paces
        // are sums over byte counter and timer.
        let cycle = self.timer * self.rate;
        let (by_bytes, by_time) = (pace(p, self.bytes), pace(p, cycle));
        let all = by_bytes + by_time;
        let late = by_bytes * unmarked(p, self.fast * self.bytes) + by_time * unmarked(p, self.fast * cycle);
        cut * cut * self.alpha(p) - self.interval * self.interval * self.additive * self.rate * all * late
    }
}

/// Probability that none of `frames` frames is marked, if each is marked with probability `p`.
fn unmarked(p: f64, frames: f64) -> f64 {
    libm::exp(frames * libm::log1p(-p))
}

/// Mean number of increases per frame by a counter that expires after `frames` frames and that each CNP
/// resets: p / ((1−p)^−frames − 1). A counter of 0 frames never expires.
fn pace(p: f64, frames: f64) -> f64 {
    if frames > 0.0 { p / libm::expm1(-frames * libm::log1p(-p)) } else { 0.0 }
}

fn seconds(time: Time) -> f64 {
    number(time.ps()) / number(PS_PER_S)
}

#[expect(clippy::cast_precision_loss, reason = "rates, times and sizes far below 2^53")]
const fn number(value: u64) -> f64 {
    value as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::egress::MarkAt;

    /// Fixed points for 1000 B frames, 40G, Kmin 5 kB, Kmax 200 kB, Pmax 0.1.
    #[test]
    fn the_fixed_points_of_2_to_16_flows() {
        let ecn =
            EcnConfig { kmin: 5_000, kmax: 200_000, pmax: EcnConfig::CERTAIN / 10, at: MarkAt::Dequeue };
        let expected =
            [(2, 0.000_777, 6.5), (4, 0.001_888, 8.7), (8, 0.004_552, 13.9), (16, 0.010_873, 26.2)];
        for (flows, marked, queue) in expected {
            let shared = Bottleneck { rate: Rate::gbps(40), flows, frame_bytes: 1_000 };
            let point = fixed_point(&DcqcnConfig::PAPER, &ecn, shared);
            assert!((point.marked - marked).abs() < 5e-7, "{flows}: {point:?}");
            assert!((point.queue / 1_000.0 - queue).abs() < 0.05, "{flows}: {point:?}");
            assert!(point.alpha > 0.0 && point.alpha < 1.0);
        }
    }

    #[test]
    fn the_queue_stands_at_kmax_if_pmax_is_too_small() {
        let ecn = EcnConfig { kmin: 5_000, kmax: 200_000, pmax: 1, at: MarkAt::Dequeue };
        let shared = Bottleneck { rate: Rate::gbps(40), flows: 16, frame_bytes: 1_000 };
        let point = fixed_point(&DcqcnConfig::PAPER, &ecn, shared);
        assert!((point.queue - 200_000.0).abs() < 1.0, "{point:?}");
    }
}
