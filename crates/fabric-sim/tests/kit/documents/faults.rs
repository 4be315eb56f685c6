//! Random faults for random documents.

use fabric_sim::document::{
    Action, Document, Link, LinkDirections, LosePfc, Lossy, PfcKind, Route, TimedAction, Unroute, Whole,
};
use fabric_sim::units::Time;

use super::Dice;

/// Adds failures of links to some documents. Most of the links come up again later.
pub(super) fn faults(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(3) {
        return;
    }
    let delay = dice.pick(&["0s", "1us", "5us", "20us", "10s"]);
    document.params.0.insert("reroute_delay".to_owned(), delay.to_owned());
    let end = document.horizon.ps() / 1_000_000;
    for n in 0..dice.range(1, 4) {
        let link = usize::try_from(dice.range(0, document.links.len() as u64)).expect("an index");
        let name = end_of(&document.links, link);
        // The failures of a link are in separate parts of the run, so that the link is never taken down
        // twice.
        let (from, to) = (n * end / 4 + 1, (n + 1) * end / 4);
        let at = Time::from_us(dice.range(from, to)) + Time(dice.pick(&[0, 0, 7_300, 401_777]));
        document.actions.push(TimedAction { at, action: Action::LinkDown(name.clone()) });
        if n == 0 || dice.one_in(2) {
            let at = at + Time(dice.range(0, 1_000_000 * to - at.ps()));
            document.actions.push(TimedAction { at, action: Action::LinkUp(name) });
        } else {
            break;
        }
    }
}

/// Adds a fault to some documents: a cable that loses or corrupts frames, or lost PFC frames. Some of these
/// documents also get a wrong route.
pub(super) fn losses(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(3) {
        return;
    }
    let end = document.horizon.ps() / 1_000_000;
    let mut act = |at: u64, action: Action| {
        document.actions.push(TimedAction { at: Time::from_us(at), action });
    };
    let link = usize::try_from(dice.range(0, document.links.len() as u64)).expect("an index");
    let port = end_of(&document.links, link);
    let (from, to) = (dice.range(0, end / 2), dice.range(end / 2, end));
    let count = |dice: &mut Dice, most| Whole::new(dice.range(1, most));
    match dice.range(0, 4) {
        0 | 1 => {
            let every = if dice.one_in(2) { count(dice, 50) } else { None };
            let corrupt =
                (every.is_none() || dice.one_in(2)).then(|| dice.pick(&["1%", "20%", "1"]).to_owned());
            let directions = dice.pick(&[
                LinkDirections::Both,
                LinkDirections::Both,
                LinkDirections::Out,
                LinkDirections::In,
            ]);
            act(from, Action::Lossy(Lossy { link: port.clone(), directions, drop_every: every, corrupt }));
        }
        _ => {
            let only = dice.pick(&[PfcKind::All, PfcKind::Pauses, PfcKind::Resumes]);
            let frames = if dice.one_in(2) { count(dice, 9) } else { None };
            let time = dice.one_in(2).then(|| Time(dice.range(1, 30_000_000)));
            act(from, Action::LosePfc(LosePfc { port: port.clone(), only, frames, time }));
        }
    }
    if dice.one_in(2) {
        act(to, Action::Mend(port.clone()));
    }
    if dice.one_in(3) {
        let via = document.links[link].a.clone();
        let (switch, host) = (document.links[link].b.clone(), dice.pick(&document.hosts).name);
        act(
            from,
            Action::Route(Route { switch: switch.clone(), to: host.clone(), via: Some(via), port: None }),
        );
        act(to, Action::Unroute(Unroute { switch, to: host }));
    }
    if let Some(source) = document.pause_sources.first() {
        act(to, Action::StopPauseSource(source.name.clone()));
    }
}

/// Name of the port at the second end of link number `link`, in the spelling of actions. The node at this end
/// is a switch.
fn end_of(links: &[Link], link: usize) -> String {
    let node = &links[link].b;
    let before = links[..link].iter();
    let number = before.filter(|other| other.a == *node || other.b == *node).count();
    format!("{node}.{number}")
}
