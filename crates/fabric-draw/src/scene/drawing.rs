//! Drawing calls recorded as numbers, because the canvas may be in another thread. Start with [`Drawing`].
//! Each call is a code, followed by a fixed number of arguments. Texts and colours are stored once and
//! referred to by index. The canvas is clear before the first call.

/// Drawing call. `assets/painter.js` performs it on a canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Call {
    /// Clears a box. Arguments: x and y of its upper left corner, width, height.
    Clear,
    /// Begins a new path; without arguments.
    Begin,
    /// Closes the path with a straight line to its start; without arguments.
    Close,
    /// Moves the end of the path without a line. Arguments: x, y.
    Move,
    /// Adds a straight line from the end of the path to a point. Arguments: x, y.
    Line,
    /// Adds a line towards a corner, then an arc that rounds the corner, as `arcTo` of a canvas. Arguments: x
    /// and y of the corner, x and y of a second point, radius. The arc ends on the line from the corner to
    /// the second point, and the path ends there.
    Round,
    /// Adds an arc of a circle. Arguments: x and y of the centre, radius, first angle, last angle; angles in
    /// radians.
    Arc,
    /// Fills the path with the fill colour; without arguments.
    Fill,
    /// Draws a line along the path; without arguments.
    Stroke,
    /// Limits later drawing to the inside of the path; without arguments.
    Clip,
    /// Saves the drawing state, such as colours and widths; without arguments.
    Save,
    /// Restores the drawing state that was saved last; without arguments.
    Restore,
    /// Sets the opacity of later drawing. Argument: 0 (invisible) to 1 (opaque).
    Alpha,
    /// Sets the fill colour. Argument: index of the colour in [`Drawing::words`].
    FillColour,
    /// Sets the line colour. Argument: index of the colour in [`Drawing::words`].
    LineColour,
    /// Sets the line width. Argument: width in pixels.
    Width,
    /// Sets the form of the ends of lines. Argument: 1 for round ends, 0 for straight ends.
    RoundEnds,
    /// Makes lines dashed. The arguments are the lengths of dash, gap, dash and gap, in pixels.
    Dash,
    /// Sets the offset of the dash pattern along the line. Argument: offset in pixels.
    DashFrom,
    /// Makes later lines solid, without dashes; without arguments.
    Solid,
    /// Sets the height of letters. Argument: height in pixels.
    Letters,
    /// Draws text centred at a point. Arguments: index of the text in [`Drawing::words`], x, y.
    Text,
}

impl Call {
    /// All calls, each with its name in `assets/painter.js` and its number of arguments. A call is recorded
    /// as its index in this list.
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

/// Recorded drawing: calls that are performed one after the other on a clear canvas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Calls as indices in [`Call::ALL`], each followed by its arguments.
    pub numbers: Vec<f32>,
    /// Colours and texts, to which calls refer by index.
    pub words: Vec<String>,
}

impl Drawing {
    /// Records a call with its arguments. [`Call::ALL`] lists the number of arguments of each call.
    ///
    /// # Panics
    /// If the number of arguments is wrong, in debug builds only.
    #[expect(clippy::cast_possible_truncation, reason = "places on a screen and colours")]
    pub fn record<const N: usize>(&mut self, call: Call, numbers: [f64; N]) {
        debug_assert_eq!(Call::ALL[call as usize].2, N, "{call:?}");
        self.numbers.push(f32::from(call as u8));
        self.numbers.extend(numbers.map(|number| number as f32));
    }

    /// Index of `word` in [`Drawing::words`]; adds the word if it is new.
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
