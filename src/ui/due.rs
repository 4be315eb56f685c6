//! Division of the update of the page over video frames. Start with [`Due::next`].

/// Parts of the page that one call of [`super::PageContext::publish`] updates. An update of all parts in one
/// video frame would take too long for smooth motion. Therefore most variants update only some parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Only the text of the page, directly after a command. Pictures, charts and the address are updated in
    /// the next video frames.
    Answer,
    /// Only the moving parts of the picture.
    Picture,
    /// Moving parts of the picture, and the text of the page.
    Text,
    /// Moving parts of the picture, and everything that shows the recorded history: charts, lanes and time
    /// line.
    History,
    /// Moving parts of the picture, and the address bar.
    Address,
    /// All parts of the page, for example after another document was opened.
    Everything,
}

impl Due {
    /// Returns the parts of the page to update in the next video frame, if `self` was updated in this video
    /// frame. The order is text, history, address; then only the picture, in every further video frame.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Answer | Self::Text => Self::History,
            Self::History => Self::Address,
            _ => Self::Picture,
        }
    }

    /// Returns `true` if an update of `self` includes the part `due`: both are equal, or `self` is
    /// [`Due::Everything`].
    pub(super) fn has(self, due: Self) -> bool {
        self == due || self == Self::Everything
    }
}
