//! Logarithmic scale, and powers of ten for rounding. Positions and values outside the scale are limited to
//! its ends.

/// Logarithmic scale: equal distances mean equal ratios of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogScale {
    /// Value at position 0 of the logarithmic scale; greater than 0.
    pub least: f64,
    /// Value at position 1 of the logarithmic scale; greater than `least`.
    pub most: f64,
}

impl LogScale {
    /// Position of `value` on the scale, 0 to 1. A value outside the scale gets the position of the nearer
    /// end.
    #[must_use]
    pub fn place(self, value: f64) -> f64 {
        ((value / self.least).ln() / self.span()).clamp(0.0, 1.0)
    }

    /// Value at the position `place` of the scale. Positions are limited to 0 to 1.
    #[must_use]
    pub fn value(self, place: f64) -> f64 {
        self.least * (place.clamp(0.0, 1.0) * self.span()).exp()
    }

    fn span(self) -> f64 {
        (self.most / self.least).ln()
    }
}

/// Largest power of ten that is at most `value`; 1 if `value` is zero, negative or not finite.
#[must_use]
pub fn decade(value: f64) -> f64 {
    let mut power = 1.0;
    if !(value > 0.0 && value.is_finite()) {
        return power;
    }
    while power * 10.0 <= value {
        power *= 10.0;
    }
    while power > value {
        power /= 10.0;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_maps_both_ways_and_has_ends() {
        let scale = LogScale { least: 1e3, most: 1e12 };
        for value in [1e3, 2e6, 1e12] {
            assert!((scale.value(scale.place(value)) / value - 1.0).abs() < 1e-9, "{value}");
        }
        assert!((scale.value(1.0 / 9.0) / 1e4 - 1.0).abs() < 1e-9);
        assert!(scale.place(1.0).abs() < 1e-9 && (scale.place(1e15) - 1.0).abs() < 1e-9);
        assert!((scale.value(2.0) / 1e12 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_decade_is_at_or_below_its_value() {
        let cases =
            [(1.0, 1.0), (9.99, 1.0), (10.0, 10.0), (1e22, 1e22), (3e22, 1e22), (0.3, 0.1), (0.02, 0.01)];
        for (value, power) in cases {
            assert!((decade(value) / power - 1.0).abs() < 1e-12, "{value}: {}", decade(value));
        }
        for value in [0.0, -5.0, f64::NAN, f64::INFINITY] {
            assert!((decade(value) - 1.0).abs() < 1e-12, "{value}");
        }
        assert!(decade(f64::MAX) > 9e307 && decade(f64::MIN_POSITIVE) > 0.0);
    }
}
