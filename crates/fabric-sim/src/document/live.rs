use super::problem::Problems;
use super::{Action, Document, TimedAction};
use crate::spec;
use crate::units::Time;

impl Document {
    /// Adds an action to the document of a run that stands at `at`, and gives
    /// what the running world is to do for it. With them in the document, the
    /// run from its start is the same as the one that goes on now.
    ///
    /// # Errors
    /// What is wrong with the action, as [`Document::compile`] says it; the
    /// document is then as before.
    pub fn act(&mut self, at: Time, action: Action) -> Result<Vec<spec::Action>, Problems> {
        let already = self.compile()?.actions.iter().filter(|timed| timed.at <= at).count();
        self.actions.push(TimedAction { at, action });
        match self.compile() {
            Ok(spec) => {
                let added = spec.actions.into_iter().skip(already).take_while(|timed| timed.at == at);
                Ok(added.map(|timed| timed.action).collect())
            }
            Err(problems) => {
                self.actions.pop();
                Err(problems)
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

    #[test]
    fn what_was_done_live_is_what_the_document_does() {
        let mut document = PRESETS[0].document();
        let mut live = World::new(Arc::new(document.compile().unwrap()));
        for (until, action) in [(5, set(r#"{"xoff": "12k", "xon": "4k"}"#)), (9, set(r#"{"xoff": "20k"}"#))] {
            live.run_until(Time::from_us(until), u64::MAX, &mut ());
            let at = live.action_time();
            for action in document.act(at, action).unwrap() {
                assert_eq!(live.act(action), at);
            }
        }
        let mut replayed = World::new(Arc::new(document.compile().unwrap()));
        for world in [&mut live, &mut replayed] {
            world.run_until(Time::from_us(30), u64::MAX, &mut ());
        }
        assert_eq!(live.hash(), replayed.hash());
    }

    #[test]
    fn a_wrong_action_leaves_the_document_alone() {
        let mut document = PRESETS[0].document();
        let before = document.clone();
        let problems = document.act(Time::from_us(1), Action::Stop("nobody".into())).unwrap_err();
        assert!(problems.to_string().contains("no flow called \"nobody\""), "{problems}");
        assert_eq!(document, before);
    }
}
