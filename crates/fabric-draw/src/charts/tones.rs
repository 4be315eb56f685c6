//! Colours of the lines and axes of charts. Start with [`tones`] and [`flow_colour`]. Colours of a flow have
//! at least the contrast 3 to the background, unless they are dimmed. A line whose class is unknown gets the
//! colour of lines that are not selected.

use fabric_sim::ids::Priority;
use plotters::style::RGBColor;

use crate::charts::Ink;
use crate::scene::{Theme, channel_of, contrast, shade_fill};

/// Colours of the lines of charts in one theme.
#[derive(Clone, Copy, Debug)]
pub struct Tones {
    /// Colour of XOFF lines.
    pub stop: RGBColor,
    /// Colour of XON lines.
    pub go: RGBColor,
    /// Colour of the lines of queues and flows that are not selected.
    pub quiet: RGBColor,
    /// Colour of Kmin and Kmax lines, and of α of the selected flow.
    pub mark: RGBColor,
    /// Colour of the selection and of timed actions; no priority has it.
    pub accent: RGBColor,
    /// Colour of the curves of run A.
    pub run_a: RGBColor,
}

impl Tones {
    /// Colour of a threshold line, by its class in style sheets: `xoff`, `xon`, or `k` for Kmin and Kmax.
    /// Other classes have the colour [`Tones::quiet`].
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

/// Least contrast of a line to the background, as defined by WCAG 2.
const CONTRAST: f64 = 3.0;

/// Colour of the line of a flow with this priority and shade. The colour is the fill colour of the frames of
/// the flow, mixed with the colour of texts until the contrast to the background is sufficient. If
/// `is_dimmed`, the result is then mixed with the background.
#[must_use]
pub fn flow_colour(theme: Theme, priority: Priority, shade: u8, is_dimmed: bool) -> RGBColor {
    let (palette, fill) = (theme.palette(), shade_fill(priority, shade));
    let mix = |one: &str, other: &str, tenths: u16| {
        let part =
            |at| u16::from(channel_of(one, at)) * (10 - tenths) + u16::from(channel_of(other, at)) * tenths;
        let [red, green, blue] = [1, 3, 5].map(|at| part(at) / 10);
        format!("#{red:02X}{green:02X}{blue:02X}")
    };
    let mut lines = (0..10).map(|tenths| mix(fill, palette.ink, tenths));
    let line = lines.find(|line| contrast(line, palette.ground) >= CONTRAST);
    let line = line.unwrap_or_else(|| palette.ink.to_owned());
    let line = if is_dimmed { mix(&line, palette.ground, 6) } else { line };
    let [red, green, blue] = [1, 3, 5].map(|at| channel_of(&line, at));
    RGBColor(red, green, blue)
}

/// Colours of the lines of charts in `theme`.
#[must_use]
pub const fn tones(theme: Theme) -> Tones {
    match theme {
        Theme::Light => Tones {
            stop: RGBColor(179, 38, 30),
            go: RGBColor(20, 108, 67),
            quiet: RGBColor(104, 116, 138),
            mark: RGBColor(140, 94, 0),
            accent: RGBColor(17, 22, 31),
            run_a: RGBColor(91, 42, 110),
        },
        Theme::Dark => Tones {
            stop: RGBColor(255, 107, 94),
            go: RGBColor(79, 208, 143),
            quiet: RGBColor(133, 146, 168),
            mark: RGBColor(240, 182, 74),
            accent: RGBColor(242, 245, 250),
            run_a: RGBColor(240, 217, 168),
        },
    }
}

/// Colours of the axes and the cursor of charts in `theme`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_a_flow_is_seen_and_differs_from_those_of_the_other_shades() {
        for theme in [Theme::Light, Theme::Dark] {
            for priority in Priority::ALL {
                let lines: Vec<RGBColor> =
                    (0..4).map(|shade| flow_colour(theme, priority, shade, false)).collect();
                for (n, RGBColor(red, green, blue)) in lines.iter().enumerate() {
                    let line = format!("#{red:02X}{green:02X}{blue:02X}");
                    assert!(contrast(&line, theme.palette().ground) >= CONTRAST, "P{priority}: {line}");
                    assert!(!lines[..n].contains(&lines[n]) || n == 3, "P{priority}: {lines:?}");
                }
            }
        }
    }

    #[test]
    fn the_colour_of_the_selection_is_that_of_no_priority() {
        let spread = |colour: &str| {
            let channels = [1, 3, 5].map(|at| channel_of(colour, at));
            channels.iter().max().zip(channels.iter().min()).map_or(0, |(most, least)| most - least)
        };
        for theme in [Theme::Light, Theme::Dark] {
            let RGBColor(red, green, blue) = tones(theme).accent;
            let accent = format!("#{red:02X}{green:02X}{blue:02X}");
            assert!(contrast(&accent, theme.palette().ground) >= 4.5, "{accent}");
            assert!(spread(&accent) < 20, "{accent} has no hue");
            for fill in crate::scene::FILLS {
                // A fill has a hue, or is a grey that differs enough.
                assert!(spread(fill) > 60 || contrast(fill, &accent) > 2.0, "{fill} {accent}");
            }
        }
    }
}
