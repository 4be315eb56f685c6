//! The same past with another future.

use std::sync::Arc;

use crate::spec::{Spec, TimedAction};
use crate::units::Time;

use super::World;
use super::slots::Owner;

impl World {
    /// The actions of this run, to be given to a copy of it from before.
    #[must_use]
    pub fn script(&self) -> &Arc<Vec<TimedAction>> {
        &self.actions
    }

    /// Whether what was done up to now is what `actions` say, and the rest of
    /// them is still to come.
    #[must_use]
    pub fn has_done(&self, actions: &[TimedAction]) -> bool {
        let done = self.acted();
        let to_come = actions.get(done).is_none_or(|next| next.at >= self.action_time());
        to_come && self.actions.get(..done) == actions.get(..done)
    }

    /// Lets this world go on as one of `spec`, which is the same but for its
    /// actions, with these: those that [it has done](World::has_done), and others.
    pub fn retell(&mut self, spec: &Arc<Spec>, actions: &Arc<Vec<TimedAction>>) {
        debug_assert!(self.has_done(actions), "what has happened stays as it is");
        self.spec = Arc::clone(spec);
        self.actions = Arc::clone(actions);
        self.arm_action();
    }

    /// Arms the slot of the next action.
    pub(super) fn arm_action(&mut self) {
        let next = self.actions.get(self.state.next_action).map_or(Time::NEVER, |next| next.at);
        self.arm(Owner::Action, next);
    }
}
