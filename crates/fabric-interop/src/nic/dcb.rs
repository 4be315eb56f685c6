//! Reader of text output of `dcb` (iproute2): `dcb pfc show`, `dcb ets show`, `dcb buffer show`, `dcb app
//! show`.
//!
//! Rule: a line has a name, and then pairs such as `3:on`. Units of sizes are powers of 1024.
//! Fallback: if a DSCP has several priorities, the highest counts, as in the kernel. Priorities without a
//! pair get PFC off, traffic class 0 and buffer 0; DSCPs without a pair get priority 0. A later line replaces
//! an earlier line of its name; `tc-tsa` and `tc-bw` change only the classes that they name.
//! Left out: recommended values, and `dcb maxrate`, because its units were wrong before iproute2 6.18.

use super::dscp::code_point;
use super::mlnx_qos::{percent, tsa};
use super::{NicSettings, NicTrust, below_8};

/// Reads a line into `settings`. Returns whether the line is output of `dcb`; false for an empty line. A line
/// `dscp-prio` also sets the trust to DSCP. Sizes of `buffer-size` are stored in the order of the line,
/// without regard to the numbers before the colons.
///
/// # Errors
/// If a line of `dcb` has a malformed value.
pub(super) fn line(line: &str, settings: &mut NicSettings) -> Result<bool, String> {
    let mut words = line.split_whitespace();
    let Some(name) = words.next() else { return Ok(false) };
    let pairs = || words.clone().map(pair).collect::<Result<Vec<_>, _>>();
    match name {
        "prio-pfc" => {
            let mut pfc = [false; 8];
            for (priority, state) in pairs()? {
                pfc[usize::from(below_8(priority)?)] = match state {
                    "on" => true,
                    "off" => false,
                    other => return Err(format!("\"{other}\" must be on or off")),
                };
            }
            settings.pfc = Some(pfc);
        }
        "prio-tc" => settings.assign(by_priority(&pairs()?)?),
        "tc-tsa" => {
            for (class, kind) in pairs()? {
                settings.class(below_8(class)?).tsa = tsa(kind)?;
            }
        }
        "tc-bw" => {
            for (class, bandwidth) in pairs()? {
                settings.class(below_8(class)?).bandwidth = Some(percent(bandwidth)?);
            }
        }
        "prio-buffer" => settings.buffer_of = Some(by_priority(&pairs()?)?),
        "buffer-size" => {
            let size = |(_, text): &(&str, &str)| size(text);
            settings.buffers = pairs()?.iter().map(size).collect::<Result<_, _>>()?;
        }
        "dscp-prio" => {
            let mut map = [0; 64];
            for (code, priority) in pairs()? {
                let code = code_point(code)
                    .ok_or_else(|| format!("\"{code}\" must be a DSCP: 0 to 63, or a name such as CS3"))?;
                add(&mut map, code, below_8(priority)?);
            }
            settings.dscp = Some(map);
            settings.trust = Some(NicTrust::Dscp);
        }
        _ => return Ok(matches!(name, "pfc-cap" | "requests" | "indications" | "total-size" | "willing")),
    }
    Ok(true)
}

/// Sets the priority of DSCP `code`. If the DSCP has several priorities, the highest counts, as in the map of
/// the kernel for drivers.
pub(super) fn add(map: &mut [u8; 64], code: usize, priority: u8) {
    if let Some(slot) = map.get_mut(code) {
        *slot = priority.max(*slot);
    }
}

fn pair(text: &str) -> Result<(&str, &str), String> {
    text.split_once(':').ok_or_else(|| format!("\"{text}\" must be a pair such as 3:on"))
}

fn by_priority(pairs: &[(&str, &str)]) -> Result<[u8; 8], String> {
    let mut values = [0; 8];
    for (priority, value) in pairs {
        values[usize::from(below_8(priority)?)] = below_8(value)?;
    }
    Ok(values)
}

/// Parses a size as `dcb` prints it, in bytes: `10Kb`, `1Mb`, `0b`, or a bare number. K is 1024 B, M is 1024²
/// B, b stands for bytes. At most six decimal places are read; a part of a byte is cut off.
fn size(text: &str) -> Result<u64, String> {
    let plain = text.trim_end_matches('b');
    let (number, factor) = match plain.strip_suffix(['K', 'k']) {
        Some(number) => (number, 1 << 10),
        None => plain.strip_suffix('M').map_or((plain, 1), |number| (number, 1 << 20)),
    };
    // `print_size` of iproute2 has a fraction where a size is no whole number of kilobytes.
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let malformed = || format!("\"{text}\" must be a size in b, Kb or Mb, such as 10Kb");
    let digits = u32::try_from(fraction.len()).ok().filter(|digits| *digits <= 6).ok_or_else(malformed)?;
    let [whole, fraction]: [u64; 2] =
        [whole.parse().map_err(|_| malformed())?, fraction.parse().map_err(|_| malformed())?];
    let bytes =
        whole.checked_mul(factor).and_then(|bytes| bytes.checked_add(fraction * factor / 10u64.pow(digits)));
    bytes.ok_or_else(malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_a_unit_of_1024_or_none() {
        for (text, bytes) in
            [("10Kb", 10_240), ("1Mb", 1 << 20), ("512b", 512), ("0b", 0), ("77", 77), ("1.5Kb", 1_536)]
        {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "Kb", "x", "1.Kb", "99999999999999999999", "1.1234567Kb"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
