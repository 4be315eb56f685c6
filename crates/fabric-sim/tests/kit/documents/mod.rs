//! Random documents: fabrics, traffic and timed actions, each generated from a number. The documents are
//! equal on all machines, because no random number has the type `usize`.
#![allow(dead_code, reason = "each test that has this module needs a part of it")]

pub mod actions;
mod collectives;
pub mod credits;
mod dice;
mod faults;
mod params;
mod topology;
mod traffic;
mod watchdogs;

use fabric_sim::document::{Document, OLDEST_MODEL, Seed};
use fabric_sim::units::Time;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

pub use dice::Dice;

/// Number of random documents that the tests check.
pub const COUNT: u64 = 200;

/// Random document number `n`. The same number always gives the same document.
#[must_use]
pub fn document(n: u64) -> Document {
    let mut dice = Dice(Pcg32::seed_from_u64(n));
    let mut document = Document::empty();
    // The recorded hashes are those of the oldest model.
    document.model = OLDEST_MODEL;
    document.seed = Seed::new(n).expect("a seed is below 2^53");
    document.horizon = Time::from_us(if dice.one_in(2) { dice.range(10, 40) } else { dice.range(100, 400) });
    topology::topology(&mut dice, &mut document);
    document.params = params::params(&mut dice, &document);
    params::memory(&mut Dice(Pcg32::seed_from_u64(n ^ 0x3E30)), &mut document.params);
    params::crossbar(n, &mut document.params);
    for _ in 0..dice.range(1, 9) {
        let flow = traffic::flow(&mut dice, &document);
        document.flows.push(flow);
    }
    traffic::routes(&mut dice, &mut document);
    for n in 0..dice.range(0, 3) {
        let source = traffic::pause_source(&mut dice, &document, format!("pause {n}"));
        document.pause_sources.push(source);
    }
    for n in 0..dice.range(0, 5) {
        let action = actions::action(&mut dice, &document, n);
        document.actions.push(action);
    }
    traffic::headers(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 40)), &mut document);
    params::pipelines(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 41)), &mut document);
    params::learning(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 42)), &mut document);
    faults::faults(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 43)), &mut document);
    faults::losses(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 45)), &mut document);
    watchdogs::watchdogs(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 44)), &mut document);
    traffic::rates(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 46)), &mut document);
    traffic::reliability(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 47)), &mut document);
    credits::credits(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 48)), &mut document);
    credits::add_flow_credits(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 49)), &mut document);
    traffic::operations(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 50)), &mut document);
    collectives::collectives(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 51)), &mut document);
    document
}

/// Makes all flows of a document reliable, with timeouts so short that they often expire.
#[allow(dead_code, reason = "not every test with these documents has losses")]
pub fn impatient(document: &mut Document) {
    let params = &mut document.params.0;
    for (address, value) in
        [("reliability", "go_back_n"), ("send_window", "64"), ("ack_timeout", "5us"), ("ack_every", "1")]
    {
        params.insert(address.to_owned(), value.to_owned());
    }
}
