//! Map from addresses to parameter values, as documents write them. The map keeps the text of the values, so
//! that a document is written with the same values as it was read.
//!
//! A number or a Boolean in JSON becomes text. A value has at most 200 bytes. An address that occurs twice is
//! an error. A value that is `null`, a list or an object is an error, too. Whether addresses and values mean
//! something is not checked here. Start with [`ParamMap`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::{Nodes, ParamLevel, TABLE, ValueKind};

/// Parameter values by address, as in `{"xoff": "96k", "p4.share": 15}`. Addresses and values are kept as
/// text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamMap(pub BTreeMap<String, String>);

impl ParamMap {
    /// Greatest number of parameter values in one map.
    pub const MAX_VALUES: usize = 65_536;

    /// Whether the map has no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: Into<String>, V: Into<String>, const N: usize> From<[(K, V); N]> for ParamMap {
    fn from(entries: [(K, V); N]) -> Self {
        Self(entries.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }
}

/// Text of a value. In JSON the value can be a string, a number or a Boolean.
struct Value(String);

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Scalar;

        impl Visitor<'_> for Scalar {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text, a number, true or false")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
                if text.len() > 200 {
                    return Err(E::custom("a value is at most 200 bytes of text; shorten it"));
                }
                Ok(Value(text.to_owned()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
                Ok(Value(number.to_string()))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
                Ok(Value(number.to_string()))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
                Ok(Value(number.to_string()))
            }

            fn visit_bool<E: Error>(self, truth: bool) -> Result<Value, E> {
                Ok(Value(truth.to_string()))
            }
        }

        deserializer.deserialize_any(Scalar)
    }
}

impl Serialize for ParamMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ParamMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = crate::document::number::map::<Value, { Self::MAX_VALUES }, D>(deserializer)?;
        Ok(Self(map.into_iter().map(|(address, Value(text))| (address, text)).collect()))
    }
}

impl JsonSchema for ParamMap {
    fn schema_name() -> Cow<'static, str> {
        "Params".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let entries: serde_json::Map<String, serde_json::Value> = TABLE
            .iter()
            .map(|param| {
                let priority = if param.level == ParamLevel::Priority { r"(p[0-7]\.)?" } else { "" };
                let port = if param.level >= ParamLevel::Port { r"(port\.[0-9]+\.)?" } else { "" };
                let place = match param.level {
                    ParamLevel::Fabric => String::new(),
                    _ if param.nodes == Nodes::Hosts => r"(host\.[^.]+\.)?".to_owned(),
                    _ => format!(r"(switch\.[^.]+\.{port}|host\.[^.]+\.|port\.[0-9]+\.)?"),
                };
                let words: Vec<&str> = param.words.iter().map(|(word, _)| *word).collect();
                let text = match (param.kind, words.is_empty()) {
                    (ValueKind::Choice, _) => serde_json::json!({ "enum": words }),
                    (kind, true) => serde_json::json!({ "type": "string", "pattern": kind.pattern() }),
                    (kind, false) => serde_json::json!({ "anyOf": [
                        { "enum": words },
                        { "type": "string", "pattern": kind.pattern() },
                    ] }),
                };
                let bare = match param.kind {
                    ValueKind::Choice => serde_json::json!({ "type": "boolean" }),
                    ValueKind::Bytes
                    | ValueKind::Rate
                    | ValueKind::Quanta
                    | ValueKind::Count
                    | ValueKind::Percent => {
                        serde_json::json!({ "type": "integer", "minimum": param.min, "maximum": param.max })
                    }
                    ValueKind::Delay => serde_json::json!({ "type": "integer", "minimum": 0, "maximum": 0 }),
                    ValueKind::Ppm => serde_json::json!({ "type": "integer" }),
                    _ => serde_json::json!({ "type": "number", "minimum": 0 }),
                };
                let default = param.show(param.default);
                let entry = serde_json::json!({
                    "title": param.label,
                    "description": format!(
                        "{}. {}. Default {default}. Source: {}.",
                        param.help, param.allowed(), param.source
                    ),
                    "anyOf": [text, bare],
                });
                (format!("^{place}{priority}{}$", param.name), entry)
            })
            .collect();
        json_schema!({
            "type": "object",
            "description": "Values by address, such as xoff, p3.xoff, switch.s1.port.2.p3.xoff, host.h1.pfc_delay.",
            "maxProperties": Self::MAX_VALUES,
            "patternProperties": entries,
            "additionalProperties": false,
        })
    }
}
