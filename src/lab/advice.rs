//! Warnings about permitted but unwise settings at the cursor. Start with [`Advice::follow`]. Only a change
//! of the settings computes the warnings again.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::insight::warnings;
use fabric_sim::spec::Spec;

use super::Recording;

/// Warnings about unwise settings of a run at the cursor.
#[derive(Clone, Debug, Default)]
pub struct Advice {
    /// State for which the warnings were computed: the spec of the run, the number of actions in effect, and
    /// the number of changed settings up to the cursor. `None` before the first computation.
    of: Option<(Arc<Spec>, usize, usize)>,
    sentences: Rc<[String]>,
}

impl Advice {
    /// Computes the warnings again if the spec of `recording` has changed, or if other actions or changed
    /// settings are in effect at its cursor.
    pub fn follow(&mut self, recording: &Recording) {
        let (acted, now) = (recording.world().actions_run(), recording.world().now());
        let changed = recording.spec().changed_settings.partition_point(|changed| changed.at <= now);
        let is_same = |(spec, actions, settings): &(Arc<Spec>, usize, usize)| {
            Arc::ptr_eq(spec, recording.spec()) && (*actions, *settings) == (acted, changed)
        };
        if self.of.as_ref().is_some_and(is_same) {
            return;
        }
        self.of = Some((Arc::clone(recording.spec()), acted, changed));
        self.sentences = warnings(recording.world()).into();
    }

    /// Warnings, one sentence each. Empty without warnings, and before the first call of [`Advice::follow`].
    #[must_use]
    pub fn sentences(&self) -> Rc<[String]> {
        Rc::clone(&self.sentences)
    }
}
