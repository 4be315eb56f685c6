//! Change of the future of a run: a world continues with other actions after those that it has run.

use std::sync::Arc;

use crate::spec::{Spec, TimedAction};
use crate::units::Time;

use super::World;
use super::slots::DeadlineId;

impl World {
    /// Actions of this run, to be passed to an earlier copy of the world.
    #[must_use]
    pub fn script(&self) -> &Arc<Vec<TimedAction>> {
        &self.actions
    }

    /// Whether the actions run so far are the first of `actions`, and the others are still to come.
    #[must_use]
    pub fn has_done(&self, actions: &[TimedAction]) -> bool {
        let done = self.acted();
        let to_come = actions.get(done).is_none_or(|next| next.at >= self.action_time());
        to_come && self.actions.get(..done) == actions.get(..done)
    }

    /// Continues this world with `spec`, which may differ in its actions only, and with `actions`,
    /// which must begin with [those already run](World::has_done).
    pub fn replace_actions(&mut self, spec: &Arc<Spec>, actions: &Arc<Vec<TimedAction>>) {
        debug_assert!(self.has_done(actions), "what has happened stays as it is");
        self.spec = Arc::clone(spec);
        self.actions = Arc::clone(actions);
        self.arm_action();
    }

    /// Arms the deadline of the next action.
    pub(super) fn arm_action(&mut self) {
        let next = self.actions.get(self.state.next_action).map_or(Time::NEVER, |next| next.at);
        self.arm(DeadlineId::Action, next);
    }
}
