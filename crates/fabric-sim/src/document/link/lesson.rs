//! Lesson and stage that a share link opens. A link writes lesson and stage as `headroom.3`, or as `headroom`
//! for the first step. Start with [`LessonPlace`].
//!
//! Whether the lesson exists, and how many steps it has, is not checked here. A number that is written as
//! `03` means step 3, and is written back as `3`. A name alone, or a name with a number from 0 to 255 after
//! the point, means a step. The words of other stages are lower-case.

use std::fmt;
use std::str::FromStr;

use super::super::problem::Problem;
use super::keys::value_problem;

/// Greatest number of steps that a lesson can have.
const STEPS: u8 = 40;

/// Lesson and stage of a share link. Written as `headroom` for the first step, and otherwise as `headroom.3`
/// or `headroom.challenge`. A name that [`LessonPlace::is_name`] refuses, an empty stage and an unknown word
/// are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonPlace {
    /// Name of the lesson.
    pub lesson: String,
    /// Stage of the lesson: prediction, step, explanation or challenge.
    pub stage: LessonStage,
}

/// Stage of a lesson that the page can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonStage {
    /// A step, numbered from 1. Reading text also accepts 0 and numbers above 40; `LessonPlace::possible`
    /// refuses these numbers.
    Step(u8),
    /// Prediction that the student makes.
    Predict,
    /// Explanation after the last step.
    Explain,
    /// Challenge that the student solves.
    Challenge,
}

/// Creates the problem that reports a step number outside 1 to 40.
fn outside(step: impl fmt::Display) -> Problem {
    Problem::new("step", format!("{step} is outside 1 to {STEPS}, the most steps of a lesson"))
}

impl FromStr for LessonPlace {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || value_problem("lesson", text);
        let (lesson, stage) = match text.split_once('.') {
            None => (text, LessonStage::Step(1)),
            Some((lesson, stage)) => {
                let is_number = !stage.is_empty() && stage.bytes().all(|byte| byte.is_ascii_digit());
                let refusal = |()| if is_number { outside(stage) } else { wrong() };
                (lesson, stage.parse().map_err(refusal)?)
            }
        };
        if !Self::is_name(lesson) {
            return Err(wrong());
        }
        Ok(Self { lesson: lesson.to_owned(), stage })
    }
}

impl fmt::Display for LessonPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lesson)?;
        match self.stage {
            LessonStage::Step(1) => Ok(()),
            stage => write!(f, ".{stage}"),
        }
    }
}

impl fmt::Display for LessonStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(n) => write!(f, "{n}"),
            Self::Predict => f.write_str("predict"),
            Self::Explain => f.write_str("explain"),
            Self::Challenge => f.write_str("challenge"),
        }
    }
}

impl FromStr for LessonStage {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "predict" => Ok(Self::Predict),
            "explain" => Ok(Self::Explain),
            "challenge" => Ok(Self::Challenge),
            _ => text.parse().map(Self::Step).map_err(|_| ()),
        }
    }
}

impl LessonPlace {
    /// Returns the lesson and stage unchanged if the step number is from 1 to 40. The lesson itself may have
    /// fewer steps.
    ///
    /// # Errors
    /// If the step number is outside 1 to 40.
    pub(super) fn possible(self) -> Result<Self, Problem> {
        match self.stage {
            LessonStage::Step(n) if !(1..=STEPS).contains(&n) => Err(outside(n)),
            _ => Ok(self),
        }
    }

    /// Whether `name` is a valid name of a lesson: 1 to 40 lower-case letters, digits or `-`.
    #[must_use]
    pub fn is_name(name: &str) -> bool {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        (1..=40).contains(&name.len()) && name.chars().all(fits)
    }
}
