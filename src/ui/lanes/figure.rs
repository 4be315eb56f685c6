//! Picture of the pause lanes as SVG, for export.

use super::ordered;
use super::pause_history::{LanePaths, axis, drawn};
use crate::lab::Lab;
use crate::scene::Theme;
use crate::svg::{AXIS, LaneLook, LaneRow, lanes};
use fabric_sim::ids::{Priority, QueueId};

/// Pause lanes in the shown window of time, as SVG. There is a lane of all events, and a lane for each queue
/// that was blocked at some time of the run. Lanes that the check box hides on the page are also in the
/// picture.
pub fn lanes_figure(lab: &Lab, theme: Theme) -> String {
    let (recording, window) = (lab.run().recording(), lab.shown_window());
    let row = |queue: Option<QueueId>| {
        let name = queue.map_or_else(|| "Events".to_owned(), |queue| recording.spec().port_name(queue.port));
        row(drawn(lab, queue, &axis(lab, AXIS)), name, queue.map(|queue| queue.priority))
    };
    let queues = ordered(lab, false).into_iter().map(Some);
    let rows: Vec<LaneRow> = std::iter::once(None).chain(queues).map(row).collect();
    lanes("Pause lanes", (window.from, window.to), lab.run().snapshot().now, &rows, theme)
}

fn row(drawn: LanePaths, name: String, priority: Option<Priority>) -> LaneRow {
    let [starved, starved_dense] = drawn.starved;
    let [a, a_dense, a_lost, a_run] = drawn.of_run_a;
    let mut paths = vec![
        (LaneLook::Paused, drawn.whole),
        (LaneLook::Paused, drawn.dense),
        (LaneLook::Starved, starved),
        (LaneLook::StarvedDense, starved_dense),
        (LaneLook::RunA, a),
        (LaneLook::RunADense, a_dense),
        (LaneLook::RunA, a_lost),
        (LaneLook::RunADense, a_run),
        (LaneLook::Cluster, drawn.runs),
    ];
    paths.extend(drawn.marks.into_iter().map(|(mark, path)| (LaneLook::Mark(mark), path)));
    LaneRow { name, priority, paths, numbers: drawn.numbers }
}
