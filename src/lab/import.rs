//! Import of configurations of switches and NICs, and of files of other simulators. Start with [`import`].
//! The result is a document and a report.
//!
//! All files of one import make one document; the order of the files is kept. If one file is refused, the
//! whole import is refused. A JSON file is opened as a document, not imported, if it is malformed or has a
//! top-level key of a document, such as `hosts` or `links`.
//!
//! The browser stores the report as text with one entry per line. If this version of the program cannot read
//! a text that another version stored, the page has no report.

use fabric_interop::Treatment;
use fabric_interop::any_import::{self, Kind};
use fabric_interop::sonic::{File, Import, Line, Mismatch};
use fabric_sim::document::{Document, Link};
use fabric_sim::ids::PortId;

use super::DocumentPicture;

/// Keys of documents. A JSON object with one of these keys counts as a document.
const KEYS: [&str; 8] = ["build", "flows", "format", "hosts", "links", "model", "params", "switches"];

/// Report of an import: the imported fields, the fields left out, and contradictions between the ends of
/// links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportReport {
    /// Title of the imported document.
    pub title: String,
    /// Lists of findings, such as the imported fields and those left out.
    pub lists: Vec<ReportedList>,
    /// Links whose two ends contradict each other.
    pub mismatches: Vec<ImportDifference>,
    /// Number of links whose two ends are both in the files, so that they were compared.
    pub compared: usize,
    /// Number of links with only one end in the files, so that nothing was compared.
    pub one_sided: usize,
    /// Warnings about the document as a whole, one sentence each.
    pub warnings: Vec<String>,
}

/// Contradiction between the two ends of a link, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportDifference {
    /// Sentence with the values at both ends of the link, and the consequence of the contradiction.
    pub reason: String,
    /// Place of the contradicting field at each end of the link: the file, and the path in the file.
    pub places: [String; 2],
    /// Switch and port at each end of the link, such as `leaf1 Ethernet8`. Empty if unknown.
    pub ends: [String; 2],
}

impl From<&Mismatch> for ImportDifference {
    fn from(Mismatch { near, far, reason, ends }: &Mismatch) -> Self {
        Self { reason: reason.clone(), places: [near, far].map(ToString::to_string), ends: ends.clone() }
    }
}

/// List in the report of an import, such as the fields left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedList {
    /// Heading of the list.
    pub title: &'static str,
    /// Number of fields of the imported files that the list covers.
    pub fields: usize,
    /// Lines of the list, one for each combination of a table in the files and a reason.
    pub lines: Vec<Line>,
}

impl ImportReport {
    /// Sentence on the comparison of the ends of all links. `None` if ends contradict each other. Also `None`
    /// for files of another simulator, which have no ends to compare.
    #[must_use]
    pub fn comparison(&self) -> Option<String> {
        let Self { compared, one_sided, .. } = self;
        let has_ends = compared + one_sided > 0;
        (has_ends && self.mismatches.is_empty()).then(|| match (compared, one_sided) {
            (0, _) => "No link has both ends in the files: nothing could be compared.".to_owned(),
            (_, 0) => "The ends of every link fit together.".to_owned(),
            _ => format!(
                "The ends of {compared} links fit together. {one_sided} others have one end in the files, and were not compared."
            ),
        })
    }

    /// First contradiction between the two ends of the link of `port`, as a sentence. `None` if the ends
    /// agree, were not compared, or have no imported names.
    #[must_use]
    pub fn difference(&self, stage: &DocumentPicture, port: PortId) -> Option<&str> {
        let peer = stage.spec.ports.get(port.index())?.peer;
        // A host's name names no port, so the switch port identifies the link.
        let names: Vec<String> = [port, peer].into_iter().filter_map(|at| stage.imported_name(at)).collect();
        let is_here = |one: &&ImportDifference| names.iter().any(|name| one.ends.contains(name));
        self.mismatches.iter().find(is_here).map(|one| &one.reason[..])
    }

    /// Report as text that the browser stores: one line per entry, with fields separated by tabs.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut lines = vec![
            record(&["title", &self.title]),
            record(&["links", &self.compared.to_string(), &self.one_sided.to_string()]),
        ];
        for ImportDifference { reason, places: [near, far], ends: [here, there] } in &self.mismatches {
            lines.push(record(&["differ", reason, near, far, here, there]));
        }
        lines.extend(self.warnings.iter().map(|warning| record(&["warning", warning])));
        for list in &self.lists {
            lines.push(record(&["list", list.title, &list.fields.to_string()]));
            let line = |line: &Line| record(&["line", &line.place, &line.others.to_string(), &line.reason]);
            lines.extend(list.lines.iter().map(line));
        }
        lines.join("\n")
    }

    /// Reads the text that [`to_text`](Self::to_text) has written. `None` if the text is malformed or empty,
    /// for example because another version of the program wrote it. If the text has several titles, the last
    /// applies. An entry `line` without an earlier entry `list` makes the text malformed.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let mut report = Self {
            title: String::new(),
            lists: Vec::new(),
            mismatches: Vec::new(),
            compared: 0,
            one_sided: 0,
            warnings: Vec::new(),
        };
        let owned = |text: &&str| (*text).to_owned();
        for line in text.split('\n') {
            let fields: Vec<&str> = line.split('\t').collect();
            match &fields[..] {
                ["title", title] => report.title = owned(title),
                ["links", compared, one_sided] => {
                    (report.compared, report.one_sided) = (compared.parse().ok()?, one_sided.parse().ok()?);
                }
                ["differ", reason, near, far, here, there] => report.mismatches.push(ImportDifference {
                    reason: owned(reason),
                    places: [near, far].map(owned),
                    ends: [here, there].map(owned),
                }),
                ["warning", warning] => report.warnings.push(owned(warning)),
                ["list", title, fields] => {
                    let title =
                        Treatment::ALL.map(Treatment::title).into_iter().find(|known| known == title)?;
                    report.lists.push(ReportedList {
                        title,
                        fields: fields.parse().ok()?,
                        lines: Vec::new(),
                    });
                }
                ["line", place, others, reason] => report.lists.last_mut()?.lines.push(Line {
                    place: owned(place),
                    others: others.parse().ok()?,
                    reason: owned(reason),
                }),
                _ => return None,
            }
        }
        Some(report)
    }

    /// Report of `import`. A link counts as compared if both ends are switches; a link to a host has one end
    /// in the files.
    fn new(import: &Import) -> Self {
        let list = |(list, fields): (Treatment, usize)| ReportedList {
            title: list.title(),
            fields,
            lines: import.lines(list),
        };
        let document = &import.document;
        let is_switch = |name: &String| document.switches.iter().any(|switch| switch.name == *name);
        let has_both = |link: &&Link| is_switch(&link.a) && is_switch(&link.b);
        // Files of other simulators state a link only once, so there are no two ends to compare.
        let links = if document.interfaces.is_empty() { &[][..] } else { &document.links };
        let compared = links.iter().filter(has_both).count();
        Self {
            compared,
            one_sided: links.len() - compared,
            title: import.document.title.clone(),
            lists: import.counts().into_iter().map(list).collect(),
            mismatches: import.mismatches.iter().map(ImportDifference::from).collect(),
            warnings: import.warnings.clone(),
        }
    }
}

/// Joins `fields` to a line, separated by tabs. Tabs and line ends within a field become spaces, permanently.
fn record(fields: &[&str]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| field.replace(['\t', '\n'], " ")).collect();
    fields.join("\t")
}

/// Files of an import, and the ports that the user chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportFiles {
    /// Files, in the order in which they were opened.
    pub files: Vec<File>,
    /// Switch ports that get a link in the document, as `PORT` or `SWITCH:PORT`. If empty, all ports that are
    /// up and have a neighbour get a link.
    pub ports: Vec<String>,
}

impl ImportFiles {
    /// Adds `files` that supplement the files of this import. A file replaces an earlier supplement of the
    /// same name, such as the corrected settings of a NIC.
    #[must_use]
    #[inline(never)]
    pub fn supplement(mut self, mut files: Vec<File>) -> Self {
        let is_replaced = |earlier: &File| {
            files.iter().any(|file| file.name == earlier.name) && are_beside(std::slice::from_ref(earlier))
        };
        self.files.retain(|earlier| !is_replaced(earlier));
        self.files.append(&mut files);
        self
    }
}

/// Refusal of an import, with the reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRefusal {
    /// Reasons of the refusal, each on its own line.
    pub words: String,
    /// Ports, as `SWITCH:PORT`, that the page proposes when it asks the user to select ports. Empty if a
    /// selection of ports does not help.
    pub ports: Vec<String>,
}

/// Names of ports in a text: separated by commas, semicolons or white space. Repeated names stay.
#[must_use]
pub fn port_names(text: &str) -> Vec<String> {
    let is_between = |c: char| matches!(c, ',' | ';') || c.is_whitespace();
    text.split(is_between).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Whether [`import`] must read the files: at least one of them is no document. [`import`] also gets files of
/// unknown kinds, and refuses them. `false` if `files` is empty.
#[must_use]
#[inline(never)]
pub fn is_for_importers(files: &[File]) -> bool {
    files.iter().any(|file| Kind::of(file).is_some() || !is_document(file))
}

/// Whether the file is JSON with a key of documents, or malformed JSON. For malformed JSON, the reader of
/// documents reports the error.
fn is_document(file: &File) -> bool {
    let value = serde_json::from_str::<serde_json::Value>(file.content());
    let has_key = |value: serde_json::Value| KEYS.iter().any(|key| value.get(key).is_some());
    file.is_json() && value.map_or(true, has_key)
}

/// Whether every file only supplements a configuration whose main file is missing. `true` if `files` is
/// empty.
#[must_use]
#[inline(never)]
pub fn are_beside(files: &[File]) -> bool {
    files.iter().all(|file| Kind::of(file).is_some_and(Kind::needs_configuration))
}

/// Makes the document that the files describe, and the report.
///
/// # Errors
/// Files of unknown kinds, malformed fields, or values beyond the limits of the simulator, each with
/// its place.
#[inline(never)]
pub fn import(given: ImportFiles) -> Result<(Document, ImportReport), ImportRefusal> {
    let import = any_import::import(given.files, given.ports).map_err(|refusals| ImportRefusal {
        words: refusals.to_string(),
        ports: refusals.ports().to_vec(),
    })?;
    let report = ImportReport::new(&import);
    Ok((import.document, report))
}

#[cfg(test)]
mod tests {
    use fabric_sim::document::link::ShareLink;

    use super::*;
    use crate::lab::Lab;

    #[test]
    fn a_stored_report_is_read_back_unchanged() {
        let line =
            Line { place: "a.json: PORT|Ethernet0.fec".into(), others: 3, reason: "no such field".into() };
        let differing = ImportDifference {
            reason: "300m, 40m".into(),
            places: ["a".into(), "b".into()],
            ends: ["leaf1 Ethernet8".into(), String::new()],
        };
        let list =
            |list: Treatment| ReportedList { title: list.title(), fields: 4, lines: vec![line.clone()] };
        let report = ImportReport {
            title: "leaf1 and 1 more, from SONiC".into(),
            lists: Treatment::ALL.map(list).into(),
            mismatches: vec![differing],
            compared: 1,
            one_sided: 2,
            warnings: vec!["an example load".into(), String::new()],
        };
        assert_eq!(ImportReport::from_text(&report.to_text()), Some(report));
        for text in ["", "title", "report\t1", "line\ta\t1\tb", "list\tunknown\t1", "links\tx\ty"] {
            assert_eq!(ImportReport::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn a_lookup_file_alone_is_refused_with_the_missing_files() {
        let files = vec![File::new("pg_profile_lookup.ini", "100000 5m 1248 2288 53248 0 2288\n")];
        assert!(is_for_importers(&files) && are_beside(&files));
        let given = ImportFiles { files, ports: Vec::new() };
        let ImportRefusal { words: refusal, ports } = import(given).expect_err("no switch is there");
        assert_eq!(ports, [""; 0]);
        assert!(
            refusal.starts_with("pg_profile_lookup.ini: no configuration of a switch is with it"),
            "{refusal}"
        );
    }

    #[test]
    fn a_corrected_nic_file_replaces_the_one_of_its_name() {
        let leaf = File::new("leaf1.json", include_str!("../../docs/examples/leaf1.json"));
        let nic = |priorities: &str, cable: &str| {
            let text = include_str!("../../docs/examples/mlnx_qos.txt");
            let text = text.replace("Cable len: 7", &format!("Cable len: {cable}"));
            let enabled = text.lines().find(|line| line.trim_start().starts_with("enabled")).expect("a line");
            File::new("server4.txt", text.replace(enabled, &format!("\tenabled     {priorities}")))
        };
        let mismatches = |files: &ImportFiles| import(files.clone()).expect("it is imported").1.mismatches;
        let alone = ImportFiles { files: vec![leaf], ports: Vec::new() };
        let wrong = alone.clone().supplement(vec![nic("0   0   0   0   1   0   0   0", "7")]);
        assert!(!mismatches(&wrong).is_empty());
        assert_eq!(wrong.clone().supplement(vec![nic("0   0   0   0   1   0   0   0", "7")]), wrong);
        let right = wrong.clone().supplement(vec![nic("0   0   0   1   0   0   0   0", "40")]);
        assert_eq!((right.files.len(), mismatches(&right)), (2, Vec::new()));
        // The page shows each contradiction at the link of the NIC, whichever port of the link is selected.
        let (document, report) = import(wrong).expect("it is imported");
        let picture = Lab::open(&ShareLink::new(document).fragment()).picture();
        let stage = &picture.static_picture.document_picture;
        let host = stage.spec.nodes.iter().position(|node| &*node.name == "server4-eth0").expect("the host");
        let port = stage.spec.ports.iter().position(|port| port.node.index() == host).expect("its port");
        let peer = stage.spec.ports[port].peer;
        let shown = [PortId::new(port), peer].map(|port| report.difference(stage, port));
        assert!(shown[0].is_some() && shown[0] == shown[1], "{shown:?}");
    }

    #[test]
    fn a_switch_of_too_many_ports_is_imported_with_the_ports_that_are_chosen() {
        let port = |n: u32| format!(r#""Ethernet{n}": {{"speed": "100000", "admin_status": "up"}}"#);
        let ports: Vec<String> = (0..96).map(port).collect();
        let text = format!(
            r#"{{"DEVICE_METADATA": {{"localhost": {{"hostname": "big"}}}}, "PORT": {{{}}}}}"#,
            ports.join(", ")
        );
        let files = vec![File::new("big.json", text)];
        let refusal = import(ImportFiles { files: files.clone(), ports: Vec::new() }).expect_err("too many");
        assert!(refusal.words.contains("96 ports of big"), "{}", refusal.words);
        assert_eq!((refusal.ports.len(), &refusal.ports[63][..]), (64, "big:Ethernet63"));
        for (typed, links) in
            [(refusal.ports.join(", "), 64), ("Ethernet0 Ethernet95;big:Ethernet7".to_owned(), 3)]
        {
            let given = ImportFiles { files: files.clone(), ports: port_names(&typed) };
            let (document, _) = import(given).unwrap_or_else(|why| panic!("{typed}: {}", why.words));
            assert_eq!(document.links.len(), links, "{typed}");
        }
        let given = ImportFiles { files, ports: port_names("Ethernet96") };
        assert!(import(given).expect_err("no such port").words.contains("Ethernet96"));
    }

    #[test]
    fn documents_are_not_for_the_importers() {
        let is_for_importers = |text: &str| is_for_importers(&[File::new("f", text)]);
        for text in [r#"{"format": 1}"#, r#" {"flows": []}"#, r#"{"format": "#, "[1"] {
            assert!(!is_for_importers(text), "{text}");
        }
        for text in ["", "Dear Sir", "{}", "[1]", r#"{"PORT": {}}"#, "Tiers 2", "1->2 start 0"] {
            assert!(is_for_importers(text), "{text}");
        }
    }

    #[test]
    fn link_ends_without_data_are_not_reported_as_matching() {
        let report = |compared, one_sided| ImportReport {
            title: String::new(),
            lists: Vec::new(),
            mismatches: Vec::new(),
            compared,
            one_sided,
            warnings: Vec::new(),
        };
        let comparison_text =
            |compared, one_sided| report(compared, one_sided).comparison().expect("none differs");
        assert_eq!(report(0, 0).comparison(), None);
        assert!(comparison_text(0, 12).contains("nothing could be compared"));
        assert_eq!(comparison_text(4, 0), "The ends of every link fit together.");
        assert!(comparison_text(4, 12).contains("4 links fit together. 12 others"));
    }
}
