//! Form for a new fabric: contains the text of its fields and makes a document from them. Start with
//! [`BuildForm::document`].
//!
//! Spaces around the text of a field are ignored. An empty field with a hint is left out of the document; an
//! empty field without a hint is refused. A link without a length gets 5 m, as its label says. Only the first
//! error is reported.

use fabric_sim::document::{Document, Problem, Problems};
use fabric_sim::new_document::{self, NewDocument, for_each_priority, link_value, object};
use serde_json::Value;

use super::build_entries::{
    BUILD_KINDS, BuildField, BuildKind, FIELDS, FormEntry, PRIORITIES, PRIORITY_ENTRIES, TRAFFIC_KINDS,
    TrafficKind, WORKLOAD,
};
use super::scenario::wrong_senders;
use super::user_error::displayed_message;
use BuildField::{
    Bytes, CoreLink, FabricLink, Horizon, HostLink, Hosts, Leaves, Load, Lossless, Ports, Priorities,
    Receiver, Senders, Spines, Switches,
};

/// Contents of the form for a new fabric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildForm {
    /// Kind of topology that the user chose.
    pub kind: &'static BuildKind,
    /// Kind of traffic that the user chose.
    pub traffic: &'static TrafficKind,
    /// Whether the document lists every node and link; if `false`, it has a `build` section.
    pub expands: bool,
    texts: [String; FIELDS],
}

/// Error that the form for a new fabric shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildRefusal {
    /// Field at which the form shows the error; `None` if no field of the form is at fault.
    pub field: Option<BuildField>,
    /// Text of the error, without a full stop at its end.
    pub words: String,
}

/// Form with a leaf–spine fabric of 2 spines and 4 leaves, and an incast.
impl Default for BuildForm {
    fn default() -> Self {
        let mut form = Self {
            kind: &BUILD_KINDS[0],
            traffic: &TRAFFIC_KINDS[0],
            expands: false,
            texts: Default::default(),
        };
        for (field, text) in [
            (Spines, "2"),
            (Leaves, "4"),
            (Switches, "4"),
            (Ports, "4"),
            (Hosts, "4"),
            (HostLink, "100G,5m"),
            (FabricLink, "400G,30m"),
            (CoreLink, "400G,100m"),
            (Lossless, "3"),
            (Bytes, "256k"),
            (Load, "50"),
            (Horizon, "100us"),
        ] {
            form.set(field, text.to_owned());
        }
        form
    }
}

impl BuildForm {
    /// Fields that the form shows, in order: fields of the topology, of the priorities, and of the traffic.
    pub fn entries(&self) -> impl Iterator<Item = &'static FormEntry> + Clone + use<> {
        self.kind.entries.iter().chain(PRIORITY_ENTRIES).chain(self.traffic.entries)
    }

    /// Text that `field` contains.
    #[must_use]
    pub fn get(&self, field: BuildField) -> &str {
        &self.texts[field as usize]
    }

    /// Puts text into a field. The text is not checked. A field keeps its text while the chosen kinds do not
    /// show it.
    pub fn set(&mut self, field: BuildField, text: String) {
        self.texts[field as usize] = text;
    }

    /// Makes the document that the form describes.
    ///
    /// # Errors
    /// The first error, with its field, in this order: an empty required field; the lists of
    /// priorities, lossless priorities and shares; a problem of the document.
    pub fn document(&self) -> Result<Document, BuildRefusal> {
        let is_missing =
            |entry: &&FormEntry| entry.hint.is_empty() && self.get(entry.field).trim().is_empty();
        if let Some(entry) = self.entries().find(is_missing) {
            let words = "this field is empty; fill it in".to_owned();
            return Err(BuildRefusal { field: Some(entry.field), words });
        }
        let (collectives, workloads) = self.traffic()?;
        let horizon = self.get(Horizon).trim();
        let edits = (!horizon.is_empty()).then(|| ("horizon".to_owned(), horizon.to_owned()));
        let new = NewDocument {
            build: object([(self.kind.name, object(self.fields(self.kind.entries)))]),
            lossless: self.list(&PRIORITY_ENTRIES[0], new_document::priorities)?,
            shares: self.list(&PRIORITY_ENTRIES[1], new_document::shares)?,
            collectives,
            workloads,
            flows: Vec::new(),
            edits: edits.into_iter().collect(),
        };
        let mut document = new.document().map_err(|problems| self.refusal(&problems))?;
        if let Some(counts) = document.build.as_ref().map(fabric_sim::document::Build::counts) {
            let label = self.kind.label;
            document.title = format!("{label}: {} hosts, {} switches", counts.hosts, counts.switches);
        }
        if self.expands {
            document = document.expanded().map_err(|problem| self.refusal(&problem.into()))?.into_owned();
        }
        Ok(document)
    }

    /// Entries of the lists `collectives` and `workloads` of the document. Each priority has one entry, in
    /// the list to which the kind of traffic belongs. If the field of priorities is empty, there is one entry
    /// without a priority. Without traffic, both lists are empty.
    fn traffic(&self) -> Result<(Vec<Value>, Vec<Value>), BuildRefusal> {
        let kind = self.traffic.name;
        if kind.is_empty() {
            return Ok((Vec::new(), Vec::new()));
        }
        let priorities = self.list(&PRIORITIES, new_document::priorities)?;
        let is_workload = self.traffic.entries == WORKLOAD;
        let sizes_or_kind = if is_workload { "sizes" } else { "kind" };
        let own = [("name", kind.into()), (sizes_or_kind, kind.into())];
        let entry = object(own.into_iter().chain(self.fields(self.traffic.entries)));
        let entries =
            if priorities.is_empty() { vec![entry] } else { for_each_priority(&entry, &priorities) };
        Ok(if is_workload { (Vec::new(), entries) } else { (entries, Vec::new()) })
    }

    /// Keys and JSON values of the fields in `entries`. Leaves out empty fields. Also leaves out priorities
    /// and horizon, whose place is elsewhere in the document. A text that is no whole number is passed on as
    /// text; the document then refuses it.
    fn fields(&self, entries: &'static [FormEntry]) -> impl Iterator<Item = (&'static str, Value)> {
        entries.iter().filter_map(|entry| {
            let text = self.get(entry.field).trim();
            let value = match entry.field {
                Priorities | Horizon => return None,
                _ if text.is_empty() => return None,
                HostLink | FabricLink | CoreLink => link_value(text),
                Bytes | Receiver => text.into(),
                _ => text.parse::<u64>().map_or_else(|_| text.into(), Value::from),
            };
            Some((entry.name, value))
        })
    }

    /// Values of a field that contains a list. `read` parses one entry of the list and returns the allowed
    /// range as error.
    fn list<T>(
        &self,
        entry: &FormEntry,
        read: fn(&str) -> Result<Vec<T>, &'static str>,
    ) -> Result<Vec<T>, BuildRefusal> {
        let text = self.get(entry.field).trim();
        read(text).map_err(|range| BuildRefusal {
            field: Some(entry.field),
            words: Problem::range("", format_args!("\u{201c}{text}\u{201d}"), range).to_string(),
        })
    }

    /// Converts the first problem to an error of the form. The error is shown at the field whose key is
    /// innermost in the place of the problem. A problem of the section `build` without a key of a field is
    /// shown at the first field. For a wrong number of senders, the error gives the number of hosts without
    /// the receiver.
    fn refusal(&self, problems: &Problems) -> BuildRefusal {
        let Some(problem) = problems.list().first() else {
            return BuildRefusal { field: None, words: String::new() };
        };
        let named = problem.place.split(['.', '[', ']']).rev().find_map(|part| {
            let part = if part == "class" { "share" } else { part };
            self.entries().find(|entry| entry.name == part)
        });
        // A problem of the section `build` without a field is shown at the first field.
        let of_build = problem.place.starts_with("build").then(|| &self.kind.entries[0]);
        let most_senders = named.filter(|entry| entry.field == Senders).and_then(|_| self.most_senders());
        if let Some(most) = most_senders {
            let words = wrong_senders("", self.get(Senders).trim(), most).to_string();
            return BuildRefusal { field: Some(Senders), words };
        }
        match named.or(of_build) {
            Some(entry) => {
                // The error needs no place, because it is shown at the field.
                let words = Problem { place: String::new(), ..problem.clone() }.to_string();
                BuildRefusal { field: Some(entry.field), words: displayed_message(&words) }
            }
            None => BuildRefusal { field: None, words: displayed_message(&problem.to_string()) },
        }
    }
}

impl BuildForm {
    /// Largest number of senders of an incast in this topology; `None` if the topology is refused.
    fn most_senders(&self) -> Option<usize> {
        let topology = Self { traffic: TRAFFIC_KINDS.last()?, expands: false, ..self.clone() };
        let document = topology.document().ok()?;
        usize::try_from(document.build?.counts().hosts.saturating_sub(1)).ok()
    }
}
