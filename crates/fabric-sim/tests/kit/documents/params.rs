//! Random parameters for random documents.

use fabric_sim::document::Document;
use fabric_sim::document::params::ParamMap;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use super::Dice;

/// Random parameters at each level of address: fabric, node, port and priority. XON is below 5 kB,
/// the smallest XOFF of the random documents.
pub(super) fn params(dice: &mut Dice, document: &Document) -> ParamMap {
    let mut map = ParamMap::default();
    let mut give = |address: &str, value: String| {
        map.0.insert(address.to_owned(), value);
    };
    give("jitter", dice.pick(&["on", "off"]).to_owned());
    give("overhead", dice.pick(&["0", "20"]).to_owned());
    give("memory", format!("{}k", dice.range(3_000, 12_000)));
    give("headroom", format!("{}k", dice.pick(&[0, 20, 60, 100, 200])));
    give("reserve", dice.pick(&["0", "0", "1518", "4k"]).to_owned());
    if dice.one_in(2) {
        give("p4.lossless", "on".to_owned());
    }
    if dice.one_in(3) {
        give("alpha", dice.pick(&["1/64", "1/8", "1", "4"]).to_owned());
    } else {
        give("xoff", format!("{}", dice.range(5_000, 80_000)));
        if dice.one_in(2) {
            give("xon", format!("{}", dice.range(0, 5_000)));
        }
    }
    if dice.one_in(3) {
        give("xon_offset", dice.pick(&["off", "3072", "10k"]).to_owned());
    }
    if dice.one_in(2) {
        give("kmin", format!("{}", dice.range(0, 30_000)));
        give("pmax", format!("{}%", dice.range(1, 101)));
        give("ecn_at", dice.pick(&["dequeue", "enqueue"]).to_owned());
    }
    if dice.one_in(3) {
        for (n, share) in [(3, 80), (4, 15), (0, 5)] {
            give(&format!("p{n}.class"), "ets".to_owned());
            give(&format!("p{n}.share"), share.to_string());
        }
        give("ets", dice.pick(&["dwrr", "dwrr", "wrr"]).to_owned());
        give("ets_counts", dice.pick(&["frame", "wire"]).to_owned());
        give("ets_quantum", dice.pick(&["auto", "auto", "500", "4k"]).to_owned());
    }
    give("egress_alpha", dice.pick(&["1/8", "1", "2"]).to_owned());
    give("cell_bytes", dice.pick(&["1", "1", "208", "254"]).to_owned());
    give("pause_quanta", dice.pick(&["65535", "65535", "1000", "100"]).to_owned());
    give("refresh", dice.pick(&["half", "half", "off", "2us"]).to_owned());
    give("explicit_xon", dice.pick(&["on", "on", "on", "off"]).to_owned());
    give("pause_timer", dice.pick(&["on", "on", "on", "off"]).to_owned());
    give("pfc_trigger", dice.pick(&["ingress", "ingress", "ingress", "egress"]).to_owned());
    give("pfc_delay", dice.pick(&["0ns", "0ns", "100ns", "1.5us"]).to_owned());
    give("pfc_order", dice.pick(&["from_indication", "after_wait"]).to_owned());
    if dice.one_in(4) {
        // Gives a host a slow bus. In some documents, its receive buffer and thresholds are too small.
        let host = dice.host(document);
        give(&format!("host.{host}.drain"), dice.pick(&["off", "1G", "9.7G", "40G", "100G"]).to_owned());
        if dice.one_in(2) {
            let buffer = dice.pick(&["12k", "40k", "200k"]);
            let high = dice.pick(&["auto", "5k", "30k"]);
            give("receive_buffer", buffer.to_owned());
            // No threshold may exceed the receive buffer.
            give("receive_high", if (buffer, high) == ("12k", "30k") { buffer } else { high }.to_owned());
            give("receive_low", dice.pick(&["auto", "0", "5k"]).to_owned());
        }
    }
    // Gives a port other settings, and makes a host ignore pauses.
    let switch = dice.pick(&document.switches).name;
    if dice.one_in(2) {
        give(&format!("switch.{switch}.port.0.p3.headroom"), format!("{}", dice.range(0, 40_000)));
    }
    if dice.one_in(4) {
        give(&format!("switch.{switch}.pfc_trigger"), "egress".to_owned());
    }
    if dice.one_in(6) {
        give(&format!("host.{}.p3.pfc_rx", dice.host(document)), "off".to_owned());
    }
    map
}

/// Sets memory parameters of the switches in half of the documents. `dice` is a separate stream of random
/// numbers, so that a new parameter here changes no other choice.
pub(super) fn memory(dice: &mut Dice, params: &mut ParamMap) {
    if dice.one_in(2) {
        return;
    }
    let mut give = |address: &str, value: &str| params.0.insert(address.to_owned(), value.to_owned());
    give("threshold_scope", dice.pick(&["pg", "voq", "voq", "queue"]));
    if dice.one_in(3) {
        give("p0.threshold_scope", dice.pick(&["voq", "queue"]));
    }
    if dice.one_in(2) {
        give("p0.alpha", "1/64");
    }
    if dice.one_in(4) {
        give("p1.counted", "off");
    }
    match dice.range(0, 4) {
        0 => give("headroom_ratio", dice.pick(&["1", "2", "3.5"])),
        1 => give("headroom_pool", dice.pick(&["60k", "200k"])),
        _ => None,
    };
    if dice.one_in(2) {
        give("wred_min", dice.pick(&["0", "5k", "60k"]));
        give("wred_max", dice.pick(&["auto", "100k"]));
        give("wred_drop", dice.pick(&["1%", "20%", "100%"]));
    }
}

/// Gives the switches of a third of the documents crossbars. The choices have their own stream of random
/// numbers, so that they change no other choice.
pub(super) fn crossbar(n: u64, map: &mut ParamMap) {
    let mut dice = Dice(Pcg32::seed_from_u64(n ^ 0xC805_5BA8));
    if !dice.one_in(3) {
        return;
    }
    let mut give = |name: &str, value: &str| {
        map.0.insert(name.to_owned(), value.to_owned());
    };
    give("fabric", "crossbar");
    give("crossbar_inputs", dice.pick(&["voq", "voq", "fifo"]));
    give("crossbar_matching", dice.pick(&["islip", "islip", "pim"]));
    give("crossbar_iterations", dice.pick(&["1", "2", "4"]));
    give("crossbar_priority", dice.pick(&["strict", "weighted"]));
    give("crossbar_mode", dice.pick(&["packet", "cell"]));
    give("crossbar_cell_bytes", dice.pick(&["64", "256", "1000"]));
    give("crossbar_speedup", dice.pick(&["1", "1.5", "2"]));
    give("crossbar_latency", dice.pick(&["0ns", "20ns"]));
    give("crossbar_fifo", dice.pick(&["1", "2", "5"]));
}

/// Gives some documents switches with cut-through, or with an ingress latency.
pub(super) fn pipelines(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(3) {
        return;
    }
    let latency = |dice: &mut Dice| dice.pick(&["0ns", "0ns", "50ns", "300ns", "1us"]).to_owned();
    let params = &mut document.params.0;
    params.insert("forwarding".to_owned(), dice.pick(&["store", "cut_through", "cut_through"]).to_owned());
    params.insert("ingress_latency".to_owned(), latency(dice));
    if dice.one_in(3) {
        let switch = dice.pick(&document.switches).name;
        params.insert(format!("switch.{switch}.forwarding"), dice.pick(&["store", "cut_through"]).to_owned());
        params.insert(format!("switch.{switch}.ingress_latency"), latency(dice));
    }
}

/// Gives some documents switches that learn MAC addresses.
pub(super) fn learning(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(8) {
        return;
    }
    let params = &mut document.params.0;
    if dice.one_in(3) {
        let switch = dice.pick(&document.switches).name;
        params.insert(format!("switch.{switch}.mac_table"), "learnt".to_owned());
    } else {
        params.insert("mac_table".to_owned(), "learnt".to_owned());
    }
    params.insert("mac_ageing".to_owned(), dice.pick(&["300s", "5us", "50us"]).to_owned());
    params.insert("unknown".to_owned(), dice.pick(&["flood", "flood", "drop"]).to_owned());
    // In a ring of switches, each hop multiplies a flooded frame.
    params.insert("hop_limit".to_owned(), "4".to_owned());
}
