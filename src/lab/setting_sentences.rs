//! Sentences of the narration on parameters that an action has changed in the running fabric. Start with
//! [`setting_sentence`].
//!
//! A sentence combines changes of related parameters at the same time, such as XOFF and XON. If a parameter
//! changes several times, only its last change is named. An index without an action gives an empty text.

use fabric_sim::document::params::ValueKind as Unit;
use fabric_sim::engine::{PgView, World};
use fabric_sim::ids::Priority;
use fabric_sim::spec::{Action, Setting, SettingScope};

use super::sentence_list::enumerated;
use crate::charts::{bytes_label, rate_label};

/// Sentence on the settings that the action with index `number` has changed. Earlier actions at the same time
/// are included, if they change related settings. Settings are in the order of the actions; the sentence
/// names the place of the first change.
#[must_use]
pub fn setting_sentence(world: &World, number: usize) -> String {
    let actions = world.actions().get(..=number).unwrap_or_default();
    let Some(last) = actions.last() else { return String::new() };
    let mut set: Vec<(&SettingScope, Setting)> = Vec::new();
    for timed in actions.iter().rev().take_while(|timed| timed.at == last.at) {
        let Action::Set { scope, setting } = &timed.action else { break };
        let known = set.iter().any(|(_, other)| name(*other) == name(*setting));
        let akin = set.first().is_none_or(|(_, first)| family(*first) == family(*setting));
        if akin && !known {
            set.insert(0, (scope, *setting));
        }
    }
    let at = set.first().map(|(scope, _)| at(world, scope)).unwrap_or_default();
    let mut words = set.into_iter().map(|(scope, setting)| in_words(world, scope, setting));
    let first = capital(words.next().unwrap_or_default());
    let along: Vec<String> = words.collect();
    let first = format!("{first}{at}");
    if along.is_empty() {
        format!("{first}.")
    } else {
        format!("{first}; along with it, {}.", along.join(", "))
    }
}

/// Text on the place of a setting: a port, or one of several switches. Empty if the setting applies to a
/// host, to ports of several nodes, or to all ports of the only switch.
fn at(world: &World, scope: &SettingScope) -> String {
    let spec = world.spec();
    let Some((first, rest)) = scope.ports.split_first() else { return String::new() };
    let owner = spec.owner(*first);
    let ports = owner.ports.clone().count();
    let is_alone = spec.switches.len() < 2 && scope.ports.len() == ports;
    let elsewhere = rest.iter().any(|port| spec.ports[port.index()].node != spec.ports[first.index()].node);
    match (owner.switch(), rest.len()) {
        _ if is_alone || elsewhere => String::new(),
        (Some(_), 0) => format!(" at port {} of {}", spec.ports[first.index()].number, owner.name),
        (Some(_), _) => format!(" at {}", owner.name),
        (None, _) => String::new(),
    }
}

/// Number of the family of a setting. Settings that influence each other, such as XOFF and XON, are of the
/// same family.
const fn family(setting: Setting) -> u8 {
    match setting {
        Setting::Xoff(_) | Setting::Alpha(_) | Setting::Xon(_) | Setting::XonOffset(_) => 0,
        Setting::Kmin(_) | Setting::Kmax(_) | Setting::Pmax(_) => 1,
        Setting::Headroom(_) => 2,
        Setting::Reserve(_) => 3,
        Setting::Drain(_) => 4,
        Setting::PfcTx(_) | Setting::PfcRx(_) | Setting::PauseTime(..) => 5,
        Setting::Class(_) => 6,
        Setting::Group(..) => 7,
        Setting::Watchdog(_) => 8,
    }
}

const fn name(setting: Setting) -> &'static str {
    match setting {
        Setting::Xoff(_) => "XOFF",
        Setting::Alpha(_) => "α",
        Setting::Xon(_) => "XON",
        Setting::XonOffset(_) => "the XON offset",
        Setting::Headroom(_) => "the headroom",
        Setting::Reserve(_) => "the reserve",
        Setting::Kmin(_) => "Kmin",
        Setting::Kmax(_) => "Kmax",
        Setting::Pmax(_) => "Pmax",
        Setting::Drain(_) => "the drain rate",
        Setting::PfcTx(_) => "sending PFC",
        Setting::PfcRx(_) => "obeying PFC",
        Setting::PauseTime(..) => "the pause time",
        Setting::Class(_) => "the class",
        Setting::Group(..) => "what is lossless",
        Setting::Watchdog(_) => "the watchdog",
    }
}

/// Bytes that the setting sets; `None` for a setting in another unit, and for an XON offset that is off.
const fn bytes_of(setting: Setting) -> Option<u64> {
    match setting {
        Setting::Xoff(bytes)
        | Setting::Xon(bytes)
        | Setting::Headroom(bytes)
        | Setting::Reserve(bytes)
        | Setting::Kmin(bytes)
        | Setting::Kmax(bytes)
        | Setting::XonOffset(Some(bytes)) => Some(bytes),
        _ => None,
    }
}

/// Words on one setting. A number of bytes of [`u64::MAX`] means off.
fn in_words(world: &World, scope: &SettingScope, setting: Setting) -> String {
    let name = name(setting);
    match (setting, bytes_of(setting)) {
        (Setting::Alpha(alpha), _) => {
            let now = group(world, scope).xoff;
            let alpha = Unit::Ratio.show(u64::from(alpha));
            format!(
                "XOFF follows the free memory from here on: α × free = {alpha} × free = {}",
                bytes_label(now)
            )
        }
        (Setting::Drain(rate), _) => {
            let spec = world.spec();
            let hosts: Vec<&str> = scope.ports.iter().map(|port| spec.owner(*port).name.as_str()).collect();
            let names = if hosts.len() > 3 { "every host".to_owned() } else { enumerated(&hosts) };
            match rate {
                Some(rate) => format!("the bus of {names} carries {} from here on", rate_label(rate.bps())),
                None => format!("the bus of {names} keeps up with its link from here on"),
            }
        }
        (Setting::PfcTx(on) | Setting::PfcRx(on), _) => {
            format!("{name} is {} from here on", if on { "on" } else { "off" })
        }
        (Setting::PauseTime(quanta, _), _) => format!("{name} is {} quanta from here on", quanta.0),
        (Setting::Class(class), _) if class.share == 0 => format!("{name} is strict from here on"),
        (Setting::Class(class), _) => format!("{name} is ETS with weight {} from here on", class.share),
        (Setting::Group(group, _), _) => {
            let what = if group.lossless { "lossless" } else { "lossy" };
            format!("priority {} is {what} from here on", scope.priorities.lowest().unwrap_or_default())
        }
        (Setting::Watchdog(watchdog), _) => {
            let what = watchdog.map_or("off", |config| config.rule.name());
            format!("{name} is {what} from here on")
        }
        (Setting::Pmax(share), _) => format!("{name} is {}", percent(share)),
        (Setting::Xon(bytes), _) if group(world, scope).xon > bytes => format!(
            "{name} is {}, but the XON offset keeps it at {}",
            bytes_label(bytes),
            bytes_label(group(world, scope).xon)
        ),
        (_, Some(u64::MAX) | None) => format!("{name} is off"),
        (_, Some(bytes)) => format!("{name} is {} from here on", bytes_label(bytes)),
    }
}

/// Priority group at the first port and the lowest priority to which a setting applies.
fn group(world: &World, scope: &SettingScope) -> PgView {
    let priority = scope.priorities.lowest().unwrap_or(Priority::P7);
    scope.ports.first().map(|port| world.priority(*port, priority).pg).unwrap_or_default()
}

/// Text `words` with its first letter in upper case, if this letter is an ASCII letter.
pub(super) fn capital(mut words: String) -> String {
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// Label in percent of a probability; `share` is in units of 1/2³². At most two decimals.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn percent(share: u64) -> String {
    let percent = 100.0 * share as f64 / (1u64 << 32) as f64;
    let text = format!("{percent:.2}");
    format!("{}\u{202f}%", text.trim_end_matches('0').trim_end_matches('.'))
}
