//! Priority of frames. In a document, a priority is a whole number from 0 to 7; anything else is refused.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Priority of a frame, 0 to 7 (IEEE 802.1Q, 6.9.3). Also the index of a traffic class: each priority has a
/// class of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priority(u8);

impl Priority {
    /// Priority 0.
    pub const P0: Self = Self(0);

    /// Priority 1.
    pub const P1: Self = Self(1);

    /// Priority 2.
    pub const P2: Self = Self(2);

    /// Priority 3.
    pub const P3: Self = Self(3);

    /// Priority 4.
    pub const P4: Self = Self(4);

    /// Priority 5.
    pub const P5: Self = Self(5);

    /// Priority 6.
    pub const P6: Self = Self(6);

    /// Priority 7.
    pub const P7: Self = Self(7);

    /// All priorities, lowest first.
    pub const ALL: [Self; 8] =
        [Self::P0, Self::P1, Self::P2, Self::P3, Self::P4, Self::P5, Self::P6, Self::P7];

    /// Priority `number`, 0 to 7. A larger number panics in a debug build and is not checked otherwise.
    #[must_use]
    #[inline]
    pub const fn new(number: u8) -> Self {
        debug_assert!(number < 8);
        Self(number)
    }

    /// Priority `number`; `None` if it is above 7.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "0 to 7")]
    pub const fn checked_new(number: u64) -> Option<Self> {
        if number < 8 { Some(Self(number as u8)) } else { None }
    }

    /// Priority of entry `index`, 0 to 7, of a table with one entry for each priority. An index above 7
    /// panics in a debug build and is not checked otherwise.
    #[must_use]
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "0 to 7")]
    pub const fn from_index(index: usize) -> Self {
        Self::new(index as u8)
    }

    /// Number of the priority, 0 to 7.
    #[must_use]
    #[inline]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Index into tables with one entry for each priority.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        // The mask shows the compiler that no index is out of range, so that it leaves out the check.
        (self.0 & 7) as usize
    }
}

impl From<Priority> for u32 {
    #[inline]
    fn from(priority: Priority) -> Self {
        priority.0.into()
    }
}

impl From<Priority> for u64 {
    #[inline]
    fn from(priority: Priority) -> Self {
        priority.0.into()
    }
}

impl fmt::Display for Priority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Priority {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

/// Range of priorities, as an error message names it.
const RANGE: &str = "a whole number from 0 to 7";

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Priority;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(RANGE)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Priority, E> {
        Priority::checked_new(number).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &RANGE))
    }
}

impl<'de> Deserialize<'de> for Priority {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(NumberVisitor)
    }
}

impl JsonSchema for Priority {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Priority".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": 7 })
    }
}
