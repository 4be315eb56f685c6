use fabric_sim::document::{Problem, Whole, read_json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List of the lessons that come with the program, in the order of teaching.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Index {
    /// Version of the format: 1.
    pub format: u32,
    /// Entries of the list.
    pub lessons: Vec<Listed>,
}

/// A lesson in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Name; the file is `NAME.json` beside the list.
    pub name: String,
    /// Title, equal to that of the lesson.
    pub title: String,
    /// Duration in minutes, equal to that of the lesson.
    pub minutes: Whole<1, 60>,
}

impl Index {
    /// Reads the list.
    ///
    /// # Errors
    /// The first problem of the text.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        read_json(text)
    }
}
