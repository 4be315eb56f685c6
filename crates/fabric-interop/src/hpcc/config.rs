//! Reader of `config.txt`: each line has a key and its values. Start with [`Config`].
//!
//! Rule: if several lines have the same key, the last line applies, as in `third.cc` of HPCC's simulator.
//! The earlier lines are reported. Fallback: an absent key has the default of `third.cc` if the module that
//! reads the key says so.
//! Left out: keys that name output files or control recordings. All other unknown keys are reported as not
//! modelled.

use std::collections::BTreeMap;

use crate::finding::{FilePlace, Findings, Refusal};
use crate::sonic::File;
use crate::words::{Word, lines};

/// Keys without a counterpart in this simulator, each with the reason for the report.
const NOT_MODELLED: [(&str, &str); 18] = [
    ("CLAMP_TARGET_RATE", CONTROL),
    ("DCTCP_RATE_AI", CONTROL),
    ("FAST_REACT", CONTROL),
    ("INT_MULTI", CONTROL),
    ("MI_THRESH", CONTROL),
    ("MULTI_RATE", CONTROL),
    ("PINT_LOG_BASE", CONTROL),
    ("PINT_PROB", CONTROL),
    ("RATE_BOUND", CONTROL),
    ("SAMPLE_FEEDBACK", CONTROL),
    ("U_TARGET", CONTROL),
    ("DATA_RATE", "the topology gives the rate of each link"),
    ("LINK_DELAY", "the topology gives the delay of each link"),
    ("L2_CHUNK_SIZE", "acks are by L2_ACK_INTERVAL alone"),
    ("PAUSE_TIME", "pauses have no time: they end with a resume, as in switch-mmu.cc"),
    ("LOAD", "the flows are given one by one"),
    ("ENABLE_IRN", "lost frames are sent again by go-back-N or not at all"),
    ("LB_MODE", "a flow keeps one of the equal paths, by a hash"),
];

/// Reason for keys of congestion controls that this simulator does not model.
const CONTROL: &str =
    "belongs to a congestion control that is not modelled, or to a detail of DCQCN that is not";

/// Keys that control recordings of HPCC's simulator. These keys do not describe the fabric, so the report
/// omits them.
const OF_RECORDS: [&str; 4] = ["ENABLE_TRACE", "QLEN_MON_START", "QLEN_MON_END", "QLEN_MON_INTERVAL"];

/// Usual keys of `config.txt`. A line that begins with one of them identifies the file.
const KNOWN: [&str; 8] = [
    "BUFFER_SIZE",
    "CC_MODE",
    "ENABLE_QCN",
    "FLOW_FILE",
    "KMAX_MAP",
    "PACKET_PAYLOAD_SIZE",
    "SIMULATOR_STOP_TIME",
    "TOPOLOGY_FILE",
];

/// Whether a line of the file begins with a key of `config.txt`, such as `CC_MODE`.
#[must_use]
pub fn is_config(file: &File) -> bool {
    lines(file, "#").any(|words| KNOWN.contains(&words[0].text))
}

/// Values of `config.txt` by key. If several lines have the same key, the last line applies.
#[derive(Debug)]
pub(super) struct Config<'a> {
    /// Name of the file, for findings and refusals about a missing key.
    file: &'a str,
    entries: BTreeMap<&'a str, ConfigLine<'a>>,
    /// Keys of the lines that a later line replaces, each with the number of the later line.
    replaced: Vec<(Word<'a>, usize)>,
}

#[derive(Debug)]
struct ConfigLine<'a> {
    key: Word<'a>,
    values: Vec<Word<'a>>,
}

impl<'a> Config<'a> {
    /// Creates a configuration without keys. Findings and refusals name `file`.
    pub fn empty(file: &'a File) -> Self {
        Self { file: &file.name, entries: BTreeMap::new(), replaced: Vec::new() }
    }

    /// Reads `config.txt`. A `#` starts a comment. Keys are case-sensitive.
    ///
    /// # Errors
    /// If the file is too long.
    pub fn read(file: &'a File) -> Result<Self, Refusal> {
        file.check()?;
        let (mut entries, mut replaced) = (BTreeMap::new(), Vec::new());
        for mut values in lines(file, "#") {
            let key = values.remove(0);
            let earlier = entries.insert(key.text, ConfigLine { key, values });
            replaced.extend(earlier.map(|earlier: ConfigLine<'_>| (earlier.key, key.line)));
        }
        Ok(Self { file: &file.name, entries, replaced })
    }

    /// Values in the line of a key; `None` if the file lacks the key.
    pub fn values(&self, key: &str) -> Option<&[Word<'a>]> {
        self.entries.get(key).map(|entry| entry.values.as_slice())
    }

    /// First value of a key; `None` if the key is absent. Further values are ignored.
    ///
    /// # Errors
    /// If the key has no value.
    pub fn one(&self, key: &str) -> Result<Option<Word<'a>>, Refusal> {
        let Some(entry) = self.entries.get(key) else { return Ok(None) };
        let missing = || Refusal::new(entry.key.place(), &format!("{key} has no value; give one"));
        entry.values.first().copied().ok_or_else(missing).map(Some)
    }

    /// Whether the first value of a key is a number other than 0; `None` if the key is absent.
    ///
    /// # Errors
    /// If the key has no value, or its first value is no whole number from 0 to 2³² − 1.
    pub fn is_on(&self, key: &str) -> Result<Option<bool>, Refusal> {
        let word = self.one(key)?;
        word.map(|word| word.whole(key, 0..=u64::from(u32::MAX)).map(|number| number != 0)).transpose()
    }

    /// Place of the line of a key, for findings. If the key is absent, the place has the key and no line.
    pub fn place(&self, key: &str) -> FilePlace {
        let entry = self.entries.get(key);
        entry.map_or_else(|| FilePlace::new(self.file, key, "", ""), |entry| entry.key.field(key, ""))
    }

    /// Place of the line of a key, for refusals; the place of the whole file if the key is absent.
    pub fn line(&self, key: &str) -> FilePlace {
        let entry = self.entries.get(key);
        entry.map_or_else(|| FilePlace::file(self.file), |entry| entry.key.place())
    }

    /// Checks that the file is a `config.txt`: it has a key of `read`, or another known key.
    ///
    /// # Errors
    /// If all keys are unknown, or if the file has no key.
    pub fn check_is_config(&self, read: &[&str]) -> Result<(), Refusal> {
        let is_known = |key: &&str| {
            let is_modelled = read.contains(key) || !NOT_MODELLED.iter().all(|(known, _)| known != key);
            is_modelled || is_unreported(key)
        };
        if self.entries.keys().any(is_known) {
            return Ok(());
        }
        let reason = "has no key of HPCC's config.txt, such as CC_MODE; give that file";
        Err(Refusal::new(FilePlace::file(self.file), reason))
    }

    /// Reports each key that is not in `read` as not modelled, and each line that a later line replaces. Keys
    /// of recordings, and keys that end in `_FILE`, are not reported.
    pub fn report(&self, read: &[&str], findings: &mut Findings) {
        for (key, by) in &self.replaced {
            if !is_unreported(key.text) {
                let reason = format!("left out: line {} is replaced by line {by}", key.line);
                findings.changed(key.field(key.text, ""), reason);
            }
        }
        for (name, ConfigLine { key, .. }) in &self.entries {
            if read.contains(name) || is_unreported(name) {
                continue;
            }
            let known = NOT_MODELLED.iter().find(|(known, _)| known == name);
            match known {
                Some((_, reason)) => findings.not_modelled(key.field(name, ""), *reason),
                None => findings.unknown(key.field(name, ""), "this key"),
            }
        }
    }
}

/// Whether a key does not describe the fabric: it controls a recording, or names another file.
fn is_unreported(key: &str) -> bool {
    OF_RECORDS.contains(&key) || key.ends_with("_FILE")
}
