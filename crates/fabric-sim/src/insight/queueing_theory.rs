//! Mean wait of frames of one size that arrive at random. Start with [`md1`].
//!
//! The wait does not include the service itself. The mean wait is 0 if the server was never busy. Times are
//! rounded down to picoseconds.

use crate::units::Time;

/// Mean wait in an M/D/1 queue (Pollaczek 1930, Khinchin 1932): ρ ÷ (2μ(1 − ρ)). The server takes the time
/// `service` for each frame. The server was busy for the time `busy` in a period of length `of`. `None` if
/// the server was never idle, because the mean is then infinite.
#[must_use]
pub fn md1(service: Time, busy: Time, of: Time) -> Option<Time> {
    let rests = of.ps().checked_sub(busy.ps()).filter(|rests| *rests > 0)?;
    let wait = u128::from(service.ps()) * u128::from(busy.ps()) / (2 * u128::from(rests));
    u64::try_from(wait).ok().map(Time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_wait_at_utilisation_50_and_80_percent() {
        let service = Time(121_600);
        assert_eq!(md1(service, Time(5), Time(10)), Some(Time(60_800)));
        assert_eq!(md1(service, Time(8), Time(10)), Some(Time(243_200)));
        assert_eq!(md1(service, Time::ZERO, Time(10)), Some(Time::ZERO));
    }

    #[test]
    fn a_server_that_is_always_busy_has_no_mean_wait() {
        assert_eq!(md1(Time(1), Time(10), Time(10)), None);
        assert_eq!(md1(Time(1), Time(11), Time(10)), None);
        assert_eq!(md1(Time(1), Time::ZERO, Time::ZERO), None);
    }
}
