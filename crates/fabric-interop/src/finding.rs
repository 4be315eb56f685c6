//! Findings of an import: for each field of a file, how the import treated the field, and why. Start with
//! [`Finding`] and [`Refusal`].
//!
//! Rule: the import takes a field, changes the value, does not model the field, or refuses the field. The
//! import leaves out a field whose port has no link. Each finding and refusal has a reason. Fallback: parts
//! of a [`FilePlace`] that do not apply are empty; text above 300 characters is truncated. Left out: refusals
//! after the first 20, and repetitions of equal findings.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use fabric_sim::document::escape_unprintable;
use serde::Serialize;

/// Greatest number of characters of each text of a place, and of a reason. Longer text is truncated, and an
/// ellipsis is added. Escapes of unprintable characters are not counted.
const LONGEST: usize = 300;

/// Treatment of a field by an import. The report has a list for each treatment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Treatment {
    /// The document has the value of the file, or the field has no effect on queues.
    Taken,
    /// The document has another value than the file, or a value that no file gives.
    Changed,
    /// The simulator has no counterpart of the field, or the import does not know the field.
    NotModelled,
    /// The field belongs to a port that has no link in the document, so the field has no effect.
    WithoutLink,
}

impl Treatment {
    /// All treatments, in the order of the lists of a report.
    pub const ALL: [Self; 4] = [Self::Taken, Self::Changed, Self::NotModelled, Self::WithoutLink];

    /// Heading of the list in a report, such as `Not modelled`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Taken => "Taken",
            Self::Changed => "Changed",
            Self::NotModelled => "Not modelled",
            Self::WithoutLink => "Without a link",
        }
    }
}

/// Place in a file: table, key and field. Parts that do not apply are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FilePlace {
    /// Name of the file, as the caller gave it.
    pub file: String,
    /// Table in the file, such as `BUFFER_PG`.
    pub table: String,
    /// Key of an entry in the table, such as `Ethernet0|3-4`.
    pub key: String,
    /// Field of the entry, such as `profile`.
    pub field: String,
}

impl FilePlace {
    /// Place of a whole file: table, key and field are empty.
    #[must_use]
    pub fn file(name: &str) -> Self {
        Self { file: shown(name), ..Self::default() }
    }

    /// Place of `field` of the entry `key` in `table`; arguments that do not apply are empty. Long texts are
    /// truncated.
    #[must_use]
    pub fn new(file: &str, table: &str, key: &str, field: &str) -> Self {
        Self { file: shown(file), table: shown(table), key: shown(key), field: shown(field) }
    }

    /// Place of `field` in the entry of this place: file, table and key stay the same.
    #[must_use]
    pub fn at(&self, field: &str) -> Self {
        Self { field: shown(field), ..self.clone() }
    }
}

impl fmt::Display for FilePlace {
    /// Writes `file: TABLE|key.field`, without the parts that are empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if !self.table.is_empty() {
            write!(f, ": {}", self.table)?;
        }
        if !self.key.is_empty() {
            write!(f, "|{}", self.key)?;
        }
        if !self.field.is_empty() {
            write!(f, ".{}", self.field)?;
        }
        Ok(())
    }
}

/// Treatment of one field of a file by an import, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// Treatment of the field by the import; key `list` in JSON.
    #[serde(rename = "list")]
    pub treatment: Treatment,
    /// Place of the field in the file.
    #[serde(flatten)]
    pub place: FilePlace,
    /// Value in the document, or the reason why the document has none.
    pub reason: String,
}

/// Fault of a file that makes an import impossible.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Refusal {
    /// Place of the faulty field in the file.
    #[serde(flatten)]
    pub place: FilePlace,
    /// Fault of the field, and how to correct it.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn new(place: FilePlace, reason: &str) -> Self {
        Self { place, reason: shown(reason) }
    }
}

impl fmt::Display for Refusal {
    /// Writes `file: TABLE|key.field: reason`, or only the reason if the place is empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place != FilePlace::default() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.reason)
    }
}

/// All refusals of an import, at least one and at most [`Refusals::MAX_REFUSALS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusals {
    list: Vec<Refusal>,
    ports: Vec<String>,
}

impl Refusals {
    /// Largest number of refusals of one import; later refusals are dropped.
    pub const MAX_REFUSALS: usize = 20;

    /// Selection of ports with which the import may succeed, each as `SWITCH:PORT`. If a switch has more
    /// linked ports than the simulator allows, the selection has as many ports of the switch as allowed, the
    /// first ones. Empty for other refusals.
    #[must_use]
    pub fn ports(&self) -> &[String] {
        &self.ports
    }
}

impl From<Refusal> for Refusals {
    fn from(refusal: Refusal) -> Self {
        Self { list: vec![refusal], ports: Vec::new() }
    }
}

impl fmt::Display for Refusals {
    /// Writes one line for each refusal. Refusals of one table with equal field and reason share one line,
    /// which gives the number of refusals. The lines are in the order of their first refusals. The last line
    /// has no line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_alike = |a: &Refusal, b: &Refusal| {
            let [a, b] = [a, b].map(|one| (&one.place.file, &one.place.table, &one.place.field, &one.reason));
            a == b
        };
        let mut rest: Vec<&Refusal> = self.list.iter().collect();
        while let Some(refusal) = rest.first().copied() {
            let before = rest.len();
            rest.retain(|other| !is_alike(refusal, other));
            let Refusal { place, reason } = refusal;
            match before - rest.len() {
                1 => write!(f, "{refusal}")?,
                alike => write!(f, "{place} (and {} more): {reason}", alike - 1)?,
            }
            if !rest.is_empty() {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Refusals {}

/// Findings and refusals collected during an import. Equal findings are stored once, because many ports share
/// one profile.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// Treatments and reasons of the findings of each place. Each place here has at least one finding.
    found: BTreeMap<FilePlace, BTreeSet<(Treatment, String)>>,
    refusals: Vec<Refusal>,
    /// Ports with which the import may succeed; see [`Refusals::ports`].
    ports: Vec<String>,
}

impl Findings {
    pub(crate) fn taken(&mut self, place: FilePlace, reason: impl Into<String>) {
        self.add(Treatment::Taken, place, &reason.into());
    }

    pub(crate) fn changed(&mut self, place: FilePlace, reason: impl Into<String>) {
        self.add(Treatment::Changed, place, &reason.into());
    }

    pub(crate) fn not_modelled(&mut self, place: FilePlace, reason: impl Into<String>) {
        self.add(Treatment::NotModelled, place, &reason.into());
    }

    pub(crate) fn without_link(&mut self, place: FilePlace, reason: impl Into<String>) {
        self.add(Treatment::WithoutLink, place, &reason.into());
    }

    /// Adds the finding that the import does not know `subject`, such as `this key`.
    pub(crate) fn unknown(&mut self, place: FilePlace, subject: &str) {
        self.not_modelled(place, format!("the importer does not know {subject}"));
    }

    /// Adds the finding that an import skipped `lines` lines of a file, because these lines show a terminal
    /// prompt or a command. Adds nothing for 0 lines.
    pub(crate) fn skipped(&mut self, file: &str, lines: usize) {
        let reason = match lines {
            0 => return,
            1 => "a line with a prompt or a command is skipped".to_owned(),
            _ => format!("{lines} lines with a prompt or a command are skipped"),
        };
        self.changed(FilePlace::file(file), reason);
    }

    pub(crate) fn add(&mut self, treatment: Treatment, place: FilePlace, reason: &str) {
        self.found.entry(place).or_default().insert((treatment, shown(reason)));
    }

    /// Whether a finding was added for this place.
    pub(crate) fn has(&self, place: &FilePlace) -> bool {
        self.found.contains_key(place)
    }

    /// Whether an entry of a table, or one of its fields, has a finding. `entry` is the place of the entry,
    /// with an empty field.
    pub(crate) fn has_entry(&self, entry: &FilePlace) -> bool {
        let next = self.found.range(entry..).next();
        next.is_some_and(|(place, _)| {
            (&place.file, &place.table, &place.key) == (&entry.file, &entry.table, &entry.key)
        })
    }

    /// Treatment and reason of a finding of `place`; if the place has several findings, the first in the
    /// order of [`Treatment`]. `None` if the place has no finding.
    pub(crate) fn of(&self, place: &FilePlace) -> Option<(Treatment, &str)> {
        self.found.get(place)?.first().map(|(treatment, reason)| (*treatment, reason.as_str()))
    }

    /// Moves the findings of absent fields from the list *taken* to *changed*. `is_absent` says whether the
    /// files lack the field at a place. The reasons of the moved findings then begin with "the field is
    /// absent".
    pub(crate) fn correct_absent(&mut self, is_absent: impl Fn(&FilePlace) -> bool) {
        for (place, found) in &mut self.found {
            if place.field.is_empty() || !is_absent(place) {
                continue;
            }
            let correct = |(treatment, reason)| match treatment {
                Treatment::Taken => (Treatment::Changed, shown(&format!("the field is absent: {reason}"))),
                _ => (treatment, reason),
            };
            *found = std::mem::take(found).into_iter().map(correct).collect();
        }
    }

    /// Merges the findings of a field into one, if they have different treatments and `is_read` accepts the
    /// field. The result has the last of these treatments, in the order of [`Treatment`]. The reasons of this
    /// treatment come first. The reasons of the other treatments follow, each with its treatment: `taken in
    /// part: lossless = on for 4`.
    pub(crate) fn merge_treatments(&mut self, is_read: impl Fn(&FilePlace) -> bool) {
        for (place, found) in &mut self.found {
            let (Some((first, _)), Some((last, _))) = (found.first(), found.last()) else { continue };
            if first == last || place.field.is_empty() || !is_read(place) {
                continue;
            }
            let last = *last;
            let reason_text = |(treatment, reason): &(Treatment, String)| {
                if *treatment == last {
                    return reason.clone();
                }
                format!("{} in part: {reason}", treatment.title().to_lowercase())
            };
            let reasons: Vec<String> = found.iter().rev().map(reason_text).collect();
            *found = BTreeSet::from([(last, shown(&reasons.join("; ")))]);
        }
    }

    /// Adds a refusal, unless an equal one exists or [`Refusals::MAX_REFUSALS`] are stored.
    pub(crate) fn refuse(&mut self, place: FilePlace, reason: impl Into<String>) {
        let refusal = Refusal::new(place, &reason.into());
        if self.refusals.len() < Refusals::MAX_REFUSALS && !self.refusals.contains(&refusal) {
            self.refusals.push(refusal);
        }
    }

    /// Adds ports with which the import may succeed, as `SWITCH:PORT`. The ports are discarded if nothing is
    /// refused.
    pub(crate) fn offer_ports(&mut self, ports: impl IntoIterator<Item = String>) {
        self.ports.extend(ports);
    }

    /// Returns all findings in the order of treatment, file, table, key and field.
    ///
    /// # Errors
    /// The refusals, if anything was refused.
    pub(crate) fn finish(self) -> Result<Vec<Finding>, Refusals> {
        let of_place = |(place, found): (FilePlace, BTreeSet<(Treatment, String)>)| {
            let finding = move |(treatment, reason)| Finding { treatment, place: place.clone(), reason };
            found.into_iter().map(finding)
        };
        let mut findings: Vec<Finding> = self.or_refuse()?.found.into_iter().flat_map(of_place).collect();
        findings.sort();
        Ok(findings)
    }

    /// First finding, in the order of places, that reports `field` of `table` as not modelled: its place and
    /// reason. `None` if no finding reports this field as not modelled.
    pub(crate) fn first_not_modelled(&self, table: &str, field: &str) -> Option<(&FilePlace, &str)> {
        let mut of_field =
            self.found.iter().filter(|(place, _)| place.table == table && place.field == field);
        of_field.find_map(|(place, found)| {
            let (_, reason) = found.iter().find(|(treatment, _)| *treatment == Treatment::NotModelled)?;
            Some((place, reason.as_str()))
        })
    }

    /// Returns `self` unchanged if nothing was refused, so that the import can continue.
    ///
    /// # Errors
    /// The refusals, if anything was refused.
    pub(crate) fn or_refuse(self) -> Result<Self, Refusals> {
        if self.refusals.is_empty() {
            Ok(self)
        } else {
            Err(Refusals { list: self.refusals, ports: self.ports })
        }
    }
}

/// Text of a file, prepared for a message: truncated to [`LONGEST`] characters, with unprintable characters
/// escaped.
pub(crate) fn shown(text: &str) -> String {
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    let cut = escape_unprintable(&text[..end]).into_owned();
    if end < text.len() { cut + "…" } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_leaves_out_its_empty_parts() {
        assert_eq!(
            FilePlace::new("a.json", "PORT", "Ethernet0", "speed").to_string(),
            "a.json: PORT|Ethernet0.speed"
        );
        assert_eq!(FilePlace::new("a.json", "PORT", "", "").to_string(), "a.json: PORT");
        assert_eq!(FilePlace::file("a\u{7}.json").to_string(), r"a\u{7}.json");
    }

    #[test]
    fn a_refusal_of_an_option_has_no_place_in_front() {
        let refusal = Refusal::new(FilePlace::default(), "selected port Ethernet3: no file has such a port");
        assert_eq!(refusal.to_string(), "selected port Ethernet3: no file has such a port");
    }

    #[test]
    fn keys_with_the_same_fault_are_refused_in_one_line() {
        let mut findings = Findings::default();
        for (key, reason) in [("Ethernet0", "x"), ("Ethernet4", "y"), ("Ethernet8", "x"), ("Ethernet12", "x")]
        {
            findings.refuse(FilePlace::new("a.json", "PORT", key, "speed"), reason);
        }
        let text = findings.or_refuse().unwrap_err().to_string();
        assert_eq!(text, "a.json: PORT|Ethernet0.speed (and 2 more): x\na.json: PORT|Ethernet4.speed: y");
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(shown(&"é".repeat(LONGEST)).chars().count(), LONGEST);
        assert_eq!(shown(&"é".repeat(LONGEST + 1)).chars().count(), LONGEST + 1);
    }
}
