//! Recorded history of a flow for the charts: allowed rate, α of DCQCN, and delivered bytes. Start with
//! [`FlowHistory::arrived`]. Rates are in bits per second and α in millionths. Each receiver of the flow has
//! its own series of delivered bytes.
//!
//! Times are ascending. Each point of the rate of arrivals is a mean over the time before the point; near the
//! start of the run, over the time since the start. A window that begins after the last recorded time has no
//! points. Without rate control no rates are recorded, without DCQCN no α.

use fabric_sim::engine::{Delivery, EventKind, Log, TraceEvent, World};
use fabric_sim::fabric::endpoint::rate::RateView;
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::FlowId;
use fabric_sim::seekable::{RecordDensity, SeekableRun};
use fabric_sim::units::{PS_PER_S, Time};

use super::chart_history::{MAX_SAMPLES, Recordable};
use super::run_observer::RunObserver;
use super::{Column, Pyramid, ShownWindow};

/// Scale of recorded values of α: α is recorded in millionths.
const ONE: f64 = 1e6;
/// Divisor of the full averaging time that gives the least averaging time. Near the start of a run, the rate
/// of arrivals is averaged over the time since the start, but at least over the least averaging time.
const POINTS: u64 = 4;

/// Recorded history of one flow.
#[derive(Clone, Debug)]
pub struct FlowHistory {
    flow: FlowId,
    /// Allowed rate in bits per second; empty without rate control.
    pub allowed: Pyramid,
    /// α of DCQCN in millionths; empty without DCQCN.
    pub alpha: Pyramid,
    /// Frame bytes delivered since the start of the run; one series for each receiver.
    delivered: Vec<Pyramid>,
}

impl FlowHistory {
    /// Creates an empty history of `flow`.
    #[must_use]
    pub fn new(flow: FlowId) -> Self {
        let [allowed, alpha] = std::array::from_fn(|_| Pyramid::new(MAX_SAMPLES));
        Self { flow, allowed, alpha, delivered: Vec::new() }
    }

    /// Flow whose history changes by the trace event `note`; `None` if no history changes.
    #[must_use]
    pub const fn flow_of(note: &TraceEvent) -> Option<FlowId> {
        match note.kind {
            EventKind::Started(frame) | EventKind::Arrived(frame) | EventKind::Delivered(frame) => {
                Some(frame.flow)
            }
            _ => None,
        }
    }

    /// Records the changes by the trace event `note` of the event with number `number`. The allowed rate is
    /// recorded when a data frame starts at the source, and when a CNP arrives at the source.
    pub(super) fn record_note(&mut self, world: &World, number: u64, note: &TraceEvent) {
        match note.kind {
            EventKind::Started(frame) | EventKind::Arrived(frame)
                if frame.flow == self.flow
                    && matches!(frame.kind, FrameKind::Data | FrameKind::Cnp)
                    && world.flow_source(frame.flow).port == note.port =>
            {
                if let Some(control) = world.flow_rate(frame.flow) {
                    self.record_state(note.at, number, &control);
                }
            }
            EventKind::Delivered(frame) if frame.flow == self.flow => {
                if let Some((receiver, got)) = world.received_at(frame.flow, note.port) {
                    self.deliver(receiver, note.at, number, got.bytes);
                }
            }
            _ => {}
        }
    }

    /// Records the total of delivered bytes after `delivery`. `density` decides whether samples close in time
    /// are merged.
    pub(super) fn record_delivery(&mut self, density: RecordDensity, delivery: &Delivery) {
        let (receiver, bytes) = delivery.total;
        self.delivered(receiver).push_with_density(density, delivery.at, delivery.number, bytes);
    }

    /// Records that the receiver with index `receiver` has received `total` frame bytes up to the time `at`.
    /// `number` is the number of the event.
    fn deliver(&mut self, receiver: usize, at: Time, number: u64, total: u64) {
        self.delivered(receiver).push(at, number, total);
    }

    /// Series of delivered bytes of the receiver with index `receiver`; a new receiver gets an empty series.
    fn delivered(&mut self, receiver: usize) -> &mut Pyramid {
        if self.delivered.len() <= receiver {
            self.delivered.resize_with(receiver + 1, || Pyramid::new(MAX_SAMPLES));
        }
        &mut self.delivered[receiver]
    }

    /// Records the allowed rate, and α if the rate control is DCQCN.
    fn record_state(&mut self, at: Time, number: u64, control: &RateView) {
        self.allowed.push(at, number, control.rate.bps());
        if let Some(alpha) = control.alpha() {
            self.alpha.push(at, number, millionths(alpha));
        }
    }

    /// Rate of arrivals at the receiver with index `receiver`, for a chart of the window `shown`. Returns
    /// pairs of a time and the mean rate in bits per second during the time `over` before this time, in order
    /// of time up to `until`. There are between `columns` and about twice `columns` pairs; the first and the
    /// last may lie outside the window. Empty if the window begins after `until`, or if the receiver has no
    /// deliveries yet. If `over` is 0, all rates are 0.
    #[must_use]
    pub fn arrived(
        &self,
        receiver: usize,
        (shown, columns): (ShownWindow, usize),
        until: Time,
        over: Time,
    ) -> Vec<(Time, f64)> {
        let Some(delivered) = self.delivered.get(receiver) else { return Vec::new() };
        // The times are multiples of a power of two, so that they stay the same when the window moves.
        let step = 1 << (shown.width().ps() / columns.max(1) as u64).max(1).ilog2();
        let last = shown.to.ps().div_ceil(step).min(until.ps() / step);
        let first = shown.from.ps() / step;
        if first > last {
            return Vec::new();
        }
        let bytes = |shift| totals(delivered, (first, last), step, shift);
        let both = bytes(0).into_iter().zip(bytes(over.ps()));
        (first..=last)
            .zip(both)
            .map(|(n, (now, before))| {
                let at = Time(n * step);
                // The averaging time has a least value, so that one frame at the start does not give a huge
                // rate.
                (at, rate(now - before, at.clamp(Time(over.ps() / POINTS), over)))
            })
            .collect()
    }
}

/// Total bytes delivered just before the times n × `step` − `shift`, in ps, for n from `first` to `last`.
fn totals(delivered: &Pyramid, (first, last): (u64, u64), step: u64, shift: u64) -> Vec<u64> {
    // Before the start of the run no bytes were delivered.
    let start = shift.div_ceil(step).clamp(first, last + 1);
    let mut totals: Vec<u64> = (first..start).map(|_| 0).collect();
    if start > last {
        return totals;
    }
    let begin = Time(start * step - shift);
    let end = Time((last * step - shift).saturating_add(1));
    let mut jumps = delivered.grouped(begin, end, Time(step)).into_iter().peekable();
    // If a merged increase begins before the first time, its initial total counts.
    let across = jumps.peek().filter(|jump| jump.from < begin).map(|jump| jump.least);
    let just_before = || delivered.columns(Time(begin.ps().checked_sub(1)?), begin, 1).pop();
    let mut total = across.or_else(|| just_before().map(|jump| jump.last)).unwrap_or(0);
    // The bytes of a merged increase are assumed to arrive evenly over its time.
    totals.extend((start..=last).map(|n| {
        let at = n * step - shift;
        while let Some(jump) = jumps.next_if(|jump| jump.last_change_at.ps() < at) {
            total = jump.last;
        }
        let part = jumps.peek().filter(|jump| jump.from.ps() < at);
        total + part.map_or(0, |jump| share(jump, total, at))
    }));
    totals
}

impl Recordable for FlowHistory {
    fn record_start(&mut self, _: &World) {}

    fn record_event(&mut self, run: &SeekableRun<RunObserver>) {
        for note in run.events() {
            self.record_note(run.world(), run.number(), note);
        }
    }

    fn record_log(&mut self, log: &Log, behind: u64) {
        let flow = self.flow;
        let own = log.deliveries.iter().filter(|one| one.flow == flow && one.number > behind);
        own.for_each(|delivery| self.record_delivery(RecordDensity::Full, delivery));
    }

    fn forget_after(&mut self, number: u64) -> u64 {
        self.quantities().map(|quantity| quantity.forget_after(number)).min().unwrap_or(number)
    }

    fn quantities(&mut self) -> impl Iterator<Item = &mut Pyramid> {
        [&mut self.allowed, &mut self.alpha].into_iter().chain(&mut self.delivered)
    }
}

/// Bytes of `jump` that arrive before the time `at`. `jump` is an increase of delivered bytes that was merged
/// from several increases; `at` must be within its duration. `total` is the number of bytes before the
/// increase. The bytes are assumed to arrive evenly.
fn share(jump: &Column, total: u64, at: u64) -> u64 {
    let (from, to) = (jump.from.ps(), jump.last_change_at.ps());
    let part = u128::from(jump.last - total) * u128::from(at - from) / u128::from((to - from).max(1));
    u64::try_from(part).unwrap_or(u64::MAX)
}

/// α in millionths; α is limited to the range 0 to 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1")]
fn millionths(alpha: f64) -> u64 {
    (alpha.clamp(0.0, 1.0) * ONE).round() as u64
}

/// Rate in bits per second of `bytes` in `time`; 0 if `time` is 0.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn rate(bytes: u64, time: Time) -> f64 {
    if time == Time::ZERO { 0.0 } else { 8.0 * bytes as f64 * PS_PER_S as f64 / time.ps() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(us: u64) -> ShownWindow {
        ShownWindow::whole(Time::from_us(us))
    }

    /// A window shows the rates at the times in the window, for any part of the run and any number of merged
    /// samples.
    #[test]
    fn a_window_has_the_rates_of_its_times() {
        let total = |n: u64| 1_000 * n + n / 700 * 64_000;
        let (known, over) = (Time::from_us(4_321), Time::from_us(40));
        for thinned in [0, 3] {
            let mut history = FlowHistory::new(FlowId(0));
            (1..=5_000u64).for_each(|n| history.deliver(0, Time::from_us(n), n, total(n)));
            (0..thinned).for_each(|_| history.delivered[0].thin_out());
            let before = |at: u64| total(at.saturating_sub(1) / Time::from_us(1).ps());
            let exact = |at: Time| {
                let bytes = before(at.ps()) - before(at.ps().saturating_sub(over.ps()));
                rate(bytes, at.clamp(Time(over.ps() / POINTS), over))
            };
            // The exact time of a merged increase is unknown within a few µs.
            let slack = if thinned > 0 { rate(72_000, over) } else { 1.0 };
            for (from, to) in [(0, 30), (0, 5_000), (690, 760), (699, 701), (4_200, 4_400), (4_900, 4_950)] {
                let shown = ShownWindow { from: Time::from_us(from), to: Time::from_us(to) };
                let rates = history.arrived(0, (shown, 100), known, over);
                assert!(rates.len() <= 202, "{}", rates.len());
                for (at, rate) in &rates {
                    assert!((rate - exact(*at)).abs() <= slack, "{at}: {rate} for {}", exact(*at));
                }
                assert_eq!(rates.is_empty(), from > 4_321);
                let ends = rates.first().zip(rates.last());
                assert!(ends.is_none_or(|(first, last)| first.0 <= shown.from
                    && last.0 >= shown.to.min(known).saturating_sub(Time(shown.width().ps() / 100))));
            }
        }
    }

    #[test]
    fn arrival_rate_is_averaged_and_zero_without_arrivals() {
        for thinned in [0, 2] {
            let mut history = FlowHistory::new(FlowId(0));
            // Arrivals of 1000 B each µs, which is 8 Gb/s, up to 500 µs.
            (1..=500u64).for_each(|n| history.deliver(0, Time::from_us(n), n, 1_000 * n));
            (0..thinned).for_each(|_| history.delivered[0].thin_out());
            let rates = history.arrived(0, (whole(1_000), 500), Time::from_us(1_000), Time::from_us(100));
            let at =
                |us: u64| rates.iter().find(|(end, _)| *end >= Time::from_us(us)).expect("in the past").1;
            assert!((at(300) / 8e9 - 1.0).abs() < 0.011, "{}", at(300));
            assert!(at(900) < 1.0, "{}", at(900));
            let ends: Vec<Time> = rates.iter().map(|(end, _)| *end).collect();
            assert!(ends.is_sorted() && ends.last().is_some_and(|end| *end <= Time::from_us(1_000)));
            // Discarded samples after the cursor do not count twice.
            let known = history.forget_after(250);
            assert!((240..=250).contains(&known), "{known}");
            (known + 1..=260).for_each(|n| history.deliver(0, Time::from_us(n), n, 1_000 * n));
            let again = history.arrived(0, (whole(260), 100), Time::from_us(260), Time::from_us(10));
            assert!(again.iter().all(|(_, rate)| *rate < 9e9), "{again:?}");
        }
    }
}
