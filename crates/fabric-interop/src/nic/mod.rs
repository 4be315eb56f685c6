//! Settings of a NIC: import from output of `mlnx_qos` and `dcb`, and export as commands.
//!
//! [`NicSettings::read`] reads the output of both programs, also several outputs in one file. [`commands()`]
//! writes the commands for a host of a document.
//!
//! Rule: a line is output of `dcb` if its first word is known, else of `mlnx_qos`. JSON is output of `dcb
//! -j`.
//! Fallback: settings that the output lacks are unknown; the host of the document keeps its own values.
//! Left out: lines of other programs.

mod classes;
pub mod commands;
mod dcb;
mod dcb_json;
mod dscp;
mod mlnx_qos;
mod source;

use fabric_sim::ids::PrioritySet;
use std::collections::BTreeMap;

use fabric_sim::units::Rate;

use crate::finding::{FilePlace, Findings, Refusal};
use crate::sonic::File;

use source::Source;

pub(crate) use classes::scheduling;
pub use commands::{Commands, ToolCommands, commands};

/// Beginnings of lines that identify text as output of `mlnx_qos` or `dcb`.
const KNOWN: [&str; 12] = [
    "Cable len:",
    "PFC configuration:",
    "Priority trust state:",
    "Receive buffer size",
    "buffer-size ",
    "dscp-prio ",
    "dscp2prio mapping:",
    "prio-buffer ",
    "prio-pfc ",
    "prio-tc ",
    "tc-bw ",
    "tc-tsa ",
];

/// Whether the file is output of `mlnx_qos` or `dcb`, as text or as JSON. JSON is output of these programs if
/// [`NicSettings::read`] accepts the file.
#[must_use]
pub fn is_output(file: &File) -> bool {
    let is_known = |line: &str| KNOWN.iter().any(|known| line.trim_start().starts_with(known));
    file.text.lines().any(is_known) || file.is_json() && NicSettings::read(file).is_ok()
}

/// Field of a frame from which a NIC derives the priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NicTrust {
    /// DSCP of the IP header.
    Dscp,
    /// PCP of the VLAN tag.
    Pcp,
}

/// Transmission selection algorithm of a traffic class (IEEE 802.1Q, 8.6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tsa {
    /// Strict priority.
    Strict,
    /// ETS: share of the bandwidth that strict classes leave.
    Ets,
    /// Algorithm of the vendor; the default of the `mlx5` driver.
    Vendor,
}

/// Traffic class of a NIC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrafficClass {
    /// Transmission selection algorithm.
    pub tsa: Tsa,
    /// Bandwidth share of an ETS class in percent; `None` if the output gives none.
    pub bandwidth: Option<u64>,
    /// Priorities of the class, 0 to 7.
    pub priorities: Vec<u8>,
    /// Largest rate of all priorities of the class together; `None`: no limit. Only `mlnx_qos` prints this
    /// limit.
    pub limit: Option<Rate>,
}

/// Settings of a NIC. Settings that the output lacks are `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NicSettings {
    /// Name of the file from which the settings were read, for messages.
    pub file: String,
    /// Name of the file from which a section was read, if it is not `file`. The key is the name of the
    /// section, such as `PFC`.
    pub files: BTreeMap<&'static str, String>,
    /// Whether PFC is enabled, indexed by priority; `None` if the output of `mlnx_qos` or `dcb` does not show
    /// it.
    pub pfc: Option<[bool; 8]>,
    /// Field of a frame from which the NIC derives the priority; `None` if the output of `mlnx_qos` or `dcb`
    /// does not show it.
    pub trust: Option<NicTrust>,
    /// Priority of each DSCP, indexed by DSCP; `None` if the output has no map.
    pub dscp: Option<[u8; 64]>,
    /// Sizes of the receive buffers in bytes, indexed by buffer number.
    pub buffers: Vec<u64>,
    /// Index of the receive buffer of each priority, indexed by priority; `None` if the printed text has no
    /// indices of buffers.
    pub buffer_of: Option<[u8; 8]>,
    /// Length of the cable in metres; `None` if the output does not give the length.
    pub cable: Option<u64>,
    /// Traffic classes by number, 0 to 7.
    pub classes: BTreeMap<u8, TrafficClass>,
}

impl NicSettings {
    /// Priorities for which PFC is enabled; `None` if the output does not show it.
    pub(crate) fn pfc_priorities(&self) -> Option<PrioritySet> {
        let pfc = self.pfc?;
        Some(PrioritySet::ALL.iter().filter(|n| pfc[n.index()]).collect())
    }

    /// Reads the output of `mlnx_qos` or of `dcb`, as text or as JSON of `dcb -j`. Skips lines of other
    /// programs. If the file has a setting several times, the last applies.
    ///
    /// # Errors
    /// If the file is too long, has a malformed value, or has no setting.
    pub fn read(file: &File) -> Result<Self, Refusal> {
        Self::read_and_report(file, &mut Findings::default())
    }

    /// Reads a file like [`Self::read`]. Adds a finding for each value that the file has several times, and
    /// for each value that is not modelled.
    ///
    /// # Errors
    /// As for [`Self::read`].
    pub(crate) fn read_and_report(file: &File, findings: &mut Findings) -> Result<Self, Refusal> {
        file.check()?;
        let mut settings = Self { file: file.name.clone(), ..Self::default() };
        let text = file.content();
        let mut source = Source::new(&file.name, findings);
        let refused = |reason: String| Refusal::new(FilePlace::file(&file.name), &reason);
        if file.is_json() {
            dcb_json::read(text, &mut settings, &mut source).map_err(refused)?;
        } else {
            let mut reader = mlnx_qos::Reader::default();
            for (number, line) in text.lines().enumerate() {
                let in_line = |reason: String| refused(format!("line {}: {reason}", number + 1));
                source.enter(format!("line {}", number + 1));
                if !dcb::line(line, &mut settings, &mut source).map_err(in_line)? {
                    reader.line(line, &mut settings, &mut source).map_err(in_line)?;
                }
            }
        }
        let empty = Self { file: file.name.clone(), ..Self::default() };
        if settings == empty {
            return Err(refused(
                "no setting of mlnx_qos or dcb was found; give the output of mlnx_qos -i, or of dcb pfc, \
                                ets, buffer and app show"
                    .to_owned(),
            ));
        }
        Ok(settings)
    }

    /// Place of a setting in its file: a section of the output, and a field. The key is empty.
    pub(crate) fn place(&self, section: &str, field: &str) -> FilePlace {
        FilePlace::new(self.files.get(section).unwrap_or(&self.file), section, "", field)
    }

    /// Adds the settings of a later file of the same NIC. The later settings replace the settings of earlier
    /// files. A finding reports each section that is replaced.
    pub(crate) fn join(&mut self, later: Self, findings: &mut Findings) {
        let sections = [
            ("PFC", self.pfc.is_some(), later.pfc.is_some()),
            (
                "trust",
                self.trust.is_some() || self.dscp.is_some(),
                later.trust.is_some() || later.dscp.is_some(),
            ),
            ("buffer", !self.buffers.is_empty(), !later.buffers.is_empty()),
            ("Cable len", self.cable.is_some(), later.cable.is_some()),
            ("tc", !self.classes.is_empty(), !later.classes.is_empty()),
        ];
        for (section, is_set, is_later) in sections {
            if is_set && is_later {
                let reason = format!("left out: {} is a later file of the same NIC", later.file);
                findings.changed(self.place(section, ""), reason);
            }
            if is_later {
                self.files.insert(section, later.file.clone());
            }
        }
        self.pfc = later.pfc.or(self.pfc);
        self.trust = later.trust.or(self.trust);
        self.dscp = later.dscp.or(self.dscp);
        if !later.buffers.is_empty() {
            self.buffers = later.buffers;
        }
        self.buffer_of = later.buffer_of.or(self.buffer_of);
        self.cable = later.cable.or(self.cable);
        if !later.classes.is_empty() {
            self.classes = later.classes;
        }
    }

    /// Traffic class with this number. An absent class is created with strict priority.
    fn class(&mut self, number: u8) -> &mut TrafficClass {
        self.classes.entry(number).or_insert(TrafficClass {
            tsa: Tsa::Strict,
            bandwidth: None,
            priorities: Vec::new(),
            limit: None,
        })
    }

    /// Assigns each priority to a class; `classes` is indexed by priority. Replaces all earlier assignments,
    /// and creates absent classes.
    fn assign(&mut self, classes: [u8; 8]) {
        for class in self.classes.values_mut() {
            class.priorities.clear();
        }
        for (priority, class) in (0..).zip(classes) {
            self.class(class).priorities.push(priority);
        }
    }
}

/// Parses a number from 0 to 7.
fn below_8(text: &str) -> Result<u8, String> {
    let number = text.trim().parse().ok().filter(|number: &u8| *number < 8);
    number.ok_or_else(|| format!("\"{text}\" must be a number from 0 to 7"))
}
