//! Drawing calls recorded as numbers, since the canvas may be in another thread.

/// Drawing call. `assets/painter.js` performs each by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Call {
    /// Nothing is left in a box: x, y, width, height.
    Clear,
    /// A path begins.
    Begin,
    /// Closes the path.
    Close,
    /// Moves to x, y.
    Move,
    /// Straight to x, y.
    Line,
    /// Round the corner x, y on the way to x, y, by a radius.
    Round,
    /// About x, y by a radius, from one angle to another.
    Arc,
    /// The path is filled.
    Fill,
    /// Strokes the path.
    Stroke,
    /// Nothing is drawn outside of it.
    Clip,
    /// How the canvas draws is kept,
    Save,
    /// and is as it was kept.
    Restore,
    /// How opaque, 0 to 1.
    Alpha,
    /// The word that is the colour of what is filled.
    FillColour,
    /// The word that is the colour of lines.
    LineColour,
    /// Width of lines, px.
    Width,
    /// Whether lines end round, 0 or 1.
    RoundEnds,
    /// Dash, gap, dash, gap, px.
    Dash,
    /// How far into its dashes a line begins, px.
    DashFrom,
    /// Lines are whole.
    Solid,
    /// Height of letters, px.
    Letters,
    /// A word about x, y.
    Text,
}

impl Call {
    /// All of them, each with its name and how many numbers follow it; each is
    /// written down as its place in here.
    pub const ALL: [(Self, &'static str, usize); 22] = [
        (Self::Clear, "clear", 4),
        (Self::Begin, "begin", 0),
        (Self::Close, "close", 0),
        (Self::Move, "move", 2),
        (Self::Line, "line", 2),
        (Self::Round, "round", 5),
        (Self::Arc, "arc", 5),
        (Self::Fill, "fill", 0),
        (Self::Stroke, "stroke", 0),
        (Self::Clip, "clip", 0),
        (Self::Save, "save", 0),
        (Self::Restore, "restore", 0),
        (Self::Alpha, "alpha", 1),
        (Self::FillColour, "fill-colour", 1),
        (Self::LineColour, "line-colour", 1),
        (Self::Width, "width", 1),
        (Self::RoundEnds, "round-ends", 1),
        (Self::Dash, "dash", 4),
        (Self::DashFrom, "dash-from", 1),
        (Self::Solid, "solid", 0),
        (Self::Letters, "letters", 1),
        (Self::Text, "text", 3),
    ];
}

/// A drawing: what a canvas that is clear is told, one call after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Calls, each followed by its numbers.
    pub numbers: Vec<f32>,
    /// Colours and letters, which calls name by their place in here.
    pub words: Vec<String>,
}

impl Drawing {
    /// Records a call.
    #[expect(clippy::cast_possible_truncation, reason = "places on a screen and colours")]
    pub fn tell<const N: usize>(&mut self, call: Call, numbers: [f64; N]) {
        debug_assert_eq!(Call::ALL[call as usize].2, N, "{call:?}");
        self.numbers.push(f32::from(call as u8));
        self.numbers.extend(numbers.map(|number| number as f32));
    }

    /// The number of a word.
    #[expect(clippy::cast_precision_loss, reason = "some dozens")]
    pub fn word(&mut self, word: &str) -> f64 {
        let known = self.words.iter().position(|known| known == word);
        let number = known.unwrap_or_else(|| {
            self.words.push(word.to_owned());
            self.words.len() - 1
        });
        number as f64
    }
}
