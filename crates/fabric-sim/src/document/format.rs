//! Frame formats and priority maps that a document defines.
//!
//! If a map lists a PCP or DSCP twice, compiling reports an error. If several maps set the same PCP or DSCP
//! for a port, the last map applies. Start with [`FrameFormat`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::number::{Size, Whole};

use crate::ids::Priority;
use crate::wire::MAX_FRAME_BYTES;

/// Frame format that the document defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrameFormat {
    /// Name, unique among all formats, the built-in ones included. The name has 1 to 64 letters, digits, `_`
    /// or `-`.
    pub name: String,
    /// Bytes of headers before the payload, without the tag. At least 12 for the addresses; at least 34 with
    /// an IP header.
    pub header: Whole<12, 256>,
    /// Bytes after the payload, including 4 B of FCS; default 4.
    #[serde(default = "trailer", skip_serializing_if = "is_trailer")]
    pub trailer: Whole<4, 64>,
    /// Largest payload of a frame in bytes. Default: the longest frame, minus header, tag and trailer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_payload: Option<Size<1, { MAX_FRAME_BYTES as u64 }>>,
    /// Whether frames can carry an 802.1Q tag; default: yes.
    #[serde(default = "defaults::yes", skip_serializing_if = "defaults::is_yes")]
    pub tag: bool,
    /// Whether frames have an IP header, and with it DSCP and ECN; default: no.
    #[serde(default, skip_serializing_if = "defaults::is_no")]
    pub ip: bool,
    /// Whether receivers acknowledge frames, so that lost frames can be retransmitted; default: no.
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

/// Map from PCP and DSCP to priorities, for the ports of one switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriorityMap {
    /// Name of the switch whose ports use the map.
    pub switch: String,
    /// Number of the port; default: all ports of the switch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<Whole<0, 63>>,
    /// Pairs of PCP and priority. A PCP that is not listed maps to the priority of the same number.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 8, _>"
    )]
    #[schemars(length(max = 8))]
    pub pcp: Vec<(Priority, Priority)>,
    /// Pairs of DSCP and priority. A DSCP that is not listed maps to DSCP ÷ 8, rounded down.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 64, _>"
    )]
    #[schemars(length(max = 64))]
    pub dscp: Vec<(Whole<0, 63>, Priority)>,
}
