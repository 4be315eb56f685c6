//! Measures how the cost of the simulator grows with the size of a fabric. Three sizes vary: the number of
//! hosts, the bytes that wait at the start, and the number of idle hosts. In a fabric of leaf and spine
//! switches, each host sends to one other host, and offers all its bytes at the start. Start with
//! [`Fabric::all`] and [`run`].

use std::sync::Arc;

use fabric_sim::document::{Document, Problems};
use fabric_sim::spec::Spec;

use crate::workload::{self, WorkloadFigures};

/// Fabric that is measured, with its traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fabric {
    /// Number of sending hosts; host n sends to host n + `hosts` / 2, modulo `hosts`.
    pub hosts: u32,
    /// Number of hosts without traffic. They are at leaf switches without sending hosts.
    pub idle: u32,
    /// Megabytes that all hosts together offer at the start.
    pub pending: u32,
}

/// Numbers of hosts of the fabrics without idle hosts.
pub const HOSTS: [u32; 4] = [8, 32, 128, 512];
/// Megabytes that all hosts of a fabric without idle hosts offer together at the start.
pub const PENDING: [u32; 4] = [1, 4, 16, 64];
/// Numbers of idle hosts of the fabrics that have [`BUSY`] sending hosts.
pub const IDLE: [u32; 4] = [0, 240, 480, 1_200];
/// Number of sending hosts of the fabrics with idle hosts.
pub const BUSY: u32 = 16;
/// Megabytes that the [`BUSY`] sending hosts together offer at the start. Applies to each fabric that also
/// has idle hosts.
pub const BUSY_PENDING: u32 = 16;

/// Greatest number of sending hosts at a leaf switch, and greatest number of spine switches.
const WIDTH: u32 = 8;
/// Number of idle hosts at a leaf switch. These hosts and the links to the spine switches use all 64 ports
/// of the switch.
const IDLE_WIDTH: u32 = 64 - WIDTH;
/// Maximum size of a flow in bytes: a host that sends more has several flows. The limit is below the 4 MiB of
/// a flow that the queue of a NIC holds.
const LARGEST: u32 = 4_000_000;
/// Least wall time in seconds over which a speed is measured.
const LONG: f64 = 0.05;

impl Fabric {
    /// All fabrics that are measured: every number of [`HOSTS`] with every number of [`PENDING`], then
    /// the fabrics with idle hosts.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let grid =
            HOSTS.into_iter().flat_map(|hosts| PENDING.map(|pending| Self { hosts, idle: 0, pending }));
        let idle = IDLE.map(|idle| Self { hosts: BUSY, idle, pending: BUSY_PENDING });
        grid.chain(idle).collect()
    }

    /// Name on the command line: `240 idle` for [`BUSY`] sending hosts, otherwise `32 hosts, 4 MB`.
    #[must_use]
    pub fn name(self) -> String {
        let Self { hosts, idle, pending } = self;
        if hosts == BUSY { format!("{idle} idle") } else { format!("{hosts} hosts, {pending} MB") }
    }

    /// Compiled document of the fabric.
    ///
    /// # Errors
    /// If the document is invalid. Tests check that the documents of all fabrics are valid.
    pub fn spec(self) -> Result<Arc<Spec>, Problems> {
        Ok(Arc::new(Document::parse(&self.text())?.compile()?))
    }

    /// Document of the fabric as JSON. The field `hosts` must be even, and a multiple of the number of hosts
    /// at a leaf switch. The bytes are divided evenly among hosts and flows; a remainder is left out.
    fn text(self) -> String {
        let Self { hosts, idle, pending } = self;
        // At least two leaf switches, so that all paths have the same length, whatever the number of hosts.
        let width = WIDTH.min(hosts / 2);
        let (busy_leaves, spines) = (hosts / width, width);
        let (all, leaves) = (hosts + idle, busy_leaves + idle.div_ceil(IDLE_WIDTH));
        let leaf = |host: u32| match host.checked_sub(hosts) {
            None => host / width,
            Some(idle) => busy_leaves + idle / IDLE_WIDTH,
        };
        let named =
            |letter: char, count: u32| list((0..count).map(|n| format!(r#"{{"name":"{letter}{n}"}}"#)));
        let link = |a: String, b: String| format!(r#"{{"a":"{a}","b":"{b}","rate":"100G","delay":"1us"}}"#);
        let down = (0..all).map(|n| link(format!("h{n}"), format!("l{}", leaf(n))));
        let up = (0..leaves).flat_map(|leaf| (0..spines).map(move |spine| (leaf, spine)));
        let links = list(down.chain(up.map(|(leaf, spine)| link(format!("l{leaf}"), format!("s{spine}")))));
        let bytes = pending * 1_000_000 / hosts;
        let parts = bytes.div_ceil(LARGEST);
        let flows = list((0..hosts).flat_map(|host| {
            (0..parts).map(move |part| {
                format!(
                    r#"{{"name":"f{host}.{part}","from":"h{host}","to":"h{}","frame":1044,"payload":1000,"size":{},"arrival":{{"constant":"800G"}},"acks":{{"every":1,"priority":5}}}}"#,
                    (host + hosts / 2) % hosts,
                    bytes / parts,
                )
            })
        }));
        format!(
            r#"{{"format":1,"model":1,"name":"growth","horizon":"1s","hosts":[{}],"switches":[{},{}],"links":[{links}],"params":{{"jitter":"off","memory":"1G","headroom":"100k"}},"flows":[{flows}]}}"#,
            named('h', all),
            named('l', leaves),
            named('s', spines),
        )
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

/// Speed of the simulator, measured over several runs.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Number of data frames and acks that crossed a link in one run, counted at each link.
    pub hops: u64,
    /// Number of events of one run.
    pub events: u64,
    /// Hops per second of wall time, over all runs.
    pub hops_per_s: f64,
}

/// Runs `spec` repeatedly, at least once, until the wall times of the runs add up to at least 50 ms. Returns
/// the speed over all runs; hops and events are those of a single run.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a figure to read")]
pub fn run(spec: &Arc<Spec>) -> Rate {
    let (mut hops, mut wall_s) = (0, 0.0);
    loop {
        let figures = workload::run(spec);
        hops += figures.hops;
        wall_s += figures.wall_s;
        if wall_s >= LONG {
            let WorkloadFigures { hops: once, events, .. } = figures;
            return Rate { hops: once, events, hops_per_s: hops as f64 / wall_s };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_fabric_has_a_name_of_its_own() {
        let names: HashSet<String> = Fabric::all().into_iter().map(Fabric::name).collect();
        assert_eq!(names.len(), HOSTS.len() * PENDING.len() + IDLE.len());
    }

    /// Checks for every number of hosts that each frame and each ack crosses four links, and that nothing is
    /// lost.
    #[test]
    fn all_frames_arrive_over_the_stated_number_of_links() {
        for fabric in Fabric::all() {
            let Fabric { hosts, pending, .. } = fabric;
            let figures = workload::run(&fabric.spec().unwrap());
            let bytes = pending * 1_000_000 / hosts;
            let frames = u64::from(bytes.div_ceil(1_000) * hosts);
            assert_eq!((figures.hops, figures.drops), (frames * 2 * 4, 0), "{}", fabric.name());
        }
    }

    /// Checks that idle hosts add no event: the numbers and the times of the events are equal.
    #[test]
    fn an_idle_host_causes_no_event() {
        let run = |idle| workload::run(&Fabric { hosts: BUSY, idle, pending: 1 }.spec().unwrap());
        let alone = run(0);
        for idle in IDLE {
            let figures = run(idle);
            assert_eq!((figures.events, figures.finished), (alone.events, alone.finished), "{idle} idle");
            assert_eq!((figures.hops, figures.pauses), (alone.hops, alone.pauses), "{idle} idle");
        }
    }
}
