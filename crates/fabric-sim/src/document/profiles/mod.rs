//! Profiles that come with the program: what a switch behaves like, by name,
//! as real switches and well-known simulators do.
//!
//! A switch names one in its `profile`; values that depend on a port's rate
//! and cable are worked out for each port. A document's own profile of the
//! same name wins, so that a profile that is added to the program later changes
//! no document that there is.

mod edge;
mod fixed;
mod hpcc;
mod site;
mod sonic;

pub(super) use site::{Site, Value, assignments};

use site::At;

/// A profile that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// As documents name it.
    pub name: &'static str,
    /// Behaviour of the switch, in a sentence.
    pub about: &'static str,
    /// Where its values come from.
    pub source: &'static str,
    /// The values at a switch, or why there are none.
    pub(super) values: fn(&Site<'_>) -> Result<Vec<Value>, String>,
}

/// The profiles, in the order of documentation.
pub static PROFILES: [Profile; 5] =
    [hpcc::PROFILE, sonic::PROFILE, fixed::PROFILE, edge::PROFILE, sonic::LOOKUP];

impl Profile {
    /// The profile of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name)
    }
}

#[cfg(test)]
mod tests;
