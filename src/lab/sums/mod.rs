//! Calculations that the page shows in words. Start with [`Term`]. Each term has its value and its source;
//! the measured value is shown with the terms.

mod arrivals;
mod headroom;
mod latency;

/// Term of a calculation, with its name, value and source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Name of the term.
    pub name: &'static str,
    /// Value of the term with its unit.
    pub value: String,
    /// Explanation of the term, and the source of its value.
    pub source: &'static str,
}

const fn term(name: &'static str, value: String, source: &'static str) -> Term {
    Term { name, value, source }
}

#[cfg(test)]
mod tests {
    use super::super::Lab;
    use super::super::test_lab::at;
    use super::Term;

    /// Terms of a calculation for the state that a share link shows. Narrow spaces are replaced by plain
    /// ones.
    pub(super) fn terms_of(link: &str, sum: fn(&Lab) -> Vec<Term>) -> Vec<(&'static str, String)> {
        let terms = sum(&at(link));
        terms.into_iter().map(|term| (term.name, term.value.replace('\u{202f}', " "))).collect()
    }

    /// Value of the term with the name `name`.
    pub(super) fn value_of<'a>(terms: &'a [(&'static str, String)], name: &str) -> &'a str {
        terms.iter().find(|one| one.0 == name).expect(name).1.as_str()
    }
}
