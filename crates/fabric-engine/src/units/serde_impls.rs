//! Reading and writing of quantities in documents, as text with a unit. Text is read and written as by
//! `FromStr` and `Display` of the types; a number without quotes is refused. A time above 1 hour is refused,
//! too.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Length, ParseError, Rate, Time};

impl Time {
    /// Longest time that a document may contain: 1 hour. A sum of thousands of such times is still
    /// in the range of [`Time`].
    pub const LONGEST: Self = Self(3_600_000_000_000_000);
}

struct TextVisitor<T>(&'static str, PhantomData<T>);

impl<T: FromStr<Err = ParseError>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(|_: ParseError| E::invalid_value(Unexpected::Str(text), &self))
    }
}

macro_rules! as_text {
    ($type:ident, $what:literal, $pattern:literal, $valid:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = deserializer.deserialize_str(TextVisitor::<Self>($what, PhantomData))?;
                let valid: fn(Self) -> bool = $valid;
                if valid(value) {
                    Ok(value)
                } else {
                    Err(D::Error::invalid_value(Unexpected::Str(&value.to_string()), &$what))
                }
            }
        }

        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": $pattern, "description": concat!("Text: ", $what, ".") })
            }
        }
    };
}

as_text!(
    Time,
    "a time such as 12.5us (ps, ns, us, ms, s), at most 3600s",
    r"^\s*([0-9][0-9_]*(\.[0-9_]+)?\s*(ps|ns|us|µs|ms|s)|0+)\s*$",
    |time| time <= Time::LONGEST
);
as_text!(
    Rate,
    "a rate such as 100G, above 0 and at most 10T",
    r"^\s*[0-9][0-9_]*(\.[0-9_]+)?\s*([kMGT](b/s)?)?\s*$",
    |_| true
);
as_text!(
    Length,
    "a length such as 5m or 2km (mm, cm, m, km), at most 1000km",
    r"^\s*([0-9][0-9_]*(\.[0-9_]+)?\s*(mm|cm|m|km)|0+)\s*$",
    |_| true
);
