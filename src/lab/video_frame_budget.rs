//! Division of the work in a video frame between the shown run B and run A. Start with [`VideoFrameBudget`].
//! Run A must reach the same moment as run B. Without a limit on run B, run A would never catch up while run
//! B plays at full speed.

/// Limit on the work of run B in a video frame. The unit is a round: the events that run between two checks
/// of the time.
#[derive(Clone, Copy, Debug)]
pub struct VideoFrameBudget {
    most: u32,
    done: u32,
}

/// Smallest limit on the work of run B, in rounds. The first video frame has this limit.
const LEAST: u32 = 16;

impl Default for VideoFrameBudget {
    fn default() -> Self {
        Self { most: LEAST, done: 0 }
    }
}

impl VideoFrameBudget {
    /// Counts one round of run B. Returns `true` if run B has had more rounds than its limit.
    pub fn is_over(&mut self) -> bool {
        self.done = self.done.saturating_add(1);
        self.done > self.most
    }

    /// Sets the limit for the next video frame. Once run A has reached the moment of run B (`has_caught_up`),
    /// the limit is twice the number of rounds of both runs in this video frame. Otherwise the limit is half
    /// of this number.
    pub fn set_limit(&mut self, rounds_of_a: u32, has_caught_up: bool) {
        let all = self.done.saturating_add(rounds_of_a);
        self.most = if has_caught_up { all.saturating_mul(2) } else { all / 2 }.max(LEAST);
        self.done = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates video frames with time for `rounds`, with run A behind by `behind` rounds, and run B never
    /// at its end. Returns the rounds by which run A is behind at the end, and the number of rounds of run B.
    fn behind(rounds: u32, mut behind: u32, pictures: u32) -> (u32, u32) {
        let (mut budget, mut came) = (VideoFrameBudget::default(), 0);
        for _ in 0..pictures {
            let mut done = 0;
            while done < rounds && !budget.is_over() {
                done += 1;
            }
            let followed = (behind + done).min(rounds - done);
            behind = behind + done - followed;
            came += done;
            budget.set_limit(followed, behind == 0);
        }
        (behind, came)
    }

    #[test]
    fn run_a_catches_up_and_run_b_has_half_of_the_rounds() {
        for rounds in [200, 1_000, 20_000] {
            let (left, came) = behind(rounds, 0, 100);
            assert!(left <= 2 * rounds, "{rounds}: {left}");
            assert!(came >= 100 * rounds / 4, "{rounds}: {came}");
        }
    }
}
