//! Sentences of the narration on collectives: start, progress and end. Repetitions are counted from 1. A
//! sentence names the repetition only if the collective has several.

use fabric_sim::engine::World;
use fabric_sim::ids::CollectiveId;
use fabric_sim::spec::{CollectiveSpec, Spec};
use fabric_sim::units::Time;

use crate::charts::{bytes_label, time_label};

/// Sentence of the narration before a collective starts, for a document without other traffic.
pub(super) fn opening(of: &CollectiveSpec) -> String {
    format!("\u{201c}{}\u{201d} is about to begin: {}.", of.name, messages(of))
}

/// Sentence on the start of a collective.
pub(super) fn begins(spec: &Spec, collective: CollectiveId) -> String {
    let of = &spec.collectives[collective.index()];
    format!("\u{201c}{}\u{201d} begins: {}.", of.name, messages(of))
}

/// Sentence on the end of a repetition of a collective. `times` is the number of the repetition, from 1, and
/// `took` its duration.
pub(super) fn over(spec: &Spec, collective: CollectiveId, times: u32, took: Time) -> String {
    let of = &spec.collectives[collective.index()];
    let nth = match of.config.repeats {
        1 => String::new(),
        repeats => format!(", time {times} of {repeats}"),
    };
    format!(
        "\u{201c}{}\u{201d} is done after {}{nth}: every host has all that was for it.",
        of.name,
        time_label(took)
    )
}

/// Sentence on the present state of a collective: not begun, under way or done. The page shows the sentence
/// beside the figures of each flow of the collective.
pub(super) fn stands(world: &World, collective: CollectiveId) -> String {
    let of = &world.spec().collectives[collective.index()];
    let label = format!("One of the {} flows of \u{201c}{}\u{201d}", of.config.flows, of.name);
    let of_all = match of.config.repeats {
        1 => String::new(),
        repeats => format!(" of {repeats} times"),
    };
    match world.collective_times(collective).last() {
        Some((times, took)) if of.config.repeats > 1 => {
            format!("{label}, which is done {times}{of_all}: the last took {}.", time_label(took))
        }
        Some((_, took)) => format!("{label}, which is done: it took {}.", time_label(took)),
        None if of.start > world.now() => format!("{label}, which begins at {}.", time_label(of.start)),
        None => format!("{label}, under way for {}.", time_label(world.now() - of.start)),
    }
}

/// Text on the number and size of the messages of a collective, and on the ring if the messages go round a
/// ring.
fn messages(of: &CollectiveSpec) -> String {
    let (flows, each) = (of.config.width, bytes_label(of.message));
    match of.config.steps() {
        1 => format!("{flows} messages of {each} at once"),
        steps => {
            format!("{flows} hosts in a ring, each sends {steps} messages of {each}, one after the other")
        }
    }
}
