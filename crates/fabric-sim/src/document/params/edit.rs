//! Reads and changes single parameters of a document. Reading gives the value and the address that assigns
//! it. Setting a value removes other parameters at the same address that exclude it. Start with
//! [`Document::parameters`] and [`Document::set_parameter`].
//!
//! If no address assigns a value, the default applies. Without a time, no action is applied. With a time, all
//! actions at this time or earlier are applied. Values that cannot be read, and addresses that do not exist,
//! are ignored; compiling reports them.

use std::borrow::Cow;

use super::rows::{DYNAMIC, PriorityRow, STATIC};
use super::{Address, Assignment, Key, ParamLevel, Place, UNSET, config, gather, read};
use crate::document::problem::{Problem, Problems};
use crate::document::{Action, Document, OLDEST_MODEL, TimedAction};
use crate::fabric::buffer::Threshold;
use crate::ids::Priority;
use crate::sort;
use crate::units::Time;

/// Value of a parameter at an address, and the place where the document assigns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Current {
    /// Value in the unit of the parameter's kind; for a word, the stored value of the word. For `auto`, the
    /// value that the program calculates, or [`UNSET`] if only compiling can calculate it.
    pub value: u64,
    /// Value as text, as a document writes it.
    pub text: String,
    /// Address in the document that assigns the value. `None` if the default applies.
    pub given: Option<Address>,
    /// Time of the action that assigned the value. `None` if the value is in force from time 0.
    pub since: Option<Time>,
    /// Address of the last assignment of this parameter. An assignment of a parameter that excludes it (such
    /// as `alpha` for `xoff`) counts, too. `None` if there is no such assignment.
    pub governing: Option<Address>,
}

impl Document {
    /// Value of a parameter at `address` before any action. If `address` has no priority and the parameter is
    /// for lossless priorities, returns the value of a lossless priority.
    #[must_use]
    pub fn parameter(&self, address: &Address) -> Current {
        let document = self.with_nodes();
        document.current(&gather(&document, &mut Problems::default()), address)
    }

    /// Values of the parameters at `addresses`, in the same order. Actions at times up to and including `now`
    /// are applied. If `now` is `None`, no action is applied.
    #[must_use]
    pub fn parameters<'a>(
        &self,
        addresses: impl IntoIterator<Item = &'a Address>,
        now: Option<Time>,
    ) -> Vec<Current> {
        // Entries that cannot be read are ignored here. Compiling reports them.
        let mut problems = Problems::default();
        let document = self.with_nodes();
        let mut all = gather(&document, &mut problems);
        let mut done: Vec<&TimedAction> =
            self.actions.iter().filter(|timed| now.is_some_and(|now| timed.at <= now)).collect();
        sort::by_key(&mut done, |timed| timed.at);
        for timed in done {
            if let Action::Set(map) = &timed.action {
                // In a running fabric, the latest assignment counts, even if an earlier assignment is more
                // specific.
                let set = read("set", map, Address::parse, &mut problems);
                all.extend(set.into_iter().map(|one| Assignment { since: Some(timed.at), ..one }));
            }
        }
        addresses.into_iter().map(|address| document.current(&all, address)).collect()
    }

    /// The document, with its builder expanded to lists of nodes and links. Unchanged if the document has no
    /// builder, or if the builder breaks a limit.
    fn with_nodes(&self) -> Cow<'_, Self> {
        self.expanded().unwrap_or(Cow::Borrowed(self))
    }

    /// Value of the parameter at `address` after the assignments `all`, which are applied in their order.
    fn current(&self, all: &[Assignment], address: &Address) -> Current {
        let profile = self.profile_of(&address.place);
        let param = address.key.param();
        let mut row = PriorityRow::EMPTY;
        let (mut last, mut governing): (Option<&Assignment>, Option<&Assignment>) = (None, None);
        for given in all.iter().filter(|given| covers(&given.address, address, profile)) {
            let key = given.address.key;
            if key == address.key {
                last = Some(given);
            }
            if key == address.key || exclusive_keys(address.key).contains(&key) {
                governing = Some(given);
            }
            if key.param().level == ParamLevel::Priority {
                row.set(key, given.value);
            }
        }
        let given = last.filter(|given| given.value != UNSET);
        let mut value = given.map_or(param.default, |given| given.value);
        if address.key == Key::Threshold {
            // The threshold follows from `xoff` or `alpha`, depending on which was given last. It is
            // calculated below.
            value = UNSET;
        }
        if value == UNSET && param.level == ParamLevel::Priority {
            let n = address.priority.unwrap_or(Priority::P3);
            if address.priority.is_none() && param.lossless_only {
                row.set(Key::Lossless, 1);
            }
            value = calculated(&row, n, address.key, self.model);
        }
        if value == UNSET && address.key == Key::Profile {
            value = self.profile_at(&address.place);
        }
        if value == UNSET && address.key == Key::FrameJitter && self.model == OLDEST_MODEL {
            value = 0;
        }
        let by = |given: Option<&Assignment>| given.map(|given| given.address.clone());
        let since = given.and_then(|given| given.since);
        Current { value, text: param.show(value), given: by(given), since, governing: by(governing) }
    }

    /// Sets the parameter at `address`. Removes the parameters at this address that exclude the new one (such
    /// as `alpha` for `xoff`). Values at other addresses stay, even if those addresses are more specific.
    /// Does nothing if the address names a profile that the document does not define. The value is written in
    /// its shortest form.
    ///
    /// # Errors
    /// If `text` is not a value of the parameter. The document then stays unchanged.
    pub fn set_parameter(&mut self, address: &Address, text: &str) -> Result<(), Problem> {
        self.set_parameter_in_edit(address, text, &[])
    }

    /// Sets a parameter as [`Document::set_parameter`] does. Does not remove the parameters at the addresses
    /// `same_edit`, because the same edit sets them.
    pub(in crate::document) fn set_parameter_in_edit(
        &mut self,
        address: &Address,
        text: &str,
        same_edit: &[Address],
    ) -> Result<(), Problem> {
        let param = address.key.param();
        let range = |range| Problem::range(address.to_string(), format_args!("\"{text}\""), range);
        let value = param.parse(text).map_err(range)?;
        for key in exclusive_keys(address.key) {
            let rival = Address { key: *key, ..address.clone() };
            if !same_edit.contains(&rival) {
                self.clear_parameter(&rival);
            }
        }
        if let Some((map, key)) = self.map_of(address) {
            map.0.insert(key, param.show(value));
        }
        Ok(())
    }

    /// Removes the value that is assigned at exactly `address`, if there is one. Actions do not change.
    pub fn clear_parameter(&mut self, address: &Address) {
        if let Some((map, key)) = self.map_of(address) {
            map.0.remove(&key);
        }
    }

    /// Map of the document that contains the parameter values for the place of `address`: `params`, or the
    /// map of a profile. Also returns the key of `address` in this map. `None` if the address names a profile
    /// that the document does not define.
    fn map_of(&mut self, address: &Address) -> Option<(&mut super::ParamMap, String)> {
        match &address.place {
            Place::Profile(name) | Place::ProfilePort(name, _) => {
                let key = address.to_string();
                let key = key.strip_prefix("profiles.")?.strip_prefix(name.as_str())?.strip_prefix('.')?;
                Some((self.profiles.get_mut(name)?, key.to_owned()))
            }
            _ => Some((&mut self.params, address.to_string())),
        }
    }

    /// Profile of the switch at `place`, or the profile that `place` itself names. `None` for a host, for the
    /// whole fabric, and for a switch without profile.
    pub(super) fn profile_of<'a>(&'a self, place: &'a Place) -> Option<&'a str> {
        match place {
            Place::Switch(name) | Place::SwitchPort(name, _) => {
                self.profile_name(self.switches.iter().find(|switch| switch.name == *name)?)
            }
            Place::Profile(name) | Place::ProfilePort(name, _) => Some(name),
            Place::Fabric | Place::Host(_) | Place::OfProfile { .. } => None,
        }
    }
}

/// Parameters that are removed at an address when `key` is set there, because they exclude `key`. Empty if no
/// parameter excludes `key`.
const fn exclusive_keys(key: Key) -> &'static [Key] {
    match key {
        Key::Xoff => &[Key::Alpha, Key::Threshold],
        Key::Alpha => &[Key::Xoff, Key::Threshold],
        Key::EgressAlpha => &[Key::EgressLimit],
        Key::EgressLimit => &[Key::EgressAlpha],
        Key::HeadroomRatio => &[Key::HeadroomPool],
        Key::HeadroomPool => &[Key::HeadroomRatio],
        _ => &[],
    }
}

/// Whether a value that is assigned at the address `given` applies to `target`. `profile` is the profile of
/// the switch in `target`, or `None` for a host and for a switch without profile.
pub(crate) fn covers(given: &Address, target: &Address, profile: Option<&str>) -> bool {
    let port = match &target.place {
        Place::SwitchPort(_, port) | Place::ProfilePort(_, port) => Some(port),
        _ => None,
    };
    let place = match &given.place {
        Place::Fabric => true,
        Place::Profile(name) => profile == Some(name),
        Place::ProfilePort(name, number) => profile == Some(name) && port == Some(number),
        Place::Switch(name) => {
            matches!(&target.place, Place::Switch(other) | Place::SwitchPort(other, _) if other == name)
        }
        Place::SwitchPort(..) | Place::Host(_) => given.place == target.place,
        Place::OfProfile { node, port: at, .. } => match &target.place {
            Place::Switch(name) => name == node && at.is_none(),
            Place::SwitchPort(name, _) => name == node && (at.is_none() || at.as_ref() == port),
            Place::Host(name) => name == node,
            _ => false,
        },
    };
    place && (given.priority.is_none() || given.priority == target.priority)
}

/// Value that the program calculates for `key` at priority `n` if the parameter is `auto`. [`UNSET`] if the
/// program calculates no value. `model` is the model version of the document.
fn calculated(row: &PriorityRow, n: Priority, key: Key, model: u32) -> u64 {
    let config = config::priority(row, n, model);
    let off = |value: Option<u64>| value.unwrap_or(super::OFF);
    match key {
        Key::Lossless => u64::from(config.pg.lossless),
        Key::PfcTx | Key::PfcRx => u64::from(config.pg.lossless && config.credits.is_none()),
        Key::Threshold => match config.pg.threshold {
            Threshold::Static(_) => STATIC,
            Threshold::Dynamic(_) => DYNAMIC,
        },
        Key::Xon => config.pg.xon,
        Key::XonOffset => off(config.pg.xon_offset),
        Key::Kmax => config.ecn.kmax,
        Key::WredMax => config.wred.max,
        _ => UNSET,
    }
}
