//! Profile `hpcc`: the switch of the HPCC simulator (`switch-mmu.cc`). α doubles whenever the rate of the
//! port doubles, up to 1. Reserve, XON and headroom apply to the lossless priorities. The delay of a link
//! includes PHY and FEC.

use super::super::params::{Key, OFF, RATIO_ONE};
use super::{Profile, ProfilePlace, ProfiledSwitch, Value};
use crate::ids::Priority;
use crate::units::{PS_PER_S, Rate, Time};

pub(super) const PROFILE: Profile = Profile {
    name: "hpcc",
    about: "Switch of the HPCC simulator: 12 MiB, and a dynamic threshold of 1/8 of the free memory at the \
            NIC rate. Pauses have no timer; priority 0 is never paused",
    source: "Li et al., HPCC, SIGCOMM 2019: the authors' ns-3 simulator, switch-mmu.cc and third.cc",
    values,
};

const MEMORY: u64 = 12 << 20;
const RESERVE: u64 = 4_096;
const XON_OFFSET: u64 = 3_072;

/// Exponent n of α = 2⁻ⁿ for a port with the rate of the NICs. With n = 3, the threshold of the port is 1/8
/// of the free memory.
const SHIFT: u32 = 3;

#[expect(clippy::unnecessary_wraps, reason = "other profiles have no values for some switches")]
fn values(site: &ProfiledSwitch<'_>) -> Result<Vec<Value>, String> {
    let mut values = vec![
        Value::new(ProfilePlace::Switch, Key::Memory, MEMORY),
        Value::new(ProfilePlace::Switch, Key::CellBytes, 1),
        Value::new(ProfilePlace::Switch, Key::Reserve, RESERVE),
        Value::new(ProfilePlace::Switch, Key::Xon, 0),
        Value::new(ProfilePlace::Switch, Key::XonOffset, XON_OFFSET),
        Value::new(ProfilePlace::Switch, Key::PauseTimer, 0),
        Value::new(ProfilePlace::Switch, Key::Refresh, OFF),
        Value::of(Priority::P0, ProfilePlace::Switch, Key::Lossless, 0),
        Value::of(Priority::P0, ProfilePlace::Switch, Key::Counted, 0),
    ];
    for (n, port) in site.ports() {
        values.push(Value::new(ProfilePlace::Port(n), Key::Alpha, RATIO_ONE >> shift(port.rate, site.nic)));
        values.push(Value::new(ProfilePlace::Port(n), Key::Headroom, 3 * bdp(port.rate, port.delay)));
        // The port at the other end of the link must not let its pauses expire, either.
        values.push(Value::new(ProfilePlace::Peer(n), Key::PauseTimer, 0));
    }
    Ok(values)
}

/// Exponent n of α = 2⁻ⁿ for a port. The exponent is [`SHIFT`] if the port is not faster than the NICs. Each
/// doubling of the rate above that of the NICs reduces the exponent by 1, down to 0. A partial doubling
/// counts as a whole one.
fn shift(rate: Rate, nic: Rate) -> u32 {
    let mut rate = rate.bps();
    let mut shift = SHIFT;
    while rate > nic.bps() && shift > 0 {
        shift -= 1;
        rate /= 2;
    }
    shift
}

/// Bandwidth-delay product of one direction in bytes, rounded down. The result is at most a third of the
/// greatest allowed headroom, because three times the result is used as a headroom.
fn bdp(rate: Rate, delay: Time) -> u64 {
    // A headroom at this limit exceeds the memory of the switch. The check of the memory reports it.
    let bytes = u128::from(rate.bps()) * u128::from(delay.ps()) / 8 / u128::from(PS_PER_S);
    u64::try_from(bytes).unwrap_or(u64::MAX).min(Key::Headroom.param().max / 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shift_falls_with_each_doubling_and_ends_at_none() {
        let shifts = [25, 50, 100, 200, 400, 800, 1_600].map(|gbps| shift(Rate::gbps(gbps), Rate::gbps(100)));
        assert_eq!(shifts, [3, 3, 3, 2, 1, 0, 0]);
        assert_eq!(shift(Rate::gbps(40), Rate::gbps(25)), 2, "20G after a halving");
    }

    #[test]
    fn a_microsecond_of_100g_is_12_500_bytes() {
        assert_eq!(bdp(Rate::gbps(100), Time::from_us(1)), 12_500);
    }
}
