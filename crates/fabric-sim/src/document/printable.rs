//! Tells printable from unsafe characters. Names, titles and share links of unknown origin can contain
//! control characters, which change how a terminal or page displays text.
//!
//! Spaces and visible characters of all scripts are safe. Line feeds and tabs are control characters, so they
//! are unsafe. Start with [`is_printable`].
//!
//! A text without unsafe characters is returned unchanged. A backslash is safe and is not doubled.

use std::borrow::Cow;

/// Ranges of characters that are unsafe to print, in addition to control characters (Cc). These characters
/// are invisible or change how other characters are displayed. A range gives its first and last code point.
/// The ranges are in ascending order.
///
/// Source: Unicode 16.0, categories format (Cf), line separator (Zl) and paragraph separator (Zp), property
/// `Default_Ignorable_Code_Point`, and four blank symbols (U+2800, U+13441, U+13442, U+1D159).
const UNPRINTABLE: [(u32, u32); 28] = [
    (0xad, 0xad),
    (0x34f, 0x34f),
    (0x600, 0x605),
    (0x61c, 0x61c),
    (0x6dd, 0x6dd),
    (0x70f, 0x70f),
    (0x890, 0x891),
    (0x8e2, 0x8e2),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x2028, 0x202e),
    (0x2060, 0x206f),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0x110bd, 0x110bd),
    (0x110cd, 0x110cd),
    (0x13430, 0x1343f),
    (0x13441, 0x13442),
    (0x1bca0, 0x1bca3),
    (0x1d159, 0x1d159),
    (0x1d173, 0x1d17a),
    (0xe0000, 0xe0fff),
];

/// Whether a character is visible and leaves the display of other characters unchanged. Spaces (Zs) count as
/// printable.
#[must_use]
pub fn is_printable(character: char) -> bool {
    let code = u32::from(character);
    !character.is_control() && !UNPRINTABLE.iter().any(|(first, last)| (*first..=*last).contains(&code))
}

/// Replaces each unprintable character by an escape such as `\u{1b}` or `\n`. The result is safe to show on a
/// terminal. The result cannot be converted back, because a backslash in `text` stays single.
#[must_use]
pub fn escape_unprintable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if is_printable(character) {
            escaped.push(character);
        } else {
            escaped.extend(character.escape_default());
        }
    }
    escaped.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters and symbols that are drawn blank, although no property of Unicode says so.
    const BLANK: [char; 4] = ['\u{2800}', '\u{13441}', '\u{13442}', '\u{1d159}'];

    /// Compares the ranges with an independent source: the Unicode tables of the crate `regex`.
    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn characters_of_the_unprintable_categories_are_unprintable_and_no_others() {
        let category =
            regex::Regex::new(r"^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$").unwrap();
        for character in '\0'..=char::MAX {
            let unprintable =
                category.is_match(character.encode_utf8(&mut [0; 4])) || BLANK.contains(&character);
            assert_eq!(is_printable(character), !unprintable, "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn escaped_text_is_printable_and_has_the_printable_characters_as_they_were() {
        assert_eq!(escape_unprintable("h1 → h3, 12\u{202f}µs \u{e9}"), "h1 → h3, 12\u{202f}µs \u{e9}");
        assert_eq!(escape_unprintable("a\u{1b}[2J\n\u{ad}b"), r"a\u{1b}[2J\n\u{ad}b");
        for character in ('\0'..=char::MAX).filter(|character| !is_printable(*character)) {
            let escaped = escape_unprintable(&format!("a{character}b")).into_owned();
            assert_eq!(escaped, format!("a{}b", character.escape_default()));
            assert!(escaped.chars().all(is_printable));
        }
    }
}
