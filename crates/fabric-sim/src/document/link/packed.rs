use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::super::Document;
use super::super::problem::{Problem, Problems};
use super::check::Check;

/// The version of packed links.
const VERSION: &str = "1";

/// The best that miniz offers: links are short, and written once.
const LEVEL: u8 = 10;

/// A whole document: version, point, base64url of the deflated JSON; and the
/// check by which a change of it is seen, which deflating has none for.
pub(super) fn pack(document: &Document) -> (String, Check) {
    let json = document.to_short_json();
    let deflated = compress_to_vec(json.as_bytes(), LEVEL);
    (format!("{VERSION}.{}", URL_SAFE_NO_PAD.encode(deflated)), Check::of_bytes(json.as_bytes()))
}

/// Reads what [`pack`] writes; never inflates more than a document may have.
pub(super) fn unpack(text: &str, check: Option<Check>) -> Result<Document, Problems> {
    let damaged = |why: &str| Problem::new("", format!("the link is damaged or incomplete: {why}"));
    let (version, packed) = text.split_once('.').ok_or_else(|| damaged("it holds no document"))?;
    if version != VERSION {
        let version: String = version.chars().take(20).collect();
        let message = format!("this link is of version \"{version}\"; this program reads version {VERSION}");
        return Err(Problem::new("", message).into());
    }
    let deflated = URL_SAFE_NO_PAD
        .decode(packed.trim_end_matches('='))
        .map_err(|_| damaged("a sign of it is none of those that links have"))?;
    let most = Document::LONGEST;
    let bytes = decompress_to_vec_with_limit(&deflated, most).map_err(|stop| match stop.status {
        TINFLStatus::HasMoreOutput => {
            Problem::new("", format!("the link unpacks to more than {most} bytes, which no document has"))
        }
        _ => damaged("it holds no document"),
    })?;
    if check.is_some_and(|check| check != Check::of_bytes(&bytes)) {
        return Err(damaged("what it holds is not what was packed").into());
    }
    Document::parse(std::str::from_utf8(&bytes).map_err(|_| damaged("what it holds is no text"))?)
}
