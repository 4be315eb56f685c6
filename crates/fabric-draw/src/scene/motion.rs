//! Smooth changes from one picture to the next. Frames that are too fast to be seen are drawn as streams of
//! dashes. The glyph of a fast PFC frame or CNP stays visible for a moment. Rates and the hatching of paused
//! lanes change gradually. Start with [`Motion::advance`].
//!
//! A cable has at most one glyph of each kind; a newer glyph replaces the older one. While playback is
//! stopped, every frame is drawn singly. A jump of the cursor changes all values at once and removes glyphs
//! and crosses.

use fabric_sim::engine::{EventKind, TraceEvent, WorldView};
use fabric_sim::fabric::frame::{FrameKind, Indication};
use fabric_sim::ids::{FlowId, PortId, Priority, PrioritySet};
use fabric_sim::spec::Spec;
use fabric_sim::units::{PS_PER_S, Time};
use fabric_sim::wire::PRIORITIES;

use super::flight::ps;

/// Duration of a video frame in seconds.
const VIDEO_FRAME: f64 = 1.0 / 60.0;
/// Seconds of wall time for which the glyph of a frame that was too fast to be seen stays visible.
pub const LINGER: f64 = 0.3;
/// Seconds of wall time for which the cross of a drop stays visible while the run plays.
pub const CROSS: f64 = 1.5;

/// Glyph that stays visible for a moment after its frame has arrived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LingeringGlyph {
    /// Sending port of the cable through which the frame passed.
    pub cable: PortId,
    /// Kind of the frame that passed, which decides the glyph.
    pub was: Passed,
    /// Wall time in seconds until the glyph disappears.
    pub left: f64,
}

/// Kind of a frame that passed too fast to be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passed {
    /// PFC frame with the priorities that it pauses and resumes.
    Pfc(Indication),
    /// CNP: flow, number of the frame within the flow, priority.
    Cnp(FlowId, u32, Priority),
}

impl Passed {
    /// Whether the glyph of this frame looks like the glyph of `other` and replaces it. Two XOFF frames look
    /// alike, and so do two XON frames, or two CNPs.
    pub(super) fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Pfc(one), Self::Pfc(other)) => (one.pauses.is_empty()) == (other.pauses.is_empty()),
            (Self::Cnp(..), Self::Cnp(..)) => true,
            _ => false,
        }
    }
}

/// State of all cables for the picture, smoothed over time. Cables are indexed by their sending port.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    /// Fraction of the traffic of each cable that is drawn as a stream of dashes, by cable. 0: all as single
    /// frames; 1: all as a stream.
    pub blend: Vec<f64>,
    /// Rate of each priority as a fraction of the link rate, 0 to 1; by cable, then priority.
    pub rate: Vec<[f64; PRIORITIES]>,
    /// Fraction of the recent time, 0 to 1, in which each priority was paused; by cable, then priority.
    pub paused: Vec<[f64; PRIORITIES]>,
    /// Fraction of the recent time, 0 to 1, in which each priority had no credits for its next frame; by
    /// cable, then priority.
    pub starved: Vec<[f64; PRIORITIES]>,
    /// Glyphs of frames that were too fast to be seen: at most one XOFF, one XON and one CNP for each
    /// cable.
    pub glyphs: Vec<LingeringGlyph>,
    /// Ports with a recent drop, each with the seconds of wall time until its cross disappears.
    pub crosses: Vec<(PortId, f64)>,
    /// Offset of the dashes of all streams, in periods of the dash pattern.
    pub phase: f64,
    /// Total bytes sent at the last call of [`Motion::advance`]; by cable, then priority.
    sent: Vec<[u64; PRIORITIES]>,
    /// Total times until the last call of [`Motion::advance`], as [paused, without credits]; by cable, then
    /// priority.
    was: Vec<[[Time; 2]; PRIORITIES]>,
    /// Simulated time of the last call of [`Motion::advance`].
    at: Time,
}

impl Motion {
    /// State of the cables before the first picture: no traffic, no glyphs.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        let ports = spec.ports.len();
        Self {
            blend: vec![0.0; ports],
            rate: vec![[0.0; PRIORITIES]; ports],
            paused: vec![[0.0; PRIORITIES]; ports],
            starved: vec![[0.0; PRIORITIES]; ports],
            sent: vec![[0; PRIORITIES]; ports],
            was: vec![[[Time::ZERO; 2]; PRIORITIES]; ports],
            ..Self::default()
        }
    }

    /// Records a glyph for a CNP or PFC frame that is too fast to be seen, or a cross for a drop. A new cross
    /// of a port replaces the old one. A dropped frame that its receiver did not need gets no cross. `speed`
    /// is simulated picoseconds per second of wall time.
    pub fn record(&mut self, spec: &Spec, event: &TraceEvent, speed: f64) {
        match event.kind {
            EventKind::Started(frame) if frame.kind == FrameKind::Cnp => {
                let cnp = Passed::Cnp(frame.flow, frame.sequence, frame.priority);
                self.linger(spec, event.port, cnp, speed);
            }
            EventKind::PfcSent(says) => self.linger(spec, event.port, Passed::Pfc(says), speed),
            EventKind::Dropped(_, cause) if !cause.loses_no_data() => {
                self.crosses.retain(|(port, _)| *port != event.port);
                self.crosses.push((event.port, CROSS));
            }
            _ => {}
        }
    }

    /// Adds a glyph for a frame in `cable` if the frame is too fast to be seen: the [`density`] of the cable
    /// is above 0.5. An older glyph of the same kind in that cable disappears.
    fn linger(&mut self, spec: &Spec, cable: PortId, was: Passed, speed: f64) {
        if density(spec, cable, speed) > 0.5 {
            self.glyphs.retain(|glyph| glyph.cable != cable || !glyph.was.is_like(was));
            self.glyphs.push(LingeringGlyph { cable, was, left: LINGER });
        }
    }

    /// Whether the picture no longer changes while playback is stopped: no glyph is visible, and no cable is
    /// drawn as a stream. Crosses are ignored, because they stay while playback is stopped.
    #[must_use]
    pub fn is_calm(&self) -> bool {
        self.glyphs.is_empty() && self.blend.iter().all(|blend| *blend < 0.01)
    }

    /// Advances by `wall` seconds towards the state of `snapshot`. `speed` is simulated picoseconds per
    /// second of wall time, 0 while playback is stopped. With `jump`, all values change at once instead of
    /// gradually, and all glyphs and crosses disappear. Rates do not change if no simulated time has passed.
    pub fn advance(&mut self, spec: &Spec, snapshot: &WorldView, wall: f64, speed: f64, jump: bool) {
        let span = ps(snapshot.now.saturating_sub(self.at));
        let ease = |seconds: f64| if jump { 1.0 } else { 1.0 - (-wall / seconds).exp() };
        for (index, view) in snapshot.ports.iter().enumerate().take(self.blend.len()) {
            // While playback is stopped, every frame can be seen.
            let aim = if speed > 0.0 { density(spec, PortId::new(index), speed) } else { 0.0 };
            self.blend[index] += (aim - self.blend[index]) * ease(0.12);
            let line = 8.0 / bps(spec, index) * ps_per_s();
            for lane in PrioritySet::ALL.iter() {
                let priority = lane.index();
                let sent = view.priorities[priority].class.sent_bytes;
                let lately = sent.saturating_sub(std::mem::replace(&mut self.sent[index][priority], sent));
                if span > 0.0 {
                    let share = bytes(lately) * line / span;
                    let rate = &mut self.rate[index][priority];
                    *rate += (share.min(1.0) - *rate) * ease(0.25);
                }
                let queue = &view.priorities[priority];
                let times = [queue.paused_time, queue.credits.map_or(Time::ZERO, |credits| credits.starved)];
                let shown = [&mut self.paused[index][priority], &mut self.starved[index][priority]];
                for (n, (mask, shown)) in [view.paused, view.starved].into_iter().zip(shown).enumerate() {
                    let now = f64::from(u8::from(mask.contains(lane)));
                    let lately = times[n].saturating_sub(self.was[index][priority][n]);
                    let aim = if span > 0.0 && !jump { (ps(lately) / span).clamp(0.0, 1.0) } else { now };
                    let aim = self.blend[index] * aim + (1.0 - self.blend[index]) * now;
                    *shown += (aim - *shown) * ease(0.09);
                }
                self.was[index][priority] = times;
            }
        }
        self.at = snapshot.now;
        if speed > 0.0 {
            self.phase += wall * 2.5;
            self.crosses.iter_mut().for_each(|cross| cross.1 -= wall);
        }
        self.glyphs.iter_mut().for_each(|glyph| glyph.left -= wall);
        if jump {
            self.glyphs.clear();
            self.crosses.clear();
        }
        self.glyphs.retain(|glyph| glyph.left > 0.0);
        self.crosses.retain(|cross| cross.1 > 0.0);
    }
}

/// Fraction of the traffic of `cable` that is drawn as a stream of dashes instead of single frames, 0 to 1.
/// The fraction is 1 if the longest frame crosses the cable within three video frames, and 0 if this frame
/// needs six or more. `speed` is simulated picoseconds per second of wall time.
#[must_use]
pub fn density(spec: &Spec, cable: PortId, speed: f64) -> f64 {
    let port = &spec.ports[cable.index()];
    let crossing = ps(port.delay) + ps(port.clock.time(u32::from(spec.longest_frame())));
    let frames = crossing / speed.max(1.0) / VIDEO_FRAME;
    ((6.0 - frames) / 3.0).clamp(0.0, 1.0)
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
fn bps(spec: &Spec, port: usize) -> f64 {
    spec.ports[port].clock.rate().bps() as f64
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn ps_per_s() -> f64 {
    PS_PER_S as f64
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn bytes(n: u64) -> f64 {
    n as f64
}
