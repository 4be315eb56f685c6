//! JSON Schema of lessons. Start reading with [`schema`].

use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::Lesson;

/// JSON Schema (draft 2020-12) of lessons, generated from the types of the file. The schema describes each
/// part alone; [`Lesson::check`] checks whether the parts fit together.
#[must_use]
pub fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Lesson>();
    schema.insert("title".to_owned(), "Lesson of Lossless Fabric Lab".into());
    schema.to_value()
}
