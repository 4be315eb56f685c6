//! Colours of charts.

use plotters::style::RGBColor;

use crate::charts::Ink;
use crate::scene::{Theme, channel_of};

/// Colours of lines in a theme.
#[derive(Clone, Copy, Debug)]
pub struct Tones {
    /// Colour of XOFF.
    pub stop: RGBColor,
    /// Colour of XON.
    pub go: RGBColor,
    /// Colour of lines that are not selected.
    pub quiet: RGBColor,
    /// Colour of Kmin and Kmax.
    pub mark: RGBColor,
    /// Colour of a priority group, and of the rate of the selected flow.
    pub ingress: RGBColor,
    /// Colour of an egress queue, and of α of the selected flow.
    pub egress: RGBColor,
    /// Colour of run A.
    pub ghost: RGBColor,
}

impl Tones {
    /// Colour of a mark by its class.
    #[must_use]
    pub fn of(&self, class: &str) -> RGBColor {
        match class {
            "xoff" => self.stop,
            "xon" => self.go,
            "k" => self.mark,
            _ => self.quiet,
        }
    }
}

/// Colour of a line of `priority`; `is_dimmed`, faded towards the ground.
#[must_use]
pub fn line_colour(theme: Theme, priority: u8, is_dimmed: bool) -> RGBColor {
    let palette = theme.palette();
    let line = palette.lines[usize::from(priority & 7)];
    let mix = |from: usize| {
        let (line, ground) = (channel_of(line, from), channel_of(palette.ground, from));
        if is_dimmed { (u16::from(line) * 2 + u16::from(ground) * 3).div_euclid(5) } else { u16::from(line) }
    };
    let [red, green, blue] = [1, 3, 5].map(|from| u8::try_from(mix(from)).unwrap_or(u8::MAX));
    RGBColor(red, green, blue)
}

/// Colours of lines in `theme`.
#[must_use]
pub const fn tones(theme: Theme) -> Tones {
    match theme {
        Theme::Light => Tones {
            stop: RGBColor(179, 38, 30),
            go: RGBColor(20, 108, 67),
            quiet: RGBColor(104, 116, 138),
            mark: RGBColor(140, 94, 0),
            ingress: RGBColor(29, 79, 184),
            egress: RGBColor(124, 92, 191),
            ghost: RGBColor(91, 42, 110),
        },
        Theme::Dark => Tones {
            stop: RGBColor(255, 107, 94),
            go: RGBColor(79, 208, 143),
            quiet: RGBColor(133, 146, 168),
            mark: RGBColor(240, 182, 74),
            ingress: RGBColor(138, 180, 255),
            egress: RGBColor(196, 167, 255),
            ghost: RGBColor(240, 217, 168),
        },
    }
}

/// Colours of axes in `theme`.
#[must_use]
pub const fn ink(theme: Theme) -> Ink {
    match theme {
        Theme::Light => {
            Ink { text: RGBColor(76, 88, 108), grid: RGBColor(217, 223, 232), cursor: RGBColor(24, 33, 48) }
        }
        Theme::Dark => {
            Ink { text: RGBColor(163, 175, 194), grid: RGBColor(38, 48, 64), cursor: RGBColor(232, 237, 245) }
        }
    }
}
