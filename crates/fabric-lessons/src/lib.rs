//! Lessons: the student views steps, predicts a result, runs the fabric, reads an explanation and solves a
//! challenge.
//!
//! A lesson is a JSON file. Start reading with [`Lesson`], the type of the file:
//! * [`Lesson::parse`] reads and checks a lesson; [`schema()`] describes the format.
//! * A step highlights a [`Target`], such as a queue in the picture.
//! * Predictions and goals refer to a [`Metric`], a number that the simulator reads from a run.
//! * [`Proof`] checks by runs that a lesson is correct.
//! * [`Lesson::grade`] judges the document of a student.
//!
//! The crate reads no files and no clock. The page and the command line read the files and show the results.

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
pub use condition::{Comparison, Condition, ConditionResult};
pub use control::Control;
pub use fabric_sim::check::CheckError;
pub use format::{
    Answer, Challenge, Choice, Explanation, Goal, Lesson, NumberQuestion, Play, Prediction, Question,
    ShownFigure, Shows, Step, Teacher, Term, Wrong,
};
pub use grade::Grade;
pub use index::{Index, IndexEntry};
pub use metric::{Aggregation, Metric, Unit};
pub use predict::{NumberFeedback, RightAnswer};
pub use proof::Proof;
pub use runs::{MetricValues, run};
pub use schema::schema;
pub use start::Start;
pub use target::{BarMark, Chart, Target};
