//! Finds the profile of a switch. The parameter `profile` overrides the field `profile` of the switch. Start
//! with [`ChosenProfile`].
//!
//! A wrong value of the parameter is treated as absent here. `none` means that the switch has no profile. A
//! parameter value for the switch overrides a value for the fabric. The compiler checks elsewhere that the
//! profile in the field `profile` exists.

use super::{Address, Key, NONE, Place, UNSET};
use crate::document::topology::Switch;
use crate::document::{Document, PROFILES};

/// Profile of a switch, and the place in the document that chooses the profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChosenProfile<'a> {
    /// Name of the profile.
    pub(crate) name: &'a str,
    /// Path of the parameter that chooses the profile, such as `params.switch.s1.profile`. `None` if the
    /// field `profile` of the switch chooses it.
    pub(crate) place: Option<String>,
}

impl ChosenProfile<'_> {
    /// Path of the place in the document that chooses the profile: the path of the parameter `profile`, or
    /// `switches[n].profile`. `n` is the index of the switch in the document.
    pub(crate) fn place_at(&self, n: usize) -> String {
        self.place.clone().unwrap_or_else(|| format!("switches[{n}].profile"))
    }
}

impl Document {
    /// Name of the profile of `switch`. `None` if the switch has no profile.
    pub(crate) fn profile_name<'a>(&'a self, switch: &'a Switch) -> Option<&'a str> {
        self.chosen_profile(switch).map(|chosen| chosen.name)
    }

    /// Profile of `switch`, and the place that chooses the profile. `None` if the switch has no profile.
    pub(crate) fn chosen_profile<'a>(&'a self, switch: &'a Switch) -> Option<ChosenProfile<'a>> {
        let own = || switch.profile.as_deref().map(|name| ChosenProfile { name, place: None });
        let at = |place| Address { place, priority: None, key: Key::Profile }.to_string();
        // A value for the switch overrides a value for the fabric, even if it is `auto`.
        let mut candidates = [Place::Switch(switch.name.clone()), Place::Fabric].map(at).into_iter();
        let Some((place, text)) = candidates.find_map(|at| self.params.0.get_key_value(&at)) else {
            return own();
        };
        match Key::Profile.param().parse(text) {
            Ok(NONE) => None,
            // A wrong value is ignored here. Reading the parameters reports it.
            Err(_) | Ok(UNSET) => own(),
            Ok(n) => {
                let profile = PROFILES.get(usize::try_from(n).ok()?)?;
                Some(ChosenProfile { name: profile.name, place: Some(format!("params.{place}")) })
            }
        }
    }

    /// Value of the parameter `profile` for the switch at `place`, or for all switches if `place` is not a
    /// switch. [`UNSET`] if the switches differ, have no profile, or have a profile that the document
    /// defines. Also [`UNSET`] if no switch has this name.
    pub(crate) fn profile_at(&self, place: &Place) -> u64 {
        let meant = |switch: &&Switch| match place {
            Place::Switch(name) => switch.name == *name,
            _ => true,
        };
        let mut have = self.switches.iter().filter(meant).map(|switch| self.profile_name(switch));
        let first = have.next().flatten().filter(|first| have.all(|other| other == Some(first)));
        // Profiles that the document defines are not values of the parameter.
        let known = |name: &&str| !self.profiles.contains_key(*name);
        let word = |name: &str| PROFILES.iter().position(|profile| profile.name == name);
        first.filter(known).and_then(word).map_or(UNSET, |n| n as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(named: &str, params: &str) -> Document {
        Document::parse(&format!(
            r#"{{"format": 1, "model": 1, "hosts": [{{"name": "h1"}}],
                "switches": [{{"name": "s1"{named}}}, {{"name": "s2"}}],
                "links": [["h1", "s1", "100G", "5m"], ["s1", "s2", "100G", "5m"]], "params": {{{params}}}}}"#
        ))
        .unwrap()
    }

    #[test]
    fn the_words_are_the_profiles_in_their_order() {
        let words = Key::Profile.param().words.iter().filter(|(_, value)| *value < NONE);
        let words: Vec<(&str, u64)> = words.copied().collect();
        let profiles: Vec<(&str, u64)> = (0..).zip(&PROFILES).map(|(n, profile)| (profile.name, n)).collect();
        assert_eq!(words, profiles);
    }

    #[test]
    fn a_profile_parameter_outranks_a_profile_name_and_a_switch_outranks_the_fabric() {
        let hpcc = r#", "profile": "hpcc""#;
        for (named, params, has) in [
            (hpcc, "", [Some("hpcc"), None]),
            (hpcc, r#""profile": "sonic""#, [Some("sonic"), Some("sonic")]),
            (hpcc, r#""profile": "sonic", "switch.s1.profile": "auto""#, [Some("hpcc"), Some("sonic")]),
            (hpcc, r#""switch.s1.profile": "none""#, [None, None]),
            ("", r#""profile": "70-30", "switch.s2.profile": "per-edge""#, [Some("70-30"), Some("per-edge")]),
        ] {
            let document = document(named, params);
            let found = [0, 1].map(|n| document.profile_name(&document.switches[n]));
            assert_eq!(found, has, "{named} {params}");
        }
    }

    #[test]
    fn a_slider_shows_the_value_of_the_switch() {
        let document = document(r#", "profile": "hpcc""#, r#""switch.s2.profile": "hpcc""#);
        let shown = |address: &str| document.parameter(&Address::parse(address).unwrap()).text;
        assert_eq!([shown("switch.s1.profile"), shown("switch.s2.profile"), shown("profile")], ["hpcc"; 3]);
        let document = self::document(r#", "profile": "hpcc""#, "");
        let shown = |address: &str| document.parameter(&Address::parse(address).unwrap()).text;
        assert_eq!(
            [shown("switch.s1.profile"), shown("switch.s2.profile"), shown("profile")],
            ["hpcc", "auto", "auto"]
        );
    }

    #[test]
    fn values_of_a_chosen_profile_yield_to_explicit_values() {
        let spec = |params: &str| document("", params).compile().unwrap();
        let chosen = spec(r#""switch.s1.profile": "hpcc", "headroom": "1k""#);
        assert_eq!(chosen.switches[0].pool.memory, 12 << 20);
        let group = chosen.ports[1].config.priorities[3].pg;
        assert_eq!((group.reserve, group.headroom), (4_096, 1_000));
        assert_eq!(chosen.switches[1].pool.memory, 16_000_000);
    }

    #[test]
    fn an_invalid_profile_is_refused_at_its_place() {
        let refusal = |params: &str| document("", params).compile().unwrap_err().to_string();
        assert_eq!(
            refusal(r#""profile": "hpc""#),
            "params.profile: is \"hpc\", but must be auto or none or hpcc or sonic or 70-30 or per-edge or sonic-lookup"
        );
        assert_eq!(
            refusal(r#""switch.s9.profile": "hpcc""#),
            "params.switch.s9.profile: there is no switch called \"s9\"; add it, or name another"
        );
        assert_eq!(
            Address::parse("host.h1.profile").unwrap_err().message,
            "profile is a parameter of switches; give it for a switch, or for the fabric as profile"
        );
        assert_eq!(
            refusal(r#""switch.s1.profile": "70-30", "memory": "1k""#).lines().next().unwrap(),
            "params.switch.s1.profile: the xoff that 70-30 gives is 43 here, but must be an amount of bytes from 64 to 1G; give xoff in params"
        );
        let mut live = document("", "");
        let set = serde_json::from_str(r#"{"set": {"profile": "hpcc"}, "at": "1us"}"#).unwrap();
        live.actions.push(set);
        assert_eq!(
            live.compile().unwrap_err().to_string(),
            "actions[0].set.profile: profile may not change in a running fabric; give it in params"
        );
        let nested = Address::parse_in_profile("leaf", "profile").unwrap_err();
        assert_eq!(nested.message, "a profile names no other profile; take it out");
    }
}
