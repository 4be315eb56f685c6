//! Sums in words: each term, what it comes to, and what the run measured.

mod alone;
mod crowd;
mod headroom;

/// A term, its value, and what is behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// Where it comes from.
    pub source: &'static str,
}

const fn term(name: &'static str, value: String, source: &'static str) -> Term {
    Term { name, value, source }
}

#[cfg(test)]
mod tests {
    use super::super::Lab;
    use super::super::at_rest::at;
    use super::Term;

    /// Terms of a sum at a link, with narrow spaces as plain ones.
    pub(super) fn said(link: &str, sum: fn(&Lab) -> Vec<Term>) -> Vec<(&'static str, String)> {
        let terms = sum(&at(link));
        terms.into_iter().map(|term| (term.name, term.value.replace('\u{202f}', " "))).collect()
    }

    /// The value of one term.
    pub(super) fn of<'a>(said: &'a [(&'static str, String)], name: &str) -> &'a str {
        said.iter().find(|one| one.0 == name).expect(name).1.as_str()
    }
}
