//! Hosts, switches, links and routes as a document writes them.
//!
//! A host has one port, or no port if no link names the host. Ports of a switch are numbered from 0 in the
//! order of the links. Reading a document checks only the form of these entries. Compiling refuses unknown
//! names, a link from a node to itself, and a second link of a host. It also refuses rates and delays outside
//! their ranges. Start with [`Link`].

use schemars::{JsonSchema, Schema, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::fault::Frames;
use super::number::Whole;
use crate::units::{Length, Rate, Time};

/// A host: an endpoint with one port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// Name, unique among hosts and switches: 1 to 64 letters, digits, `_` or `-`.
    pub name: String,
}

/// A switch. Its ports are numbered from 0 in the order in which the document lists its links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Switch {
    /// Name, unique among hosts and switches: 1 to 64 letters, digits, `_` or `-`.
    pub name: String,
    /// Name of the profile of the switch. The profile is built in, or the document defines it. Default: no
    /// profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = profiles)]
    pub profile: Option<String>,
}

/// Full-duplex link. In JSON, a link is an object, or a list of the fields in their order: `["h1", "s1",
/// "100G", "5m"]`. A list may end after any field from the rate on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = or_list)]
pub struct Link {
    /// Name of the host or switch at one end of the link.
    pub a: String,
    /// Name of the host or switch at the other end of the link.
    pub b: String,
    /// Rate of each direction in bits per second, from 1M to 10T.
    pub rate: Rate,
    /// Length of the cable. Its delay is 5 ns per metre. Default: 5 m, unless `delay` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// Propagation delay, at most 1 s. Can be given instead of a length; a delay together with a length is an
    /// error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Time>,
    /// Additional delay of PHY and FEC, at most 1 s; default 0.
    #[serde(default, skip_serializing_if = "super::defaults::is_zero")]
    pub phy: Time,
    /// Number n: in each direction, every n-th data frame is lost, from time 0 on. Acks and all other frames
    /// without data are not lost and not counted. Default: no loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop_every: Option<Frames>,
    /// Probability that a frame gets bit errors from time 0 on, such as `1%`, `1e-6` or `1/256`. The
    /// probability is 0 (default) or at least 1e-12.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrupt: Option<String>,
}

impl Link {
    /// Length of a cable if the document gives neither its length nor its delay.
    pub const LENGTH: Length = Length::from_m(5);
}

/// Adds the names of built-in profiles as examples to the schema, with their descriptions and sources.
fn profiles(schema: &mut Schema) {
    let known = super::PROFILES.iter().map(|profile| {
        let text = format!("{} ({})", profile.about, profile.source);
        (profile.name.to_owned(), text.into())
    });
    schema.insert("examples".to_owned(), super::PROFILES.iter().map(|profile| profile.name).collect());
    schema.insert("x-profiles".to_owned(), serde_json::Value::Object(known.collect()));
}

/// Replaces the schema of an object by a schema that also allows a list of the first fields of the object.
fn or_list(object: &mut Schema) {
    let fields = object.as_value()["properties"].clone();
    let names = ["a", "b", "rate", "length", "delay", "phy", "drop_every", "corrupt"];
    let list = json!({
        "type": "array",
        "prefixItems": names.map(|name| fields[name].clone()),
        "items": false,
        "minItems": 3,
        "maxItems": names.len(),
    });
    *object = json_schema!({ "anyOf": [object.clone(), list] });
}

/// Route from a switch to a host, in place of the shortest path. Routes can form a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// Name of the switch that forwards the frames.
    pub switch: String,
    /// Name of the destination host.
    pub to: String,
    /// Name of the next node, which is a neighbour of the switch. Exactly one of `via` and `port` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// Number of the output port of the switch. Exactly one of `via` and `port` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<Whole<0, 63>>,
}
