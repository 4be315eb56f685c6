//! Built-in profiles. A profile is a named set of parameter values. With these values, a switch behaves like
//! a real switch or a well-known simulator.
//!
//! The field `profile` of a switch, or the parameter `profile`, chooses a profile. Values that depend on the
//! rate and cable of a port are calculated for each port. A profile of the document replaces a built-in
//! profile of the same name. New built-in profiles in later versions thus do not change existing documents.
//! Start with [`PROFILES`].

mod edge;
mod fixed;
mod hpcc;
mod profiled_switch;
mod sonic;

pub(super) use profiled_switch::{ProfiledSwitch, Value, assignments};

use profiled_switch::ProfilePlace;

/// A built-in profile: its name, description and source, and the function that calculates its values.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Name of the profile in documents.
    pub name: &'static str,
    /// Sentence that says how a switch with this profile behaves.
    pub about: &'static str,
    /// Source of the values: a simulator, a vendor's file or a paper.
    pub source: &'static str,
    /// Calculates the parameter values for one switch. An error says why the switch cannot have the profile.
    pub(super) values: fn(&ProfiledSwitch<'_>) -> Result<Vec<Value>, String>,
}

/// All built-in profiles. The documentation lists them in this order.
pub static PROFILES: [Profile; 5] =
    [hpcc::PROFILE, sonic::PROFILE, fixed::PROFILE, edge::PROFILE, sonic::LOOKUP];

impl Profile {
    /// Finds a built-in profile by its name. `None` if no built-in profile has this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name)
    }
}

#[cfg(test)]
mod tests;
