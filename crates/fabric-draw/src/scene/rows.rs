//! Rows of a long list that are in the page: those in view, and some around them.

/// Most rows of a list that are in the page at once.
pub const MOST_ROWS: usize = 60;

/// Rows before and behind those in view that are in the page, at least.
const MARGIN: usize = 8;

/// The rows of a list that are in the page, from `first` on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The first of them.
    pub first: usize,
    /// How many the list has.
    pub count: usize,
}

impl Rows {
    /// Behind the last of them.
    #[must_use]
    pub fn end(self) -> usize {
        self.count.min(self.first + MOST_ROWS)
    }

    /// Whether the list has more rows than the page.
    #[must_use]
    pub const fn is_long(self) -> bool {
        self.count > MOST_ROWS
    }

    /// Rows for a list of `count` rows.
    #[must_use]
    pub fn of(self, count: usize) -> Self {
        Self { first: self.first.min(count.saturating_sub(MOST_ROWS)), count }
    }

    /// Rows around `row`.
    #[must_use]
    pub fn around(self, row: usize) -> Self {
        Self { first: row.saturating_sub(MOST_ROWS / 2), ..self }.of(self.count)
    }

    /// Rows to be in the page while rows `from..to` are in view; unchanged as long as enough rows
    /// lie on both sides.
    #[must_use]
    pub fn showing(self, from: usize, to: usize) -> Self {
        let before = self.first == 0 || from >= self.first + MARGIN;
        let behind = self.end() == self.count || to + MARGIN <= self.end();
        if before && behind { self } else { self.around(from.midpoint(to)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_list_is_in_the_page_as_a_whole() {
        let rows = Rows::default().of(60);
        assert_eq!((rows.first, rows.end(), rows.is_long()), (0, 60, false));
        assert_eq!(rows.showing(50, 60), rows);
        assert_eq!(rows.around(59), rows);
    }

    #[test]
    fn what_is_in_view_is_in_the_page_and_never_more_than_the_most() {
        let mut rows = Rows::default().of(4_000);
        for from in (0..3_990).chain((0..3_990).rev()) {
            rows = rows.showing(from, from + 10);
            assert!(rows.first <= from && from + 10 <= rows.end(), "{from}: {rows:?}");
            assert!(rows.end() - rows.first <= MOST_ROWS);
        }
    }

    #[test]
    fn a_little_scrolling_changes_nothing() {
        let rows = Rows::default().of(4_000).around(2_000);
        assert_eq!(rows.showing(1_990, 2_000), rows);
        assert_ne!(rows.showing(2_020, 2_030), rows);
    }

    #[test]
    fn a_list_that_shrinks_shows_its_end() {
        let rows = Rows::default().of(4_000).around(3_999);
        assert_eq!((rows.first, rows.end()), (3_940, 4_000));
        assert_eq!(rows.of(100).first, 40);
        assert_eq!(rows.of(3).first, 0);
    }
}
