//! Built-in profiles: named sets of parameter values that make a switch behave like a real switch or a
//! well-known simulator.
//!
//! The field `profile` of a switch, or the parameter `profile`, chooses a profile. Values that depend on the
//! rate and cable of a port are calculated for each port. A profile that the document defines replaces a
//! built-in profile of equal name, so that profiles added to later programs do not change existing documents.
//! Start reading with [`PROFILES`].

mod edge;
mod fixed;
mod hpcc;
mod profiled_switch;
mod sonic;

pub(super) use profiled_switch::{ProfiledSwitch, Value, assignments};

use profiled_switch::ProfilePlace;

/// Built-in profile: its name, description and source, and the function that calculates its values.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Name of the profile in documents.
    pub name: &'static str,
    /// Behaviour of a switch with this profile, in one sentence.
    pub about: &'static str,
    /// Source of the values.
    pub source: &'static str,
    /// Calculates the parameter values for one switch. The error is the reason why the profile does not
    /// support the switch.
    pub(super) values: fn(&ProfiledSwitch<'_>) -> Result<Vec<Value>, String>,
}

/// All built-in profiles, in the order in which the documentation lists them.
pub static PROFILES: [Profile; 5] =
    [hpcc::PROFILE, sonic::PROFILE, fixed::PROFILE, edge::PROFILE, sonic::LOOKUP];

impl Profile {
    /// Finds a built-in profile by its name; `None` if there is none.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name)
    }
}

#[cfg(test)]
mod tests;
