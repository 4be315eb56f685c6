//! Import of files of HPCC's ns-3 simulator and of simulators derived from it: `topology.txt`, `flow.txt` and
//! `config.txt`.
//!
//! Start with [`import`]. Each module imports one group of settings. [`Results`] records a run for `fct.txt`
//! and `pfc.txt`.
//!
//! Rule: formats and defaults are those of `third.cc`, `switch-mmu.cc` and `rdma-hw.cc` by the authors of Li
//! et al., HPCC, SIGCOMM 2019.
//! Fallback: the run ends at twice the estimated end of all flows if `SIMULATOR_STOP_TIME` is later or
//! absent.
//! Left out: hosts with several links, and round robin between priority groups.

mod config;
mod control;
mod flows;
mod marking;
mod paths;
mod results;
mod topology;
mod transport;
mod units;

use fabric_sim::document::{Action, Document, LinkDirections, Lossy, TimedAction};
use fabric_sim::units::Time;

use config::Config;
use flows::Flows;
use topology::Topology;

use crate::checked::{self, Params};
use crate::finding::{FilePlace, Findings, Refusal, Refusals};
use crate::sonic::{File, Import};

pub(crate) use topology::length;

pub use config::is_config;
pub use control::models_control;
pub use results::{FctLine, PfcLine, Results};

/// Keys of `config.txt` for the buffer size, errors and failures of links, and the end of the run.
const KEYS: [&str; 5] =
    ["BUFFER_SIZE", "ERROR_RATE_PER_LINK", "LINK_DOWN", "SIMULATOR_STOP_TIME", "USE_DYNAMIC_PFC_THRESHOLD"];

/// Time in HPCC's simulator at which the delay in `LINK_DOWN` begins: 2 s (`third.cc`).
const LINK_DOWN_FROM: Time = Time(2_000_000_000_000);

/// Smallest horizon (length of the run): 100 µs. Each horizon is a multiple of this time.
const STEP: Time = Time(100_000_000);

/// Rate control that the import gives to all flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateControl {
    /// No rate control: flows send at the rate of their link.
    None,
    /// DCQCN with the parameters of `config.txt`.
    Dcqcn,
}

impl RateControl {
    const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Dcqcn => "dcqcn",
        }
    }
}

/// Files of an import, and the settings that the user chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `topology.txt`: nodes and links.
    pub topology: File,
    /// `flow.txt`: flows. `None`: up to eight hosts each send 1 MB to the first host.
    pub flows: Option<File>,
    /// `config.txt`: settings. `None`: flows have no rate control, and switches have the values of HPCC's
    /// paper.
    pub config: Option<File>,
    /// Rate control that replaces `CC_MODE`; `None`: `CC_MODE` decides.
    pub rate_control: Option<RateControl>,
}

/// Imports the files into a document that can run. The name of a node is its kind and id: `h0` for a host,
/// `s320` for a switch.
///
/// # Errors
/// If a line is malformed or exceeds the limits of this simulator, or `CC_MODE` is not modelled and
/// [`Request::rate_control`] is `None`. A refusal gives the number of the line, if the fault has a line.
pub fn import(request: &Request) -> Result<Import, Refusals> {
    let mut findings = Findings::default();
    let topology = Topology::read(&request.topology, &mut findings)?;
    let mut findings = findings.or_refuse()?;
    let place = FilePlace::file(&request.topology.name);
    let mut warnings = Vec::new();
    let flows = match &request.flows {
        Some(file) => Flows::read(file, &topology, &mut findings)?,
        None => Flows::example(&topology),
    };
    if request.flows.is_none() {
        let reason = "no flows are given: up to eight hosts send 1 MB each to the first host";
        findings.changed(FilePlace::new(&request.topology.name, "flows", "", ""), reason);
    }
    if flows.is_empty() {
        warnings.push("There is no flow: the document has no traffic.".to_owned());
    }
    let config = match &request.config {
        Some(file) => Config::read(file)?,
        None => Config::empty(&request.topology),
    };
    if request.config.is_none() {
        let reason =
            "no config is given: memory and thresholds are those of profile hpcc, and nothing is marked";
        findings.changed(FilePlace::new(&request.topology.name, "config", "", ""), reason);
    }
    let mut params = Params::default();
    let transport = write_params(request, &config, &topology, &flows, &mut params, &mut findings)?;
    let mut document = Document::empty();
    "hpcc-import".clone_into(&mut document.name);
    let hosts = topology.hosts().count();
    let switches = topology.is_switch.len() - hosts;
    let plural = if switches == 1 { "" } else { "es" };
    document.title = format!("{hosts} hosts and {switches} switch{plural}, from files of HPCC's simulator");
    topology.write(&mut document);
    document.formats.extend(transport::format());
    flows.write(&topology, transport::FORMAT, transport.payload, &mut document);
    document.horizon = horizon(&config, &topology, &flows, &mut findings, &mut warnings)?;
    document.actions = actions(&config, &topology, flows.base, &mut findings)?;
    report_topology(&request.topology, &topology, &mut findings);
    document.params = params.map();
    // The window depends on the paths, which are searched in the compiled document.
    if let Some(spec) = checked::compile(&document, &params, &place, &mut findings) {
        let bytes = if transport.has_window { paths::largest_product(&spec, transport.payload) } else { 0 };
        transport::write_window(&config, transport, bytes, &mut params, &mut findings);
        document.params = params.map();
        checked::compile(&document, &params, &place, &mut findings);
    }
    Ok(Import { document, findings: findings.finish()?, mismatches: Vec::new(), warnings })
}

/// Writes the parameters of switches and hosts into `params`. Returns the settings of the transport that
/// later steps need. `BUFFER_SIZE` is in MiB, from 1 to 953; `USE_DYNAMIC_PFC_THRESHOLD` has no effect.
fn write_params(
    request: &Request,
    config: &Config<'_>,
    topology: &Topology,
    flows: &Flows,
    params: &mut Params,
    findings: &mut Findings,
) -> Result<transport::Transport, Refusal> {
    let none = FilePlace::default();
    params.set("jitter", "off", &none);
    let priorities = flows.priorities();
    for priority in 1..8 {
        // In HPCC's simulator, every queue except 0 is lossless. Here, only priorities with traffic are
        // lossless, and priority 3, which carries acks.
        if priorities.contains(&priority) || priority == 3 {
            params.set(format!("p{priority}.lossless"), "on", &none);
        }
    }
    if priorities.iter().filter(|priority| **priority != 0).count() > 1 {
        let reason =
            "queues of other groups than 0 take turns in HPCC's simulator; here the higher priority is first";
        findings.not_modelled(
            FilePlace::new(request.flows.as_ref().map_or("", |file| &file.name), "flows", "", "pg"),
            reason,
        );
    }
    if let Some(word) = config.one("BUFFER_SIZE")? {
        let mib = word.whole("BUFFER_SIZE", 1..=953)?;
        params.set("memory", mib << 20, &word.place());
        findings.taken(config.place("BUFFER_SIZE"), format!("memory of {mib} MiB"));
    }
    let place = config.place("USE_DYNAMIC_PFC_THRESHOLD");
    match config.is_on("USE_DYNAMIC_PFC_THRESHOLD")? {
        Some(true) => findings.taken(place, "the threshold is dynamic"),
        Some(false) => {
            let reason = "the threshold is dynamic, as switch-mmu.cc has it whatever this key says";
            findings.not_modelled(place, reason);
        }
        None => {}
    }
    control::write(config, request.rate_control, params, findings)?;
    marking::write(config, topology, &priorities, params, findings)?;
    let transport = transport::write(config, params, findings)?;
    let read: Vec<&str> = [&KEYS[..], &control::KEYS, &marking::KEYS, &transport::KEYS].concat();
    if request.config.is_some() {
        config.check_is_config(&read)?;
    }
    config.report(&read, findings);
    Ok(transport)
}

/// End of the run, rounded up to a multiple of [`STEP`]. `SIMULATOR_STOP_TIME` (in seconds, minus
/// [`Flows::base`]) gives the end, but the run is at most one step longer than twice the estimated end of all
/// flows. Without `SIMULATOR_STOP_TIME`, the run ends at the estimated end of all flows, limited by
/// [`checked::limited`]. The run lasts at least one step.
fn horizon(
    config: &Config<'_>,
    topology: &Topology,
    flows: &Flows,
    findings: &mut Findings,
    warnings: &mut Vec<String>,
) -> Result<Time, Refusal> {
    let end = flows.end(topology);
    // The estimate is doubled, because of headers and because rate control leaves bandwidth unused.
    let ps = end.ps().saturating_mul(2).saturating_add(STEP.ps());
    let in_steps = |ps: u64| {
        let whole = ps.min(Time::LONGEST.ps()).div_ceil(STEP.ps()).max(1) * STEP.ps();
        Time(whole.min(Time::LONGEST.ps()))
    };
    match config.one("SIMULATOR_STOP_TIME")? {
        Some(word) => {
            let stop =
                word.scaled("SIMULATOR_STOP_TIME", 1_000_000_000_000, "a number of seconds, 0 or more")?;
            let stop = in_steps(stop.saturating_sub(flows.base.ps()));
            let end = in_steps(ps).min(stop);
            let place = config.place("SIMULATOR_STOP_TIME");
            if end == stop {
                findings.taken(place, format!("the run ends at {end}"));
            } else {
                let reason = format!(
                    "the run ends at {end}, about twice the time that all flows need on idle links; for the whole \
                     time, set horizon to {stop}"
                );
                findings.changed(place, reason);
            }
            Ok(end)
        }
        None => Ok(checked::limited(in_steps(ps), flows.last_start(), warnings)),
    }
}

/// Actions of the document: loss of frames on links with an error rate, and the failure of a link by
/// [`link_down`]. The actions are in the order of their times. `ERROR_RATE_PER_LINK` applies to links without
/// an error rate of their own.
///
/// # Errors
/// If a number is malformed, if too many links lose frames, or if [`link_down`] fails.
fn actions(
    config: &Config<'_>,
    topology: &Topology,
    base: Time,
    findings: &mut Findings,
) -> Result<Vec<TimedAction>, Refusal> {
    let mut actions = Vec::new();
    let everywhere = match config.one("ERROR_RATE_PER_LINK")? {
        Some(word) => {
            let range = "a probability from 0 to 1";
            let millionths = word.scaled("ERROR_RATE_PER_LINK", 1_000_000, range)?;
            if millionths > 1_000_000 {
                return Err(word.must_be("ERROR_RATE_PER_LINK", range));
            }
            if millionths == 0 {
                findings.taken(config.place("ERROR_RATE_PER_LINK"), "no frame is spoilt");
            }
            (millionths > 0).then(|| topology::probability(millionths))
        }
        None => None,
    };
    for link in &topology.links {
        let Some(corrupt) = link.error_rate.as_ref().or(everywhere.as_ref()) else { continue };
        let name = topology.port_name(link);
        let lossy = Lossy {
            link: name,
            directions: LinkDirections::Both,
            drop_every: None,
            corrupt: Some(corrupt.clone()),
        };
        actions.push(TimedAction { at: Time::ZERO, action: Action::Lossy(lossy) });
        let place =
            if link.error_rate.is_some() { link.place.clone() } else { config.place("ERROR_RATE_PER_LINK") };
        findings.taken(place, "frames of the link are spoilt with this probability");
        if actions.len() >= Document::ACTIONS {
            let reason = format!(
                "more than {} links lose frames, the most actions of a document; give fewer links an error rate",
                Document::ACTIONS - 1
            );
            return Err(Refusal::new(link.place.clone(), &reason));
        }
    }
    if everywhere.is_some() && topology.links.iter().all(|link| link.error_rate.is_some()) {
        let reason = "the topology gives the error rate of each link";
        findings.not_modelled(config.place("ERROR_RATE_PER_LINK"), reason);
    }
    actions.extend(link_down(config, topology, base, findings)?);
    actions.sort_by_key(|action| action.at);
    Ok(actions)
}

/// Action for the failure of the link in `LINK_DOWN`. `None` if the key is absent, has fewer than three
/// values, or has time 0. The values are a delay in microseconds after 2 s, and the ids of both ends in
/// either order. If several parallel links have these ends, the first one fails.
///
/// # Errors
/// If the delay is malformed, if no link has these ends, or if the failure is later than 3600 s.
fn link_down(
    config: &Config<'_>,
    topology: &Topology,
    base: Time,
    findings: &mut Findings,
) -> Result<Option<TimedAction>, Refusal> {
    let key = "LINK_DOWN";
    let Some(words) = config.values(key) else { return Ok(None) };
    let place = config.place(key);
    let Some([at, a, b]) = words.first_chunk() else {
        findings.changed(place, "left out: the key needs a time and the ids of both ends of a link");
        return Ok(None);
    };
    let us = at.scaled(key, 1_000_000, "a number of microseconds, 0 or more")?;
    if us == 0 {
        findings.taken(place, "no link goes down");
        return Ok(None);
    }
    let ends = [a, b].map(|word| word.text.parse::<u32>().ok());
    let is_named = |link: &&topology::TopologyLink| {
        let [first, second] = link.ends.map(Some);
        [first, second] == ends || [second, first] == ends
    };
    let refused = |reason: &str| Refusal::new(config.line(key), reason);
    let link = topology.links.iter().find(is_named).ok_or_else(|| {
        refused("LINK_DOWN names no link of the topology; give the ids of the nodes at both ends")
    })?;
    let at = LINK_DOWN_FROM.saturating_add(Time(us)).saturating_sub(base);
    if at > Time::LONGEST {
        return Err(refused("LINK_DOWN is later than 3600 s; give an earlier time"));
    }
    findings.taken(place, format!("the link goes down at {at}"));
    Ok(Some(TimedAction { at, action: Action::LinkDown(topology.port_name(link)) }))
}

fn report_topology(file: &File, topology: &Topology, findings: &mut Findings) {
    let place = |field: &str| FilePlace::new(&file.name, "links", "", field);
    findings.taken(
        FilePlace::new(&file.name, "nodes", "", ""),
        "names are kinds and ids: node 0 is h0 if it is a host, s0 if it is a switch",
    );
    findings.taken(place("rate"), format!("{} links", topology.links.len()));
    findings.taken(place("delay"), "the length of the cable, at 5 ns a metre");
    findings.changed(
        place("rate"),
        "each frame also takes the wire for the 20 B of preamble and gap, which ns-3 leaves out",
    );
}
