//! Properties of a switch from which built-in profiles calculate parameter values, and these values. A value
//! that the document gives overrides the value of a built-in profile. Start with [`ProfiledSwitch`].
//!
//! Values are in the order of the switches. A profile of the document replaces a built-in profile of the same
//! name. A value outside the range of its parameter is a problem of the switch. After a problem, the other
//! switches still get their values. A profile may have no values for a switch; the switch then gets no values
//! from it.

use super::super::params::{Address, Assignment, Key, Place, deciding_assignment};
use super::super::topology::{Host, Link, Switch};
use super::super::{Document, Problems};
use super::Profile;
use crate::document::problem::Problem;
use crate::ids::{Priority, PrioritySet};
use crate::units::{Length, Rate, Time};

/// Properties of a switch from which a profile calculates parameter values. The properties are read from the
/// document before it is compiled, because the sliders of the page show the calculated values.
#[derive(Debug)]
pub(in crate::document) struct ProfiledSwitch<'a> {
    /// Ports of the switch in the order of their numbers.
    pub(super) ports: Vec<Port<'a>>,
    /// Rate of the NICs: the rate of the first link of the first host that has a link, in the order of the
    /// document. 100 Gb/s if no host has a link.
    pub(super) nic: Rate,
    /// Memory in bytes that the document gives to the switch. `None` if the document gives none.
    pub(super) memory: Option<u64>,
    /// Lossless priorities of each port, in the order of the port numbers.
    pub(super) lossless: Vec<PrioritySet>,
}

/// Port of the switch: rate and delay of its link, and the port at the other end of the link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port<'a> {
    pub(super) rate: Rate,
    /// Delay of the link in each direction: propagation, PHY and FEC together.
    pub(super) delay: Time,
    /// Name of the node at the other end of the link, and the number of its port there.
    peer: (&'a str, u32),
}

/// Ports to which a value of a profile applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) enum ProfilePlace {
    /// The switch and all its ports.
    Switch,
    /// Switch port with this number.
    Port(u32),
    /// Port that is connected to the switch port with this number.
    Peer(u32),
}

/// Parameter value that a profile gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) struct Value {
    pub(super) at: ProfilePlace,
    /// Priority to which the value applies; `None` for a parameter of the whole switch or port.
    pub(super) priority: Option<Priority>,
    pub(super) key: Key,
    /// Value in the unit of the parameter's kind.
    pub(super) amount: u64,
}

impl Value {
    pub(super) const fn new(at: ProfilePlace, key: Key, amount: u64) -> Self {
        Self { at, priority: None, key, amount }
    }

    pub(super) const fn of(priority: Priority, at: ProfilePlace, key: Key, amount: u64) -> Self {
        Self { at, priority: Some(priority), key, amount }
    }
}

/// Calculates the parameter values that built-in profiles give to the switches of `document`, in the order of
/// the switches. `given` holds the values that the document itself gives. Adds problems of profiles to
/// `problems`.
pub(in crate::document) fn assignments(
    document: &Document,
    given: &[Assignment],
    problems: &mut Problems,
) -> Vec<Assignment> {
    let mut all = Vec::new();
    for (n, switch) in document.switches.iter().enumerate() {
        let Some(chosen) = document.chosen_profile(switch) else { continue };
        let Some(profile) = built_in(document, chosen.name) else { continue };
        let site = ProfiledSwitch::new(document, switch, profile.name, given);
        match (profile.values)(&site) {
            Ok(values) => {
                for value in values {
                    if let Some(message) = out_of_range(switch, profile, &value, given) {
                        problems.push(Problem::new(chosen.place_at(n), message));
                    }
                    all.push(site.assignment(switch, profile, &value));
                }
            }
            Err(message) => {
                problems.push(Problem::new(chosen.place_at(n), message));
            }
        }
    }
    all
}

/// Built-in profile called `name`. `None` if no built-in profile has this name, or if the document defines a
/// profile with this name.
fn built_in(document: &Document, name: &str) -> Option<&'static Profile> {
    Profile::find(name).filter(|_| !document.profiles.contains_key(name))
}

impl<'a> ProfiledSwitch<'a> {
    fn new(document: &'a Document, switch: &'a Switch, profile: &str, given: &[Assignment]) -> Self {
        let at_switch = |key| {
            let target = Address { place: Place::Switch(switch.name.clone()), priority: None, key };
            assigned_value(given, &target, profile)
        };
        let cable = assigned_value(given, &Address::everywhere(Key::Cable), profile).map(Length::from_mm);
        let mut ports = Vec::new();
        let mut degrees = std::collections::HashMap::new();
        for link in &document.links {
            let [a, b] = [&link.a, &link.b].map(|end| {
                let degree = degrees.entry(end.as_str()).or_insert(0u32);
                *degree += 1;
                (end.as_str(), *degree - 1)
            });
            for (here, peer) in [(a, b), (b, a)] {
                if here.0 == switch.name {
                    ports.push(Port { rate: link.rate, delay: delay(link, cable), peer });
                }
            }
        }
        let host = |host: &Host| document.links.iter().find(|link| [&link.a, &link.b].contains(&&host.name));
        let lossless = |port: u32| {
            let is = |n: &Priority| {
                let place = Place::SwitchPort(switch.name.clone(), port);
                let target = Address { place, priority: Some(*n), key: Key::Lossless };
                assigned_value(given, &target, profile).map_or(*n == Priority::P3, |value| value == 1)
            };
            Priority::ALL.into_iter().filter(is).collect()
        };
        Self {
            lossless: (0..).take(ports.len()).map(lossless).collect(),
            ports,
            nic: document.hosts.iter().find_map(host).map_or(Rate::gbps(100), |link| link.rate),
            memory: at_switch(Key::Memory),
        }
    }

    fn assignment(&self, switch: &Switch, profile: &Profile, value: &Value) -> Assignment {
        let (node, port) = match value.at {
            ProfilePlace::Switch => (switch.name.as_str(), None),
            ProfilePlace::Port(port) => (switch.name.as_str(), Some(port)),
            ProfilePlace::Peer(port) => {
                let (node, number) = self.ports[port as usize].peer;
                (node, Some(number))
            }
        };
        let place = Place::OfProfile { profile: profile.name.to_owned(), node: node.to_owned(), port };
        let address = Address { place, priority: value.priority, key: value.key };
        Assignment { place: address.to_string(), address, value: value.amount, since: None }
    }

    /// Ports of the switch, each with its number, in ascending order.
    pub(super) fn ports(&self) -> impl Iterator<Item = (u32, &Port<'a>)> {
        (0..).zip(&self.ports)
    }
}

/// Message that says why a value of a profile is not allowed. `None` if the value is allowed, or if the
/// document gives another value in its place.
fn out_of_range(switch: &Switch, profile: &Profile, value: &Value, given: &[Assignment]) -> Option<String> {
    let (param, name) = (value.key.param(), switch.name.clone());
    let place = match value.at {
        ProfilePlace::Port(port) => Place::SwitchPort(name, port),
        ProfilePlace::Switch | ProfilePlace::Peer(_) => Place::Switch(name),
    };
    let target = Address { place, priority: value.priority, key: value.key };
    if param.allows(value.amount) || assigned_value(given, &target, profile.name).is_some() {
        return None;
    }
    let (of, what, amount) = (profile.name, param.name, param.show(value.amount));
    let allowed = param.allowed();
    Some(format!("the {what} that {of} gives is {amount} here, but must be {allowed}; give {what} in params"))
}

/// Value that the document gives to `target`, the address of a place at a switch with the profile `profile`.
/// `None` if the document gives no value.
fn assigned_value(given: &[Assignment], target: &Address, profile: &str) -> Option<u64> {
    deciding_assignment(given, target, Some(profile)).map(|given| given.value)
}

/// Delay of a link in each direction: propagation, PHY and FEC. `cable`, if given, replaces the length of the
/// link. Compiling calculates the same delay.
fn delay(link: &Link, cable: Option<Length>) -> Time {
    let own_delay = link.delay.unwrap_or_else(|| link.length.unwrap_or(Link::LENGTH).delay());
    cable.map_or(own_delay, Length::delay) + link.phy
}
