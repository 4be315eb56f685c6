//! Colours and dashes of priorities, and the colour palettes of the light and the dark theme. Start with
//! [`Palette`] and [`shade_fill`]. Colours are texts `#RRGGBB`. Fill colours are equal in both themes; line
//! colours differ. The first four shades of a priority have different fill colours; further shades repeat
//! them and add stripes. Tables are indexed by priority, 0 to 7.

use fabric_sim::ids::Priority;
/// Theme of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark text on a light background.
    #[default]
    Light,
    /// Light text on a dark background.
    Dark,
}

/// Fill colours of P0 to P7 in both themes: the palette of Okabe and Ito, with grey instead of black.
/// Filled shapes always have an outline.
pub const FILLS: [&str; 8] =
    ["#999999", "#56B4E9", "#F0E442", "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00"];

/// Fill colours in both themes, by priority, then by shade: normal, lighter, darker, pale. The first index is
/// 0 to 7, the second 0 to 3.
pub const SHADE_FILLS: [[&str; 4]; 8] = [
    [FILLS[0], "#CACACA", "#686868", "#E4E4E4"],
    [FILLS[1], "#A7D8F4", "#3A7A9E", "#D3ECF9"],
    [FILLS[2], "#F7F19D", "#A39B2D", "#FBF8CE"],
    [FILLS[3], "#7AB6D7", "#004E79", "#BDDAEB"],
    [FILLS[4], "#F2CD7A", "#9C6C00", "#F8E6BD"],
    [FILLS[5], "#7ACDB6", "#006B4E", "#BDE6DB"],
    [FILLS[6], "#E4B9D1", "#8B5272", "#F2DCE8"],
    [FILLS[7], "#E9AB7A", "#914000", "#F4D5BD"],
];

const LIGHT_LINES: [&str; 8] =
    ["#515464", "#197DF4", "#797000", "#002A4E", "#AD895E", "#156547", "#D411A1", "#7E0E03"];
const DARK_LINES: [&str; 8] =
    ["#9195B6", "#CCEAFB", "#FFFF91", "#3660CA", "#EF8B05", "#48BA95", "#895A6D", "#C91F06"];

/// Dash patterns of P0 to P7 in pixels (dash, gap, dash, gap), so that priorities differ by more than colour.
/// An empty pattern is a solid line.
pub const DASHES: [&[f64]; 8] = [
    &[2.0, 3.0],
    &[10.0, 3.0],
    &[4.0, 2.0],
    &[],
    &[12.0, 3.0, 2.0, 3.0],
    &[6.0, 6.0],
    &[2.0, 2.0, 6.0, 2.0],
    &[16.0, 4.0],
];

/// Whether a digit on the fill colour of each priority is white, by priority; false means black.
const WHITE_DIGIT: [bool; 8] = [false, false, false, true, false, false, false, false];

/// Colours of the picture in one theme.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Colour of the background of the picture.
    pub ground: &'static str,
    /// Colour of important text and outlines.
    pub ink: &'static str,
    /// Colour of less important text and outlines.
    pub quiet: &'static str,
    /// Colour of pauses and XOFF marks.
    pub stop: &'static str,
    /// Colour of digits on a shape that has the colour [`Palette::stop`].
    pub on_stop: &'static str,
    /// Colour of resumes and XON marks.
    pub go: &'static str,
    /// Colour of the crosses of drops.
    pub loss: &'static str,
    /// Colour of lines and outlines of each priority, in the order of priorities.
    pub lines: [&'static str; 8],
}

impl Theme {
    /// Returns the colours of the theme.
    #[must_use]
    pub const fn palette(self) -> Palette {
        match self {
            Self::Light => Palette {
                ground: "#FBFCFD",
                ink: "#182130",
                quiet: "#68748A",
                stop: "#B3261E",
                on_stop: "#FFFFFF",
                go: "#146C43",
                loss: "#B3261E",
                lines: LIGHT_LINES,
            },
            Self::Dark => Palette {
                ground: "#10151D",
                ink: "#E8EDF5",
                quiet: "#8592A8",
                stop: "#FF6B5E",
                on_stop: "#1A0503",
                go: "#4FD08F",
                loss: "#FF6B5E",
                lines: DARK_LINES,
            },
        }
    }

    /// Colour of the signs on links whose two ports are configured differently.
    #[must_use]
    pub const fn amber(self) -> &'static str {
        match self {
            Self::Light => "#7A4F00",
            Self::Dark => "#F0B64A",
        }
    }

    /// Name of the theme: value of the attribute `data-theme` of the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Colour of a digit on the normal fill colour of `priority`: white or black, for sufficient contrast.
#[must_use]
pub fn digit_colour(priority: Priority) -> &'static str {
    if WHITE_DIGIT[priority.index()] { "#FFFFFF" } else { "#101010" }
}

/// Fill colour of the frames of a flow with this priority and shade. Two shades that differ by 4 have the
/// same fill colour, but different numbers of stripes ([`stripe_count`]).
#[must_use]
pub fn shade_fill(priority: Priority, shade: u8) -> &'static str {
    SHADE_FILLS[priority.index()][usize::from(shade & 3)]
}

/// Colour of a digit on the fill colour that [`shade_fill`] returns for this priority and shade.
#[must_use]
pub fn shade_digit(priority: Priority, shade: u8) -> &'static str {
    // On the darker shade, digits are white, except for P2 (yellow).
    let dark = shade & 3 == 2 && priority != Priority::P2;
    let is_own_hue = shade.is_multiple_of(4);
    if dark || is_own_hue && WHITE_DIGIT[priority.index()] { "#FFFFFF" } else { "#101010" }
}

/// Number of stripes along the frames of a flow with this shade, 0 to 2. Shades below 12 with the same fill
/// colour have different numbers of stripes; shade 12 is drawn like shade 0.
#[must_use]
pub const fn stripe_count(shade: u8) -> u8 {
    shade / 4 % 3
}

/// Contrast ratio of two `#RRGGBB` colours as defined by WCAG 2: 1 (equal) to 21 (black and white).
///
/// # Panics
/// If a text is shorter than 7 characters.
#[must_use]
pub fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Value, 0 to 255, of one channel of a `#RRGGBB` colour; 0 if the text has no hexadecimal digits at this
/// place. `at` is the index of the first digit of the channel: 1 red, 3 green, 5 blue.
pub(crate) fn channel_of(colour: &str, at: usize) -> u8 {
    u8::from_str_radix(&colour[at..at + 2], 16).unwrap_or(0)
}

fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(channel_of(colour, at)) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_can_be_read_on_their_fill() {
        for priority in Priority::ALL {
            let ratio = contrast(digit_colour(priority), FILLS[priority.index()]);
            assert!(ratio >= 4.5, "P{priority}: {ratio:.2}");
            for shade in 0..4u8 {
                let ratio = contrast(shade_digit(priority, shade), shade_fill(priority, shade));
                assert!(ratio >= 4.5, "P{priority}, shade {shade}: {ratio:.2}");
            }
        }
    }

    #[test]
    fn marks_stand_out_from_the_ground() {
        for theme in [Theme::Light, Theme::Dark] {
            let palette = theme.palette();
            for colour in [palette.ink, palette.quiet, palette.stop, palette.go, palette.loss] {
                assert!(contrast(colour, palette.ground) >= 3.0, "{theme:?} {colour}");
            }
            assert!(contrast(palette.on_stop, palette.stop) >= 4.5, "{theme:?} digits on XOFF");
            for (n, line) in palette.lines.iter().enumerate() {
                assert!(contrast(line, palette.ground) >= 3.0, "{theme:?} P{n}: {line}");
            }
        }
    }
}
