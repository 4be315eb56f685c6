//! Documents packed in share links: the base64url of a check and the deflated JSON. Unpacking refuses a
//! document with a wrong check and JSON that is too long. Start with [`pack`] and [`unpack`].
//!
//! Each text unpacks to the document that was packed, with equal JSON. Padding (`=`) at the end is ignored.
//! Version 1 without a check in the share link is accepted.
//!
//! The unpacked JSON may have at most [`Document::LONGEST`] bytes; exactly as many are allowed.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use xxhash_rust::xxh64::xxh64;

use super::super::Document;
use super::super::problem::{Problem, Problems};
use super::check::Check;

/// Version of packed documents that this program writes. Version 1 had its check in the key `v` of the share
/// link.
const VERSION: &str = "2";

/// Length of the check in bytes. The check stands before the deflated JSON.
const CHECK: usize = 4;

/// Compression level, the highest of `miniz_oxide`. Share links should be short and are written rarely.
const LEVEL: u8 = 10;

/// Packs a document as text: the version, a dot, and the base64url of a check and the deflated JSON. The
/// check is there because deflate has no checksum of its own.
pub(super) fn pack(document: &Document) -> String {
    let json = document.to_short_json();
    let mut package = check(json.as_bytes()).to_vec();
    package.extend(compress_to_vec(json.as_bytes(), LEVEL));
    format!("{VERSION}.{}", URL_SAFE_NO_PAD.encode(package))
}

/// Check of JSON text: the first four bytes of the hash of the text.
fn check(json: &[u8]) -> [u8; CHECK] {
    let [a, b, c, d, ..] = xxh64(json, 0).to_be_bytes();
    [a, b, c, d]
}

/// Unpacks a document of version 1 or 2. `check_in_link` is the check in the key `v` of a share link of
/// version 1, or `None` if the link has none. Version 2 ignores it. Unpacking stops, with an error, as soon
/// as the JSON is longer than a document may be.
///
/// # Errors
/// If the version is unknown, the text is damaged, or the check does not match. Also if the JSON is too long
/// or is not a document.
pub(super) fn unpack(text: &str, check_in_link: Option<Check>) -> Result<Document, Problems> {
    let damaged = |why: &str| {
        Problem::new("", format!("the link is damaged or incomplete: {why}; copy all of it again"))
    };
    let (version, packed) = text.split_once('.').ok_or_else(|| damaged("it holds no document"))?;
    if !["1", VERSION].contains(&version) {
        let version: String = version.chars().take(20).collect();
        let message = format!("this link is of version \"{version}\"; this program reads versions 1 and 2");
        return Err(Problem::new("", message).into());
    }
    let package = URL_SAFE_NO_PAD
        .decode(packed.trim_end_matches('='))
        .map_err(|_| damaged("it has a character that links do not use"))?;
    let (inside, deflated) = if version == VERSION {
        let (inside, deflated) =
            package.split_first_chunk::<CHECK>().ok_or_else(|| damaged("it holds no document"))?;
        (Some(inside), deflated)
    } else {
        (None, &package[..])
    };
    let most = Document::LONGEST;
    let bytes = decompress_to_vec_with_limit(deflated, most).map_err(|stop| match stop.status {
        TINFLStatus::HasMoreOutput => Problem::new(
            "",
            format!(
                "the link unpacks to more than {most} bytes, which no document has; copy all of it again"
            ),
        ),
        _ => damaged("it holds no document"),
    })?;
    let is_other = inside.is_some_and(|inside| *inside != check(&bytes));
    if is_other
        || check_in_link
            .is_some_and(|check_in_link| inside.is_none() && check_in_link != Check::of_bytes(&bytes))
    {
        return Err(damaged("what it holds is not what was packed").into());
    }
    Document::parse(std::str::from_utf8(&bytes).map_err(|_| damaged("what it holds is no text"))?)
}
