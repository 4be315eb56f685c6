//! Stand-in until documents land.
use fabric_sim::fabric::buffer::PoolConfig;
use fabric_sim::spec::{Arrival, Builder, FlowSpec, PortConfig, Spec};
use fabric_sim::units::{Rate, Time};
use fabric_sim::wire::Ecn;

/// Two senders, one receiver.
pub fn pause() -> Spec {
    let mut fabric = Builder::new();
    let hosts = ["h1", "h2", "h3"].map(|name| fabric.host(name).expect("demo"));
    let switch = fabric.switch("s1").expect("demo");
    for host in hosts {
        fabric.link(host, switch, Rate::gbps(100), Time::from_us(1)).expect("demo");
    }
    let mut spec = fabric.build(PoolConfig { memory: 1 << 20, cell_bytes: 1 }, PortConfig::new()).expect("demo");
    spec.horizon = Time::from_us(40);
    spec.flows = ["h1", "h2"]
        .map(|name| FlowSpec {
            name: name.to_owned(),
            source: spec.node(name).expect("demo"),
            destination: spec.node("h3").expect("demo"),
            priority: 3,
            frame_bytes: 1000,
            payload_bytes: 978,
            size: None,
            start: Time::ZERO,
            stop: None,
            arrival: Arrival::Saturate,
            jitter: true,
            acks: None,
            ecn: Ecn::Capable,
            path: Vec::new(),
        })
        .to_vec();
    spec
}
