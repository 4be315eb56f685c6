//! Share links. A share link holds a document, the time that is shown and the view in the fragment of a URL.
//!
//! A document that differs by few changes from a preset is written as the name of the preset and the changes:
//! `#/preset/incast?v=1f0c2e&xoff=96k&at=12us:xoff=64k&t=12.5us+3&hash=84737e&end=0c31d5`. Any other document
//! is written as deflated JSON: `#/d/2.<base64url>?t=12.5us&end=3d21aa`. [`KEYS`] lists the keys after the
//! `?`. A key without `=` has an empty value; empty pairs (`&&`) are ignored. Keys and values are
//! percent-decoded; `+` stays `+`. The check at the end, `end`, shows whether the link was cut off or changed
//! ([`LinkIntegrity`]).
//!
//! Start with [`ShareLink::parse`] and [`ShareLink::fragment`].

mod check;
mod cursor;
mod edits;
mod integrity;
mod keys;
mod lesson;
mod pace;
mod packed_document;
mod page;
mod present;
mod run_a;

use std::collections::HashSet;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::Document;
use super::params::Address;
use super::presets::Preset;
use super::problem::{Problem, Problems};
use super::view::{FlowIndex, Moment, Selection};
pub use check::Check;
pub use cursor::Cursor;
pub use integrity::LinkIntegrity;
pub use keys::{KEYS, KeySubject, LinkKey};
use keys::{leaves_document, value_problem};
pub use lesson::{LessonPlace, LessonStage};
pub use pace::EventPace;
pub use page::{DrawnRun, Page, PagePart, Theme};
pub use present::{Chart, TextSize};

/// Length in bytes of the longest share link that is read.
const MAX_LINK_BYTES: usize = 8 << 20;

/// Greatest number of keys that are read: twice the greatest number of actions of a document.
const MAX_KEYS: usize = 2 * Document::ACTIONS;

/// Greatest number of characters of a key that an error message repeats.
const MAX_QUOTED: usize = 60;

/// Characters that are escaped in keys and values. A URL fragment cannot contain these characters, or they
/// have a special meaning in a share link.
const ESCAPED: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'&').add(b'<').add(b'>').add(b'`').add(b'?');

/// Contents of a share link: a document, the time that is shown, and settings of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareLink {
    /// Document with the changes that the share link contains. After reading, the view of the document
    /// contains no moment; the fields `cursor` and `check` of the share link contain the moment.
    pub document: Document,
    /// Time of the run that the share link shows. `None` if the page chooses the time.
    pub cursor: Option<Cursor>,
    /// Check of the simulation state at the time `cursor`, calculated when the share link was made. `None` if
    /// the link has no check, or if the check came with the document and belongs to another time than
    /// `cursor`.
    pub check: Option<Check>,
    /// True if the share link was made with a version of its preset that differs from the version in this
    /// program. The changes in the link are then applied to the version of this program.
    pub is_of_other_preset_version: bool,
    /// Result of the check at the end of the share link: whether the contents of the link are unchanged.
    pub integrity: LinkIntegrity,
    /// Settings of the page, such as its theme.
    pub page: Page,
    /// Document of run A, with which the page compares the run of `document`. `None` if the share link makes
    /// no comparison.
    pub a: Option<Document>,
}

impl ShareLink {
    /// Length in bytes above which the page advises to send a file, because mail and chat programs cut long
    /// share links.
    pub const LONG: usize = 8_000;

    /// Creates a share link that shows `document` and names no time.
    #[must_use]
    pub fn new(document: Document) -> Self {
        let (is_of_other_preset_version, integrity) = (false, LinkIntegrity::Whole);
        Self {
            document,
            cursor: None,
            check: None,
            is_of_other_preset_version,
            integrity,
            page: Page::default(),
            a: None,
        }
    }

    /// Warnings to show when the share link is opened: one if the link was changed or cut off, and one if it
    /// was made with another version of its preset. Empty if neither is true.
    #[must_use]
    pub fn warnings(&self) -> Vec<&'static str> {
        let integrity = match self.integrity {
            LinkIntegrity::Broken => Some(
                "This link is not as it was made: something in it was changed, or lost on its way. It is opened as it stands",
            ),
            // If a link has `hash`, the check of the state decides later ([`Self::mismatch_warning`]).
            LinkIntegrity::Missing if self.check.is_none() => Some(
                "This link does not end as links do: it was cut off, changed by hand, or made before links had an end. It is opened as it stands",
            ),
            LinkIntegrity::Whole | LinkIntegrity::Missing | LinkIntegrity::Typed | LinkIntegrity::Saved => {
                None
            }
        };
        let preset = self.is_of_other_preset_version.then_some(
            "This link was made with another version of this preset: what it changes is changed in the present one",
        );
        integrity.into_iter().chain(preset).collect()
    }

    /// Warning for a share link if the simulation state at the time that the link shows differs from
    /// [`ShareLink::check`]. The text depends on `integrity`, because a difference has other causes if the
    /// link itself is unchanged.
    #[must_use]
    pub const fn mismatch_warning(integrity: LinkIntegrity) -> &'static str {
        match integrity {
            LinkIntegrity::Whole => {
                "This link was made by another version of the simulator: what it shows here is not what was seen there"
            }
            LinkIntegrity::Broken => {
                "This link was changed since it was made: what it shows here is not what was seen there"
            }
            LinkIntegrity::Saved => {
                "This file was changed since it was saved, or saved by another version of the simulator; which of them cannot be known. What it shows here is not what was seen there"
            }
            LinkIntegrity::Missing | LinkIntegrity::Typed => {
                "This link was changed or cut off since it was made, or made by another version of the simulator; which of them cannot be known. What it shows here is not what was seen there"
            }
        }
    }

    /// Reads only the settings of the page from a share link. Ignores wrong settings, and errors in the other
    /// keys and in the document. For a key that occurs twice, the last value applies.
    #[must_use]
    pub fn page_of(url: &str) -> Page {
        let mut page = Page::default();
        let query = url.split_once('#').map_or(url, |(_, fragment)| fragment).split_once('?');
        let given = query.map_or("", |(_, query)| query).split('&').take(MAX_KEYS);
        for (key, value) in given.filter_map(|pair| decode(pair).ok()) {
            // `parse` reports wrong settings; here they are ignored.
            let _ = page.apply(&key, &value);
        }
        page
    }

    /// Creates a share link from a saved document. The link shows the time that the file contains. If the
    /// file contains no time, the link names no time.
    #[must_use]
    pub fn from_saved(mut document: Document) -> Self {
        let moment = document.view.moment.take();
        let (cursor, check) = (moment.map(|moment| moment.t), moment.and_then(|moment| moment.hash));
        Self { cursor, check, integrity: LinkIntegrity::Saved, ..Self::new(document) }
    }

    /// Document to save in a file. The view of this document contains the time that the share link shows.
    #[must_use]
    pub fn document_to_save(&self) -> Document {
        let mut document = self.document.clone();
        document.view.moment = self.cursor.map(|t| Moment { t, hash: self.check });
        document
    }

    /// Reads a whole URL or only its fragment. A URL without a fragment opens the first preset.
    ///
    /// # Errors
    /// Returns the problems of the share link, or the problems of the document in the link. A link above 8
    /// MiB or with too many keys is an error. Other errors are a repeated key (except `at`), an unknown key
    /// or preset, and a value that is not allowed. A wrong check at the end, and a check `v` of another
    /// preset version, are no errors.
    pub fn parse(url: &str) -> Result<Self, Problems> {
        Self::parse_edited(url).map(|(link, _)| link)
    }

    /// Reads a share link as [`ShareLink::parse`] does. Also returns the addresses of the parameters that the
    /// link sets, for [`Document::compile_edited`]. Parameters that the link removes are left out.
    ///
    /// # Errors
    /// As in [`ShareLink::parse`].
    pub fn parse_edited(url: &str) -> Result<(Self, Vec<Address>), Problems> {
        if url.len() > MAX_LINK_BYTES {
            let message = format!(
                "a link of {} bytes is too long: at most {MAX_LINK_BYTES}; save the document to a file instead",
                url.len()
            );
            return Err(Problem::new("", message).into());
        }
        let fragment = match url.split_once('#') {
            Some((_, fragment)) => fragment,
            None if url.contains("://") => "",
            None => url,
        };
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        let given = query.split('&').filter(|pair| !pair.is_empty());
        let count = given.clone().count();
        if count > MAX_KEYS {
            let message = format!(
                "a link of {count} keys is too long: at most {MAX_KEYS}; save the document to a file instead"
            );
            return Err(Problem::new("", message).into());
        }
        let pairs = given.map(decode).collect::<Result<Vec<_>, _>>()?;
        refuse_repeated(&pairs)?;
        let path = path.trim_start_matches('/').trim_end_matches('/');
        let named = |name: &str| {
            let value = pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value);
            value.map(|value| check(name, value)).transpose()
        };
        let (version, mark) = (named("v")?, named("end")?);
        let integrity = LinkIntegrity::of(path, &pairs, mark);
        let (document, is_of_other_preset_version) = document_of_path(path, version)?;
        let mut link = Self { is_of_other_preset_version, integrity, ..Self::from_saved(document) };
        let (page, edits): (Vec<_>, Vec<_>) = pairs.iter().partition(|(key, _)| leaves_document(key));
        let mut problems = Problems::default();
        for (key, value) in page {
            problems.record(link.apply(key, value));
        }
        let edits = edits.into_iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let written = link.document.edit_all(edits).unwrap_or_else(|wrong| {
            wrong.list().iter().for_each(|problem| problems.push(problem.clone()));
            Vec::new()
        });
        if let Some((_, text)) = pairs.iter().find(|(key, _)| key == "a") {
            link.a = problems.record(run_a::read(text, &link.document));
        }
        problems.into_result().map(|()| (link, written))
    }

    /// Writes the share link as the fragment of a URL, starting with `#`.
    #[must_use]
    pub fn fragment(&self) -> String {
        let (path, pairs) = self.parts();
        let mark = if pairs.is_empty() { "" } else { "?" };
        format!("#/{path}{mark}{}", query(&pairs))
    }

    /// Path of the fragment, between `#/` and `?`, and the keys with their values after the `?`. The changes
    /// and the view of a preset come first, then time, check and run A, then the page, then `end`. The text
    /// is not escaped.
    #[must_use]
    pub fn parts(&self) -> (String, Vec<(String, String)>) {
        let (path, mut pairs) = edits::of_preset(&self.document)
            .unwrap_or_else(|| (format!("d/{}", packed_document::pack(&self.document)), Vec::new()));
        let moment = [
            ("t", self.cursor.map(|cursor| cursor.to_string())),
            ("hash", self.check.map(|check| check.to_string())),
            ("a", self.a.as_ref().map(|a| run_a::write(a, &self.document))),
        ];
        let moment = moment.into_iter().filter_map(|(key, value)| Some((key, value?)));
        pairs.extend(moment.chain(self.page.pairs()).map(|(key, value)| (key.to_owned(), value)));
        // `end` comes last, so that it is missing from a link that was cut off.
        pairs.push(("end".to_owned(), LinkIntegrity::check_of(&path, &pairs).to_string()));
        (path, pairs)
    }

    fn apply(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        match key {
            // `v` and `end` were read before the document. `a` is read after it.
            "v" | "end" | "a" => {}
            "t" => {
                // A check that came with the document belongs to the time in the document. The link gives
                // another time, so the check no longer applies.
                if self.cursor.replace(value.parse()?).is_some() {
                    self.check = None;
                }
            }
            "hash" => self.check = Some(check("hash", value)?),
            "sel" => {
                let selection: Result<Selection, Problem> = value.parse();
                self.document.view.select =
                    Some(selection.map_err(|problem| Problem { place: "sel".to_owned(), ..problem })?);
            }
            "tab" => self.document.view.tab = Some(value.parse()?),
            "frame" => self.document.view.frame = Some(value.parse()?),
            "flow" => self.document.view.flow = Some(flow_index(value)?),
            "step" => self.document.view.step = Some(value.parse()?),
            "zoom" => self.document.view.zoom = Some(value.parse()?),
            "camera" => self.document.view.camera = Some(value.parse()?),
            _ => self.page.apply(key, value)?,
        }
        Ok(())
    }
}

/// Document that the path of a share link names or contains, before the keys of the link change it. The
/// second value is true if `version` (the check in the key `v`) belongs to another version of the preset in
/// the path. An empty path is the first preset. A preset without `version` counts as the present version.
fn document_of_path(path: &str, version: Option<Check>) -> Result<(Document, bool), Problems> {
    let preset = |preset: &Preset| {
        (preset.document(), version.is_some_and(|version| version != Check::of_preset(preset)))
    };
    Ok(match path.split_once('/') {
        None if path.is_empty() => preset(&super::PRESETS[0]),
        Some(("preset", name)) => preset(Preset::find(name)?),
        Some(("d", packed)) => (packed_document::unpack(packed, version)?, false),
        _ => {
            let message = "this is no link; write #/preset/NAME or #/d/2.…, with ?key=value after it";
            return Err(Problem::new("", message).into());
        }
    })
}

fn flow_index(text: &str) -> Result<FlowIndex, Problem> {
    let place = text.parse().ok().and_then(FlowIndex::new);
    // Only one way of writing is allowed, so `02` is an error.
    place.filter(|place| place.get().to_string() == text).ok_or_else(|| value_problem("flow", text))
}

/// Reports every key that occurs twice. The key `at` may occur many times.
fn refuse_repeated(pairs: &[(String, String)]) -> Result<(), Problems> {
    let mut problems = Problems::default();
    let mut known = HashSet::new();
    for (key, _) in pairs.iter().filter(|(key, _)| key != "at") {
        // Two texts can be the same address, so the addresses are compared.
        let name = Address::parse(key).map_or_else(|_| key.clone(), |address| address.to_string());
        if !known.insert(name) {
            let short: String = key.chars().take(MAX_QUOTED).collect();
            problems.push(Problem::new(
                short,
                "is given twice, but only the key at may occur more than once; remove one",
            ));
        }
    }
    problems.into_result()
}

fn check(key: &str, text: &str) -> Result<Check, Problem> {
    text.parse().map_err(|()| value_problem(key, text))
}

/// Writes the keys and values in the form that follows the `?` of a share link: escaped, as `key=value`,
/// joined by `&`.
fn query(pairs: &[(String, String)]) -> String {
    let pairs: Vec<String> =
        pairs.iter().map(|(key, value)| format!("{}={}", encode(key), encode(value))).collect();
    pairs.join("&")
}

fn encode(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

fn decode(pair: &str) -> Result<(String, String), Problem> {
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    let text = |part| {
        let decoded = percent_decode_str(part).decode_utf8();
        decoded.map(String::from).map_err(|_| Problem::new("", "the link is not UTF-8; copy all of it again"))
    };
    Ok((text(key)?, text(value)?))
}
