//! Reader of text output of `mlnx_qos` (mlnx-tools). Start with [`Reader`].
//!
//! Rule: the first words of a section identify it; order and indentation of sections do not matter. A DSCP in
//! several lines gets the priority of the last line. Fallback: a missing section leaves its setting unknown.
//! If a file has several outputs, the last output applies, and the replaced lines are reported. DSCPs that no
//! line names get priority 0. Left out: `skprio` lines and the default priority.

use fabric_sim::units::{Rate, parse_number};

use super::source::Source;
use super::{NicSettings, NicTrust, Tsa, below_8};

/// Section of the output to which the next line belongs. Needed because some lines look alike in several
/// sections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Section {
    #[default]
    Other,
    /// Section after the line `PFC configuration:`.
    Pfc,
    /// Section after the line `tc: N`, with the number of the class.
    Class(u8),
}

/// Reader that takes the output of `mlnx_qos` line by line.
#[derive(Debug)]
pub(super) struct Reader {
    section: Section,
    /// Priority of each DSCP that the lines of the current DSCP map have named so far, indexed by DSCP.
    /// `None`: no line has named the DSCP.
    named: [Option<u8>; 64],
}

impl Default for Reader {
    fn default() -> Self {
        Self { section: Section::default(), named: [None; 64] }
    }
}

impl Reader {
    /// Reads a line into `settings`; skips lines of other programs.
    ///
    /// # Errors
    /// If a line of `mlnx_qos` has a malformed value, such as a trust state other than `dscp` and `pcp`.
    pub fn line(
        &mut self,
        line: &str,
        settings: &mut NicSettings,
        source: &mut Source<'_>,
    ) -> Result<(), String> {
        let line = line.trim();
        let Some((key, value)) = line.split_once(':') else {
            // `enabled 0 0 0 1 …` and `buffer 0 0 0 1 …` have no colon.
            return if self.section == Section::Pfc { pfc_row(line, settings, source) } else { Ok(()) };
        };
        let (key, value) = (key.trim(), value.trim());
        match key {
            "Priority trust state" => {
                source.record("trust", "state", "");
                settings.trust = match value {
                    "dscp" => Some(NicTrust::Dscp),
                    "pcp" => Some(NicTrust::Pcp),
                    other => return Err(format!("trust state \"{other}\" must be dscp or pcp")),
                };
            }
            "dscp2prio mapping" => {
                source.record("trust", "dscp", "");
                settings.dscp = Some([0; 64]);
                self.named = [None; 64];
            }
            "prio" => self.mapping(value, settings, source)?,
            "Cable len" => {
                source.record("Cable len", "", "");
                let metres =
                    value.parse().map_err(|_| format!("cable length \"{value}\" must be whole metres"))?;
                settings.cable = Some(metres);
            }
            "PFC configuration" => {
                // Begins the output of another run of `mlnx_qos`. The classes of the earlier output are
                // discarded.
                self.section = Section::Pfc;
                source.discard("tc");
                settings.classes.clear();
            }
            "tc" => self.class(value, settings, source)?,
            "priority" => {
                if let Section::Class(class) = self.section {
                    add_priority(below_8(value)?, class, settings, source);
                }
            }
            _ if key.starts_with("Receive buffer size") => {
                source.record("buffer", "size", "");
                settings.buffers = sizes(value)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads the line of a class after `tc:`, such as `0 ratelimit: unlimited, tsa: ets, bw: 50%`. Discards
    /// the earlier priorities of the class. If the line lacks a field, the class keeps its value of the
    /// field. A new class begins with strict priority, no bandwidth and no limit.
    fn class(
        &mut self,
        text: &str,
        settings: &mut NicSettings,
        source: &mut Source<'_>,
    ) -> Result<(), String> {
        let (number, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        source.record("tc", "", number);
        let number = below_8(number)?;
        self.section = Section::Class(number);
        let class = settings.class(number);
        class.priorities.clear();
        for field in rest.split(',') {
            let Some((name, value)) = field.split_once(':') else { continue };
            let value = value.trim();
            match name.trim() {
                "ratelimit" => class.limit = limit(value)?,
                "tsa" => class.tsa = tsa(value)?,
                "bw" => class.bandwidth = Some(percent(value)?),
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the DSCPs of a priority, such as `6 dscp:55,54,53,`. A priority with more than eight DSCPs has
    /// several lines. If several lines name a DSCP, the last line applies, and the earlier priorities are
    /// reported.
    fn mapping(
        &mut self,
        text: &str,
        settings: &mut NicSettings,
        source: &mut Source<'_>,
    ) -> Result<(), String> {
        let Some((priority, list)) = text.split_once("dscp:") else { return Ok(()) };
        let priority = below_8(priority)?;
        let map = settings.dscp.get_or_insert([0; 64]);
        for code in list.split(',').map(str::trim).filter(|code| !code.is_empty()) {
            let number = code.parse().ok().filter(|number: &usize| *number < map.len());
            let number = number.ok_or_else(|| format!("\"{code}\" must be a DSCP from 0 to 63"))?;
            map[number] = priority;
            let earlier = self.named[number].replace(priority);
            if let Some(earlier) = earlier.filter(|earlier| *earlier != priority) {
                let reason = format!(
                    "left out: DSCP {number} has priority {earlier} in one line and {priority} in a later one, \
                     which counts"
                );
                source.changed("trust", "dscp", reason);
            }
        }
        Ok(())
    }
}

/// Adds a priority to a class. If the priority belongs to another class, the priority leaves the other class,
/// with a finding.
fn add_priority(priority: u8, class: u8, settings: &mut NicSettings, source: &mut Source<'_>) {
    for (number, other) in &mut settings.classes {
        if other.priorities.contains(&priority) {
            other.priorities.retain(|of_other| *of_other != priority);
            let reason = format!(
                "left out: priority {priority} is in TC {number}, and later in TC {class}, which counts"
            );
            source.changed("tc", "priority", reason);
        }
    }
    settings.class(class).priorities.push(priority);
}

/// Reads a row of the PFC section, with a value for each priority: `enabled 0 0 0 1 0 0 0 0`, or `buffer …`.
fn pfc_row(line: &str, settings: &mut NicSettings, source: &mut Source<'_>) -> Result<(), String> {
    let mut words = line.split_whitespace();
    let name = words.next();
    if !matches!(name, Some("enabled" | "buffer")) {
        return Ok(());
    }
    let values: Vec<u8> = words.map(below_8).collect::<Result<_, _>>()?;
    let values: [u8; 8] =
        values.try_into().map_err(|_| format!("\"{line}\" must have 8 values, one for each priority"))?;
    if name == Some("enabled") {
        if let Some((priority, value)) = values.iter().enumerate().find(|(_, value)| **value > 1) {
            return Err(format!("enabled \"{value}\" of priority {priority} must be 0 or 1"));
        }
        source.record("PFC", "enabled", "");
        settings.pfc = Some(values.map(|value| value == 1));
    } else {
        source.record("buffer", "prio", "");
        settings.buffer_of = Some(values);
    }
    Ok(())
}

/// Reads sizes of receive buffers in bytes: `130944,130944,0,0,0,0,0,0,max_buffer_size=262016`. Parts with
/// `=` are skipped.
fn sizes(text: &str) -> Result<Vec<u64>, String> {
    let sizes = text.split(',').map(str::trim).filter(|size| !size.is_empty() && !size.contains('='));
    sizes.map(|size| size.parse().map_err(|_| format!("\"{size}\" must be a size in bytes"))).collect()
}

/// Parses a rate limit: `unlimited` gives `None`; otherwise the text is a rate, such as `10.0 Gbps`. A rate
/// of 0 is an error.
fn limit(text: &str) -> Result<Option<Rate>, String> {
    if text == "unlimited" {
        return Ok(None);
    }
    let number = text.strip_suffix("Gbps").and_then(|number| parse_number(number, 1_000_000_000));
    let rate = number.and_then(Rate::from_bps).map(Some);
    rate.ok_or_else(|| format!("ratelimit \"{text}\" must be unlimited, or a rate such as 10.0 Gbps"))
}

/// Parses a transmission selection algorithm: `strict`, `ets` or `vendor`.
pub(super) fn tsa(text: &str) -> Result<Tsa, String> {
    match text {
        "strict" => Ok(Tsa::Strict),
        "ets" => Ok(Tsa::Ets),
        "vendor" => Ok(Tsa::Vendor),
        other => Err(format!("tsa \"{other}\" must be strict, ets or vendor")),
    }
}

/// Parses a percentage from 0 to 100, with or without `%`.
pub(super) fn percent(text: &str) -> Result<u64, String> {
    let number = text.trim_end_matches('%').trim().parse().ok().filter(|percent| *percent <= 100);
    number.ok_or_else(|| format!("bandwidth \"{text}\" must be a percentage from 0 to 100"))
}
