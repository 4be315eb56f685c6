//! What breaks while the fabric runs.

use fabric_sim::document::{Action, Document, TimedAction};
use fabric_sim::units::Time;

use super::Dice;

/// Links of some documents go down, and most of them come up again.
pub(super) fn faults(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(3) {
        return;
    }
    let delay = dice.pick(&["0s", "1us", "5us", "20us", "10s"]);
    document.params.0.insert("reroute_delay".to_owned(), delay.to_owned());
    let end = document.horizon.ps() / 1_000_000;
    for n in 0..dice.range(1, 4) {
        let link = usize::try_from(dice.range(0, document.links.len() as u64)).expect("an index");
        let name = end_of(document, link);
        // One after the other, so that none is down twice.
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

/// The port of the second end of a link, which is a switch's, as actions name it.
fn end_of(document: &Document, link: usize) -> String {
    let node = &document.links[link].b;
    let before = document.links[..link].iter();
    let number = before.filter(|other| other.a == *node || other.b == *node).count();
    format!("{node}.{number}")
}
