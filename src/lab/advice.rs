//! Warnings about legal but unwise settings at the cursor. They are computed again only when the settings
//! change. Start with [`Advice::follow`].

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::insight::warnings;
use fabric_sim::spec::Spec;

use super::Tape;

/// Warnings of a run at the cursor.
#[derive(Clone, Debug, Default)]
pub struct Advice {
    /// Spec of the run, and number of actions in effect, for which the warnings were computed;
    /// `None` before the first computation.
    of: Option<(Arc<Spec>, usize)>,
    sentences: Rc<[String]>,
}

impl Advice {
    /// Computes the warnings again if the spec or the number of actions in effect at the cursor of
    /// `tape` has changed.
    pub fn follow(&mut self, tape: &Tape) {
        let is_same = |(spec, acted): &(Arc<Spec>, usize)| {
            Arc::ptr_eq(spec, tape.spec()) && *acted == tape.world().acted()
        };
        if self.of.as_ref().is_some_and(is_same) {
            return;
        }
        self.of = Some((Arc::clone(tape.spec()), tape.world().acted()));
        self.sentences = warnings(tape.world()).into();
    }

    /// Warnings, one sentence each.
    #[must_use]
    pub fn sentences(&self) -> Rc<[String]> {
        Rc::clone(&self.sentences)
    }
}
