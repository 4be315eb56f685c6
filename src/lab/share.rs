//! The link that is sent to somebody, what it says, and the document as a file.

use fabric_sim::document::Preset;
use fabric_sim::document::link::{KEYS, Link, Page};
use fabric_sim::document::params::Address;

use super::Lab;
use crate::charts::bytes_label;

/// The longest value of a link that is shown.
const SHOWN: usize = 60;

/// Options of a link that is shared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Whether it shows this moment, and not the run from its start.
    pub here: bool,
    /// Whether it plays on from there.
    pub plays: bool,
    /// Its colours, and whether it is for a frame in another page, or locked.
    pub page: Page,
}

/// A link to be sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// The link, from `#` on.
    pub fragment: String,
    /// Parts of the link, each with its meaning.
    pub says: Vec<(String, String)>,
}

impl Shared {
    /// Whether mails and chats may cut it.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.fragment.len() > Link::LONG
    }
}

impl Lab {
    /// The link that does what is wished for.
    #[must_use]
    pub fn share(&self, wish: &Wish) -> Shared {
        let mut link = self.link_at(wish.here);
        link.page = Page {
            // A moment stands, and what begins plays, without being told to.
            plays: (wish.plays == wish.here).then_some(wish.plays),
            hidden: link.page.hidden,
            pace: link.page.pace,
            charts: wish.page.charts.clone().or(link.page.charts),
            present: link.page.present,
            ..wish.page.clone()
        };
        let (path, pairs) = link.parts();
        let whose = if let Some(Ok(preset)) = path.strip_prefix("preset/").map(Preset::find) {
            (path.clone(), format!("the preset \u{201c}{}\u{201d}", preset.document().title))
        } else {
            let start: String = path.chars().take(12).collect();
            (format!("{start}…"), format!("the whole document, packed: {}", bytes_label(path.len() as u64)))
        };
        let said = pairs.iter().map(|(key, value)| (shown(key, value), meaning(key)));
        Shared { says: std::iter::once(whose).chain(said).collect(), fragment: link.fragment() }
    }

    /// The link to all of the page, where this one is a part of it or locked.
    #[must_use]
    pub fn whole(&self) -> String {
        let here = !self.run.is_playing() && !self.run.is_seeking();
        let Page { theme, pace, present, .. } = self.page;
        let page = Page { theme, pace, present, ..Page::default() };
        Link { page, ..self.link_at(here) }.fragment()
    }

    /// The document as a file, with this moment if it is `here` that it is to
    /// show: its name and what is in it.
    #[must_use]
    pub fn saved(&self, here: bool) -> (String, String) {
        let document = self.link_at(here).saved();
        let name = if document.name.is_empty() { "fabric" } else { &document.name };
        (format!("{name}.json"), document.to_json())
    }
}

fn shown(key: &str, value: &str) -> String {
    let mut short: String = value.chars().take(SHOWN).collect();
    if short.len() < value.len() {
        short.push('…');
    }
    format!("{key}={short}")
}

/// Meaning of a key of a link.
fn meaning(key: &str) -> String {
    let known = KEYS.iter().find(|known| known.name == key).map(|known| known.help.to_owned());
    known.unwrap_or_else(|| {
        Address::parse(key).map_or_else(|_| String::new(), |at| at.key.param().label.to_owned())
    })
}
