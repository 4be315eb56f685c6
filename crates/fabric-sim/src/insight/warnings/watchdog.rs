//! Watchdogs whose times do not go together.

use super::super::amount::time;
use super::found::Found;
use super::place;
use crate::engine::World;
use crate::fabric::watchdog::{Mitigation, Rule};
use crate::ids::PortId;

/// Polls longer than what they are to find, an end of the mitigation before
/// the last pause is over, and watchdogs that have nothing to see.
pub(super) fn times(world: &World, port: PortId, found: &mut Found) {
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    for n in 0..8u8 {
        let Some((config, _)) = world.watchdog(port, n) else { continue };
        let mut say = |message: String| found.add(&place(spec, port, n), message);
        if at.config.receiver.enabled >> n & 1 == 0 {
            say("a watchdog waits for pauses that are not obeyed here: it sees none".to_owned());
        }
        let (poll, detection) = (config.poll, config.detection);
        if config.rule.polls() && poll > detection {
            let (from, to) = match config.rule {
                Rule::PausedPolls => ("at once".to_owned(), poll),
                _ => (time(poll), poll + poll),
            };
            say(format!(
                "the watchdog looks every {}, less often than its detection time of {}: one bad poll is a storm, found {from} to {} after it begins",
                time(poll),
                time(detection),
                time(to)
            ));
        }
        let peer = &spec.ports[at.peer.index()].config.sender;
        let pause = peer.quanta.time(at.clock);
        let over = poll * config.clean_polls();
        let gates = !matches!(config.mitigation, Mitigation::Alert | Mitigation::Flush | Mitigation::Disable);
        if gates && config.rule != Rule::PausedPolls && at.config.receiver.timer && over < pause {
            say(format!(
                "the watchdog obeys pauses again {} after the last one came in, which may last {}: it stops the queue again",
                time(over),
                time(pause)
            ));
        }
    }
}
