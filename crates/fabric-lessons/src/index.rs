//! List of the lessons that come with the program. Start reading with [`Index`].

use fabric_sim::document::{Problem, Whole, read_json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List of the lessons that come with the program, in the order in which they are taught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Index {
    /// Version of the format of the list of lessons: 1.
    pub format: u32,
    /// Lessons in the order of teaching.
    pub lessons: Vec<IndexEntry>,
}

/// Entry of the list: one lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IndexEntry {
    /// Name of the lesson. Its file is `NAME.json` in the folder of the list.
    pub name: String,
    /// Title of the lesson, equal to the title in its file.
    pub title: String,
    /// Duration of the lesson in minutes, equal to the duration in the file of the lesson.
    pub minutes: Whole<1, 60>,
}

impl Index {
    /// Reads the list from JSON.
    ///
    /// # Errors
    /// The first problem of the text. The version of the format is not checked, nor whether names are
    /// repeated.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        read_json(text)
    }
}
