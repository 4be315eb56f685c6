//! Compiles a [`Document`] into a [`Spec`] for the engine, and checks that the parts of the document fit
//! together. Each problem has its place in the document. If versions, names, nodes, links or the form of
//! parameters are wrong, nothing further is checked. Actions are compiled only if everything else is right.
//!
//! Start with [`Document::compile`].

mod actions;
mod auto_headroom;
mod collectives;
mod credits;
mod faults;
mod flow_names;
mod headers;
mod hosts;
mod local_settings;
mod maps;
mod misfit;
mod names;
mod operations;
mod set;
mod topology;
mod traffic;
mod without_pfc;
mod workloads;

use super::build::Places;
use super::params::{
    Address, Assignment, Assignments, FabricRow, FlowDefaults, Key, OFF, ParamLevel, PlaceResolver, Rows,
    config, gather, rules,
};
use super::problem::{Problem, Problems};
use super::{Document, FORMAT, MODEL, OLDEST_MODEL};
use crate::spec::Spec;
use crate::units::{Length, Time};

/// Default hop limit of fabrics that can have routing loops: fabrics with overridden routes or MAC learning.
/// With this limit, looping frames are dropped soon.
const LOOPING_HOPS: u8 = 16;

impl Document {
    /// Compiles the document into a spec: the fabric with its traffic and actions.
    ///
    /// # Errors
    /// All problems that were found, each with its place, in the order of the checks; at most
    /// [`Problems::MAX_PROBLEMS`]. Such problems are unknown names, values that contradict each other, and
    /// numbers above the limits. A problem of an expanded builder has its place in the builder.
    pub fn compile(&self) -> Result<Spec, Problems> {
        self.compile_edited(&[])
    }

    /// Compiles the document after an edit that set the parameters at the addresses `written`. If an edited
    /// value contradicts another value, the problem is reported at the edited value.
    ///
    /// # Errors
    /// Problems as [`Document::compile`] returns them.
    pub fn compile_edited(&self, written: &[Address]) -> Result<Spec, Problems> {
        let Some(build) = &self.build else { return self.compile_lists(written) };
        let lists = build.lists()?;
        let places = Places::new(build, &lists);
        self.with_lists(lists).compile_lists(written).map_err(|problems| places.in_original(problems))
    }

    /// Compiles a document without a builder, or a document whose builder is already expanded to lists.
    fn compile_lists(&self, written: &[Address]) -> Result<Spec, Problems> {
        let mut problems = Problems::default();
        if self.format != FORMAT {
            problems.push(Problem::range("format", self.format, FORMAT.to_string()));
        }
        if !(OLDEST_MODEL..=MODEL).contains(&self.model) {
            problems.push(Problem::range("model", self.model, format!("{OLDEST_MODEL} or {MODEL}")));
        }
        let given = gather(self, &mut problems);
        let fabric = of_fabric(&given);
        let cable = fabric.given(Key::Cable).map(Length::from_mm);
        let built = topology::build(self, cable, &mut problems);
        names::check(self, &mut problems);
        let Some(mut spec) = built.filter(|_| problems.list().is_empty()) else {
            return Err(problems);
        };
        self.run(&fabric, &mut spec, &mut problems);
        let mut rows = self.rows(&given, &spec, &mut problems);
        if fabric.get(Key::Pfc) == 0 {
            let before = rows.clone();
            rows.switch_pfc_off();
            configure(&rows, &mut spec);
            spec.without_pfc = without_pfc::changes(&before, &rows, &spec);
        } else {
            configure(&rows, &mut spec);
        }
        spec.local_settings = local_settings::settings(&given, &rows, &self.places(&spec));
        local_settings::mark_imported(&mut spec, &self.interfaces);
        if let Some(message) = credits::resync_too_frequent(&spec) {
            let resync = given.iter().find(|one| one.address.key == Key::CreditResync);
            problems.push(Problem::new(resync.map_or("params", |one| &one.place), message));
        }
        let floods = spec.switches.iter().any(|switch| switch.learning.is_some());
        if floods && fabric.given(Key::HopLimit).is_none() {
            spec.hop_limit = LOOPING_HOPS;
        }
        maps::apply(self, &mut spec, &mut problems);
        headers::formats(self, &mut spec, &mut problems);
        let assignments = Assignments::new(self, given, written);
        rules::check(&spec, &rows, &assignments, &mut problems);
        traffic::routes(self, &mut spec, &mut problems);
        let defaults = FlowDefaults::new(&fabric, self.model);
        (spec.flows, spec.pause_sources) =
            traffic::of_document(self, &defaults, &self.places(&spec), &mut problems);
        collectives::add(self, &defaults, &mut spec, &mut problems);
        workloads::add(self, &defaults, &mut spec, &mut problems);
        if problems.list().is_empty() && auto_headroom::headrooms(&mut rows, &mut spec) {
            rules::check(&spec, &rows, &assignments, &mut problems);
        }
        if problems.list().is_empty() {
            actions::add(self, rows, assignments, &defaults, &mut spec, &mut problems);
        }
        problems.into_result().map(|()| spec)
    }

    /// Writes the settings of the whole run, such as seed, horizon, MTU and hop limit, into `spec`. If the
    /// document gives no hop limit, it is [`LOOPING_HOPS`] with overridden routes and 255 otherwise; the
    /// caller then handles MAC learning. A horizon or speed of 0, and a selected port that does not exist,
    /// are problems.
    fn run(&self, fabric: &FabricRow, spec: &mut Spec, problems: &mut Problems) {
        if self.horizon == Time::ZERO {
            problems.push(Problem::range("horizon", self.horizon, "above 0s and at most 3600s"));
        }
        if self.view.speed == Some(Time::ZERO) {
            problems.push(Problem::range("view.speed", Time::ZERO, "above 0"));
        }
        if let Some(select) = &self.view.select
            && let (Some(number), Some(node)) = (select.port, spec.node(&select.node))
            && spec.port(node, number).is_none()
        {
            let message = match spec.nodes[node.index()].ports.len() {
                0 => format!("{select} is not there: {} has no port; add a link", select.node),
                count => format!(
                    "{select} is not there: {} has {count} ports, numbered from 0; name one of them",
                    select.node
                ),
            };
            problems.push(Problem::new("view.select", message));
        }
        spec.seed = self.seed.get();
        spec.horizon = self.horizon;
        spec.mtu = Some(fabric.get(Key::Mtu))
            .filter(|bytes| *bytes != OFF)
            .and_then(|bytes| u16::try_from(bytes).ok());
        spec.watchdog_scale = fabric.get(Key::WatchdogScale).max(1);
        let auto = if self.routes.is_empty() { u8::MAX } else { LOOPING_HOPS };
        spec.reroute_delay = Time(fabric.get(Key::RerouteDelay));
        spec.credit_resync = Some(fabric.get(Key::CreditResync)).filter(|ps| *ps != OFF).map(Time);
        spec.hop_limit = fabric.given(Key::HopLimit).and_then(|hops| u8::try_from(hops).ok()).unwrap_or(auto);
    }

    fn rows(&self, given: &[Assignment], spec: &Spec, problems: &mut Problems) -> Rows {
        let places = self.places(spec);
        let mut rows = Rows::new(spec, self.model);
        for Assignment { address, value, place, .. } in given {
            if let Err(message) = rows.apply(&places, address, *value) {
                problems.push(Problem::new(place, message));
            }
        }
        rows
    }

    fn places<'a>(&'a self, spec: &'a Spec) -> PlaceResolver<'a> {
        PlaceResolver::new(spec, self.switches.iter().map(|switch| self.profile_name(switch)))
    }
}

/// Values of the parameters that apply to the whole fabric. These values are needed before the topology is
/// compiled.
fn of_fabric(given: &[Assignment]) -> FabricRow {
    let mut row = FabricRow::EMPTY;
    for Assignment { address, value, .. } in given {
        if address.key.param().level == ParamLevel::Fabric {
            row.put(address.key, *value);
        }
    }
    row
}

/// Converts parameter values to the configurations of all ports and switches in `spec`.
fn configure(rows: &Rows, spec: &mut Spec) {
    for (index, port) in spec.ports.iter_mut().enumerate() {
        let theirs = &rows.priorities[port.peer.index()];
        let ends = (&rows.ports[index], &rows.ports[port.peer.index()]);
        port.config = config::port(ends, &rows.priorities[index], theirs, port.clock, rows.model);
    }
    let switches = spec.nodes.iter().filter(|node| node.switch().is_some());
    for ((row, switch), node) in rows.switches.iter().zip(&mut spec.switches).zip(switches) {
        let ports = &spec.ports[node.ports.start as usize..node.ports.end as usize];
        let fastest = ports.iter().map(|port| port.clock).max_by_key(|clock| clock.rate());
        *switch = config::switch(row, fastest);
    }
}
