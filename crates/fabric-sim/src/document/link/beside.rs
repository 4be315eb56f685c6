//! Run A of a link: its document, written as what differs from the document of the link, B.
//!
//! `xoff=64k&at=12us:stop=f1` are changes of B, and `kept=2` keeps the first two actions of B only.
//! A document that no change of B gives has a path before: `preset/pause?seed=2`, or `d/2.…`.

use super::super::Document;
use super::super::presets::Preset;
use super::super::problem::{Problem, Problems};
use super::edits::{Pair, of_preset, pair, settings, written};
use super::{KEYS_READ, decode, named_by, packed, query};

/// Key of the number of actions that A shares with B, from the first one on.
const KEPT: &str = "kept";

/// Document `a` as a link to `b` writes it.
pub(super) fn write(a: &Document, b: &Document) -> String {
    differing(a, b).map_or_else(|| whole(a), |pairs| query(&pairs))
}

/// Changes that make `a` of `b`, whatever is looked at; `None` if pairs cannot say them.
fn differing(a: &Document, b: &Document) -> Option<Vec<Pair>> {
    let mut pairs = Vec::new();
    settings(b, a, &mut pairs);
    let kept = a.actions.iter().zip(&b.actions).take_while(|(a, b)| a == b).count();
    if kept < b.actions.len() {
        pairs.push(pair(KEPT, kept));
    }
    a.actions[kept..].iter().try_for_each(|timed| written(timed, &mut pairs))?;
    let again = changed(b.clone(), &pairs).ok()?;
    (Document { view: a.view.clone(), ..again } == *a).then_some(pairs)
}

/// Path of a document, and its changes.
fn whole(a: &Document) -> String {
    let mut bare = a.clone();
    bare.view = Preset::find(&a.name).map(|preset| preset.document().view).unwrap_or_default();
    let (path, pairs) =
        of_preset(&bare).unwrap_or_else(|| (format!("d/{}", packed::pack(&bare)), Vec::new()));
    // The version of the preset is that of B, or unknown.
    let pairs: Vec<Pair> = pairs.into_iter().filter(|(key, _)| key != "v").collect();
    format!("{path}?{}", query(&pairs))
}

/// Reads what [`write`] writes beside `b`.
pub(super) fn read(text: &str, b: &Document) -> Result<Document, Problem> {
    let document = || -> Result<Document, Problems> {
        let (path, query) = text.split_once('?').unwrap_or(("", text));
        let pairs = query.split('&').filter(|pair| !pair.is_empty()).take(KEYS_READ);
        let pairs = pairs.map(decode).collect::<Result<Vec<_>, _>>()?;
        let of = if path.is_empty() { b.clone() } else { named_by(path, None)?.0 };
        changed(of, &pairs)
    };
    document().map_err(|problems| {
        let why = problems.list().first().map(ToString::to_string).unwrap_or_default();
        Problem::range("a", format_args!("\"{text}\""), format!("changes of B, such as xoff=64k: {why}"))
    })
}

/// The document after these changes.
fn changed(mut document: Document, pairs: &[Pair]) -> Result<Document, Problems> {
    if let Some((_, kept)) = pairs.iter().find(|(key, _)| key == KEPT) {
        let most = document.actions.len();
        let number = kept.parse().ok().filter(|kept| *kept <= most);
        let range = || Problem::range(KEPT, kept, format!("a whole number up to {most}, the actions of B"));
        document.actions.truncate(number.ok_or_else(range)?);
    }
    let edits = pairs.iter().filter(|(key, _)| key != KEPT);
    document.edit_all(edits.map(|(key, value)| (key.as_str(), value.as_str())))?;
    Ok(document)
}
