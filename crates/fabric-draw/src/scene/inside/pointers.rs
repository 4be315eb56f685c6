//! Round-robin pointers of a crossbar at a stage of a match. Start with [`pointers()`]. A pointer moves when
//! a grant of the first iteration is accepted. In the stages of the requests and of the first grants, all
//! pointers still have their old values.

use fabric_sim::engine::CrossbarView;
use fabric_sim::fabric::crossbar::{MatchEvent, Precedence};
use fabric_sim::ids::{LocalPort, Priority};

use super::{Match, MatchStage};

/// Round-robin pointers of a crossbar for one priority.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointers {
    /// Grant pointers: input port to which each output gives its grant first, by index of the output.
    pub grant: Vec<LocalPort>,
    /// Accept pointers: output port whose grant each input accepts first, by index of the input.
    pub accept: Vec<LocalPort>,
}

/// Round-robin pointers of `priority` at the stage `stage` of the match `last`. `now` is the state of the
/// crossbar after that match and before any later slot.
#[must_use]
pub fn pointers(
    now: &CrossbarView,
    last: &Match,
    stage: MatchStage,
    priority: Priority,
    precedence: Precedence,
) -> Pointers {
    let row = priority.index();
    let mut found = Pointers {
        grant: now.grant.iter().map(|pointers| pointers[row]).collect(),
        accept: now.accept.iter().map(|pointers| pointers[row]).collect(),
    };
    // Pointers move when grants of the first iteration are accepted. Before that stage, the old values
    // apply.
    if matches!(stage, MatchStage::Request | MatchStage::Grant(0)) {
        for event in &last.events {
            let MatchEvent::Accept { voq, grant_pointer, accept_pointer, .. } = event else { continue };
            if voq.priority == priority {
                set(&mut found.grant, voq.output, *grant_pointer);
            }
            // With weights, an input has one accept pointer for all priorities.
            if voq.priority == priority || precedence == Precedence::Weighted {
                set(&mut found.accept, voq.input, *accept_pointer);
            }
        }
    }
    found
}

fn set(pointers: &mut [LocalPort], port: LocalPort, to: LocalPort) {
    if let Some(pointer) = pointers.get_mut(port.index()) {
        *pointer = to;
    }
}
