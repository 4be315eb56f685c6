//! Random hosts, switches and links for random documents.

use fabric_sim::document::{Document, Host, Link, Switch};
use fabric_sim::units::{Rate, Time};

use super::Dice;

/// Adds a star, a chain, a ring or a leaf–spine fabric. Each switch with hosts has two to four hosts. Some
/// fabrics have a separate part without links to the main part. Whole microseconds and equal lengths are
/// frequent, so that many events have the same time.
pub(super) fn topology(dice: &mut Dice, document: &mut Document) {
    let pairs: &[(u32, u32)] = match dice.range(0, 5) {
        0 | 1 => &[],
        2 => &[(0, 1), (1, 2)],
        3 => &[(0, 1), (1, 2), (2, 0)],
        _ => &[(0, 2), (0, 3), (1, 2), (1, 3)],
    };
    let switches = pairs.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(1);
    // The spines of a leaf–spine fabric have no hosts.
    let leaves = if pairs.len() == 4 { 2 } else { switches };
    let uniform = dice.one_in(2).then(|| (dice.pick(&RATES), dice.range(0, 2)));
    document.switches.extend((0..switches).map(|n| Switch { name: format!("s{n}"), profile: None }));
    for (a, b) in pairs {
        let link = link(dice, format!("s{a}"), format!("s{b}"), uniform);
        document.links.push(link);
    }
    for switch in 0..leaves {
        for _ in 0..dice.range(2, 5) {
            let name = format!("h{}", document.hosts.len());
            document.hosts.push(Host { name: name.clone() });
            let link = link(dice, name, format!("s{switch}"), uniform);
            document.links.push(link);
        }
    }
    if dice.one_in(8) {
        // Separate part of the fabric, without links to the main part.
        document.switches.push(Switch { name: "s9".to_owned(), profile: None });
        document.hosts.push(Host { name: "island".to_owned() });
        let link = link(dice, "island".to_owned(), "s9".to_owned(), uniform);
        document.links.push(link);
    }
}

const RATES: [u64; 7] = [10, 25, 30, 40, 100, 200, 400];

fn link(dice: &mut Dice, a: String, b: String, uniform: Option<(u64, u64)>) -> Link {
    let (gbps, us) = uniform.unwrap_or_else(|| (dice.pick(&RATES), dice.range(0, 2)));
    let length = (uniform.is_none() && dice.one_in(2))
        .then(|| format!("{}m", dice.range(1, 300)).parse().expect("a length"));
    Link {
        a,
        b,
        rate: Rate::gbps(gbps),
        delay: length.is_none().then(|| Time::from_us(us)),
        length,
        phy: if dice.one_in(4) { dice.micros(1) } else { Time::ZERO },
        drop_every: None,
        corrupt: None,
    }
}
