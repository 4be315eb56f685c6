//! Tests of the lessons that come with the program, and of the refusals of wrong lessons.

mod chosen;
mod documented;
mod kit;
mod refusals;
mod refused;
mod shown;
mod taught;
