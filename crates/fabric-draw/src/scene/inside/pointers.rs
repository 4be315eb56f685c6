use fabric_sim::engine::CrossbarView;
use fabric_sim::fabric::crossbar::{Phase, Precedence};

use super::{Match, Stage};

/// Where the pointers of one priority stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointers {
    /// By output: the input that is granted first.
    pub grant: Vec<u8>,
    /// By input: the output that is accepted first.
    pub accept: Vec<u8>,
}

/// The pointers of `priority` at a stage of the last match. `now` is what the
/// crossbar has after it: since then they have not moved.
#[must_use]
pub fn pointers(
    now: &CrossbarView,
    last: &Match,
    stage: Stage,
    priority: u8,
    precedence: Precedence,
) -> Pointers {
    let row = usize::from(priority);
    let mut found = Pointers {
        grant: now.grant.iter().map(|pointers| pointers[row]).collect(),
        accept: now.accept.iter().map(|pointers| pointers[row]).collect(),
    };
    // They move as the first offers are taken.
    if matches!(stage, Stage::Asks | Stage::Grants(0)) {
        for phase in &last.phases {
            let Phase::Accept { way, grant_pointer, accept_pointer, .. } = phase else { continue };
            if way.priority == priority {
                set(&mut found.grant, way.output, *grant_pointer);
            }
            // With weights an input has one pointer for all priorities.
            if way.priority == priority || precedence == Precedence::Weighted {
                set(&mut found.accept, way.input, *accept_pointer);
            }
        }
    }
    found
}

fn set(pointers: &mut [u8], port: u8, to: u8) {
    if let Some(pointer) = pointers.get_mut(usize::from(port)) {
        *pointer = to;
    }
}
