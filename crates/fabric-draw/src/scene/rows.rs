//! Rows of a long list that exist as elements of the page: the visible rows, and some above and below them.
//! Start with [`Rows`]. A list of at most [`MAX_ROWS`] rows exists as a whole.

/// Greatest number of rows of a list that exist in the page at once.
pub const MAX_ROWS: usize = 60;

/// Least number of rows that exist above and below the visible rows.
const MARGIN: usize = 8;

/// Range of rows that exist in the page: at most [`MAX_ROWS`] rows from `first` on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Index of the first row of the list that exists in the page.
    pub first: usize,
    /// Number of rows of the whole list.
    pub count: usize,
}

impl Rows {
    /// Index after the last row of the list that exists in the page.
    #[must_use]
    pub fn end(self) -> usize {
        self.count.min(self.first + MAX_ROWS)
    }

    /// Whether the list has more rows than exist in the page.
    #[must_use]
    pub const fn is_long(self) -> bool {
        self.count > MAX_ROWS
    }

    /// Range of rows for a list that now has `count` rows. If the list is too short for the present range,
    /// the range moves towards the start of the list.
    #[must_use]
    pub fn of(self, count: usize) -> Self {
        Self { first: self.first.min(count.saturating_sub(MAX_ROWS)), count }
    }

    /// Range of rows with `row` in its middle, or as near to the middle as the ends of the list allow. A row
    /// after the end of the list counts as the last row.
    #[must_use]
    pub fn around(self, row: usize) -> Self {
        Self { first: row.saturating_sub(MAX_ROWS / 2), ..self }.of(self.count)
    }

    /// Range that contains the visible rows `from..to`, which must be at most [`MAX_ROWS`]. The range does
    /// not change if at least `MARGIN` further rows exist above and below the visible rows, or all rows up to
    /// the end of the list. Otherwise the new range has the visible rows in its middle.
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
    fn visible_rows_are_at_most_max_rows() {
        let mut rows = Rows::default().of(4_000);
        for from in (0..3_990).chain((0..3_990).rev()) {
            rows = rows.showing(from, from + 10);
            assert!(rows.first <= from && from + 10 <= rows.end(), "{from}: {rows:?}");
            assert!(rows.end() - rows.first <= MAX_ROWS);
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
