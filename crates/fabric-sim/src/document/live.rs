//! Actions on a running fabric. The page adds an action to the document at the time of the cursor. The action
//! is compiled as if the document had contained it from the start. Start with [`Document::act`].

use super::number::too_many;
use super::problem::{Problem, Problems};
use super::{Action, Document, TimedAction};
use crate::spec;
use crate::units::Time;

impl Document {
    /// Adds an action at time `at` to the end of the document's list, which is not sorted by time. Returns what a running simulation must do at that time. A
    /// run of the changed document from time 0 has the same result as the continued simulation. The action
    /// comes after other actions at `at`. An action that changes nothing, such as an equal value, is added,
    /// too; the result is then an empty list. `at` may be after the horizon.
    ///
    /// # Errors
    /// If the document did not compile before; problems then have their usual places. If the document already
    /// has [`Document::ACTIONS`] actions; the place is then `actions`. If the document does not compile with
    /// the action: the place of a problem in this action begins with `action`, and other problems have their
    /// usual places. The document stays unchanged after an error.
    pub fn act(&mut self, at: Time, action: Action) -> Result<Vec<spec::Action>, Problems> {
        let already = self.compile()?.actions.iter().filter(|timed| timed.at <= at).count();
        if self.actions.len() >= Self::ACTIONS {
            return Err(Problem::new("actions", too_many(self.actions.len() + 1, Self::ACTIONS)).into());
        }
        self.actions.push(TimedAction { at, action });
        match self.compile() {
            Ok(spec) => {
                let added = spec.actions.into_iter().skip(already).take_while(|timed| timed.at == at);
                Ok(added.map(|timed| timed.action).collect())
            }
            Err(problems) => {
                self.actions.pop();
                let place = format!("actions[{}]", self.actions.len());
                Err(problems.with_start(&place, "action"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::{PRESETS, params::ParamMap};
    use crate::engine::World;

    fn set(json: &str) -> Action {
        let map: ParamMap = serde_json::from_str(json).unwrap();
        Action::Set(map)
    }

    /// Applies the actions `deeds` to a running simulation, each at the given time in microseconds. Also
    /// replays the resulting document from time 0. Fails if the two simulations differ at `end` microseconds.
    /// Returns the running simulation.
    fn live_as_replayed<const N: usize>(
        document: &mut Document,
        deeds: [(u64, Action); N],
        end: u64,
    ) -> World {
        let mut live = World::new(Arc::new(document.compile().unwrap()));
        for (until, action) in deeds {
            live.run_until(Time::from_us(until), u64::MAX, &mut ());
            let at = live.action_time();
            for action in document.act(at, action).unwrap() {
                assert_eq!(live.act(action), at);
            }
        }
        let mut replayed = World::new(Arc::new(document.compile().unwrap()));
        for world in [&mut live, &mut replayed] {
            world.run_until(Time::from_us(end), u64::MAX, &mut ());
        }
        assert_eq!(live.hash(), replayed.hash());
        live
    }

    #[test]
    fn live_actions_equal_actions_of_the_document() {
        let mut document = PRESETS[0].document();
        let deeds = [(5, set(r#"{"xoff": "12k", "xon": "4k"}"#)), (9, set(r#"{"xoff": "20k"}"#))];
        live_as_replayed(&mut document, deeds, 30);
    }

    fn added(name: &str, more: &str) -> Action {
        Action::parse(&format!(r#"{{"flow": {{"name": "{name}", "from": "h1", "to": "h3"{more}}}}}"#))
            .unwrap()
    }

    #[test]
    fn a_flow_is_added_stopped_and_started_again_while_the_fabric_runs() {
        let mut document = PRESETS[0].document();
        let known = document.flows.len();
        let deeds = [
            (5, added("late", r#", "size": "40k", "start": "7us", "rate_control": "dcqcn""#)),
            (6, added("later", r#", "priority": 5, "arrival": {"constant": "2G"}"#)),
            (20, Action::Stop("later".into())),
            (45, Action::Start("late".into())),
        ];
        let live = live_as_replayed(&mut document, deeds, 100);
        let names: Vec<&str> = live.flow_specs().skip(known).map(|flow| flow.name.as_str()).collect();
        assert_eq!(names, ["late", "later"]);
        let sent = |n: usize| live.counters().flows[known + n].sent_bytes;
        // The first value is 2 Gb/s in 14 µs. The second is twice the payload of 40 kB, and headers.
        assert_eq!(sent(1), 4_000);
        assert!((80_000..90_000).contains(&sent(0)), "{}", sent(0));
    }

    #[test]
    fn an_invalid_flow_is_refused_by_the_names_of_its_fields() {
        let mut document = PRESETS[0].document();
        let at = Time::from_us(3);
        document.act(at, added("mine", "")).unwrap();
        for (action, words) in [
            (added("mine", ""), "action.flow.name: there is another flow called \"mine\""),
            (
                added("", ""),
                "action.flow.name: is \"\", but must be 1 to 64 bytes of text, without control, format or invisible characters",
            ),
            (added("x", r#", "format": "ipx""#), "action.flow.format"),
            (added("x", r#", "stop": "0s""#), "action.flow.stop: is 0s, but must be after the start, 0s"),
            (
                added("x", r#", "arrival": {"constant": "1"}"#),
                "action.flow.arrival.constant: is 1, but must be a rate from 1k",
            ),
        ] {
            let refusal = document.act(at, action).unwrap_err().to_string();
            assert!(refusal.starts_with(words), "{refusal}");
        }
        let nobody = Action::parse(r#"{"flow": {"name": "x", "from": "h1", "to": "h9"}}"#).unwrap();
        let refusal = document.act(at, nobody).unwrap_err().to_string();
        assert_eq!(refusal, "action.flow.to: there is no host called \"h9\"; add it, or name another");
        let refusal = document.act(Time::from_us(1), Action::Stop("mine".into())).unwrap_err().to_string();
        assert_eq!(refusal, "action.stop: there is no flow called \"mine\" by then; name another");
    }

    #[test]
    fn flows_of_an_incast_are_stopped_by_their_names() {
        let mut document = PRESETS[0].document();
        let at = Time::from_us(3);
        let incast = Action::parse(r#"{"incast": {"to": "h3", "from": ["h1"], "bytes": "1M"}}"#).unwrap();
        document.act(at, incast).unwrap();
        document.act(Time::from_us(8), Action::Stop("incast 3us h1 to h3".into())).unwrap();
        let mut world = World::new(Arc::new(document.compile().unwrap()));
        world.run_until(Time::from_us(40), u64::MAX, &mut ());
        let sent = world.counters().flows.last().unwrap().sent_bytes;
        assert!((1..50_000).contains(&sent), "{sent}");
    }

    #[test]
    fn a_wrong_action_leaves_the_document_alone() {
        let mut document = PRESETS[0].document();
        let before = document.clone();
        let problems = document.act(Time::from_us(1), Action::Stop("nobody".into())).unwrap_err();
        assert_eq!(problems.to_string(), "action.stop: there is no flow called \"nobody\"; name another");
        assert_eq!(document, before);
    }

    #[test]
    fn a_link_down_or_link_up_has_an_effect_once() {
        let mut document = PRESETS[0].document();
        let host = document.hosts[0].name.clone();
        let down = || Action::LinkDown(host.clone());
        live_as_replayed(&mut document, [(5, down()), (9, Action::LinkUp(host.clone()))], 30);
        document.act(Time::from_us(31), down()).unwrap();
        let refusal = document.act(Time::from_us(32), down()).unwrap_err().to_string();
        assert_eq!(
            refusal,
            format!("action.link_down: the link of {host} is down already; remove this action")
        );
    }

    #[test]
    fn an_action_is_read_in_the_words_of_documents() {
        let read = |text| Action::parse(text).map_err(|problem| problem.to_string());
        assert_eq!(read(r#"{"stop": "f1"}"#), Ok(Action::Stop("f1".into())));
        for (text, words) in [
            ("[]", "an action is a JSON object"),
            (
                r#"{"at": "1us", "stop": "f1"}"#,
                "action.at: an action that is done now has no time of its own",
            ),
            (r#"{"halt": 1}"#, "action.halt: there is no such field; there are at, set, incast, flow"),
            (r#"{"stop": 1}"#, "action.stop: is 1, but must be text"),
            ("{}", "action: an action has exactly one of set, incast"),
            (
                r#"{"incast": {"to": "h1", "bytes": -4}}"#,
                "action.incast.bytes: is -4, but must be an amount of bytes from 1 to",
            ),
        ] {
            let refusal = read(text).unwrap_err();
            assert!(refusal.starts_with(words), "{text}: {refusal}");
        }
    }

    #[test]
    fn live_actions_stop_at_the_limit_of_a_document() {
        let mut document = PRESETS[0].document();
        let stop = TimedAction { at: Time::ZERO, action: Action::Stop("h1 to h3".into()) };
        document.actions = vec![stop; Document::ACTIONS];
        assert!(Document::parse(&document.to_json()).is_ok());
        let problems = document.act(Time::from_us(1), Action::Stop("h1 to h3".into())).unwrap_err();
        assert_eq!(problems.to_string(), "actions: 4097 are too many: at most 4096; remove some");
    }
}
