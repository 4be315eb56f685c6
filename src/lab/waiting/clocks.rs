//! How far watchdogs are, in words.

use fabric_sim::engine::{Queue, World};
use fabric_sim::fabric::watchdog::Mitigation;
use fabric_sim::ids::PortId;
use fabric_sim::units::Time;

use super::name::link_name;
use crate::charts::time_label;

/// The clock of a watchdog.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    /// The queue that it watches.
    pub queue: Queue,
    /// The link: `s1 → s2`.
    pub name: String,
    /// How much of its detection has passed, 0 to 1.
    pub share: f64,
    /// That in words.
    pub passed: String,
    /// What it does, in a word, if it acts.
    pub acts: Option<&'static str>,
}

impl Clock {
    /// Whether anything of its detection has passed, or it acts.
    #[must_use]
    pub fn runs(&self) -> bool {
        self.share > 0.0
    }

    /// How far it is, or what it does.
    #[must_use]
    pub fn words(&self) -> String {
        match self.acts {
            Some(deed) => format!("acts: {deed}"),
            None => self.passed.clone(),
        }
    }
}

/// Every watchdog of the fabric.
pub fn clocks(world: &World) -> Vec<Clock> {
    let spec = world.spec();
    let mut clocks = Vec::new();
    for port in (0..spec.ports.len()).map(PortId::new) {
        for priority in 0..8u8 {
            let Some((config, dog)) = world.watchdog(port, priority) else { continue };
            let (passed, of) = dog.clock(&config, world.now());
            let words = if config.rule.polls() {
                format!("{passed} of {of} polls")
            } else {
                format!("{} of {}", time_label(Time(passed)), time_label(Time(of)))
            };
            clocks.push(Clock {
                queue: (port, priority),
                name: link_name(spec, port),
                share: ratio(passed, of),
                passed: words,
                acts: dog.acts().then_some(deed(config.mitigation)),
            });
        }
    }
    clocks
}

/// What a watchdog does, in a word or two.
#[must_use]
pub const fn deed(mitigation: Mitigation) -> &'static str {
    match mitigation {
        Mitigation::Drop => "drops",
        Mitigation::Forward => "forwards",
        Mitigation::Drain => "drains",
        Mitigation::Alert => "alerts",
        Mitigation::Flush => "flushes",
        Mitigation::Disable => "PFC off",
    }
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn ratio(part: u64, of: u64) -> f64 {
    part as f64 / of.max(1) as f64
}
