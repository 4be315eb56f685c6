//! Check that a lesson has the stage that the address of the page names: a step, the prediction, the
//! explanation or the challenge.

use fabric_sim::document::Problem;
use fabric_sim::document::link::LessonStage;

use crate::Lesson;

impl Lesson {
    /// Refuses `stage` if the lesson does not have it.
    ///
    /// # Errors
    /// If `stage` is step 0, or a step after the last one. All other stages exist in every lesson.
    pub fn has(&self, stage: LessonStage) -> Result<(), Problem> {
        match stage {
            LessonStage::Step(n) if n == 0 || usize::from(n) > self.steps.len() => {
                let last = self.steps.len();
                let message = format!("{n} is outside 1 to {last}; lesson {} has {last} steps", self.name);
                Err(Problem::new("step", message))
            }
            _ => Ok(()),
        }
    }
}
