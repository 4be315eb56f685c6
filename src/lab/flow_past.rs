//! The past of the flows: what each was allowed to send at, and what of it arrived.

use fabric_sim::engine::{Note, What, World};
use fabric_sim::fabric::endpoint::rate::RateView;
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::FlowId;
use fabric_sim::units::{PS_PER_S, Time};

use super::Envelope;

/// One, in the unit in which α is kept.
const ONE: f64 = 1e6;

/// The past of one flow.
#[derive(Clone, Debug)]
pub struct FlowPast {
    /// What its rate control allowed, in bits per second; nothing was pushed if
    /// it has none.
    pub allowed: Envelope,
    /// α of DCQCN in millionths, as far as it has one.
    pub alpha: Envelope,
    /// Frame bytes delivered so far to each receiver: it only grows.
    delivered: Vec<Envelope>,
    horizon: Time,
}

/// The past of the flows, by id.
#[derive(Clone, Debug)]
pub struct FlowPasts {
    horizon: Time,
    flows: Vec<FlowPast>,
}

impl FlowPasts {
    /// Nothing yet of a run that is to last for `horizon`.
    #[must_use]
    pub const fn new(horizon: Time) -> Self {
        Self { horizon, flows: Vec::new() }
    }

    /// The past of a flow, if it has any.
    #[must_use]
    pub fn flow(&self, flow: FlowId) -> Option<&FlowPast> {
        self.flows.get(flow.index())
    }

    /// Writes down what `note` changed: a rate is looked at when a frame starts
    /// by it, and when its sender hears of marks.
    pub fn note(&mut self, world: &World, note: &Note) {
        match note.what {
            What::Started(frame) | What::Arrived(frame)
                if matches!(frame.kind, FrameKind::Data | FrameKind::Cnp)
                    && world.flow_source(frame.flow).0 == note.port =>
            {
                if let Some(control) = world.flow_rate(frame.flow) {
                    self.flow_mut(frame.flow).look(note.at, &control);
                }
            }
            What::Delivered(frame) => {
                if let Some((receiver, got)) = world.received_at(frame.flow, note.port) {
                    self.flow_mut(frame.flow).deliver(receiver, note.at, got.bytes);
                }
            }
            _ => {}
        }
    }

    /// Drops what lies after `time`.
    pub fn forget_after(&mut self, time: Time) {
        self.flows.iter_mut().for_each(|flow| flow.forget_after(time));
    }

    fn flow_mut(&mut self, flow: FlowId) -> &mut FlowPast {
        let horizon = self.horizon;
        if self.flows.len() <= flow.index() {
            self.flows.resize_with(flow.index() + 1, || FlowPast::new(horizon));
        }
        &mut self.flows[flow.index()]
    }
}

impl FlowPast {
    fn new(horizon: Time) -> Self {
        let [allowed, alpha] = std::array::from_fn(|_| Envelope::new(horizon));
        Self { allowed, alpha, delivered: Vec::new(), horizon }
    }

    fn forget_after(&mut self, time: Time) {
        for past in [&mut self.allowed, &mut self.alpha].into_iter().chain(&mut self.delivered) {
            past.forget_after(time);
        }
    }

    /// Its receiver of this number, from 0, has had so many frame bytes of it.
    fn deliver(&mut self, receiver: usize, at: Time, total: u64) {
        if self.delivered.len() <= receiver {
            let horizon = self.horizon;
            self.delivered.resize_with(receiver + 1, || Envelope::new(horizon));
        }
        self.delivered[receiver].push(at, total);
    }

    fn look(&mut self, at: Time, control: &RateView) {
        self.allowed.push(at, control.rate.bps());
        if let Some(alpha) = control.alpha() {
            self.alpha.push(at, millionths(alpha));
        }
    }

    /// What arrived at its receiver of this number, from 0, in the `window`
    /// before each of some times up to `until`, as a rate: the time, and bits per
    /// second.
    #[must_use]
    pub fn arrived(&self, receiver: usize, until: Time, window: Time) -> Vec<(Time, f64)> {
        let Some(delivered) = self.delivered.get(receiver) else { return Vec::new() };
        let width = delivered.width().ps();
        let total = |spans: u64| delivered.behind(spans);
        let (each, count) = (window.ps().div_ceil(width).max(1), until.ps() / width);
        let rate_at = |n: u64| {
            let from = n.saturating_sub(each);
            let lasts = Time((n - from) * width);
            (Time(n * width), rate(total(n).saturating_sub(total(from)), lasts))
        };
        // Windows overlap: what moves is seen to move.
        let step = (each / 4).max(1);
        let whole = (1..=count / step).map(|n| n * step);
        whole.chain((count % step != 0).then_some(count)).map(rate_at).collect()
    }
}

/// α as it is kept.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1")]
fn millionths(alpha: f64) -> u64 {
    (alpha.clamp(0.0, 1.0) * ONE).round() as u64
}

/// Bits per second of so many bytes in a time.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn rate(bytes: u64, time: Time) -> f64 {
    if time == Time::ZERO { 0.0 } else { 8.0 * bytes as f64 * PS_PER_S as f64 / time.ps() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arrived_is_a_rate_over_each_stretch_and_nothing_when_nothing_came() {
        let mut past = FlowPast::new(Time::from_us(1_024));
        // 1000 B each µs: 8 Gb/s, up to 500 µs.
        (1..=500u64).for_each(|n| past.deliver(0, Time::from_us(n), 1_000 * n));
        let rates = past.arrived(0, Time::from_us(1_000), Time::from_us(100));
        let at = |us: u64| rates.iter().find(|(end, _)| *end >= Time::from_us(us)).expect("in the past").1;
        assert!((at(300) / 8e9 - 1.0).abs() < 0.011, "{}", at(300));
        assert!(at(900) < 1.0, "{}", at(900));
        let ends: Vec<Time> = rates.iter().map(|(end, _)| *end).collect();
        assert!(ends.is_sorted() && ends.last().is_some_and(|end| *end <= Time::from_us(1_000)));
        // What was seen beyond the cursor and is void does not count twice.
        past.forget_after(Time::from_us(250));
        (251..=260u64).for_each(|n| past.deliver(0, Time::from_us(n), 1_000 * n));
        let again = past.arrived(0, Time::from_us(260), Time::from_us(10));
        assert!(again.iter().all(|(_, rate)| *rate < 9e9), "{again:?}");
    }
}
