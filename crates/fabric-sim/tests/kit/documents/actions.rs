//! Random timed actions for random documents.

use fabric_sim::document::params::ParamMap;
use fabric_sim::document::{Action, Document, Incast, Size, TimedAction};
use fabric_sim::units::Time;

use super::Dice;
use super::traffic::pause_source;

/// Random action at a whole microsecond, because many other events are at whole microseconds. `n` makes the
/// names in the action unique.
pub fn action(dice: &mut Dice, document: &Document, n: u64) -> TimedAction {
    let at = Time::from_us(dice.range(0, document.horizon.ps() / 1_000_000));
    let flow = dice.pick(&document.flows).name;
    let action = match dice.range(0, 6) {
        0 => Action::Start(flow),
        1 => Action::Stop(flow),
        2 => Action::PauseSource(pause_source(dice, document, format!("added {n}"))),
        3 => {
            let mut incast =
                Incast::all(&dice.host(document), Size::new(dice.range(1, 50_000)).expect("a size"));
            incast.priority = dice.priority();
            Action::Incast(incast)
        }
        _ => {
            let xoff = format!("{}", dice.range(5_000, 80_000));
            let switch = dice.pick(&document.switches).name;
            let drain = format!("host.{}.drain", dice.host(document));
            Action::Set(match dice.range(0, 7) {
                6 => ParamMap::from([(drain, dice.pick(&["off", "1G", "9.7G", "40G"]))]),
                0 => ParamMap::from([("xoff", xoff)]),
                1 => ParamMap::from([(format!("switch.{switch}.xoff"), xoff)]),
                2 => ParamMap::from([("alpha", dice.pick(&["1/16", "2"]))]),
                3 => ParamMap::from([("headroom", dice.pick(&["0", "5k", "40k"]))]),
                4 => ParamMap::from([("xon_offset", dice.pick(&["off", "2k"]))]),
                _ => ParamMap::from([("kmin", "8k"), ("pmax", "50%")]),
            })
        }
    };
    TimedAction { at, action }
}
