use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::super::Document;
use super::super::problem::{Problem, Problems};

/// The version of packed links.
const VERSION: &str = "1";

/// The best that miniz offers: links are short, and written once.
const LEVEL: u8 = 10;

/// A whole document: version, point, base64url of the deflated JSON.
pub(super) fn pack(document: &Document) -> String {
    let deflated = compress_to_vec(document.to_short_json().as_bytes(), LEVEL);
    format!("{VERSION}.{}", URL_SAFE_NO_PAD.encode(deflated))
}

/// Reads what [`pack`] writes; never inflates more than a document may have.
pub(super) fn unpack(text: &str) -> Result<Document, Problems> {
    let damaged = || Problem::new("", "the link is damaged or incomplete: it holds no document");
    let (version, packed) = text.split_once('.').ok_or_else(damaged)?;
    if version != VERSION {
        let version: String = version.chars().take(20).collect();
        let message = format!("this link is of version \"{version}\"; this program reads version {VERSION}");
        return Err(Problem::new("", message).into());
    }
    let deflated = URL_SAFE_NO_PAD.decode(packed.trim_end_matches('=')).map_err(|_| damaged())?;
    let bytes = decompress_to_vec_with_limit(&deflated, Document::LONGEST).map_err(|_| damaged())?;
    Document::parse(std::str::from_utf8(&bytes).map_err(|_| damaged())?)
}
