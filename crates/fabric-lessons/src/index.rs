use fabric_sim::document::{Problem, Whole, read_json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The lessons that come with the program, in the order in which they are taught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Index {
    /// Version of the format: 1.
    pub format: u32,
    /// Lessons.
    pub lessons: Vec<Listed>,
}

/// A lesson in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Name; the file is `NAME.json` beside the list.
    pub name: String,
    /// Line for menus, that of the lesson.
    pub title: String,
    /// How long it takes, as the lesson says.
    pub minutes: Whole<1, 60>,
}

impl Index {
    /// Reads the list.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        read_json(text)
    }
}
