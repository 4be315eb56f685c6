//! Run A of a share link. The page compares run A with the run of the link itself, run B. The key `a` holds
//! the document of run A as changes of the document of run B.
//!
//! For example, `xoff=64k&at=12us:stop=f1` are changes of B, and `kept=2` keeps only the first two actions of
//! B. If changes of B cannot express A, the value starts with a path: `preset/pause?seed=2` or `d/2.…`.
//!
//! The view of A is not written. An empty value means that A equals B.

use super::super::Document;
use super::super::presets::Preset;
use super::super::problem::{Problem, Problems};
use super::edits::{Pair, action_pair, of_preset, pair, setting_pairs};
use super::{MAX_KEYS, decode, document_of_path, packed_document, query};

/// Key whose value is the number of actions of run B that run A keeps, counted from the first action.
const KEPT: &str = "kept";

/// Writes document `a` of run A as the value of the key `a` of a share link. `b` is the document of the link.
pub(super) fn write(a: &Document, b: &Document) -> String {
    difference(a, b).map_or_else(|| without_b(a), |pairs| query(&pairs))
}

/// Keys and values that change `b` into `a`. The view is not compared. `None` if keys and values cannot
/// express the differences.
fn difference(a: &Document, b: &Document) -> Option<Vec<Pair>> {
    let mut pairs = Vec::new();
    setting_pairs(b, a, &mut pairs);
    let shared_count = a.actions.iter().zip(&b.actions).take_while(|(a, b)| a == b).count();
    if shared_count < b.actions.len() {
        pairs.push(pair(KEPT, shared_count));
    }
    a.actions[shared_count..].iter().try_for_each(|timed| action_pair(timed, &mut pairs))?;
    let again = changed(b.clone(), &pairs).ok()?;
    (Document { view: a.view.clone(), ..again } == *a).then_some(pairs)
}

/// Writes document `a` without use of the document of B: as changes of its preset if possible, and otherwise
/// as a packed document.
fn without_b(a: &Document) -> String {
    let mut bare = a.clone();
    bare.view = Preset::find(&a.name).map(|preset| preset.document().view).unwrap_or_default();
    let (path, pairs) =
        of_preset(&bare).unwrap_or_else(|| (format!("d/{}", packed_document::pack(&bare)), Vec::new()));
    // A share link has only one key `v`, and this key belongs to run B.
    let pairs: Vec<Pair> = pairs.into_iter().filter(|(key, _)| key != "v").collect();
    format!("{path}?{}", query(&pairs))
}

/// Reads the document of run A from the value of the key `a`. `b` is the document of the share link.
pub(super) fn read(text: &str, b: &Document) -> Result<Document, Problem> {
    let document = || -> Result<Document, Problems> {
        let (path, query) = text.split_once('?').unwrap_or(("", text));
        let pairs = query.split('&').filter(|pair| !pair.is_empty()).take(MAX_KEYS);
        let pairs = pairs.map(decode).collect::<Result<Vec<_>, _>>()?;
        let of = if path.is_empty() { b.clone() } else { document_of_path(path, None)?.0 };
        changed(of, &pairs)
    };
    document().map_err(|problems| {
        let why = problems.list().first().map(ToString::to_string).unwrap_or_default();
        Problem::range("a", format_args!("\"{text}\""), format!("changes of B, such as xoff=64k: {why}"))
    })
}

/// Applies the keys and values in `pairs` to `document`.
fn changed(mut document: Document, pairs: &[Pair]) -> Result<Document, Problems> {
    if let Some((_, text)) = pairs.iter().find(|(key, _)| key == KEPT) {
        let most = document.actions.len();
        let number = text.parse().ok().filter(|count| *count <= most);
        let range = || Problem::range(KEPT, text, format!("a whole number up to {most}, the actions of B"));
        document.actions.truncate(number.ok_or_else(range)?);
    }
    let edits = pairs.iter().filter(|(key, _)| key != KEPT);
    document.edit_all(edits.map(|(key, value)| (key.as_str(), value.as_str())))?;
    Ok(document)
}
