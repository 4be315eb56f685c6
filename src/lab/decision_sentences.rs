//! Sentences of the narration that compare the decisions of PFC watchdogs with the true state of
//! their queues.

use fabric_sim::engine::{Truth, World};
use fabric_sim::fabric::watchdog::{Mitigation, WatchdogDecision};
use fabric_sim::ids::{PortId, Priority};

/// Sentence on a decision of the PFC watchdog at `port` of node `here`. The watchdog monitors the queue of
/// `priority` towards node `there`. `truth` is the true state of this queue. If the spec has no watchdog for
/// the queue, the decision is that of the NIC's own watchdog. On the end of a storm, the sentence does not
/// say whether the watchdog is right.
pub fn sentence(
    world: &World,
    port: PortId,
    here: &str,
    there: &str,
    priority: Priority,
    decision: WatchdogDecision,
    truth: Truth,
) -> String {
    if decision == WatchdogDecision::Ended {
        return format!(
            "The watchdog of {here} considers the storm over and honours pauses of priority {priority} from {there} again."
        );
    }
    let does = match world.watchdog(port, priority).map(|(config, _)| config.mitigation) {
        Some(Mitigation::Drop) => "drops the frames that wait and those that arrive",
        Some(Mitigation::Forward) => "ignores the pauses and sends",
        Some(Mitigation::Drain) => "ignores the pauses and drops the frames that arrive",
        Some(Mitigation::Alert) => "raises an alarm",
        Some(Mitigation::Flush) => "empties the port's receive buffer",
        Some(Mitigation::Disable) => "switches PFC off on the port",
        None => {
            return format!(
                "{here} has paused {there} for so long that its own watchdog stops it{}.",
                judgement(truth)
            );
        }
    };
    format!("The watchdog of {here} detects a storm at its queue to {there}, and {does}{}.", judgement(truth))
}

/// End of the sentence: whether the watchdog is right, and the true state of the queue.
fn judgement(truth: Truth) -> &'static str {
    match truth {
        Truth::Deadlock(_) => ". It is right: a deadlock",
        Truth::Storm { .. } => ". It is right: a storm of pauses holds it",
        Truth::LostResume { .. } => ". It is right: the resume was lost",
        Truth::LostCredits { .. } => ". It is right: credits were lost",
        Truth::PauseSource => ". It is wrong: single pauses of a pause source hold it, and end by themselves",
        Truth::Congestion => ". It is wrong: the queue was only congested, and would have sent again",
        Truth::Idle => ". It is wrong: nothing waited there",
        Truth::NotPaused => ". It is wrong: the queue was not paused at all",
    }
}
