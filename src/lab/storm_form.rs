//! Form of a pause storm, and the commands that start and end storms. Start with [`Lab::storm`]. The form has
//! the duration, the interval, the paused share of the interval, and the priorities.
//!
//! A storm starts at the cursor, at the selected port, and is one edit. The duration of the storm is
//! converted from wall time at the present pace. Several storms can be active; storms of the document are
//! listed first, then those of actions. A link on which pauses have no effect refuses a storm.

use fabric_sim::document::{Action, PauseSource, Whole};
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::spec::{NodeKind, PauseSourceSpec};
use fabric_sim::units::{Quanta, Time};

use super::pace::{Pace, whole};
use super::pause_sentences::{is_storm, storming};
use super::{Lab, UserError};
use crate::charts::{decade, time_label};

/// Contents of the form of a pause storm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StormForm {
    /// Duration of the pause storm.
    pub duration: StormDuration,
    /// Interval between the PFC frames of the storm.
    pub interval: StormInterval,
    /// Pause time of each PFC frame, in percent of the interval.
    pub paused_share: PausedShare,
    /// Priorities that the storm pauses.
    pub priorities: PausedPriorities,
}

/// Duration of a pause storm, in wall time at the present pace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StormDuration {
    /// Storm of 1 s of wall time.
    Short,
    /// Storm of 3 s of wall time.
    #[default]
    Usual,
    /// Storm of 10 s of wall time.
    Long,
    /// Storm without an end.
    Endless,
}

impl StormDuration {
    /// All durations, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Short, Self::Usual, Self::Long, Self::Endless];

    /// Duration in seconds of wall time. `None` if the storm does not end.
    const fn seconds(self) -> Option<f64> {
        match self {
            Self::Short => Some(1.0),
            Self::Usual => Some(3.0),
            Self::Long => Some(10.0),
            Self::Endless => None,
        }
    }
}

/// Interval between the PFC frames of a storm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StormInterval {
    /// Interval of 10 µs between PFC frames. In a storm shorter than 80 µs, an eighth of the duration of the
    /// storm, but at least 1 ns.
    #[default]
    Fitting,
    /// Interval of 1 µs between PFC frames.
    Often,
    /// Interval of 20 µs between PFC frames.
    Seldom,
    /// Interval of 100 µs between PFC frames.
    Rarely,
}

impl StormInterval {
    /// All intervals with their labels. `None` if the label depends on the duration of the storm, as
    /// [`Lab::storm_interval`] makes it.
    pub const ALL: [(Self, Option<&'static str>); 4] = [
        (Self::Fitting, None),
        (Self::Often, Some("every 1 µs")),
        (Self::Seldom, Some("every 20 µs")),
        (Self::Rarely, Some("every 100 µs")),
    ];

    /// Interval between the PFC frames of a storm that lasts for `duration`; `duration` is `None` for a storm
    /// without an end.
    fn time(self, duration: Option<Time>) -> Time {
        match self {
            // The storm has at least eight frames, so that it ends close to its stated end.
            Self::Fitting => {
                let most = Time::from_us(10);
                duration.map_or(most, |duration| most.min(Time((duration.ps() / 8).max(1_000))))
            }
            Self::Often => Time::from_us(1),
            Self::Seldom => Time::from_us(20),
            Self::Rarely => Time::from_us(100),
        }
    }
}

/// Pause time of each PFC frame of a storm, as a share of the interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PausedShare {
    /// Each PFC frame pauses the peer for 125 % of the interval, so that the peer stays paused all the time.
    #[default]
    Throughout,
    /// Each PFC frame pauses the peer for 98 % of the interval. The peer can send for a short time before the
    /// next PFC frame.
    Choppy,
    /// Each PFC frame pauses the peer for 50 % of the interval. The peer can send half of the time.
    Half,
}

impl PausedShare {
    /// All paused shares with their labels, in the order of the menu.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Throughout, "pausing throughout"),
        (Self::Choppy, "pausing 98\u{202f}% of it"),
        (Self::Half, "pausing half of it"),
    ];

    /// Pause time of each PFC frame of a storm with `interval` between its frames, rounded down to whole
    /// picoseconds.
    const fn of(self, interval: Time) -> Time {
        let ps = interval.ps();
        Time(match self {
            Self::Throughout => ps + ps / 4,
            Self::Choppy => ps / 50 * 49,
            Self::Half => ps / 2,
        })
    }
}

/// Priorities that a storm pauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PausedPriorities {
    /// Selected priority only.
    #[default]
    Selected,
    /// Selected priority, and all priorities that are lossless at either end of the link.
    Lossless,
    /// All eight priorities, even those without traffic.
    All,
}

impl PausedPriorities {
    /// All choices of priorities with their labels, in the order of the menu.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Selected, "the selected priority"),
        (Self::Lossless, "every lossless priority"),
        (Self::All, "all eight priorities"),
    ];
}

impl Lab {
    /// Duration of a storm in simulated time at the present pace, rounded to one digit, at least 100 ns. If
    /// the pace is in key events, a storm of 3 s lasts a tenth of the time line. `None` if the storm does not
    /// end.
    #[must_use]
    pub fn storm_duration(&self, duration: StormDuration) -> Option<Time> {
        let speed = match self.run.pace() {
            Pace::Speed(speed) => speed,
            // A storm of 3 s lasts a tenth of the time line.
            Pace::Events(_) => ps(self.end) / 30.0,
        };
        let wanted = duration.seconds()? * speed;
        let digit = decade(wanted.max(1e5));
        Some(whole((wanted / digit).round().max(1.0) * digit, Time(1)))
    }

    /// Label of `interval` in a storm of the duration `duration`, such as "a frame every 10 µs". The number
    /// is not rounded.
    #[must_use]
    pub fn storm_interval(&self, interval: StormInterval, duration: StormDuration) -> String {
        // The label has the exact number that the document gets.
        let interval = interval.time(self.storm_duration(duration)).to_string();
        let number = interval.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        format!("a frame every {number} {}", interval[number.len()..].replace('u', "µ"))
    }

    /// Starts a pause source at the selected port, as an action at the cursor. If pauses have no effect on
    /// the link, the page shows an error instead. A pause time longer than a PFC frame can carry is shortened
    /// to the longest. The source gets the name `storm`; if the name is taken, `storm 2` and so on.
    pub(super) fn storm(&mut self, storm: StormForm) {
        if self.is_pause_proof() {
            let message = "this link has credits in place of PFC: pauses stop nothing on it";
            self.error = Some(UserError::new(&message));
            return;
        }
        let (spec, selected) = (&self.compiled.spec, self.selected);
        let port = &spec.ports[selected.port.index()];
        let peer = &spec.ports[port.peer.index()];
        let node = &spec.nodes[port.node.index()];
        let lossless = || -> PrioritySet {
            let ends = [port, peer].map(|end| &end.config.priorities);
            Priority::ALL.into_iter().filter(|n| ends.iter().any(|end| end[n.index()].pg.lossless)).collect()
        };
        let own = PrioritySet::of(selected.priority);
        let mask: PrioritySet = match storm.priorities {
            PausedPriorities::Selected => own,
            PausedPriorities::Lossless => lossless() | own,
            PausedPriorities::All => PrioritySet::ALL,
        };
        let at = self.stamp();
        let duration = self.storm_duration(storm.duration);
        let interval = storm.interval.time(duration);
        let source = PauseSource {
            name: self.free_name("storm"),
            node: node.name.clone(),
            port: Whole::new(u64::from(port.number)).filter(|_| node.kind != NodeKind::Host),
            priorities: mask.iter().collect(),
            quanta: None,
            // The pause time of a PFC frame is limited to 65535 quanta, which are short on a fast port.
            time: Some(storm.paused_share.of(interval).min(Quanta::MAX.time(peer.clock))),
            every: Some(interval),
            start: at,
            stop: duration.map(|duration| at + duration),
        };
        self.happen(Action::PauseSource(source));
    }

    /// Whether pauses have no effect on the link of the selected port: a priority of the link has credits and
    /// the peer ignores PFC frames.
    #[must_use]
    pub fn is_pause_proof(&self) -> bool {
        let spec = self.run.recording().world().spec();
        let end = &spec.ports[self.selected.port.index()];
        let [end, peer] = [&end.config, &spec.ports[end.peer.index()].config];
        !(end.credit_channels() | peer.credit_channels()).is_empty() && peer.receiver.enabled.is_empty()
    }

    /// Pause sources that repeat their pauses and are active at the cursor: name, and label of the button
    /// that ends the source. Sources are in the order of their indices. The label contains the node. If a
    /// node has several sources, the label also contains the start time; if their start times are equal, the
    /// name. For a source that pauses at most half of the time, the label says `pauses` in place of `storm`.
    #[must_use]
    pub fn storms(&self) -> Vec<(String, String)> {
        let world = self.run.recording().world();
        let node = |source: &PauseSourceSpec| world.spec().owner(source.port).name.as_str();
        let all: Vec<&PauseSourceSpec> = storming(world).map(|found| found.1).collect();
        let words = |source: &PauseSourceSpec| {
            let what = if is_storm(world, source) { "storm" } else { "pauses" };
            let since = |one: &PauseSourceSpec| time_label(one.start);
            let others =
                || all.iter().filter(|other| node(other) == node(source) && other.name != source.name);
            let which = if others().next().is_none() {
                String::new()
            } else if others().any(|other| since(other) == since(source)) {
                format!(", \u{201c}{}\u{201d}", source.name)
            } else {
                format!(" since {}", since(source))
            };
            format!("End the {what} of {}{which}", node(source))
        };
        all.iter().map(|source| (source.name.clone(), words(source))).collect()
    }

    /// Stops the pause source `name` by an action at the cursor. If there is no such source, the page shows
    /// an error.
    pub(super) fn end_storm(&mut self, name: String) {
        self.happen(Action::StopPauseSource(name));
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn ps(time: Time) -> f64 {
    time.0 as f64
}
