//! Merging of marks that would overlap in the lane of a queue. Start with [`mark_clusters`]. Only marks of
//! one kind are merged, and only if they are less than 12 pixels apart. A cluster with a number keeps more
//! distance from the next mark.

use fabric_sim::units::Time;

use super::Axis;
use super::numbers::long;

/// Marks of one kind that would overlap and are drawn as one mark with a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkCluster {
    /// Position of the first mark of the cluster, in pixels from the start of the axis.
    pub from: f64,
    /// Position of the last mark of the cluster, in pixels from the start of the axis.
    pub to: f64,
    /// Number of events that the cluster shows.
    pub count: u64,
}

/// Least distance in pixels between two marks that are drawn separately.
const APART: f64 = 12.0;
/// Pixels kept free between a number and the next mark.
const AROUND: f64 = 1.0;
/// Pixels between a mark and the number of its events.
const GAP: f64 = 2.0;

impl MarkCluster {
    /// Label beside the mark with the number of events, such as `×3`; `None` for a single event.
    #[must_use]
    pub fn number(&self) -> Option<String> {
        (self.count > 1).then(|| format!("\u{d7}{}", self.count))
    }

    /// Least distance in pixels from the last mark of this cluster to a mark outside the cluster. The number
    /// of the cluster fits into this space.
    fn room(&self) -> f64 {
        APART + self.number().map_or(0.0, |number| long(&number) + AROUND)
    }

    /// Left and right edge of the drawn cluster, in pixels. The left edge is `half` before the first mark.
    /// The right edge is at the last mark, but at least `half` after the first mark.
    #[must_use]
    pub fn reach(&self, half: f64) -> (f64, f64) {
        (self.from - half, self.to.max(self.from + half))
    }

    /// Possible left ends, in pixels, of the text `number` beside the marks of this cluster: after the last
    /// mark, then before the first mark. `half` is half of the width of a mark.
    #[must_use]
    pub fn beside(&self, number: &str, half: f64) -> [f64; 2] {
        let (from, to) = self.reach(half);
        [to + GAP, from - GAP - long(number)]
    }
}

/// Clusters of marks of one kind on `axis`; marks that would overlap are merged. `marks` are (time, number
/// of events), in the order of time. Marks outside the axis are left out.
#[must_use]
pub fn mark_clusters(axis: &Axis, marks: impl Iterator<Item = (Time, u32)>) -> Vec<MarkCluster> {
    let mut mark_clusters: Vec<MarkCluster> = Vec::new();
    for (at, count) in marks.skip_while(|mark| mark.0 < axis.from).take_while(|mark| mark.0 <= axis.to) {
        let (x, count) = (axis.x(at), u64::from(count));
        match mark_clusters.last_mut().filter(|last| x - last.to < last.room()) {
            Some(last) => (last.to, last.count) = (x, last.count + count),
            None => mark_clusters.push(MarkCluster { from: x, to: x, count }),
        }
    }
    mark_clusters
}
