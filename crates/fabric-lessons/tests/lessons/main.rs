//! The lessons that come with the program, and what is refused of others.

mod chosen;
mod documented;
mod kit;
mod refusals;
mod refused;
mod shown;
mod taught;
