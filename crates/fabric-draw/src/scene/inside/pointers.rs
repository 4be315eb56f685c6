use fabric_sim::engine::CrossbarView;
use fabric_sim::fabric::crossbar::{Phase, Precedence};
use fabric_sim::ids::LocalPort;

use super::{Match, MatchStage};

/// Round-robin pointers of one priority.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointers {
    /// Input that each output grants first, by output.
    pub grant: Vec<LocalPort>,
    /// Output that each input accepts first, by input.
    pub accept: Vec<LocalPort>,
}

/// Pointers of `priority` at a stage of the last match. `now` is the crossbar after the match; later
/// slots have not moved the pointers.
#[must_use]
pub fn pointers(
    now: &CrossbarView,
    last: &Match,
    stage: MatchStage,
    priority: u8,
    precedence: Precedence,
) -> Pointers {
    let row = usize::from(priority);
    let mut found = Pointers {
        grant: now.grant.iter().map(|pointers| pointers[row]).collect(),
        accept: now.accept.iter().map(|pointers| pointers[row]).collect(),
    };
    // They move as the first offers are taken.
    if matches!(stage, MatchStage::Request | MatchStage::Grant(0)) {
        for phase in &last.phases {
            let Phase::Accept { voq, grant_pointer, accept_pointer, .. } = phase else { continue };
            if voq.priority == priority {
                set(&mut found.grant, voq.output, *grant_pointer);
            }
            // With weights an input has one pointer for all priorities.
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
