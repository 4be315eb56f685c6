//! Warnings on PFC watchdogs whose times contradict each other (SONiC: detection time, poll interval,
//! restoration time). Start with [`times`].
//!
//! Two faults of the times are reported. The poll interval may be longer than the detection time, so that a
//! single bad poll counts as a storm. The mitigation may end before the last pause expires. If
//! `watchdog_scale` is above 1, a warning shows each time both as configured and divided by the scale.
//!
//! A poll interval equal to the detection time is allowed. A mitigation that ends exactly when the last pause
//! expires is allowed, too.

use super::super::amount::time;
use super::place;
use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::fabric::watchdog::{Mitigation, Restoration, Rule};
use crate::ids::{PortId, Priority};
use crate::units::Time;

/// Warns of poll intervals longer than the detection time, and of mitigations that end before the last pause
/// expires. Also warns of watchdogs for a priority in which `port` obeys no pauses, unless the document sets
/// `pfc=off`. Ports with 802.3x pause are not checked.
pub(super) fn times(world: &World, port: PortId, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    // Watchdogs ignore 802.3x pauses, so their times do not matter here.
    if at.config.link_pause.is_some() {
        return;
    }
    for n in Priority::ALL {
        // Configured watchdog, and the factor by which it runs faster than configured.
        let (Some(config), scale) = (at.config.priorities[n.index()].watchdog, spec.watchdog_scale) else {
            continue;
        };
        let mut say = |message: String| found.add(&place(spec, port, n), message);
        // `pfc=off` has switched the pauses off on purpose, for a comparison.
        if spec.without_pfc.is_empty() && !world.pause_receiver(port).enabled.contains(n) {
            say("watchdog is given, but no pauses are obeyed here: it sees none; set pfc_rx on, or watchdog off".to_owned());
        }
        let (poll, detection) = (config.poll, config.detection);
        let scaled = |real: Time| match scale {
            1 => time(real),
            _ => format!("{} ({} here)", time(real), time(Time(real.ps().div_ceil(scale)))),
        };
        let faster =
            if scale == 1 { String::new() } else { format!("; watchdogs run {scale} times faster here") };
        if config.rule.polls() && poll > detection {
            let (from, to) = match config.rule {
                Rule::PausedPolls | Rule::Cisco8000 => ("at once".to_owned(), poll),
                _ => (scaled(poll), poll + poll),
            };
            say(format!(
                "watchdog_poll {} is longer than watchdog_detection {}: one bad poll is a storm, found {from} to {} after it begins; set watchdog_poll to at most {}{faster}",
                scaled(poll),
                scaled(detection),
                scaled(to),
                time(detection)
            ));
        }
        let peer = world.pause_sender(at.peer);
        let pause = peer.quanta.time(at.clock);
        let over = poll * config.clean_polls();
        let here = Time(over.ps().div_ceil(scale));
        let gates = !matches!(config.mitigation, Mitigation::Alert | Mitigation::Flush | Mitigation::Disable);
        let by_frames = matches!(config.restores, Restoration::NoPfc | Restoration::NoPause);
        if gates && by_frames && at.config.receiver.timer && here < pause {
            say(format!(
                "watchdog_restoration ends the mitigation {} after the last pause came in, which may last {}: it stops the queue again; raise watchdog_restoration, or set watchdog_restores unpaused{faster}",
                scaled(over),
                time(pause)
            ));
        }
    }
}
