//! What the selected priority is doing, in words.

use super::{Picture, credits_left};

/// What the selected priority is doing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Whether something is stopped.
    pub stopped: bool,
    /// In a word or two.
    pub word: &'static str,
    /// Why, in a sentence.
    pub why: String,
}

impl Picture {
    /// Whether the selected priority is charged to the memory of a switch.
    #[must_use]
    pub fn takes_memory(&self) -> bool {
        let (spec, selected) = (&self.still.stage.spec, self.still.selected);
        spec.switch_of(selected.port).is_some()
            && spec.ports[selected.port.index()].config.priorities[usize::from(selected.priority)].pg.counted
    }

    /// What the selected priority is doing.
    #[must_use]
    pub fn state(&self) -> State {
        let (spec, selected) = (&self.still.stage.spec, self.still.selected);
        let (Some(view), Some(port)) =
            (self.view.ports.get(selected.port.index()), spec.ports.get(selected.port.index()))
        else {
            return State::default();
        };
        let peer = &spec.owner(port.peer).name;
        let n = selected.priority;
        let bit = 1 << n;
        let stopped = |word, why| State { stopped: true, word, why };
        if view.paused & bit != 0 {
            return stopped("PAUSED", format!("{peer} asked this port to stop sending priority {n}."));
        }
        let credits = view.priorities[usize::from(n)].credits;
        // What is being sent has spent them; whether the next frame waits is known once it is its turn.
        if let Some(credits) = credits.filter(|_| view.starved & bit != 0) {
            return stopped("NO CREDITS", format!("Credits of {peer}: {}.", credits_left(&credits)));
        }
        let obeyed = spec.ports[port.peer.index()].config.receiver.enabled & bit != 0;
        if view.asked & bit != 0 && !obeyed {
            return stopped(
                "ASKS IN VAIN",
                format!("{peer} is asked not to send priority {n}, but does not obey PFC: it goes on."),
            );
        }
        if view.asked & bit != 0 {
            return stopped(
                "ASKS FOR A PAUSE",
                format!("{peer} must not send priority {n} until this buffer has drained."),
            );
        }
        if let Some(credits) = credits {
            let why = format!("Credits of {peer}: {}.", credits_left(&credits));
            return State { stopped: false, word: "FREE", why };
        }
        let why = if spec.switch_of(selected.port).is_none() || view.priorities[usize::from(n)].pg.lossless {
            "No pause in either direction."
        } else if self.takes_memory() {
            "Lossy: above its threshold, frames are dropped."
        } else {
            "Takes no memory: its frames are always let in, and it asks for no pause."
        };
        State { stopped: false, word: "FREE", why: why.to_owned() }
    }
}
