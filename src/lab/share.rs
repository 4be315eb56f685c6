//! Share links that the user copies, each with an explanation of its keys, and the document as a file. Start
//! with [`Lab::share`].

use fabric_sim::document::Preset;
use fabric_sim::document::link::{DrawnRun, KEYS, Page, ShareLink};
use fabric_sim::document::params::Address;

use super::Lab;
use crate::charts::bytes_label;

/// Greatest number of characters of a share link's value that the explanation shows.
const SHOWN: usize = 60;

/// Options that the user chooses for a share link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShareOptions {
    /// Whether the share link leads to the cursor (`true`) or to the start of the run (`false`).
    pub at_cursor: bool,
    /// Whether the run plays after the share link is opened. If the share link leads to the cursor, the run
    /// plays from the cursor on.
    pub plays: bool,
    /// Whether the share link contains run A. No effect if there is no run A that differs from the shown run.
    pub with_a: bool,
    /// Settings of the page that the share link contains: theme, and whether the page is embedded or locked.
    pub page: Page,
}

/// Share link that the user copies, with its explanation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// Fragment of the address, from `#` on.
    pub fragment: String,
    /// Keys of the share link with their values, each with an explanation.
    pub says: Vec<(String, String)>,
}

impl Shared {
    /// Whether the share link is longer than [`ShareLink::LONG`] characters, so that mail and chat programs
    /// may truncate it.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.fragment.len() > ShareLink::LONG
    }
}

impl Lab {
    /// Share link to the present document with `options`, and the explanation of its keys. Hidden panels,
    /// pace and arrangement of charts are as on this page; theme, embedding and lock are as in `options`.
    /// Long values are shortened in the explanation only.
    #[must_use]
    pub fn share(&self, options: &ShareOptions) -> Shared {
        let mut link = self.link_at(options.at_cursor);
        link.a = self.distinct_run_a().filter(|_| options.with_a).map(|a| a.document.clone());
        link.page = Page {
            // The link states only a difference from the default: a link to a moment does not play, a link to
            // the start plays.
            plays: (options.plays == options.at_cursor).then_some(options.plays),
            hidden: link.page.hidden,
            pace: link.page.pace,
            charts: options.page.charts.clone().or(link.page.charts),
            apart: link.page.apart,
            picture: if options.with_a { link.page.picture } else { DrawnRun::default() },
            present: link.page.present,
            ..options.page.clone()
        };
        let (path, pairs) = link.parts();
        let start_pair = if let Some(Ok(preset)) = path.strip_prefix("preset/").map(Preset::find) {
            (path.clone(), format!("the preset \u{201c}{}\u{201d}", preset.document().title))
        } else {
            let start: String = path.chars().take(12).collect();
            (format!("{start}…"), format!("the whole document, packed: {}", bytes_label(path.len() as u64)))
        };
        let meanings = pairs.iter().map(|(key, value)| (shown(key, value), meaning(key)));
        Shared { says: std::iter::once(start_pair).chain(meanings).collect(), fragment: link.fragment() }
    }

    /// Share link to the same state, on a page that is neither embedded nor locked. The share link names the
    /// cursor only if the run is paused.
    #[must_use]
    pub fn full_page_link(&self) -> String {
        let here = !self.run.is_playing() && !self.run.is_seeking();
        let Page { theme, pace, apart, picture, present, .. } = self.page;
        let page = Page { theme, pace, apart, picture, present, ..Page::default() };
        ShareLink { page, ..self.link_at(here) }.fragment()
    }

    /// File with the document: its name and its contents. If `here` is true, the document contains the
    /// position of the cursor. A document without a name gives `fabric.json`.
    #[must_use]
    pub fn saved(&self, here: bool) -> (String, String) {
        let document = self.link_at(here).document_to_save();
        let name = if document.name.is_empty() { "fabric" } else { &document.name };
        (format!("{name}.json"), document.to_json())
    }
}

/// Key and value of a share link; a value of more than [`SHOWN`] characters ends with an ellipsis.
fn shown(key: &str, value: &str) -> String {
    let mut short: String = value.chars().take(SHOWN).collect();
    if short.len() < value.len() {
        short.push('…');
    }
    format!("{key}={short}")
}

/// Explanation of the key `key` of a share link. Empty if the key is unknown. A parameter is explained by the
/// label of its slider.
fn meaning(key: &str) -> String {
    let known = KEYS.iter().find(|known| known.name == key).map(|known| known.help.to_owned());
    known.unwrap_or_else(|| {
        Address::parse(key).map_or_else(|_| String::new(), |at| at.key.param().label.to_owned())
    })
}
