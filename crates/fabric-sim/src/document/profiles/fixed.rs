//! Profile `70-30`: the memory is divided into equal parts, one for each port and priority. XOFF is 70 % and
//! XON 30 % of the bytes of a part.

use super::super::params::{Key, OFF};
use super::{Profile, ProfilePlace, ProfiledSwitch, Value};
use crate::wire::PRIORITIES;

pub(super) const PROFILE: Profile = Profile {
    name: "70-30",
    about: "Equal parts of the memory for each port and priority. A lossless part pauses at 70 % and \
            resumes at 30 %; a lossy part drops when it is full",
    source: "vendors' introductions to PFC; no chip is known to ship with these marks",
    values,
};

/// Memory in bytes if the document gives none. This value equals the default of the parameter `memory`.
const MEMORY: u64 = 16_000_000;

const XOFF_PERCENT: u64 = 70;
const XON_PERCENT: u64 = 30;

#[expect(clippy::unnecessary_wraps, reason = "other profiles have no values for some switches")]
fn values(site: &ProfiledSwitch<'_>) -> Result<Vec<Value>, String> {
    let memory = site.memory.unwrap_or(MEMORY);
    let parts = (site.ports.len() * PRIORITIES) as u64;
    let part = memory.checked_div(parts).unwrap_or(0);
    let xoff = part * XOFF_PERCENT / 100;
    let mut values = vec![
        Value::new(ProfilePlace::Switch, Key::Memory, memory),
        Value::new(ProfilePlace::Switch, Key::Reserve, 0),
        Value::new(ProfilePlace::Switch, Key::Xoff, xoff),
        Value::new(ProfilePlace::Switch, Key::XonOffset, OFF),
        Value::new(ProfilePlace::Switch, Key::Xon, part * XON_PERCENT / 100),
        Value::new(ProfilePlace::Switch, Key::Headroom, part - xoff),
        Value::new(ProfilePlace::Switch, Key::EgressLimit, OFF),
    ];
    for ((n, _), lossless) in site.ports().zip(&site.lossless) {
        values.extend(
            (!*lossless).iter().map(|lossy| Value::of(lossy, ProfilePlace::Port(n), Key::Xoff, part)),
        );
    }
    Ok(values)
}
