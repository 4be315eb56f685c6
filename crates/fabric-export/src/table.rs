//! Writer of CSV records (RFC 4180): the rows of a table. Start with [`push_record`].

use std::fmt::Write;

use fabric_sim::sweep::csv_cell;

/// Field of a CSV record.
#[derive(Clone, Copy)]
pub enum Field<'a> {
    /// Empty field: the value is unknown or does not exist.
    Empty,
    /// Text. Quotation marks are added if necessary. If a spreadsheet would read the text as a formula, an
    /// apostrophe is put in front.
    Text(&'a str),
    /// Whole number.
    Number(u64),
}

impl From<u64> for Field<'_> {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<Option<u64>> for Field<'_> {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }
}

impl<'a> From<&'a str> for Field<'a> {
    fn from(text: &'a str) -> Self {
        if text.is_empty() { Self::Empty } else { Self::Text(text) }
    }
}

/// Appends a record with these fields and a line feed to `out`.
pub fn push_record(out: &mut String, fields: &[Field<'_>]) {
    for (n, field) in fields.iter().enumerate() {
        if n > 0 {
            out.push(',');
        }
        match *field {
            Field::Empty => {}
            // Writing to a String never fails.
            Field::Number(number) => {
                let _ = write!(out, "{number}");
            }
            Field::Text(text) => out.push_str(&csv_cell(text)),
        }
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_read_back_as_it_was_but_for_the_apostrophe_of_a_formula() {
        let texts = ["h2 to h1", "a,b", "say \"x\"", "two\nlines", "\r", "\"", "", "π", "=1+1"];
        for text in texts {
            let mut table = String::new();
            push_record(&mut table, &[7.into(), text.into(), None.into(), Some(u64::MAX).into()]);
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table.as_bytes());
            let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
            assert_eq!(rows.len(), 1, "{table}");
            let fields: Vec<&str> = rows[0].iter().collect();
            // A field that would be a formula begins with an apostrophe.
            let disarmed = fields[1].strip_prefix('\'').filter(|rest| *rest == text);
            assert_eq!(disarmed.is_some(), text.starts_with(['=', '\r']), "{table}");
            let fields = [fields[0], disarmed.unwrap_or(fields[1]), fields[2], fields[3]];
            assert_eq!(fields, ["7", text, "", "18446744073709551615"]);
        }
    }
}
