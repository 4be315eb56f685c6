use fabric_bench::yardstick;
use fabric_sim::engine::World;
use fabric_sim::fabric::buffer::{PoolConfig, Threshold};
use fabric_sim::spec::*;
use fabric_sim::units::*;
use fabric_sim::wire::Ecn;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let frames: u64 = std::env::args().nth(1).map_or(100_000, |n| n.parse().unwrap());
    for _ in 0..2 {
        let t = Instant::now();
        let y = yardstick::run(yardstick::Incast {
            senders: 16,
            frames: frames as u32,
            data_ps: 1064 * 80,
            ack_ps: 84 * 80,
            delay_ps: 1_000_000,
            data_bytes: 1044,
            xoff: 45 * 1044,
            xon: 30 * 1044,
        });
        let ty = t.elapsed().as_secs_f64();
        let mut b = Builder::new();
        let s = b.switch("s").unwrap();
        let hosts: Vec<_> = (0..17).map(|n| b.host(&format!("h{n}")).unwrap()).collect();
        for h in &hosts {
            b.link(*h, s, Rate::gbps(100), Time::from_us(1)).unwrap();
        }
        let mut config = PortConfig::new();
        let pg = &mut config.priorities[3].pg;
        pg.threshold = Threshold::Static(45 * 1044);
        pg.xon = 30 * 1044;
        pg.headroom = 1_000_000;
        let mut spec = b.build(PoolConfig { memory: 1 << 32, cell_bytes: 1 }, config).unwrap();
        for h in &hosts[..16] {
            spec.flows.push(FlowSpec {
                name: format!("f{}", h.0),
                source: *h,
                destination: hosts[16],
                priority: 3,
                frame_bytes: 1044,
                payload_bytes: 1000,
                size: Some(frames * 1000),
                start: Time::ZERO,
                stop: None,
                arrival: Arrival::Saturate,
                jitter: false,
                acks: Some(Acks { every: 1, priority: 5 }),
                ecn: Ecn::NotCapable,
                path: vec![],
            });
        }
        let mut w = World::new(Arc::new(spec));
        let t = Instant::now();
        w.run_until(Time::from_ms(1000), u64::MAX, &mut ());
        let tw = t.elapsed().as_secs_f64();
        let c = w.counters();
        println!(
            "yard {:.2} M hops/s ({} ev, {:.3} ms); ours {:.2} M hops/s events {} hops {} drops {} pauses {} finish {:?} ratio {:.3}",
            y.hops as f64 / ty / 1e6,
            y.events,
            y.finished_ps as f64 / 1e9,
            c.hops as f64 / tw / 1e6,
            c.events,
            c.hops,
            c.totals.drops,
            c.totals.pauses,
            c.flows.iter().map(|f| f.finished).max().unwrap().unwrap(),
            (c.hops as f64 / tw) / (y.hops as f64 / ty)
        );
    }
}
