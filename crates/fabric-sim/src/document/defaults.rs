//! Default values of document fields. A field with its default value is not written to the file.
//!
//! A document has model 1, seed 1 and a horizon of 100 µs by default. Traffic has priority 3, frames of 1000
//! B, format `ip`, an ack for every frame, and a single repetition.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls them so")]

use super::number::Whole;
use super::traffic::FrameBytes;
use super::{Seed, Time};
use crate::ids::Priority;

/// Default version of the model: 1. Documents that were written before version 2 existed have no version.
pub(super) const fn model() -> u32 {
    super::OLDEST_MODEL
}

pub(super) const fn seed() -> Seed {
    Seed::new(1).expect("1 is a seed")
}

pub(super) fn is_seed(value: &Seed) -> bool {
    *value == seed()
}

pub(super) const fn horizon() -> Time {
    Time::from_us(100)
}

pub(super) fn is_horizon(value: &Time) -> bool {
    *value == horizon()
}

pub(super) fn is_zero(time: &Time) -> bool {
    *time == Time::ZERO
}

pub(super) const fn priority() -> Priority {
    Priority::P3
}

pub(super) fn is_priority(value: &Priority) -> bool {
    *value == priority()
}

pub(super) const fn frame() -> FrameBytes {
    FrameBytes::new(1_000).expect("1000 bytes are a frame")
}

pub(super) fn is_frame(value: &FrameBytes) -> bool {
    *value == frame()
}

pub(super) fn format() -> String {
    crate::wire::BUILT_IN[crate::wire::FormatId::IP.index()].name.clone().into_owned()
}

pub(super) fn is_format(value: &str) -> bool {
    value == crate::wire::BUILT_IN[crate::wire::FormatId::IP.index()].name
}

pub(super) const fn every_frame() -> Whole<1, 65_535> {
    Whole::new(1).expect("1 is in range")
}

pub(super) const fn once() -> Whole<1, 65_535> {
    Whole::new(1).expect("1 is in range")
}

pub(super) fn is_once(value: &Whole<1, 65_535>) -> bool {
    *value == once()
}

pub(super) const fn yes() -> bool {
    true
}

pub(super) const fn is_no(value: &bool) -> bool {
    !*value
}

pub(super) const fn is_yes(value: &bool) -> bool {
    *value
}

/// Whether `value` is the default of its type. A field with its default value is not written to the file.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
