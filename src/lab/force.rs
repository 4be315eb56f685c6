//! What is in force: a parameter's own value, unless another one overrules it.

use fabric_sim::document::params::{Key, OFF, UNSET};
use fabric_sim::engine::PgView;

use super::Picture;

/// What becomes of a parameter that is not in force as it is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overruled {
    /// The bytes that hold in its place, if any do.
    pub by: Option<u64>,
    /// Why, in a few words.
    pub why: &'static str,
}

impl Picture {
    /// What overrules `key` in the selected lane, if anything does.
    #[must_use]
    pub fn overruled(&self, key: Key) -> Option<Overruled> {
        let value = |key| self.values.iter().find(|one| one.key == key).map_or(UNSET, |one| one.value);
        let given = |key| !matches!(value(key), OFF | UNSET);
        let not = |why| Some(Overruled { by: None, why });
        let group = self.governed();
        // Whether XON is as far below the threshold as its offset says.
        let offset = given(Key::XonOffset) && group.xon > value(Key::Xon);
        match key {
            Key::Xoff if self.dynamic => Some(Overruled { by: Some(group.xoff), why: "follows α" }),
            Key::Alpha if !self.dynamic => not("not in force: XOFF is fixed"),
            Key::Xon if offset => Some(Overruled { by: Some(group.xon), why: "follows XOFF" }),
            Key::XonOffset if given(key) && !offset => not("not in force: XON is higher"),
            Key::Kmax | Key::Pmax if !given(Key::Kmin) => not("not in force: Kmin is off"),
            _ => None,
        }
    }

    /// The ingress group that the page's thresholds are read from: of the
    /// selection if it is lossless, else of a lossless priority beside it.
    fn governed(&self) -> PgView {
        let spec = &self.stage.spec;
        let selected = self.selected.port;
        let on_switch = spec.switch_of(selected).is_some();
        let port = if on_switch { selected } else { spec.ports[selected.index()].peer };
        let Some(view) = self.ports.get(port.index()) else { return PgView::default() };
        let own = view.priorities[usize::from(self.selected.priority)].pg;
        let lossless = view.priorities.iter().map(|lane| lane.pg).find(|group| group.lossless);
        if own.lossless { own } else { lossless.unwrap_or(own) }
    }
}
