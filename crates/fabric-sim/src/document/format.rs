use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::{Size, Whole};
use super::traffic::Priority;
use crate::wire::MAX_FRAME_BYTES;

/// A frame format of the document's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrameFormat {
    /// Unique among formats, the built-in ones too: 1 to 64 letters, digits, `_` or `-`.
    pub name: String,
    /// Bytes before the payload, tag not counted: 12 B of addresses at least,
    /// 34 with an IP header.
    pub header: Whole<12, 256>,
    /// Bytes after it, the 4 B of the FCS among them; default 4.
    #[serde(default = "trailer", skip_serializing_if = "is_trailer")]
    pub trailer: Whole<4, 64>,
    /// The most payload of a frame; default: what the longest frame leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_payload: Option<Size<1, { MAX_FRAME_BYTES as u64 }>>,
    /// Whether frames can carry an 802.1Q tag; default: they can.
    #[serde(default = "defaults::yes", skip_serializing_if = "defaults::is_yes")]
    pub tag: bool,
    /// Whether there is an IP header, for DSCP and ECN; default: there is none.
    #[serde(default, skip_serializing_if = "defaults::is_no")]
    pub ip: bool,
    /// Whether its transport acknowledges; default: it does not.
    #[serde(default, skip_serializing_if = "defaults::is_no")]
    pub reliable: bool,
}

const fn trailer() -> Whole<4, 64> {
    Whole::new(4).expect("4 is in range")
}

#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so, and it is small on 64 bits")
)]
fn is_trailer(value: &Whole<4, 64>) -> bool {
    *value == trailer()
}

/// Code points that a switch maps to other classes than usual:
/// the way by which a lossless flow ends in a lossy class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriorityMap {
    /// The switch.
    pub switch: String,
    /// Its port; default: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<Whole<0, 63>>,
    /// Pairs of a PCP and the priority that it gets; others get their own.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 8, _>"
    )]
    #[schemars(length(max = 8))]
    pub pcp: Vec<(Priority, Priority)>,
    /// Pairs of a DSCP and the priority that it gets; others get an eighth of
    /// their own, rounded down.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 64, _>"
    )]
    #[schemars(length(max = 64))]
    pub dscp: Vec<(Whole<0, 63>, Priority)>,
}
