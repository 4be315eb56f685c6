//! Reaction point (RP) of DCQCN: rate of one flow (Zhu et al., SIGCOMM 2015, figure 7). Start with
//! [`Reaction`].
//!
//! A CNP cuts the rate by the factor 1 − α/2, never below the minimum rate, and at most once in the
//! cut interval. Increases by time and by bytes pass through fast recovery, additive and hyper
//! increase up to the line rate. A flow at line rate has no timers. Only CNPs reduce the rate;
//! pauses and losses do not.

use crate::digest::Digest;
use crate::units::{PS_PER_S, Rate, Time};

use super::{DcqcnView, IncreaseStage};

/// Fixed point of gains and of α: 1 is 65 536.
const ONE: f64 = 65_536.0;
/// Number of rate increases after which the distance between the rate and its target no longer changes.
/// Further increases can then be computed in one step.
const SETTLED: u32 = 64;

/// Configuration of a reaction point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReactionConfig {
    /// g, in 1/65536: a CNP changes α to (1 − g)·α + g.
    pub gain: u32,
    /// Period of the α timer: after each period without a CNP, α is multiplied by 1 − g. With 0 there is no
    /// timer, and only CNPs change α.
    pub alpha_timer: Time,
    /// α of the first CNP, in 1/65536.
    pub initial_alpha: u32,
    /// Interval between rate increases by the timer of DCQCN, above 0.
    pub timer: Time,
    /// Byte counter of DCQCN: frame bytes that are sent from one rate increase by this counter to the next.
    /// 0: the counter is off.
    pub bytes: u64,
    /// F: number of increases after which fast recovery ends. Increases by the timer and by the byte counter
    /// are counted separately; the larger number counts.
    pub threshold: u32,
    /// Additive increase of the target (`R_AI`).
    pub additive: Rate,
    /// Hyper increase of the target (`R_HAI`). Used when the number of increases by time and the number of
    /// increases by bytes both exceed F (`threshold`).
    pub hyper: Rate,
    /// Minimum rate, below which no CNP cuts the rate. A minimum above the line rate counts as the line rate.
    pub least: Rate,
    /// Smallest interval between two cuts of the rate. A CNP within the interval changes only α.
    pub cut_interval: Time,
}

const fn mbps(mbps: u64) -> Rate {
    Rate::from_bps(mbps * 1_000_000).expect("tens of Mb/s are a rate")
}

impl ReactionConfig {
    /// Parameters of the paper (Zhu et al., SIGCOMM 2015, section 5.2 and figure 14).
    pub const PAPER: Self = Self {
        gain: 256,
        alpha_timer: Time::from_us(55),
        initial_alpha: 65_536,
        timer: Time::from_us(55),
        bytes: 10_000_000,
        threshold: 5,
        additive: mbps(40),
        hyper: mbps(400),
        least: mbps(100),
        cut_interval: Time::ZERO,
    };

    /// Defaults of `ConnectX` adapters (NVIDIA, DCQCN parameters): `dce_tcp_g` 1019 of 1024,
    /// `dce_tcp_rtt` 1, `initial_alpha_value` 1023, `rpg_time_reset` 300, `rpg_byte_reset` 32767,
    /// `rpg_threshold` 1, `rpg_ai_rate` 5, `rpg_hai_rate` 50, `rpg_min_rate` 1,
    /// `rate_reduce_monitor_period` 4.
    pub const CONNECTX: Self = Self {
        gain: 320,
        alpha_timer: Time::from_us(1),
        initial_alpha: 65_472,
        timer: Time::from_us(300),
        bytes: 32_767,
        threshold: 1,
        additive: mbps(5),
        hyper: mbps(50),
        least: mbps(1),
        cut_interval: Time::from_us(4),
    };
}

/// Reaction point of DCQCN: the rate of one flow. Each CNP cuts the rate in proportion to α. While
/// no CNP arrives, the rate rises.
///
/// The timers are evaluated only when a method is called. The caller gives the time, and all increases that
/// were due by then are applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reaction {
    config: ReactionConfig,
    /// Line rate in bits per second; `target` and `current` have this unit too.
    line: f64,
    target: f64,
    current: f64,
    /// α at the time `alpha_at`.
    alpha: f64,
    /// Time of the last CNP; [`Time::NEVER`] before the first.
    alpha_at: Time,
    cut_at: Time,
    /// Time at which the timer of increases by time was last reset, or last expired.
    timer_from: Time,
    /// Frame bytes sent since the byte counter last increased the rate.
    bytes: u64,
    time_cycles: u32,
    byte_cycles: u32,
}

impl Reaction {
    /// Creates the state of a flow that starts at its line rate.
    #[must_use]
    pub fn new(config: ReactionConfig, line: Rate) -> Self {
        let line = bps(line);
        Self {
            config,
            line,
            target: line,
            current: line,
            alpha: f64::from(config.initial_alpha) / ONE,
            alpha_at: Time::NEVER,
            cut_at: Time::NEVER,
            timer_from: Time::ZERO,
            bytes: 0,
            time_cycles: 0,
            byte_cycles: 0,
        }
    }

    /// Records a frame of `bytes` that starts at `now`. Returns the earliest start of the next frame: `now`
    /// plus the transmission time of this frame at the present rate. An increase that the bytes of this frame
    /// cause acts on the next frame. At line rate the bytes are not counted.
    pub fn on_transmit(&mut self, bytes: u16, now: Time) -> Time {
        self.advance(now);
        let gap = span(f64::from(bytes) * 8.0 * ps_per_s() / self.current);
        if !self.is_free() && self.config.bytes > 0 {
            self.bytes += u64::from(bytes);
            while self.bytes >= self.config.bytes {
                self.bytes -= self.config.bytes;
                self.byte_cycles = self.byte_cycles.saturating_add(1);
                self.increase();
            }
        }
        now.saturating_add(gap)
    }

    /// Handles a CNP that arrives at `now`: cuts the rate by the present α, then raises α. The rate is not
    /// cut if the last cut was less than the cut interval ago. A cut sets the target to the rate before the
    /// cut, and restarts the timer and both counters of increases (by time and by bytes).
    pub fn on_cnp(&mut self, now: Time) {
        self.advance(now);
        let alpha = self.alpha(now);
        if self.cut_at == Time::NEVER || now.saturating_sub(self.cut_at) >= self.config.cut_interval {
            self.target = self.current;
            self.current = (self.current * (1.0 - alpha / 2.0)).max(bps(self.config.least).min(self.line));
            self.cut_at = now;
            self.timer_from = now;
            (self.bytes, self.time_cycles, self.byte_cycles) = (0, 0, 0);
        }
        let gain = self.gain();
        self.alpha = (1.0 - gain) * alpha + gain;
        self.alpha_at = now;
    }

    /// Rate at which the flow may transmit at `now`.
    #[must_use]
    pub fn rate(&self, now: Time) -> Rate {
        let mut then = *self;
        then.advance(now);
        then.rounded_rate(then.current)
    }

    /// State at `now` for display and reports.
    #[must_use]
    pub fn view(&self, now: Time) -> DcqcnView {
        let mut then = *self;
        then.advance(now);
        let time = then.time_cycles.saturating_add(1);
        DcqcnView {
            alpha: self.alpha(now),
            target: then.rounded_rate(then.target),
            stage: if then.is_free() { IncreaseStage::Line } else { then.stage(time) },
            next: time.max(then.byte_cycles),
            fast: self.config.threshold,
            cut_at: Some(self.cut_at).filter(|at| *at != Time::NEVER),
        }
    }

    /// α at `now`, 0 to 1: multiplied by 1 − g for each interval of the α timer since the last CNP. Before
    /// the first CNP: the initial α.
    #[must_use]
    pub fn alpha(&self, now: Time) -> f64 {
        let since = now.saturating_sub(self.alpha_at).ps();
        let times = since.checked_div(self.config.alpha_timer.ps()).unwrap_or(0);
        self.alpha * power(1.0 - self.gain(), times)
    }

    /// Adds the reaction point to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        for number in [self.target, self.current, self.alpha] {
            digest.add(number.to_bits());
        }
        for time in [self.alpha_at, self.cut_at, self.timer_from] {
            digest.time(time);
        }
        digest.add(self.bytes);
        digest.add(u64::from(self.time_cycles) << 32 | u64::from(self.byte_cycles));
    }

    fn gain(&self) -> f64 {
        f64::from(self.config.gain) / ONE
    }

    /// Whether the flow is at line rate. Further increases then have no effect.
    fn is_free(&self) -> bool {
        self.current >= self.line
    }

    /// Applies all rate increases by the timer that were due by `now`.
    fn advance(&mut self, now: Time) {
        let mut made = 0;
        while !self.is_free() && now.saturating_sub(self.timer_from) >= self.config.timer {
            self.timer_from += self.config.timer;
            self.time_cycles = self.time_cycles.saturating_add(1);
            self.increase();
            made += 1;
            if made % SETTLED == 0 {
                self.leap(now);
            }
        }
    }

    /// Applies many increases by time in one step, if each adds the same amount s to the target.
    /// Each increase changes the distance d between target and rate to (d + s)/2. The distance
    /// stays constant when d = s; then the rate is the target less s.
    #[expect(clippy::cast_precision_loss, reason = "counts of increases are below 2^53")]
    fn leap(&mut self, now: Time) {
        let Some(step) = self.step().map(bps) else { return };
        if (self.target - self.current - step).abs() >= 1.0 {
            return;
        }
        let due = now.saturating_sub(self.timer_from).ps() / self.config.timer.ps();
        let room = (self.line - self.target) / step;
        let count = due.min(whole((room - 1.0).max(0.0)));
        self.target += count as f64 * step;
        self.current = self.target - step;
        self.timer_from += Time(count * self.config.timer.ps());
        self.time_cycles = self.time_cycles.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
    }

    /// Stage of a rate increase, if `time` is the number of increases by time since the last cut.
    fn stage(&self, time: u32) -> IncreaseStage {
        let (bytes, fast) = (self.byte_cycles, self.config.threshold);
        match (time.max(bytes) > fast, time.min(bytes) > fast) {
            (false, _) => IncreaseStage::FastRecovery,
            (true, false) => IncreaseStage::Additive,
            (true, true) => IncreaseStage::Hyper,
        }
    }

    /// Rate of `rate` bits per second, rounded to a whole number. If the rounded number is 0, the result is
    /// the minimum rate.
    fn rounded_rate(&self, rate: f64) -> Rate {
        Rate::from_bps(whole(rate)).unwrap_or(self.config.least)
    }

    /// Amount that the next increase adds to the target rate; `None` in fast recovery.
    fn step(&self) -> Option<Rate> {
        match self.stage(self.time_cycles) {
            IncreaseStage::Line | IncreaseStage::FastRecovery => None,
            IncreaseStage::Additive => Some(self.config.additive),
            IncreaseStage::Hyper => Some(self.config.hyper),
        }
    }

    fn increase(&mut self) {
        if let Some(step) = self.step() {
            self.target = (self.target + bps(step)).min(self.line);
        }
        self.current = f64::midpoint(self.target, self.current);
        // Halving the distance never reaches the line rate, so that a distance below 1 b/s is added
        // at once.
        if self.line - self.current < 1.0 {
            self.current = self.line;
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "rates are below 2^53")]
const fn bps(rate: Rate) -> f64 {
    rate.bps() as f64
}

#[expect(clippy::cast_precision_loss, reason = "10^12 is below 2^53")]
const fn ps_per_s() -> f64 {
    PS_PER_S as f64
}

/// Time of `ps` picoseconds, rounded to the nearest whole picosecond.
const fn span(ps: f64) -> Time {
    Time(whole(ps))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "not negative; the cast saturates"
)]
const fn whole(number: f64) -> u64 {
    (number + 0.5) as u64
}

/// `base` to the power of `n`, computed by products only, so that the result is equal on every
/// machine.
fn power(mut base: f64, mut n: u64) -> f64 {
    let mut result = 1.0;
    while n > 0 {
        if n & 1 == 1 {
            result *= base;
        }
        base *= base;
        n >>= 1;
    }
    result
}

#[cfg(test)]
mod tests;
