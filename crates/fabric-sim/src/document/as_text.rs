//! Macro for types that documents write as text, such as an interval `12us..14us`. `FromStr` of the type
//! reads the text, and `Display` writes it. The schema contains a regular expression for the text.

/// Implements `Serialize`, `Deserialize` and `JsonSchema` for `$type`. `$type` must have `FromStr` and
/// `Display`. `$expected` describes the allowed text in error messages. `$pattern` is the regular expression
/// that the schema contains.
macro_rules! as_text {
    ($type:ident, $expected:expr, $pattern:expr) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(|_| {
                    serde::de::Error::invalid_value(serde::de::Unexpected::Str(&text), &$expected)
                })
            }
        }

        impl schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "pattern": $pattern })
            }
        }
    };
}

pub(super) use as_text;
