//! How the work of one picture is divided between B, which is shown, and A,
//! which follows it: where B plays as fast as it can, A would fall behind for ever.

/// Share of run B in the work of a picture before run A has its turn, in rounds of events.
#[derive(Clone, Copy, Debug)]
pub struct Halves {
    most: u32,
    done: u32,
}

/// Rounds that B has at least.
const LEAST: u32 = 16;

impl Default for Halves {
    fn default() -> Self {
        Self { most: LEAST, done: 0 }
    }
}

impl Halves {
    /// Counts a round of B's; whether it has had its half.
    pub fn is_over(&mut self) -> bool {
        self.done = self.done.saturating_add(1);
        self.done > self.most
    }

    /// A worked for `followed` rounds in this picture, and `is_there` or not:
    /// what B may do in the next one.
    pub fn next(&mut self, followed: u32, is_there: bool) {
        let all = self.done.saturating_add(followed);
        self.most = if is_there { all.saturating_mul(2) } else { all / 2 }.max(LEAST);
        self.done = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pictures in which both together have time for `rounds`, A has `behind` to
    /// catch up with, and B would go on for ever; how far A is behind at last.
    fn behind(rounds: u32, mut behind: u32, pictures: u32) -> (u32, u32) {
        let (mut halves, mut came) = (Halves::default(), 0);
        for _ in 0..pictures {
            let mut done = 0;
            while done < rounds && !halves.is_over() {
                done += 1;
            }
            let followed = (behind + done).min(rounds - done);
            behind = behind + done - followed;
            came += done;
            halves.next(followed, behind == 0);
        }
        (behind, came)
    }

    #[test]
    fn a_keeps_up_and_b_has_its_half() {
        for rounds in [200, 1_000, 20_000] {
            let (left, came) = behind(rounds, 0, 100);
            assert!(left <= 2 * rounds, "{rounds}: {left}");
            assert!(came >= 100 * rounds / 4, "{rounds}: {came}");
        }
    }
}
