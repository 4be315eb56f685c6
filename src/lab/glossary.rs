//! Glossary on the page: marks the words in a text that the page can explain, and reads the table of
//! `docs/glossary.md`. Start with [`pieces`] and [`definitions`].
//!
//! Only whole words are marked, and each term once. Upper and lower case of ASCII letters are equal; of
//! several matching words, the longest is marked. The pieces together give the text unchanged; an empty text
//! has no pieces.

/// Words that the page explains, each with its term in `docs/glossary.md`. Upper and lower case are equal.
/// Longer words come first, so that the longest match wins.
const MARKED: [(&str, &str); 37] = [
    ("head-of-line blocking", "Head-of-line blocking"),
    ("strict priority", "Strict priority"),
    ("shared memory", "Shared buffer"),
    ("pause storm", "Pause storm"),
    ("watchdogs", "PFC watchdog"),
    ("watchdog", "PFC watchdog"),
    ("deadlock", "Deadlock"),
    ("headroom", "Headroom"),
    ("crossbar", "Crossbar"),
    ("goodput", "Goodput"),
    ("credits", "Credit"),
    ("reserve", "Reserve"),
    ("victim", "Victim flow"),
    ("incast", "Incast"),
    ("quanta", "Quanta"),
    ("DCQCN", "DCQCN"),
    ("iSLIP", "iSLIP"),
    ("CNPs", "CNP"),
    ("VOQs", "VOQ"),
    ("DWRR", "DWRR"),
    ("DSCP", "DSCP"),
    ("ECMP", "ECMP"),
    ("RoCE", "RoCE"),
    ("XOFF", "XOFF"),
    ("Kmin", "Kmin"),
    ("Kmax", "Kmax"),
    ("Pmax", "Pmax"),
    ("WRED", "WRED"),
    ("CNP", "CNP"),
    ("ECN", "ECN"),
    ("ETS", "ETS"),
    ("NIC", "NIC"),
    ("PCP", "PCP"),
    ("PFC", "PFC"),
    ("VOQ", "VOQ"),
    ("XON", "XON"),
    ("α", "α"),
];

/// Piece of a text that the glossary explains or does not explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPiece<'a> {
    /// Text without an explanation.
    Plain(&'a str),
    /// Word as it stands in the text, and the term of the glossary that explains it.
    Marked(&'a str, &'static str),
}

/// Splits `text` at the words of `MARKED`. If several words of one term occur, only the first occurrence is
/// marked. A word for which `is_name` returns true is the name of a node or flow, and is not marked. A plural
/// is marked only if `MARKED` lists it.
#[must_use]
pub fn pieces<'a>(text: &'a str, is_name: &dyn Fn(&str) -> bool) -> Vec<TextPiece<'a>> {
    let mut pieces = Vec::new();
    let mut marked: Vec<&str> = Vec::new();
    let (mut plain, mut at) = (0, 0);
    let mut before = ' ';
    while let Some(letter) = text[at..].chars().next() {
        let found = MARKED.into_iter().find(|(word, term)| {
            !before.is_alphanumeric()
                && !marked.contains(term)
                && begins(&text[at..], word)
                && !is_name(&text[at..at + word.len()])
        });
        if let Some((word, term)) = found {
            if plain < at {
                pieces.push(TextPiece::Plain(&text[plain..at]));
            }
            pieces.push(TextPiece::Marked(&text[at..at + word.len()], term));
            marked.push(term);
            at += word.len();
            plain = at;
            before = 'a';
        } else {
            before = letter;
            at += letter.len_utf8();
        }
    }
    if plain < text.len() {
        pieces.push(TextPiece::Plain(&text[plain..]));
    }
    pieces
}

/// Whether `text` begins with `word` as a whole word. Upper and lower case are equal. The next character must
/// not be a letter or digit.
fn begins(text: &str, word: &str) -> bool {
    let Some(start) = text.get(..word.len()) else { return false };
    let after = text[word.len()..].chars().next();
    start.eq_ignore_ascii_case(word) && !after.is_some_and(char::is_alphanumeric)
}

/// Row of the glossary: a term, its meaning and its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Term that the row explains.
    pub term: String,
    /// Meaning of the term, in a sentence.
    pub meaning: String,
    /// Standard, paper or document that defines the term.
    pub source: String,
}

/// Rows of the table in the text of a glossary, in order. A row with fewer than three cells is left out. The
/// head of the table and the line below it are skipped. Backticks are removed; cells after the third are
/// ignored.
#[must_use]
pub fn definitions(glossary: &str) -> Vec<Definition> {
    let rows = glossary.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| term |"));
    let definition = |row: &str| {
        let mut cells = row.trim_matches('|').split(" | ").map(|cell| cell.trim().replace('`', ""));
        Some(Definition { term: cells.next()?, meaning: cells.next()?, source: cells.next()? })
    };
    rows.filter_map(definition).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLOSSARY: &str = include_str!("../../docs/glossary.md");

    #[test]
    fn each_marked_word_stands_for_a_term_of_the_glossary() {
        let rows = definitions(GLOSSARY);
        assert!(rows.len() > 70, "{} terms", rows.len());
        for (word, term) in MARKED {
            let row = rows.iter().find(|row| row.term == term);
            let row = row.unwrap_or_else(|| panic!("{word}: the glossary has no term {term}"));
            assert!(row.meaning.ends_with('.') && row.meaning.len() > 20, "{row:?}");
            assert!(!row.source.is_empty(), "{row:?}");
        }
    }

    #[test]
    fn longer_words_come_first_so_that_the_longest_is_taken() {
        let lengths = MARKED.map(|(word, _)| word.chars().count());
        assert!(lengths.is_sorted_by(|one, next| one >= next), "{lengths:?}");
    }

    #[test]
    fn a_term_is_marked_once_as_a_whole_word_and_no_text_is_lost() {
        let text =
            "Headroom: the switch sends XOFF at XOFF; headroom α, a PFCs, and no ärger with ECNs or CNPs";
        let found = pieces(text, &|_| false);
        let words = found.iter().filter_map(|piece| match piece {
            TextPiece::Marked(word, term) => Some((*word, *term)),
            TextPiece::Plain(_) => None,
        });
        let words: Vec<_> = words.collect();
        assert_eq!(words, [("Headroom", "Headroom"), ("XOFF", "XOFF"), ("α", "α"), ("CNPs", "CNP")]);
        let whole: String = found
            .iter()
            .map(|piece| match piece {
                TextPiece::Plain(text) | TextPiece::Marked(text, _) => *text,
            })
            .collect();
        assert_eq!(whole, text);
    }
    #[test]
    fn a_name_of_a_node_is_no_term_although_it_is_spelled_like_one() {
        let text = "roce has stopped: RoCE needs PFC";
        let found = pieces(text, &|word| word == "roce");
        let terms = found.iter().filter(|piece| matches!(piece, TextPiece::Marked("RoCE" | "PFC", _)));
        assert_eq!((terms.count(), found.len()), (2, 4), "{found:?}");
    }
}
