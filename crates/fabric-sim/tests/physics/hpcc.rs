//! Test of switches with the profile of HPCC's simulator, against a model that counts bytes like that
//! simulator. The model has one count per group, which includes the reserve.

use fabric_sim::ids::{Priority, PrioritySet};
use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::engine::{
    AdmissionDetails, AdmissionResult, DropCause, EventKind, TraceEvent, World, WorldView,
};
use fabric_sim::fabric::frame::{Frame, FrameKind};
use fabric_sim::spec::{NodeKind, Spec};
use fabric_sim::units::Time;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

const RESERVE: u64 = 4_096;
const OFFSET: u64 = 3_072;

/// Model of the memory of a switch in HPCC's simulator, indexed by port, for priority 3 only.
struct Mmu {
    ports: std::ops::Range<u32>,
    buffer: u64,
    shared_used: u64,
    shift: Vec<u32>,
    headroom: Vec<u64>,
    ingress: Vec<u64>,
    in_headroom: Vec<u64>,
    paused: Vec<bool>,
}

impl Mmu {
    fn threshold(&self, port: usize) -> u64 {
        let guaranteed: u64 = self.headroom.iter().map(|headroom| headroom + RESERVE).sum();
        (self.buffer - guaranteed - self.shared_used) >> self.shift[port]
    }

    fn shared(&self, port: usize) -> u64 {
        self.ingress[port].saturating_sub(RESERVE)
    }

    /// Charges a frame. Returns `true` if headroom was charged, `false` if other memory was charged, and
    /// `None` if the frame was dropped.
    fn admit(&mut self, port: usize, bytes: u64) -> Option<bool> {
        let new = self.ingress[port] + bytes;
        let to_headroom = new > RESERVE && new - RESERVE > self.threshold(port);
        if to_headroom && self.in_headroom[port] + bytes > self.headroom[port] {
            return None;
        }
        if to_headroom {
            self.in_headroom[port] += bytes;
        } else {
            self.ingress[port] = new;
            self.shared_used += bytes.min(new.saturating_sub(RESERVE));
        }
        if self.in_headroom[port] > 0 || self.shared(port) >= self.threshold(port) {
            self.paused[port] = true;
        }
        Some(to_headroom)
    }

    fn release(&mut self, port: usize, bytes: u64) {
        let from_headroom = self.in_headroom[port].min(bytes);
        let rest = bytes - from_headroom;
        self.shared_used -= rest.min(self.shared(port));
        self.in_headroom[port] -= from_headroom;
        self.ingress[port] -= rest;
        // HPCC's simulator checks only the group whose bytes were released. Here, all groups may resume.
        for port in 0..self.paused.len() {
            let shared = self.shared(port);
            if self.in_headroom[port] == 0 && (shared == 0 || shared + OFFSET <= self.threshold(port)) {
                self.paused[port] = false;
            }
        }
    }
}

/// Random document with two switches with the profile of HPCC, three hosts at each switch, and flows to one
/// of the hosts.
fn document(seed: u64) -> Document {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut below = |limit: u32| random.next_u32() % limit;
    let rates = [25, 40, 100];
    let nic = rates[below(3) as usize];
    let mut links = vec![format!(r#"["s1", "s2", "{}G", "{}m"]"#, nic * (1 + below(4)), 1 + below(100))];
    let mut flows = Vec::new();
    for host in 0..6 {
        let switch = if host < 3 { "s1" } else { "s2" };
        links.push(format!(r#"["h{host}", "{switch}", "{nic}G", "{}m"]"#, 1 + below(300)));
        let frame = [1_000, 1_518, 4_096][below(3) as usize];
        let start = below(20_000);
        if host > 0 {
            let to = if below(3) == 0 { (host + 1) % 6 } else { 0 };
            let size = 200_000 + below(3_000_000);
            flows.push(format!(
                r#"{{"name": "f{host}", "from": "h{host}", "to": "h{to}", "frame": {frame}, "size": {size},
                    "start": "{start}ns"{}}}"#,
                if below(3) == 0 { r#", "acks": {"every": 2, "priority": 0}"# } else { "" }
            ));
        }
    }
    let memory = ["12Mi", "1.2M", "800k", "600k"][below(4) as usize];
    let text = format!(
        r#"{{"format": 1, "model": 1, "seed": {seed}, "hosts": [{}],
            "switches": [{{"name": "s1", "profile": "hpcc"}}, {{"name": "s2", "profile": "hpcc"}}],
            "params": {{"switch.s1.memory": "{memory}", "switch.s2.memory": "{memory}"}},
            "links": [{}], "flows": [{}]}}"#,
        (0..6).map(|n| format!(r#"{{"name": "h{n}"}}"#)).collect::<Vec<_>>().join(","),
        links.join(","),
        flows.join(",")
    );
    Document::parse(&text).unwrap()
}

fn mmus(spec: &Spec) -> Vec<Mmu> {
    let switches = spec.nodes.iter().filter(|node| node.kind == NodeKind::Switch);
    let nic = spec.ports[0].clock.rate().bps();
    switches
        .map(|node| {
            let ports = &spec.ports[node.ports.start as usize..node.ports.end as usize];
            let halvings = |mut rate: u64| {
                let mut count = 0;
                while rate > nic && count < 3 {
                    (rate, count) = (rate / 2, count + 1);
                }
                count
            };
            Mmu {
                ports: node.ports.clone(),
                buffer: spec.switches[node.switch().unwrap().index()].pool.memory,
                shared_used: 0,
                shift: ports.iter().map(|port| 3 - halvings(port.clock.rate().bps())).collect(),
                headroom: ports
                    .iter()
                    .map(|port| port.clock.rate().bps() * port.delay.ps() / 1_000 / 8 / 1_000_000_000 * 3)
                    .collect(),
                ingress: vec![0; ports.len()],
                in_headroom: vec![0; ports.len()],
                paused: vec![false; ports.len()],
            }
        })
        .collect()
}

/// Updates the model of the switch at which the event happened.
fn follow(mmus: &mut [Mmu], TraceEvent { port, kind, .. }: &TraceEvent) {
    let at = |mmu: &Mmu, port: u32| mmu.ports.contains(&port).then(|| (port - mmu.ports.start) as usize);
    for mmu in mmus {
        match kind {
            EventKind::Admission(
                Frame { priority: Priority::P3, bytes, .. },
                AdmissionDetails { result, .. },
            ) => {
                let Some(port) = at(mmu, port.0) else { continue };
                let expected = match mmu.admit(port, u64::from(*bytes)) {
                    None => matches!(result, AdmissionResult::Dropped(DropCause::Violation)),
                    Some(true) => *result == AdmissionResult::Headroom,
                    Some(false) => matches!(result, AdmissionResult::Shared { .. }),
                };
                assert!(expected, "{result:?}");
            }
            EventKind::Admission(_, AdmissionDetails { result, .. }) => {
                assert_eq!(*result, AdmissionResult::Uncounted);
            }
            EventKind::Started(frame) if frame.kind != FrameKind::Pfc && frame.priority == Priority::P3 => {
                let leaves = at(mmu, port.0).is_some();
                if let (true, Some(ingress)) = (leaves, at(mmu, frame.ingress().0)) {
                    mmu.release(ingress, u64::from(frame.bytes));
                }
            }
            _ => {}
        }
    }
}

/// A group pauses if headroom is in use, or if the shared bytes are at least the threshold. The group resumes
/// if headroom is empty, and the shared bytes are 0 or at most the threshold minus 3072 B. After each event
/// of random runs, the simulated switch and the model must request the same pauses.
#[test]
fn every_pause_and_resume_is_that_of_the_oracle() {
    let (mut pauses, mut resumes, mut violations, mut looks) = (0, 0, 0, 0);
    for seed in 0..16 {
        let spec = Arc::new(document(seed).compile().unwrap_or_else(|problems| panic!("{seed}: {problems}")));
        let mut mmus = mmus(&spec);
        let mut world = World::new(Arc::clone(&spec));
        let mut snapshot = WorldView::default();
        let mut events = Vec::new();
        while world.now() < Time::from_us(200) && world.step(&mut events) {
            let changed = !events.iter().all(|event: &TraceEvent| matches!(event.kind, EventKind::Ended));
            for event in events.drain(..) {
                follow(&mut mmus, &event);
            }
            if !changed {
                continue;
            }
            world.snapshot(&mut snapshot);
            for mmu in &mmus {
                for (port, expected) in mmu.ports.clone().zip(&mmu.paused) {
                    let requested = snapshot.ports[port as usize].requested_pauses;
                    let expected_pauses =
                        if *expected { PrioritySet::of(Priority::P3) } else { PrioritySet::EMPTY };
                    assert_eq!(requested, expected_pauses, "document {seed}, port {port} at {}", world.now());
                }
            }
            looks += 1;
        }
        let totals = world.counters().totals;
        pauses += totals.pauses;
        resumes += totals.resumes;
        violations += totals.violations;
    }
    println!("{looks} looks, {pauses} pauses, {resumes} resumes, {violations} violations");
    assert!(pauses > 1_000 && resumes > 1_000);
}
