//! Import of files of any kind. The kind of a file follows from its contents, or from a name that ends in
//! `.ini`.
//! Start with [`import`].
//!
//! Rule: [`Kind::of`] tests the kinds one after the other. A file is of the first kind whose tables, keys or
//! columns it contains. All files of one import belong to one program.
//! Fallback: JSON of unknown kind is treated as part of a switch configuration, if another file has such a
//! configuration. Flows get no rate control, with a warning, if the congestion control is not modelled.
//! Left out: dumps of SONiC tables other than those of buffers and LLDP neighbours.

use crate::finding::{FilePlace, Findings, Refusal, Refusals};
use crate::foreign;
use crate::sonic::{self, File, Import, NicFile, SwitchFile};
use crate::terminal::is_prompt;
use crate::{hpcc, htsim, json, nic, terminal};

/// Kind of a file that an import accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Configuration of a SONiC switch, or part of one.
    Configuration,
    /// `pg_profile_lookup.ini` of SONiC: headroom by speed and cable length. Each file without JSON whose
    /// name ends in `.ini` is of this kind.
    Lookup,
    /// Buffers or LLDP neighbours of a SONiC switch: output of `show buffer information`, `show buffer
    /// configuration`, `show lldp table` or `lldpctl -f json`, or a dump of `APPL_DB`.
    Tables,
    /// Settings of a NIC: output of `mlnx_qos` or `dcb`.
    Nic,
    /// `topology.txt` of HPCC's simulator: nodes and links.
    HpccTopology,
    /// `flow.txt` of HPCC's simulator: flows.
    HpccFlows,
    /// `config.txt` of HPCC's simulator: settings by key.
    HpccConfig,
    /// `.topo` file of htsim: fat tree.
    HtsimTopology,
    /// `.cm` file of htsim: connections with sizes and starts.
    HtsimConnections,
}

/// Program whose files belong together in one import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Sonic,
    Hpcc,
    Htsim,
}

impl Kind {
    const fn family(self) -> Family {
        match self {
            Self::Configuration | Self::Lookup | Self::Tables | Self::Nic => Family::Sonic,
            Self::HpccTopology | Self::HpccFlows | Self::HpccConfig => Family::Hpcc,
            Self::HtsimTopology | Self::HtsimConnections => Family::Htsim,
        }
    }

    /// Kind of a file by its contents; `None` if the contents match no kind. The first test that succeeds
    /// decides. The order of the tests is: configuration of SONiC, buffers or neighbours, lookup, NIC,
    /// htsim topology and connections, then configuration, topology and flows of HPCC's simulator. JSON can
    /// only be a file of SONiC or output of a NIC.
    #[must_use]
    pub fn of(file: &File) -> Option<Self> {
        // Each test reads the file, so that the later ones run only if the earlier ones fail.
        if file.is_json() {
            return if sonic::is_configuration(file) {
                Some(Self::Configuration)
            } else if has_tables(file) {
                Some(Self::Tables)
            } else {
                nic::is_output(file).then_some(Self::Nic)
            };
        }
        let lines = file.content().lines().filter(|line| !is_prompt(line));
        let lines: Vec<Vec<&str>> = lines.filter_map(words).collect();
        let begins = |names: &[&str]| {
            lines.iter().any(|words| names.iter().any(|name| words[0].eq_ignore_ascii_case(name)))
        };
        if has_tables(file) {
            Some(Self::Tables)
        } else if is_ini(&file.name) || is_lookup(&lines) {
            Some(Self::Lookup)
        } else if nic::is_output(file) {
            Some(Self::Nic)
        } else if begins(&["tiers", "podsize", "downlink_speed_gbps"]) {
            Some(Self::HtsimTopology)
        } else if begins(&["connections"]) || lines.iter().any(|words| is_connection(words)) {
            Some(Self::HtsimConnections)
        } else if hpcc::is_config(file) {
            Some(Self::HpccConfig)
        } else if lines.iter().any(|words| is_link(words)) {
            Some(Self::HpccTopology)
        } else {
            is_flows(&lines).then_some(Self::HpccFlows)
        }
    }

    /// Whether files of this kind can be imported only together with the configuration of a switch.
    #[must_use]
    pub const fn needs_configuration(self) -> bool {
        matches!(self, Self::Lookup | Self::Tables | Self::Nic)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Configuration => "a configuration of a switch",
            Self::Lookup => "headroom by speed and cable length",
            Self::Tables => "buffers or neighbours of a switch",
            Self::Nic => "settings of a NIC",
            Self::HpccTopology => "a topology of HPCC's simulator",
            Self::HpccFlows => "flows of HPCC's simulator",
            Self::HpccConfig => "a configuration of HPCC's simulator",
            Self::HtsimTopology => "a topology of htsim",
            Self::HtsimConnections => "connections of htsim",
        }
    }
}

/// Whether the file has buffers or LLDP neighbours of a switch.
fn has_tables(file: &File) -> bool {
    sonic::has_buffers(file) || sonic::has_neighbours(file)
}

/// Words of a line without its `#` comment; `None` if the line has no words.
fn words(line: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = line.split('#').next()?.split_whitespace().collect();
    (!words.is_empty()).then_some(words)
}

fn is_ini(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("ini"))
}

fn is_whole(word: &str) -> bool {
    word.parse::<u64>().is_ok()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether the first line is `SPEED CABLE SIZE XON XOFF …`, such as `100000 5m 1248 2288 53248`.
fn is_lookup(lines: &[Vec<&str>]) -> bool {
    let is_length = |word: &str| word.strip_suffix('m').is_some_and(is_whole);
    lines.first().is_some_and(|words| words.len() >= 5 && is_whole(words[0]) && is_length(words[1]))
}

/// Whether a line is a connection of htsim, such as `0->13 id 1 start 0 size 1000`.
fn is_connection(words: &[&str]) -> bool {
    words[0].split_once("->").is_some_and(|(a, b)| is_whole(a) && is_whole(b))
}

/// Whether a line is a link of HPCC's simulator: `A B RATE DELAY ERROR_RATE`.
fn is_link(words: &[&str]) -> bool {
    let [a, b, rest @ ..] = words else { return false };
    is_whole(a) && is_whole(b) && rest.len() == 3 && rest.iter().all(|word| is_number(word))
}

/// Whether the first line is the number of flows, and the second, if any, is a flow: `SOURCE DESTINATION PG
/// PORT SIZE START`.
fn is_flows(lines: &[Vec<&str>]) -> bool {
    let is_flow = |words: &Vec<&str>| words.len() == 6 && words.iter().all(|word| is_number(word));
    lines.first().is_some_and(|words| words.len() == 1 && is_whole(words[0]))
        && lines.get(1).is_none_or(is_flow)
}

/// Imports files of one program into one document. `ports` selects the ports of SONiC switches that get a
/// link, as in [`sonic::Request::ports`]. Files of other simulators ignore `ports`.
///
/// # Errors
/// If a file is of no known kind, if the files do not belong together, or if the importer for their kind
/// refuses the files. Only the first file of unknown kind or of another program is refused. Two files of one
/// kind are refused, except files of SONiC. `files` without a configuration or a topology is refused.
pub fn import(files: Vec<File>, ports: Vec<String>) -> Result<Import, Refusals> {
    let kinds: Vec<Option<Kind>> = files.iter().map(Kind::of).collect();
    // JSON that no table identifies is part of a configuration, if the files contain a configuration.
    let has_switch = kinds.contains(&Some(Kind::Configuration));
    let mut known: Vec<(Kind, File)> = Vec::new();
    for (kind, file) in kinds.into_iter().zip(files) {
        let is_part = || has_switch && file.is_json() && foreign::kind(&file).is_none();
        let kind = kind.or_else(|| is_part().then_some(Kind::Configuration));
        let kind = kind.ok_or_else(|| unknown(&file))?;
        if let Some((first, _)) = known.iter().find(|(first, _)| first.family() != kind.family()) {
            let reason = format!(
                "its contents are {}, and {} does not belong to it; open them one after the other",
                kind.name(),
                first.name()
            );
            return Err(Refusal::new(FilePlace::file(&file.name), &reason).into());
        }
        known.push((kind, file));
    }
    match known.first().map(|(kind, _)| kind.family()) {
        Some(Family::Hpcc) => of_hpcc(known),
        Some(Family::Htsim) => htsim::import(&htsim::Request {
            topology: needed(&mut known, Kind::HtsimTopology)?,
            connections: single(&mut known, Kind::HtsimConnections)?,
        }),
        Some(Family::Sonic) | None => of_sonic(known, ports),
    }
}

fn unknown(file: &File) -> Refusal {
    if let Some(kind) = foreign::kind(file) {
        return Refusal::new(FilePlace::file(&file.name), kind);
    }
    if let Some(error) = json::parse(file).err().filter(|_| file.is_json()) {
        return Refusal::new(FilePlace::file(&file.name), &foreign::fault(&error));
    }
    let reason = "its contents are of no kind that is read; give a document or a lesson, config_db.json or \
                  pg_profile_lookup.ini of SONiC, output of show buffer information, show lldp table, mlnx_qos or dcb, topology, flows or configuration of HPCC's \
                  simulator, or .topo or .cm of htsim";
    Refusal::new(FilePlace::file(&file.name), reason)
}

fn of_sonic(known: Vec<(Kind, File)>, ports: Vec<String>) -> Result<Import, Refusals> {
    let mut request = sonic::Request { ports, ..sonic::Request::default() };
    let mut nics = Vec::new();
    let has_name =
        |(kind, file): &&(Kind, File)| *kind == Kind::Configuration && file.text.contains("\"hostname\"");
    let has_several_switches = known.iter().filter(has_name).count() > 1;
    for (kind, file) in known {
        match kind {
            Kind::Tables => {
                let owner = terminal::host(&file.text).filter(|_| has_several_switches);
                let mut add = |file: File| {
                    request.parts.push(SwitchFile { switch: owner.map(str::to_owned), file });
                };
                if sonic::has_buffers(&file) {
                    add(sonic::buffer_tables(&file)?);
                }
                if sonic::has_neighbours(&file) {
                    add(sonic::lldp_tables(&file)?);
                }
            }
            Kind::Lookup => request.lookups.push(SwitchFile { switch: None, file }),
            Kind::Nic => nics.push(NicFile { host: None, file }),
            _ => request.files.push(file),
        }
    }
    if request.files.is_empty() {
        let of_switches = request.parts.iter().chain(&request.lookups).map(|one| &one.file);
        let beside = of_switches.chain(nics.iter().map(|nic| &nic.file));
        let mut findings = Findings::default();
        for file in beside.take(1) {
            let reason = "no configuration of a switch is with it; open both, or drop both, at once";
            findings.refuse(FilePlace::file(&file.name), reason);
        }
        findings.or_refuse()?;
    }
    sonic::import_with_nics(&request, &nics)
}

/// Imports files of HPCC's simulator. If the simulator does not model the congestion control in the files,
/// flows get no rate control, and a warning is added.
fn of_hpcc(mut known: Vec<(Kind, File)>) -> Result<Import, Refusals> {
    let topology = needed(&mut known, Kind::HpccTopology)?;
    let flows = single(&mut known, Kind::HpccFlows)?;
    let config = single(&mut known, Kind::HpccConfig)?;
    let is_modelled = config.as_ref().is_none_or(hpcc::models_control);
    let rate_control = (!is_modelled).then_some(hpcc::RateControl::None);
    let mut import = hpcc::import(&hpcc::Request { topology, flows, config, rate_control })?;
    if !is_modelled {
        import.warnings.push(
            "CC_MODE is a congestion control that is not modelled: flows send at the rate of their link. \
             rate_control = dcqcn gives them DCQCN."
                .to_owned(),
        );
    }
    Ok(import)
}

/// Removes the file of a kind from `known`, and returns the file. `None` if `known` has no file of this kind.
///
/// # Errors
/// If there are several files of the kind.
fn single(known: &mut Vec<(Kind, File)>, kind: Kind) -> Result<Option<File>, Refusal> {
    let mut of_kind = known.iter().enumerate().filter(|(_, (other, _))| *other == kind);
    let (first, second) = (of_kind.next(), of_kind.next());
    if let (Some((_, (_, first))), Some((_, (_, second)))) = (first, second) {
        let reason = format!("its contents are {}, and so is {}; open one of them", kind.name(), first.name);
        return Err(Refusal::new(FilePlace::file(&second.name), &reason));
    }
    Ok(first.map(|(at, _)| at).map(|at| known.swap_remove(at).1))
}

/// Removes and returns the topology file of a program; `kind` is the kind of this file.
///
/// # Errors
/// If the program has no topology file, or several. The other files cannot be imported without a topology.
fn needed(known: &mut Vec<(Kind, File)>, kind: Kind) -> Result<File, Refusal> {
    single(known, kind)?.ok_or_else(|| {
        let (other, file) = known.first().map_or(("", ""), |(kind, file)| (kind.name(), &file.name));
        let reason = format!(
            "its contents are {other}, and {} is not with it; open both, or drop both, at once",
            kind.name()
        );
        Refusal::new(FilePlace::file(file), &reason)
    })
}
