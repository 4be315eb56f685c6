//! Names of DSCPs as `dcb app show` prints them.
//!
//! Rule: names are those of `rt_dsfield` of iproute2 (RFC 2474, 2597, 3246, 5865 and 8622).
//! Fallback: a number from 0 to 63 is the DSCP itself.
//! Left out: names that an administrator adds to `rt_dsfield`.

/// DSCP with this name or number, from 0 to 63; `None` for other text. Names may have capital or small
/// letters.
pub(super) fn code_point(text: &str) -> Option<usize> {
    if let Ok(number) = text.parse::<usize>() {
        return Some(number).filter(|number| *number < 64);
    }
    let text = text.to_ascii_uppercase();
    let digits: Vec<usize> =
        text.chars().filter_map(|c| c.to_digit(10)).filter_map(|digit| digit.try_into().ok()).collect();
    match (text.trim_end_matches(|c: char| c.is_ascii_digit()), &digits[..]) {
        ("CS", [class @ 0..=7]) => Some(8 * class),
        ("AF", [class @ 1..=4, drop @ 1..=3]) => Some(8 * class + 2 * drop),
        ("EF", []) => Some(46),
        ("VOICE-ADMIT", []) => Some(44),
        ("LE", []) => Some(1),
        ("DEFAULT", []) => Some(0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_point_has_a_name_or_a_number() {
        for (text, code) in
            [("0", 0), ("63", 63), ("CS3", 24), ("cs0", 0), ("AF11", 10), ("AF43", 38), ("EF", 46), ("LE", 1)]
        {
            assert_eq!(code_point(text), Some(code), "{text}");
        }
        for text in ["64", "CS8", "AF51", "AF", "x", "-1", ""] {
            assert_eq!(code_point(text), None, "{text}");
        }
    }
}
