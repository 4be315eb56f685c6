//! Section of the picture of the fabric that the page shows, as documents and share links write it. The
//! section has no effect on the run. Only its centre must lie inside the picture. Start with [`Camera`].

use std::fmt;
use std::str::FromStr;

use super::as_text::as_text;
use super::problem::Problem;

/// Section of the picture, written `2.5@0.42,0.61`: magnification and centre. The magnification is above 1
/// and at most 16. The centre is x and y as shares of the picture's width and height, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camera {
    /// Magnification of the section, in hundredths.
    times: u16,
    /// Centre of the section, in ten-thousandths of the picture's width (`x`) and height (`y`).
    x: u16,
    y: u16,
}

pub(super) const CAMERA: &str = "a magnification above 1 and at most 16, and a point from 0 to 1 in both directions, such as 2.5@0.42,0.61";

const HUNDREDTHS: f64 = 100.0;
const SHARES: f64 = 10_000.0;
const MAX_MAGNIFICATION: f64 = 16.0;

impl Camera {
    /// Creates a section. `times` is the magnification, rounded to hundredths; the centre is rounded to
    /// ten-thousandths. `None` if the rounded magnification is 1 or less (the whole picture) or above 16.
    /// Also `None` if a coordinate of the centre is outside 0 to 1; 0 and 1 are allowed.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
    pub fn new(times: f64, (x, y): (f64, f64)) -> Option<Self> {
        let hundredths = (times * HUNDREDTHS).round();
        let is_closer = hundredths > HUNDREDTHS && hundredths <= MAX_MAGNIFICATION * HUNDREDTHS;
        let is_inside = |share: f64| (0.0..=1.0).contains(&share);
        let share = |share: f64| (share * SHARES).round() as u16;
        (is_closer && is_inside(x) && is_inside(y)).then(|| Self {
            times: hundredths as u16,
            x: share(x),
            y: share(y),
        })
    }

    /// Magnification, above 1 and at most 16.
    #[must_use]
    pub fn magnification(self) -> f64 {
        f64::from(self.times) / HUNDREDTHS
    }

    /// Centre (x, y) as shares of the picture's width and height, each from 0 to 1.
    #[must_use]
    pub fn centre(self) -> (f64, f64) {
        (f64::from(self.x) / SHARES, f64::from(self.y) / SHARES)
    }
}

impl fmt::Display for Camera {
    /// Writes the shortest form, without zeros at the end of a number: `2@0.5,1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.centre();
        write!(f, "{}@{x},{y}", self.magnification())
    }
}

impl FromStr for Camera {
    type Err = Problem;

    /// Reads text such as `2.5@0.42,0.61`. Further decimals are rounded as in [`Camera::new`].
    ///
    /// # Errors
    /// If the text has another form, or [`Camera::new`] returns `None`. A number may contain only digits and
    /// a point: no sign, exponent or space.
    fn from_str(text: &str) -> Result<Self, Problem> {
        let parts = text.split_once('@').and_then(|(times, at)| Some((times, at.split_once(',')?)));
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let number = |text: &str| text.parse::<f64>().ok().filter(|_| plain(text));
        let camera = parts.and_then(|(times, (x, y))| Self::new(number(times)?, (number(x)?, number(y)?)));
        camera.ok_or_else(|| {
            let quoted: String = text.chars().take(40).collect();
            Problem::range("camera", format_args!("\"{quoted}\""), CAMERA)
        })
    }
}

as_text!(Camera, CAMERA, r"^[0-9]+(\.[0-9]+)?@[01](\.[0-9]+)?,[01](\.[0-9]+)?$");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_is_written_as_it_is_read() {
        for text in ["2.5@0.42,0.61", "16@0,1", "1.01@0.5,0.5", "4@0.1234,0.9999"] {
            assert_eq!(text.parse::<Camera>().map(|camera| camera.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn an_invalid_camera_is_refused_in_one_line() {
        for text in [
            "",
            "2",
            "2@",
            "2@0.5",
            "1@0.5,0.5",
            "0.5@0.5,0.5",
            "17@0.5,0.5",
            "2@1.1,0",
            "2@-0.1,0",
            "NaN@0,0",
            "inf@0,0",
            "1e1@0,0",
            "2@0,0,0",
        ] {
            let refusal = text.parse::<Camera>().map_err(|problem| problem.to_string());
            assert_eq!(refusal, Err(format!("camera: is \"{text}\", but must be {CAMERA}")));
        }
    }
}
