//! Share links: a document, a moment of its run and a selection, in the
//! fragment of a URL.
//!
//! What came from a preset is written readably, only what differs from it:
//! `#/preset/incast?xoff=96k&seed=7&at=12us:xoff=64k&t=12.5us+3&sel=s1.2.p3`.
//! Anything else is its JSON, deflated: `#/d/1.<base64url>?t=12.5us`.

mod edits;
mod packed;

use std::fmt;
use std::str::FromStr;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::Document;
use super::params::Address;
use super::presets::Preset;
use super::problem::{Problem, Problems};
use super::view::{FlowPlace, Selection};
use crate::units::Time;

/// The longest link that is read, in bytes.
const LONGEST: usize = 8 << 20;

/// What a URL's fragment cannot hold, and what has a meaning in a link.
const ESCAPED: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'&').add(b'<').add(b'>').add(b'`').add(b'?');

/// Options of a page, of which the document knows nothing.
pub const OPTIONS: [&str; 5] = ["embed", "run", "theme", "hide", "lock"];

/// What a link says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The document, edited as the link says.
    pub document: Document,
    /// The moment that it shows; without, the page decides.
    pub cursor: Option<Cursor>,
    /// Values of [`OPTIONS`], in the order of the link.
    pub options: Vec<(String, String)>,
}

/// A moment of a run: the n-th event at a time, written `12.5us+3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cursor {
    /// The time.
    pub time: Time,
    /// How many events of that time have happened.
    pub nth: u32,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.time.fmt(f)?;
        if self.nth > 0 { write!(f, "+{}", self.nth) } else { Ok(()) }
    }
}

impl FromStr for Cursor {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || {
            Problem::range(
                "t",
                format_args!("\"{text}\""),
                "a time of at most 1 hour such as 12.5us, or 12.5us+3",
            )
        };
        let (time, nth) = text.split_once('+').unwrap_or((text, "0"));
        let time: Time = time.parse().map_err(|_| wrong())?;
        if time > Time::LONGEST {
            return Err(wrong());
        }
        Ok(Self { time, nth: nth.parse().map_err(|_| wrong())? })
    }
}

impl Link {
    /// A link to a document from its start.
    #[must_use]
    pub fn new(document: Document) -> Self {
        Self { document, cursor: None, options: Vec::new() }
    }

    /// Reads a whole URL or its fragment. Without one, the first preset.
    ///
    /// # Errors
    /// What is wrong with the link, or with the document that it carries.
    pub fn parse(url: &str) -> Result<Self, Problems> {
        Self::parse_edited(url).map(|(link, _)| link)
    }

    /// The same, and the addresses of the parameters that the link writes, for
    /// [`Document::compile_edited`].
    ///
    /// # Errors
    /// As [`Link::parse`].
    pub fn parse_edited(url: &str) -> Result<(Self, Vec<Address>), Problems> {
        if url.len() > LONGEST {
            let message = format!("a link of {} bytes is too long: at most {LONGEST}", url.len());
            return Err(Problem::new("", message).into());
        }
        let fragment = match url.split_once('#') {
            Some((_, fragment)) => fragment,
            None if url.contains("://") => "",
            None => url,
        };
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        let pairs =
            query.split('&').filter(|pair| !pair.is_empty()).map(decode).collect::<Result<Vec<_>, _>>()?;
        let path = path.trim_start_matches('/').trim_end_matches('/');
        let document = match path.split_once('/') {
            None if path.is_empty() => super::PRESETS[0].document(),
            Some(("preset", name)) => Preset::find(name)?.document(),
            Some(("d", packed)) => packed::unpack(packed)?,
            _ => {
                let message = "a link is #/preset/NAME or #/d/1.…, with ?key=value after it";
                return Err(Problem::new("", message).into());
            }
        };
        let mut link = Self::new(document);
        let (page, edits): (Vec<_>, Vec<_>) = pairs.iter().partition(|(key, _)| is_of_page(key));
        let mut problems = Problems::default();
        for (key, value) in page {
            problems.keep(link.take(key, value));
        }
        let edits = edits.into_iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let written = link.document.edit_all(edits).unwrap_or_else(|wrong| {
            wrong.list().iter().for_each(|problem| problems.push(problem.clone()));
            Vec::new()
        });
        problems.or().map(|()| (link, written))
    }

    /// The fragment, from `#` on.
    #[must_use]
    pub fn fragment(&self) -> String {
        let (path, mut pairs) = edits::of_preset(&self.document)
            .unwrap_or_else(|| (format!("d/{}", packed::pack(&self.document)), Vec::new()));
        if let Some(cursor) = self.cursor {
            pairs.push(("t".to_owned(), cursor.to_string()));
        }
        pairs.extend(self.options.iter().cloned());
        let query: Vec<String> =
            pairs.iter().map(|(key, value)| format!("{}={}", encode(key), encode(value))).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("#/{path}{mark}{}", query.join("&"))
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        match key {
            "t" => self.cursor = Some(value.parse()?),
            "sel" => {
                let selection: Result<Selection, Problem> = value.parse();
                self.document.view.select =
                    Some(selection.map_err(|problem| Problem { place: "sel".to_owned(), ..problem })?);
            }
            "tab" => self.document.view.tab = Some(value.parse()?),
            "frame" => self.document.view.frame = Some(value.parse()?),
            "flow" => self.document.view.flow = Some(place_of_flow(value)?),
            "step" => self.document.view.step = Some(value.parse()?),
            _ => self.options.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

fn place_of_flow(text: &str) -> Result<FlowPlace, Problem> {
    let place = text.parse().ok().and_then(FlowPlace::new);
    // One way of writing each: `02` is none.
    place.filter(|place| place.get().to_string() == text).ok_or_else(|| {
        Problem::range("flow", format_args!("\"{text}\""), "a flow's place, from 0, such as 2")
    })
}

/// Whether a link's key is about what the page shows, and not the document.
fn is_of_page(key: &str) -> bool {
    matches!(key, "t" | "sel" | "tab" | "frame" | "flow" | "step") || OPTIONS.contains(&key)
}

fn encode(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

fn decode(pair: &str) -> Result<(String, String), Problem> {
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    let text = |part| {
        let decoded = percent_decode_str(part).decode_utf8();
        decoded.map(String::from).map_err(|_| Problem::new("", "the link is not UTF-8"))
    };
    Ok((text(key)?, text(value)?))
}
