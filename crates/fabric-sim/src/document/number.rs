//! Numbers with a range, and lists with a greatest length. A document of unknown origin can contain anything,
//! so reading checks these bounds. The schema contains the bounds, too. Start with [`Whole`].
//!
//! The bounds themselves are allowed. A number outside its range is an error; it is never rounded or cut. The
//! number `3.0` is an error. Text is an error, too, except for [`Size`]. An empty list is allowed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Serialize, Serializer};

use crate::units::Bytes;

/// Whole number from `MIN` to `MAX`. `MIN` and `MAX` must be at most 2⁵³.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole<const MIN: u64, const MAX: u64>(u64);

/// Number of bytes from `MIN` to `MAX`. Written in JSON as a number, or as text such as `96k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size<const MIN: u64, const MAX: u64>(u64);

macro_rules! ranged {
    ($type:ident) => {
        impl<const MIN: u64, const MAX: u64> $type<MIN, MAX> {
            /// Creates a number. `None` if `value` is below `MIN` or above `MAX`.
            #[must_use]
            pub const fn new(value: u64) -> Option<Self> {
                if value >= MIN && value <= MAX { Some(Self(value)) } else { None }
            }

            /// The value, which is from `MIN` to `MAX`.
            #[must_use]
            pub const fn get(self) -> u64 {
                self.0
            }
        }

        impl<const MIN: u64, const MAX: u64> $type<MIN, MAX> {
            fn checked<E: Error>(value: u64) -> Result<Self, E> {
                Self::new(value)
                    .ok_or_else(|| E::invalid_value(Unexpected::Unsigned(value), &Self::range().as_str()))
            }
        }
    };
}

ranged!(Whole);
ranged!(Size);

impl<const MIN: u64, const MAX: u64> Whole<MIN, MAX> {
    fn range() -> String {
        format!("a whole number from {MIN} to {MAX}")
    }

    /// The value as a `u8`. The program does not compile if `MAX` is above 255.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "MAX is checked as this compiles")]
    pub const fn small(self) -> u8 {
        const { assert!(MAX <= 255) };
        self.0 as u8
    }
}

impl<const MIN: u64, const MAX: u64> Size<MIN, MAX> {
    fn range() -> String {
        format!("an amount of bytes from {} to {}, such as 1500, 96k or 12Mi", Bytes(MIN), Bytes(MAX))
    }
}

impl<const MIN: u64, const MAX: u64> Serialize for Whole<MIN, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl<const MIN: u64, const MAX: u64> Serialize for Size<MIN, MAX> {
    /// Writes multiples of 100 B as text such as `96k` if they are at least 1000 B. Writes other values as
    /// numbers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 >= 1_000 && self.0.is_multiple_of(100) {
            serializer.collect_str(&Bytes(self.0))
        } else {
            serializer.serialize_u64(self.0)
        }
    }
}

struct Ranged<T>(String, PhantomData<T>);

impl<const MIN: u64, const MAX: u64> Visitor<'_> for Ranged<Whole<MIN, MAX>> {
    type Value = Whole<MIN, MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        Whole::checked(value)
    }
}

impl<const MIN: u64, const MAX: u64> Visitor<'_> for Ranged<Size<MIN, MAX>> {
    type Value = Size<MIN, MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        Size::checked(value)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        let value = text.parse::<Bytes>().ok().and_then(|bytes| Size::new(bytes.get()));
        value.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self.0.as_str()))
    }
}

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Whole<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(Ranged::<Self>(Self::range(), PhantomData))
    }
}

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Size<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Ranged::<Self>(Self::range(), PhantomData))
    }
}

impl<const MIN: u64, const MAX: u64> JsonSchema for Whole<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Whole{MIN}To{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }
}

/// Regular expression for the text of a number of bytes, such as `96k` or `12Mi`.
pub(crate) const BYTES_PATTERN: &str = r"^\s*[0-9][0-9_]*(\.[0-9_]+)?\s*([kMG]?B?|[KMG]iB?)?\s*$";

impl<const MIN: u64, const MAX: u64> JsonSchema for Size<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Size{MIN}To{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["integer", "string"],
            "minimum": MIN,
            "maximum": MAX,
            "pattern": BYTES_PATTERN,
        })
    }
}

/// Error message about a list with `count` items where `most` are allowed.
#[must_use]
pub fn too_many(count: usize, most: usize) -> String {
    format!("{count} are too many: at most {most}; remove some")
}

/// Reads a JSON list of at most `MAX_ITEMS` items. The error for a longer list says how many items the list
/// has.
pub(super) fn list<'de, T, const MAX_ITEMS: usize, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Bounded<T, const MAX_ITEMS: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MAX_ITEMS: usize> Visitor<'de> for Bounded<T, MAX_ITEMS> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MAX_ITEMS}")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while list.len() < MAX_ITEMS {
                let Some(item) = seq.next_element()? else { return Ok(list) };
                list.push(item);
            }
            let mut count = MAX_ITEMS;
            while seq.next_element::<IgnoredAny>()?.is_some() {
                count += 1;
            }
            if count > MAX_ITEMS {
                return Err(A::Error::custom(too_many(count, MAX_ITEMS)));
            }
            Ok(list)
        }
    }

    deserializer.deserialize_seq(Bounded::<T, MAX_ITEMS>(PhantomData))
}

/// Reads a JSON object of at most `MAX_ITEMS` entries. A larger object is an error. A key that occurs twice
/// is an error, too.
pub(super) fn map<'de, T, const MAX_ITEMS: usize, D>(deserializer: D) -> Result<BTreeMap<String, T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Bounded<T, const MAX_ITEMS: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MAX_ITEMS: usize> Visitor<'de> for Bounded<T, MAX_ITEMS> {
        type Value = BTreeMap<String, T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an object of at most {MAX_ITEMS} entries")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut map = BTreeMap::new();
            while let Some((key, value)) = entries.next_entry::<String, T>()? {
                if map.len() == MAX_ITEMS {
                    let mut count = MAX_ITEMS + 1;
                    while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
                        count += 1;
                    }
                    return Err(A::Error::custom(too_many(count, MAX_ITEMS)));
                }
                if map.contains_key(&key) {
                    return Err(A::Error::custom(format_args!("\"{key}\" is given twice; give it once")));
                }
                map.insert(key, value);
            }
            Ok(map)
        }
    }

    deserializer.deserialize_map(Bounded::<T, MAX_ITEMS>(PhantomData))
}
