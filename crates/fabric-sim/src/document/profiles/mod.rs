//! Built-in profiles: named sets of values with which a switch behaves as a real switch or a well-known
//! simulator does.
//!
//! A switch chooses one in its field `profile`. Values that depend on a port's rate and cable are
//! calculated for each port. A profile of the same name in the document takes precedence, so that
//! profiles added to the program later do not change existing documents. Start reading with
//! [`PROFILES`].

mod edge;
mod fixed;
mod hpcc;
mod site;
mod sonic;

pub(super) use site::{ProfiledSwitch, Value, assignments};

use site::ProfilePlace;

/// Built-in profile.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Name in documents.
    pub name: &'static str,
    /// Behaviour of the switch, in one sentence.
    pub about: &'static str,
    /// Source of the values.
    pub source: &'static str,
    /// Calculates the values for a switch, or returns the reason why it cannot.
    pub(super) values: fn(&ProfiledSwitch<'_>) -> Result<Vec<Value>, String>,
}

/// All profiles, in the order of the documentation.
pub static PROFILES: [Profile; 5] =
    [hpcc::PROFILE, sonic::PROFILE, fixed::PROFILE, edge::PROFILE, sonic::LOOKUP];

impl Profile {
    /// Finds a profile by its name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name)
    }
}

#[cfg(test)]
mod tests;
