use fabric_sim::document::Problem;
use fabric_sim::document::link::Stage;

use crate::Lesson;

impl Lesson {
    /// Refuses a stage that the lesson does not have.
    ///
    /// # Errors
    /// If it names a step after the last one.
    pub fn has(&self, stage: Stage) -> Result<(), Problem> {
        match stage {
            Stage::Step(n) if n == 0 || usize::from(n) > self.steps.len() => {
                let place = format!("{}.{n}", self.name);
                Err(Problem::range("lesson", place, format!("a step from 1 to {}", self.steps.len())))
            }
            _ => Ok(()),
        }
    }
}
