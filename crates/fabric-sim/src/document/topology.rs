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
    /// Unique among hosts and switches: 1 to 64 letters, digits, `_` or `-`.
    pub name: String,
}

/// A switch. Its ports are numbered from 0, in the order of the links that touch it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Switch {
    /// Unique among hosts and switches: 1 to 64 letters, digits, `_` or `-`.
    pub name: String,
    /// Name of a profile of the document, or of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = profiles)]
    pub profile: Option<String>,
}

/// A full-duplex link: an object, or a list of its fields in their order,
/// `["h1", "s1", "100G", "5m"]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = or_list)]
pub struct Link {
    /// Host or switch at one end.
    pub a: String,
    /// Host or switch at the other end.
    pub b: String,
    /// Bits per second each way, 1M to 10T.
    pub rate: Rate,
    /// Of the cable, at 5 ns a metre. Without length and delay: 5 m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// Instead of a length: how long a bit is under way, at most 1 s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Time>,
    /// Delay that PHY and FEC add, at most 1 s.
    #[serde(default, skip_serializing_if = "super::defaults::is_zero")]
    pub phy: Time,
    /// Each way, every so-manieth data frame is lost from the start on; default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop_every: Option<Frames>,
    /// Probability with which the bits of a frame are spoilt from the start on, `1%`, `1e-6` or
    /// `1/256`, down to 1e-12; default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrupt: Option<String>,
}

impl Link {
    /// Length of a cable whose link gives none.
    pub const LENGTH: Length = Length::from_m(5);
}

/// The program's profiles, each with its source.
fn profiles(schema: &mut Schema) {
    let known = super::PROFILES.iter().map(|profile| {
        let text = format!("{} ({})", profile.about, profile.source);
        (profile.name.to_owned(), text.into())
    });
    schema.insert("examples".to_owned(), super::PROFILES.iter().map(|profile| profile.name).collect());
    schema.insert("x-profiles".to_owned(), serde_json::Value::Object(known.collect()));
}

/// The schema of a link, or of the list of its first fields.
fn or_list(object: &mut Schema) {
    let text = json!({ "type": "string" });
    let fields = object.as_value()["properties"].clone();
    let list = json!({
        "type": "array",
        "prefixItems": [text, text, fields["rate"], fields["length"]],
        "items": text,
        "minItems": 3,
        "maxItems": 6,
    });
    *object = json_schema!({ "anyOf": [object.clone(), list] });
}

/// Sends what a switch has for a host out of one port, shortest way or not.
/// This is how a routing loop is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// The switch.
    pub switch: String,
    /// The host that the frames are for.
    pub to: String,
    /// The neighbour to send to: one of `via` and `port`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// The port to send by: one of `via` and `port`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<Whole<0, 63>>,
}
