use fabric_sim::engine::World;
use fabric_sim::fabric::buffer::{PoolConfig, Threshold};
use fabric_sim::spec::*;
use fabric_sim::units::*;
use fabric_sim::wire::Ecn;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let perm: Vec<usize> = std::fs::read_to_string("/tmp/perm.txt")
        .unwrap()
        .split_whitespace()
        .map(|n| n.parse().unwrap())
        .collect();
    let mut b = Builder::new();
    let hosts: Vec<_> = (0..128).map(|n| b.host(&format!("h{n}")).unwrap()).collect();
    let edge: Vec<_> = (0..32).map(|n| b.switch(&format!("e{n}")).unwrap()).collect();
    let aggr: Vec<_> = (0..32).map(|n| b.switch(&format!("a{n}")).unwrap()).collect();
    let core: Vec<_> = (0..16).map(|n| b.switch(&format!("c{n}")).unwrap()).collect();
    let (r, d) = (Rate::gbps(100), Time::from_us(1));
    for h in 0..128 {
        b.link(hosts[h], edge[h / 4], r, d).unwrap();
    }
    for p in 0..8 {
        for e in 0..4 {
            for a in 0..4 {
                b.link(edge[p * 4 + e], aggr[p * 4 + a], r, d).unwrap();
            }
        }
    }
    for p in 0..8 {
        for a in 0..4 {
            for c in 0..4 {
                b.link(aggr[p * 4 + a], core[a * 4 + c], r, d).unwrap();
            }
        }
    }
    let mut config = PortConfig::new();
    let pg = &mut config.priorities[3].pg;
    pg.threshold = Threshold::Static(45 * 1044);
    pg.xon = 30 * 1044;
    pg.headroom = 1_000_000;
    let mut spec = b.build(PoolConfig { memory: 1 << 32, cell_bytes: 1 }, config).unwrap();
    for (h, to) in perm.iter().enumerate() {
        spec.flows.push(FlowSpec {
            name: format!("f{h}"),
            source: hosts[h],
            destination: hosts[*to],
            priority: 3,
            frame_bytes: 1044,
            payload_bytes: 1000,
            size: Some(1_000_000),
            start: Time::ZERO,
            stop: None,
            arrival: Arrival::Saturate,
            jitter: false,
            acks: Some(Acks { every: 1, priority: 5 }),
            ecn: Ecn::NotCapable,
            path: vec![],
        });
    }
    let spec = Arc::new(spec);
    for _ in 0..3 {
        let mut w = World::new(Arc::clone(&spec));
        let t = Instant::now();
        w.run_until(Time::from_ms(1000), u64::MAX, &mut ());
        let tw = t.elapsed().as_secs_f64();
        let c = w.counters();
        println!(
            "W2 ours {:.2} M hops/s events {} hops {} drops {} pauses {} finish {:?} {:?}",
            c.hops as f64 / tw / 1e6,
            c.events,
            c.hops,
            c.totals.drops,
            c.totals.pauses,
            c.flows.iter().map(|f| f.finished).max().unwrap().unwrap(),
            w.ledger().holds()
        );
    }
    println!(
        "{}",
        std::fs::read_to_string("/proc/self/status")
            .unwrap()
            .lines()
            .find(|l| l.starts_with("VmHWM"))
            .unwrap()
    );
}
