//! Formatting of the fields of CSV files (RFC 4180), with quotes where necessary. A field that a spreadsheet
//! would evaluate as a formula gets an apostrophe in front. Plain numbers stay as they are. Start with
//! [`cell`].

use std::borrow::Cow;

/// First characters of a field that a spreadsheet evaluates as a formula (OWASP, CSV Injection). The
/// full-width forms of these characters are included.
const FORMULA: [char; 11] =
    ['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Formats a field of a CSV file (RFC 4180), with quotes if necessary. A field that a spreadsheet would
/// evaluate as a formula gets an apostrophe in front, and quotes. Spaces before the formula are ignored. An
/// empty field and a plain number stay as they are.
#[must_use]
pub fn cell(field: &str) -> Cow<'_, str> {
    let is_formula = field.starts_with(FORMULA) || field.trim_start().starts_with(FORMULA);
    let disarmed = is_formula && !is_number(field);
    // A field with a semicolon or a tab is quoted, too, because some spreadsheets separate cells by them.
    if !disarmed && !field.contains([',', ';', '\t', '"', '\r', '\n']) {
        return Cow::Borrowed(field);
    }
    let apostrophe = if disarmed { "'" } else { "" };
    Cow::Owned(format!("\"{apostrophe}{}\"", field.replace('"', "\"\"")))
}

/// Whether `field` is a decimal number, such as `-2.5` or `+1e9`, and nothing else.
fn is_number(field: &str) -> bool {
    let is_whole = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let (mantissa, exponent) = field.split_once(['e', 'E']).unwrap_or((field, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    [unsigned(whole), fraction, unsigned(exponent)].into_iter().all(is_whole)
}

fn unsigned(number: &str) -> &str {
    number.strip_prefix(['+', '-']).unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_begins_like_a_formula_is_disarmed_and_quoted() {
        for (field, expected) in [
            ("=cmd|'/C calc'!A0", "\"'=cmd|'/C calc'!A0\""),
            ("@SUM(1)", "\"'@SUM(1)\""),
            ("-2+3", "\"'-2+3\""),
            ("+1-1", "\"'+1-1\""),
            ("-", "\"'-\""),
            ("\t=1", "\"'\t=1\""),
            ("\r\n", "\"'\r\n\""),
            (" =1", "\"' =1\""),
            ("\u{ff1d}1", "\"'\u{ff1d}1\""),
            ("=HYPERLINK(\"http://x\", \"y\")", "\"'=HYPERLINK(\"\"http://x\"\", \"\"y\"\")\""),
        ] {
            assert_eq!(cell(field), expected, "{field:?}");
        }
    }

    #[test]
    fn a_plain_number_stays_a_number() {
        for number in ["-2.5", "+7", "-0", "-1e9", "-1.5E-3", "12"] {
            assert_eq!(cell(number), number);
        }
        for text in ["-", "-.", "-e5", "-1e", "-1.2.3", "-1,5", "--1", "+ 1", "-0x1", "-inf", "-\u{661}"] {
            assert!(cell(text).starts_with("\"'"), "{text}");
        }
    }

    #[test]
    fn a_cell_with_a_separator_a_quote_or_a_line_break_is_quoted() {
        for (field, expected) in [
            ("h1, h2", "\"h1, h2\""),
            ("a;=1", "\"a;=1\""),
            ("a\tb", "\"a\tb\""),
            ("a \"b\"", "\"a \"\"b\"\"\""),
            ("line\nfeed", "\"line\nfeed\""),
            ("h1 to h2", "h1 to h2"),
            ("", ""),
        ] {
            assert_eq!(cell(field), expected, "{field:?}");
        }
    }
    /// Checks every text of up to four characters with a meaning in CSV or in spreadsheets, in rows of two
    /// cells.
    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn a_cell_is_read_back_as_its_field_and_is_never_a_formula() {
        const ALPHABET: [char; 13] = ['=', '+', '-', '@', '\'', '1', '.', ' ', ',', '"', '\n', '\r', '\t'];
        let mut fields = vec![String::new()];
        for length in 0..4 {
            let longest: Vec<String> = fields.iter().filter(|field| field.len() == length).cloned().collect();
            for field in longest {
                fields.extend(ALPHABET.iter().map(|character| format!("{field}{character}")));
            }
        }
        for field in &fields {
            let line = format!("{},{}\n", cell(field), cell("x"));
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
            let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
            let [row] = &rows[..] else { panic!("{field:?} makes {} rows", rows.len()) };
            assert_eq!((row.len(), &row[1]), (2, "x"), "{field:?}");
            assert_eq!(row[0].strip_prefix('\'').filter(|rest| rest == field).unwrap_or(&row[0]), field);
            assert!(is_number(&row[0]) || !row[0].trim_start().starts_with(FORMULA), "{field:?}");
        }
    }
}
