//! Frame formats and priority maps of a document's own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::{Size, Whole};
use super::traffic::Priority;
use crate::wire::MAX_FRAME_BYTES;

/// Frame format that the document defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrameFormat {
    /// Name, unique among formats including the built-in ones: 1 to 64 letters, digits, `_` or `-`.
    pub name: String,
    /// Bytes before the payload, tag not counted: 12 B of addresses at least,
    /// 34 with an IP header.
    pub header: Whole<12, 256>,
    /// Bytes after the payload, including the 4 B of the FCS; default 4.
    #[serde(default = "trailer", skip_serializing_if = "is_trailer")]
    pub trailer: Whole<4, 64>,
    /// Largest payload of a frame in bytes; default: the longest frame less header and trailer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_payload: Option<Size<1, { MAX_FRAME_BYTES as u64 }>>,
    /// Whether frames can carry an 802.1Q tag; default: yes.
    #[serde(default = "defaults::yes", skip_serializing_if = "defaults::is_yes")]
    pub tag: bool,
    /// Whether frames have an IP header, for DSCP and ECN; default: no.
    #[serde(default, skip_serializing_if = "defaults::is_no")]
    pub ip: bool,
    /// Whether the transport acknowledges frames; default: no.
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

/// Map from code points to priorities at a switch that differs from the default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriorityMap {
    /// Switch.
    pub switch: String,
    /// Port; default: all ports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<Whole<0, 63>>,
    /// Pairs of PCP and priority; other PCPs map to the priority of the same number.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 8, _>"
    )]
    #[schemars(length(max = 8))]
    pub pcp: Vec<(Priority, Priority)>,
    /// Pairs of DSCP and priority; other DSCPs map to an eighth of their value, rounded down.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 64, _>"
    )]
    #[schemars(length(max = 64))]
    pub dscp: Vec<(Whole<0, 63>, Priority)>,
}
