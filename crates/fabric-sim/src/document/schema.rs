use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::Document;

/// The JSON Schema (draft 2020-12) of documents, made from the same
/// declarations that read them. What the parts of a document say of each
/// other (names, sums) is beyond a schema: [`Document::compile`] checks it.
#[must_use]
pub fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Document>();
    schema.insert("title".to_owned(), "Document of Lossless Fabric Lab".into());
    schema.to_value()
}
