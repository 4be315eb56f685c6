//! Progress of the watchdogs in words: the elapsed part of the detection time, or the mitigation in force.
//! Start with [`clocks`].

use fabric_sim::engine::World;
use fabric_sim::fabric::watchdog::Mitigation;
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::units::Time;

use super::name::link_name;
use crate::charts::time_label;

/// Progress of a watchdog towards its mitigation, in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    /// Port of the watchdog.
    pub port: PortId,
    /// Priority that the watchdog monitors. `None` for the watchdog of a NIC, which monitors the pauses that
    /// the NIC sends.
    pub priority: Option<Priority>,
    /// Link on which the port transmits, such as `s1 → s2`.
    pub name: String,
    /// Elapsed fraction of the detection time, from 0 to 1. For a NIC watchdog that has tripped, the fraction
    /// is 1.
    pub share: f64,
    /// Elapsed and whole detection time in words, such as `2 of 3 polls`.
    pub passed: String,
    /// Name of the mitigation in force; `None` if no mitigation is in force.
    pub mitigation: Option<&'static str>,
}

impl Clock {
    /// Whether some of the detection time has elapsed, or a mitigation is in force.
    #[must_use]
    pub fn has_elapsed_or_mitigates(&self) -> bool {
        self.share > 0.0
    }

    /// Label of the monitored priority, such as `P3`; `NIC` for the watchdog of a NIC.
    #[must_use]
    pub fn priority_label(&self) -> String {
        self.priority.map_or_else(|| "NIC".to_owned(), |priority| format!("P{priority}"))
    }

    /// Text on the mitigation in force, such as "acts: drop"; without a mitigation, on the elapsed detection
    /// time.
    #[must_use]
    pub fn words(&self) -> String {
        match self.mitigation {
            Some(words) => format!("acts: {words}"),
            None => self.passed.clone(),
        }
    }
}

/// Progress of all watchdogs of the fabric, in the order of ports and priorities. At a port, the watchdog of
/// the NIC comes last.
pub fn clocks(world: &World) -> Vec<Clock> {
    let spec = world.spec();
    let mut clocks = Vec::new();
    for port in (0..spec.ports.len()).map(PortId::new) {
        for priority in Priority::ALL {
            let Some((config, dog)) = world.watchdog(port, priority) else { continue };
            let (passed, of) = dog.detection_progress(&config, world.now());
            let words = if config.rule.polls() {
                format!("{passed} of {of} polls")
            } else {
                of_time(Time(passed), Time(of))
            };
            clocks.push(Clock {
                port,
                priority: Some(priority),
                name: link_name(spec, port),
                share: ratio(passed, of),
                passed: words,
                mitigation: dog.is_mitigating().then_some(mitigation_words(config.mitigation)),
            });
        }
        clocks.extend(own_clock(world, port));
    }
    clocks
}

/// Progress of the watchdog of the NIC at `port`; `None` if the port has no such watchdog. The elapsed time
/// is limited to the detection time.
fn own_clock(world: &World, port: PortId) -> Option<Clock> {
    let (limit, dog) = world.nic_watchdog(port)?;
    let passed = dog.since().map_or(Time::ZERO, |since| world.now().saturating_sub(since)).min(limit);
    let acts = dog.has_tripped();
    Some(Clock {
        port,
        priority: None,
        name: link_name(world.spec(), port),
        share: if acts { 1.0 } else { ratio(passed.ps(), limit.ps()) },
        passed: of_time(passed, limit),
        mitigation: acts.then_some("no pauses"),
    })
}

/// The times `passed` and `of` as labels, such as `1.00 ms of 200 ms`.
fn of_time(passed: Time, of: Time) -> String {
    format!("{} of {}", time_label(passed), time_label(of))
}

/// Name of a mitigation in a word or two.
#[must_use]
pub const fn mitigation_words(mitigation: Mitigation) -> &'static str {
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
