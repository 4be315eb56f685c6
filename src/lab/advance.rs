//! Work of the lab in a video frame, limited to a few milliseconds. Start with [`Lab::advance`]. The order of
//! work is: an opened share link, newly shown quantities of charts, the run on display, the followed frame,
//! run A, the recent past. Commands that had to wait are performed when the cursor arrives.
//!
//! If the run plays to the end of the time line, or the cursor is after this end, the time line becomes
//! longer. The time line then ends at twice the time of the cursor.

use fabric_sim::units::Time;

use super::{Lab, UserError};

/// Number of steps, of 256 events each, in which every video frame records the past of newly shown chart
/// quantities. The steps are taken even if the run plays at full speed.
const REFILL: u32 = 4;

impl Lab {
    /// Advances the lab by `wall` seconds of wall time until `is_budget_spent` returns true, and updates the
    /// view. Returns `true` if anything changed. Until the cursor of an opened share link has arrived,
    /// advances only the lab of the share link, and returns `true`.
    pub fn advance(&mut self, wall: f64, is_budget_spent: &mut impl FnMut() -> bool) -> bool {
        let changed = self.advance_without_view(wall, is_budget_spent);
        self.update_view();
        changed
    }

    /// Records that the page had no time to advance the run for `wall` seconds. If `wall` is above 2 s, the
    /// measured speed is discarded.
    pub fn idle(&mut self, wall: f64) {
        self.run.idle(wall);
    }

    /// Updates the view of the fabric at the cursor, and the view of run A if the picture shows run A.
    pub fn update_view(&mut self) {
        let passed = self.run.update_view();
        if self.draws_fabric_of_a()
            && let Some(a) = self.pinned.as_mut().or(self.before_edit.as_mut())
        {
            a.update_view(passed);
        }
    }

    /// Advances the lab as [`Lab::advance`] does. The view stays outdated until [`Lab::update_view`] is
    /// called. Returns whether anything changed.
    pub fn advance_without_view(&mut self, wall: f64, is_budget_spent: &mut impl FnMut() -> bool) -> bool {
        self.wall += wall;
        if let Some(next) = self.coming.take() {
            // The present lab stays on screen until the new one has arrived.
            self.advance_coming(next, wall, is_budget_spent);
            return true;
        }
        self.drag_on();
        self.record_displayed();
        // The past of newly shown quantities is recorded at any speed of playing.
        let mut rounds = 0;
        let replayed = self.run.replay_history(&mut || {
            rounds += 1;
            rounds > REFILL
        });
        let is_followed = !self.has_pending_move() && self.distinct_run_a().is_some();
        let video_frame_budget = &mut self.video_frame_budget;
        let changed =
            self.run.advance(wall, &mut || is_budget_spent() || is_followed && video_frame_budget.is_over());
        let mut arrived = self.arrive(wall) | self.show_after_jump();
        if let Some(why) = self.run.take_refusal() {
            self.error = Some(UserError::new(&why));
            arrived = true;
        }
        if !self.run.is_seeking() && !self.later.is_empty() {
            for command in std::mem::take(&mut self.later) {
                self.act(command);
            }
            arrived = true;
        }
        if !self.run.has_pending_move()
            && let Some(text) = self.message_on_arrival.take()
        {
            self.run.show_message(text);
            arrived = true;
        }
        let now = self.run.recording().world().now();
        let is_past = now > self.end || now == self.end && self.run.is_playing();
        if is_past && !self.run.has_pending_move() {
            // The time line becomes longer if the run plays past its end, but not if the cursor moves to the
            // end.
            self.end = Time(now.ps().saturating_mul(2));
        }
        self.follow_cursor();
        if self.compiled.document.actions.iter().filter(|action| action.at <= now).count() != self.actions_due
        {
            self.update_values();
        }
        self.update_warnings();
        let news = self
            .followed
            .as_mut()
            .is_some_and(|follow| follow.advance(self.run.recording(), self.end, is_budget_spent));
        let followed = !self.has_pending_move()
            && (self.run.replay_history(is_budget_spent) | self.advance_run_a(is_budget_spent));
        let looked_back = self.look_back(is_budget_spent);
        changed || arrived || news || replayed || followed || looked_back
    }
}
