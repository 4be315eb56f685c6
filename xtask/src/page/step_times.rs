//! Duration of each step of a build of the page. A step that was not run has duration zero.

use std::fmt;
use std::time::Duration;

/// Duration of each step of a build.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StepTimes {
    /// Duration of compilation and linking.
    pub compile: Duration,
    /// Duration of wasm-bindgen and, with the profile `web`, of wasm-opt.
    pub bind: Duration,
    /// Duration of writing `index.html` and the other files of the page.
    pub write: Duration,
}

impl fmt::Display for StepTimes {
    /// Writes the seconds of each step: `compiled in 4.1 s, bound in 1.0 s, written in 0.2 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [compile, bind, write] = [self.compile, self.bind, self.write].map(|step| step.as_secs_f64());
        write!(f, "compiled in {compile:.1} s, bound in {bind:.1} s, written in {write:.1} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_is_written_in_tenths_of_a_second() {
        let times = StepTimes {
            compile: Duration::from_millis(4_120),
            bind: Duration::from_millis(960),
            write: Duration::from_millis(40),
        };
        assert_eq!(times.to_string(), "compiled in 4.1 s, bound in 1.0 s, written in 0.0 s");
    }
}
