//! Lessons: predict, run, explain, challenge.
//!
//! A lesson is a JSON file. [`Lesson::parse`] reads one, [`Lesson::check`]
//! refuses what cannot be taught as it stands, [`schema()`] describes the
//! format. What a step highlights is a [`Target`]; what a prediction or a goal
//! is about is a [`Metric`] over a run, which the simulator computes. [`Proof`] runs a
//! lesson and says whether it teaches what it says; [`Lesson::grade`] judges
//! what a student made.
//!
//! No I/O and no clock: the page and the command line bring the files and show
//! what comes of them.

mod challenge;
mod change;
mod check;
mod condition;
mod control;
mod format;
mod grade;
mod index;
mod metric;
mod predict;
mod proof;
mod runs;
mod schema;
mod stage;
mod start;
mod target;

pub use change::Change;
pub use condition::{Comparison, Condition, Judged};
pub use control::Control;
pub use fabric_sim::check::Unjudged;
pub use format::{
    Answer, Challenge, Choice, Explanation, Goal, Lesson, NumberAsked, Play, Prediction, Question,
    ShownFigure, Shows, Step, Teacher, Term, Wrong,
};
pub use grade::Grade;
pub use index::{Index, Listed};
pub use metric::{Metric, Over, Unit};
pub use predict::{Outcome, Verdict};
pub use proof::Proof;
pub use runs::{Figures, run};
pub use schema::schema;
pub use start::Start;
pub use target::{Chart, Level, Target};
