//! JSON Schema of documents. Start with [`schema`].

use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::Document;

/// JSON Schema (draft 2020-12) of documents. The schema is generated from the types that read documents. The
/// schema does not say how the parts must fit together; [`Document::compile`] checks that.
#[must_use]
pub fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Document>();
    schema.insert("title".to_owned(), "Document of Lossless Fabric Lab".into());
    schema.to_value()
}
