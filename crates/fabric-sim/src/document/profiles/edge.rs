//! Profile `per-edge`: a switch with one FIFO for each input, and short output queues. Each input port and
//! priority has a fixed XOFF and XON.

use super::super::params::{Key, OFF};
use super::{Profile, ProfilePlace, ProfiledSwitch, Value};
use crate::units::PS_PER_S;

pub(super) const PROFILE: Profile = Profile {
    name: "per-edge",
    about: "Static XOFF of 64 Ki and XON of 32 Ki for each port and priority. An input holds its frames \
            while the next queue has no space",
    source: "simulators that keep xoff[priority] and xon[priority] for each edge; input queueing: Karol, Hluchyj and \
             Morgan 1987",
    values,
};

const XOFF: u64 = 64 << 10;
const XON: u64 = 32 << 10;

/// Length of the longest frame in bytes, from header to FCS.
const LONGEST: u64 = 9_238;

/// Number of longest frames that the headroom holds in addition to the bytes of a round trip. One frame
/// crosses XOFF, one delays the pause frame, and one is in transmission at the peer. The fourth frame covers
/// rounding.
const FRAMES: u64 = 4;

/// Stored values of parameter words. `CROSSBAR` is the value of the parameter `fabric` for a crossbar. `FIFO`
/// is the value of `crossbar_inputs` for a single FIFO at each input.
const CROSSBAR: u64 = 1;
const FIFO: u64 = 1;

#[expect(clippy::unnecessary_wraps, reason = "other profiles have no values for some switches")]
fn values(site: &ProfiledSwitch<'_>) -> Result<Vec<Value>, String> {
    let mut values = vec![
        Value::new(ProfilePlace::Switch, Key::Fabric, CROSSBAR),
        Value::new(ProfilePlace::Switch, Key::CrossbarInputs, FIFO),
        Value::new(ProfilePlace::Switch, Key::Xoff, XOFF),
        Value::new(ProfilePlace::Switch, Key::Xon, XON),
        Value::new(ProfilePlace::Switch, Key::XonOffset, OFF),
        Value::new(ProfilePlace::Switch, Key::Reserve, 0),
    ];
    for (n, port) in site.ports() {
        let round_trip =
            2 * u128::from(port.rate.bps()) * u128::from(port.delay.ps()) / 8 / u128::from(PS_PER_S);
        let headroom =
            u64::try_from(round_trip).unwrap_or(u64::MAX).min(Key::Headroom.param().max - FRAMES * LONGEST);
        values.push(Value::new(ProfilePlace::Port(n), Key::Headroom, headroom + FRAMES * LONGEST));
    }
    Ok(values)
}
