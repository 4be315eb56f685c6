//! Reader of text output of `dcb` (iproute2): `dcb pfc show`, `dcb ets show`, `dcb buffer show`, `dcb app
//! show`.
//!
//! Rule: a line has a name, and then pairs such as `3:on`. Units of sizes are powers of 1024. Fallback: if a
//! DSCP has several priorities, the highest applies, as in the kernel. Priorities without a pair get PFC off,
//! traffic class 0 and buffer 0; DSCPs without a pair get priority 0. A later line replaces an earlier line
//! with the same name; `tc-tsa` and `tc-bw` change only the classes that they name. Ignored priorities and
//! replaced lines are reported. Left out: names in [`NOT_MODELLED`], which are reported.

use super::dscp::code_point;
use super::mlnx_qos::{percent, tsa};
use super::source::Source;
use super::{NicSettings, NicTrust, below_8};

/// Names without a counterpart in the simulator. Each entry has the name in the text, section and field in
/// the report, and the reason. JSON has `_` in place of `-`.
const NOT_MODELLED: [(&str, &str, &str, &str); 18] = [
    (
        "tc-maxrate",
        "tc",
        "ratelimit",
        "the unit of dcb maxrate depends on the version of iproute2 (wrong before 6.18): pir is not set; give the ratelimit of mlnx_qos",
    ),
    ("delay", "PFC", "delay", HEADROOM),
    ("total-size", "buffer", "total-size", "receive_buffer is the sum of buffer-size"),
    ("willing", "tc", "willing", EXCHANGE),
    ("reco-tc-bw", "tc", "reco-tc-bw", EXCHANGE),
    ("reco-tc-tsa", "tc", "reco-tc-tsa", EXCHANGE),
    ("reco-prio-tc", "tc", "reco-prio-tc", EXCHANGE),
    ("tc-reco-bw", "tc", "tc-reco-bw", EXCHANGE),
    ("default-prio", "trust", "default-prio", FLOWS),
    ("ethtype-prio", "trust", "ethtype-prio", FLOWS),
    ("stream-port-prio", "trust", "stream-port-prio", FLOWS),
    ("dgram-port-prio", "trust", "dgram-port-prio", FLOWS),
    ("port-prio", "trust", "port-prio", FLOWS),
    ("pcp-prio", "trust", "pcp-prio", FLOWS),
    ("order", "trust", "order", FLOWS),
    ("prio-dscp", "trust", "prio-dscp", FLOWS),
    ("requests", "PFC", "requests", COUNTERS),
    ("indications", "PFC", "indications", COUNTERS),
];

const HEADROOM: &str = "receive buffers have the headroom that mlx5 calculates from their cable";
const EXCHANGE: &str = "there is no exchange of settings with the switch (DCBX): the settings in use count";
const FLOWS: &str = "flows say their DSCP and priority";
const COUNTERS: &str = "a counter, without effect on traffic";

/// Reports a name of `dcb` that has no counterpart in the simulator. Returns `false`, and reports nothing,
/// for other names.
pub(super) fn report_not_modelled(name: &str, source: &mut Source<'_>) -> bool {
    let found = NOT_MODELLED.iter().find(|(known, ..)| *known == name);
    if let Some((_, section, field, reason)) = found {
        source.not_modelled(section, field, *reason);
    }
    found.is_some()
}

/// Reads a line into `settings`. Returns whether the line is output of `dcb`; false for an empty line. A line
/// `dscp-prio` also sets the trust to DSCP. Sizes of `buffer-size` are stored in the order of the line,
/// without regard to the numbers before the colons.
///
/// # Errors
/// If a line of `dcb` has a malformed value.
pub(super) fn line(line: &str, settings: &mut NicSettings, source: &mut Source<'_>) -> Result<bool, String> {
    let mut words = line.split_whitespace();
    let Some(name) = words.next() else { return Ok(false) };
    let pairs = || words.clone().map(pair).collect::<Result<Vec<_>, _>>();
    if let Some((section, field, replaces)) = place_of(name) {
        if replaces {
            source.record(section, field, "");
        }
        if name != "dscp-prio" {
            pairs()?.iter().for_each(|(item, _)| source.record(section, field, item));
        }
    }
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
            let pair = |(code, priority): (&str, &str)| {
                let number = code_point(code)
                    .ok_or_else(|| format!("\"{code}\" must be a DSCP: 0 to 63, or a name such as CS3"))?;
                Ok::<_, String>((number, below_8(priority)?))
            };
            let pairs: Vec<_> = pairs()?.into_iter().map(pair).collect::<Result<_, _>>()?;
            settings.dscp = Some(highest(&pairs, source));
            settings.trust = Some(NicTrust::Dscp);
        }
        "pfc-cap" | "ets-cap" => {
            // Further words of the line are pairs of a name and a value.
            for name in words.clone().filter(|word| *word != "macsec-bypass") {
                report_not_modelled(name, source);
            }
        }
        _ => return Ok(report_not_modelled(name, source)),
    }
    Ok(true)
}

/// Place in the report of a line with this name: section and field. The flag is `true` if the line replaces
/// the values of all priorities or classes, `false` if the line replaces only the values that it names.
/// `None` if lines with this name are not read.
pub(super) fn place_of(name: &str) -> Option<(&'static str, &'static str, bool)> {
    Some(match name {
        "prio-pfc" => ("PFC", "enabled", true),
        "prio-tc" => ("tc", "priority", true),
        "tc-tsa" => ("tc", "tsa", false),
        "tc-bw" => ("tc", "bw", false),
        "prio-buffer" => ("buffer", "prio", true),
        "buffer-size" => ("buffer", "size", true),
        "dscp-prio" => ("trust", "dscp", true),
        _ => return None,
    })
}

/// Priority of each DSCP, from pairs of a DSCP below 64 and a priority. If a DSCP has several priorities,
/// the highest applies, as in the map that the kernel gives to drivers. The lower priorities are reported.
pub(super) fn highest(pairs: &[(usize, u8)], source: &mut Source<'_>) -> [u8; 64] {
    let mut map: [Option<u8>; 64] = [None; 64];
    for (code, priority) in pairs {
        let Some(slot) = map.get_mut(*code) else { continue };
        if let Some(other) = slot.filter(|other| other != priority) {
            let (low, high) = (other.min(*priority), other.max(*priority));
            let reason = format!(
                "left out: DSCP {code} has priorities {low} and {high}; {high} counts, as in the kernel"
            );
            source.changed("trust", "dscp", reason);
        }
        *slot = (*slot).max(Some(*priority));
    }
    map.map(Option::unwrap_or_default)
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
