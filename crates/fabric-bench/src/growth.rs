//! How cost grows with the fabric and with what waits in it: a permutation over
//! leaves and spines, all of its bytes handed over at once.

use std::sync::Arc;

use fabric_sim::document::{Document, Problems};
use fabric_sim::spec::Spec;

/// Hosts of the fabrics.
pub const HOSTS: [u32; 4] = [8, 32, 128, 512];
/// Megabytes that are handed over, by all hosts together.
pub const PENDING: [u32; 4] = [1, 4, 16, 64];
/// Hosts under a leaf, and spines over it.
const WIDTH: u32 = 8;
/// A NIC holds 4 MiB of a flow.
const LARGEST: u32 = 4_000_000;

/// The fabric of so many `hosts` whose NICs are handed `pending` MB at the start.
///
/// # Errors
/// If its document is wrong; a test sees to it that none is.
pub fn spec(hosts: u32, pending: u32) -> Result<Arc<Spec>, Problems> {
    Ok(Arc::new(Document::parse(&text(hosts, pending))?.compile()?))
}

fn text(hosts: u32, pending: u32) -> String {
    let leaves = hosts / WIDTH;
    let list = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
    let named =
        |letter: char, count: u32| list(&mut (0..count).map(|n| format!(r#"{{"name":"{letter}{n}"}}"#)));
    let spines = if leaves > 1 { WIDTH } else { 0 };
    let switches = [named('l', leaves), named('s', spines)].join(if spines > 0 { "," } else { "" });
    let link = |a: String, b: String| format!(r#"{{"a":"{a}","b":"{b}","rate":"100G","delay":"1us"}}"#);
    let down = (0..hosts).map(|n| link(format!("h{n}"), format!("l{}", n / WIDTH)));
    let up = (0..leaves).flat_map(|leaf| (0..spines).map(move |spine| (leaf, spine)));
    let links = list(&mut down.chain(up.map(|(leaf, spine)| link(format!("l{leaf}"), format!("s{spine}")))));
    let bytes = pending * 1_000_000 / hosts;
    let parts = bytes.div_ceil(LARGEST);
    let flows = list(&mut (0..hosts).flat_map(|host| {
        (0..parts).map(move |part| {
            format!(
                r#"{{"name":"f{host}.{part}","from":"h{host}","to":"h{}","frame":1044,"payload":1000,"size":{},"arrival":{{"constant":"800G"}},"acks":{{"every":1,"priority":5}}}}"#,
                (host + hosts / 2) % hosts,
                bytes / parts,
            )
        })
    }));
    format!(
        r#"{{"format":1,"model":1,"name":"growth","horizon":"1s","hosts":[{}],"switches":[{switches}],"links":[{links}],"params":{{"jitter":"off","memory":"1G"}},"flows":[{flows}]}}"#,
        named('h', hosts),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload;

    #[test]
    fn all_of_it_arrives_over_as_many_links_as_there_are() {
        // Under one leaf 2 links each way, under several 4: the other half is never a neighbour.
        for (hosts, links) in [(8, 2), (32, 4)] {
            let figures = workload::run(&spec(hosts, 1).unwrap());
            let frames = u64::from((1_000_000 / hosts).div_ceil(1_000) * hosts);
            assert_eq!((figures.hops, figures.drops), (frames * 2 * links, 0), "{hosts} hosts");
        }
    }
}
