use super::super::params::{Address, Assignment, Key, Place, deciding_assignment};
use super::super::topology::{Host, Link, Switch};
use super::super::{Document, Problems};
use super::Profile;
use crate::document::problem::Problem;
use crate::units::{Length, Rate, Time};

/// Switch for which a profile calculates values. It is made from the document alone, before the fabric
/// is compiled, so that sliders can show the values, too.
#[derive(Debug)]
pub(in crate::document) struct ProfiledSwitch<'a> {
    /// Ports of the switch, in order.
    pub(super) ports: Vec<Port<'a>>,
    /// Rate of the first host's link, used as the NIC rate.
    pub(super) nic: Rate,
    /// Memory in bytes; `None` if the document does not give it.
    pub(super) memory: Option<u64>,
    /// Mask of the lossless priorities, by port.
    pub(super) lossless: Vec<u8>,
}

/// Port of the switch, with its link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port<'a> {
    pub(super) rate: Rate,
    /// Delay in each direction: propagation, PHY and FEC.
    pub(super) delay: Time,
    /// Node at the other end, and its port number there.
    peer: (&'a str, u32),
}

/// Place to which a value of a profile applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) enum ProfilePlace {
    /// The switch or all of its ports.
    Switch,
    /// Single port of the switch.
    Port(u32),
    /// The port at the other end of this port's link.
    Peer(u32),
}

/// Value from a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) struct Value {
    pub(super) at: ProfilePlace,
    pub(super) priority: Option<u8>,
    pub(super) key: Key,
    /// Value in the unit of the parameter's kind.
    pub(super) amount: u64,
}

impl Value {
    pub(super) const fn new(at: ProfilePlace, key: Key, amount: u64) -> Self {
        Self { at, priority: None, key, amount }
    }

    pub(super) const fn of(priority: u8, at: ProfilePlace, key: Key, amount: u64) -> Self {
        Self { at, priority: Some(priority), key, amount }
    }
}

/// Values of the built-in profiles that the switches of `document` choose. `given` holds the values of
/// the document itself.
pub(in crate::document) fn assignments(
    document: &Document,
    given: &[Assignment],
    problems: &mut Problems,
) -> Vec<Assignment> {
    let mut all = Vec::new();
    for (n, switch) in document.switches.iter().enumerate() {
        let Some(named) = document.named(switch) else { continue };
        let Some(profile) = of(document, named.name) else { continue };
        let site = ProfiledSwitch::new(document, switch, profile.name, given);
        match (profile.values)(&site) {
            Ok(values) => {
                for value in values {
                    if let Some(message) = out_of_range(switch, profile, &value, given) {
                        problems.push(Problem::new(named.place_at(n), message));
                    }
                    all.push(site.assignment(switch, profile, &value));
                }
            }
            Err(message) => {
                let message = format!("{}: {message}", profile.name);
                problems.push(Problem::new(named.place_at(n), message));
            }
        }
    }
    all
}

/// Built-in profile of this name; `None` if the document has a profile of its own with the name.
fn of(document: &Document, name: &str) -> Option<&'static Profile> {
    Profile::find(name).filter(|_| !document.profiles.contains_key(name))
}

impl<'a> ProfiledSwitch<'a> {
    fn new(document: &'a Document, switch: &'a Switch, profile: &str, given: &[Assignment]) -> Self {
        let at_switch = |key| {
            let target = Address { place: Place::Switch(switch.name.clone()), priority: None, key };
            assigned(given, &target, profile)
        };
        let cable = assigned(given, &Address::everywhere(Key::Cable), profile).map(Length::from_mm);
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
            let is = |n: &u8| {
                let place = Place::SwitchPort(switch.name.clone(), port);
                let target = Address { place, priority: Some(*n), key: Key::Lossless };
                assigned(given, &target, profile).map_or(*n == 3, |value| value == 1)
            };
            (0..8).filter(is).fold(0, |mask, n| mask | 1 << n)
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

    /// Port numbers with their ports.
    pub(super) fn ports(&self) -> impl Iterator<Item = (u32, &Port<'a>)> {
        (0..).zip(&self.ports)
    }
}

/// Reason why a profile's value is refused; `None` if it is in range, or the document overrides it.
fn out_of_range(switch: &Switch, profile: &Profile, value: &Value, given: &[Assignment]) -> Option<String> {
    let (param, name) = (value.key.param(), switch.name.clone());
    let place = match value.at {
        ProfilePlace::Port(port) => Place::SwitchPort(name, port),
        ProfilePlace::Switch | ProfilePlace::Peer(_) => Place::Switch(name),
    };
    let target = Address { place, priority: value.priority, key: value.key };
    if param.allows(value.amount) || assigned(given, &target, profile.name).is_some() {
        return None;
    }
    let (of, what, amount) = (profile.name, param.name, param.show(value.amount));
    Some(format!("{of}: its {what} comes to {amount} here, but must be {}", param.allowed()))
}

/// Value that the document gives to `target` at a switch with this profile.
fn assigned(given: &[Assignment], target: &Address, profile: &str) -> Option<u64> {
    deciding_assignment(given, target, Some(profile)).map(|given| given.value)
}

/// Delay of a link in each direction, calculated as compiling does.
fn delay(link: &Link, cable: Option<Length>) -> Time {
    let said = link.delay.unwrap_or_else(|| link.length.unwrap_or(Link::LENGTH).delay());
    cable.map_or(said, Length::delay) + link.phy
}
