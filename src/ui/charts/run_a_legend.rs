//! Legend of run A in a chart, and a note while the history of a chart is incomplete. Ports and flows of the
//! two runs correspond if their names are equal. If run A lacks the port or flow, there is no legend.

use leptos::prelude::*;

use crate::charts::time_label;
use crate::lab::{Lab, RunA, RunAView};
use crate::ui::PageContext;

/// Subject of a chart: queues or a flow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Chart of queue depth, for the queues of the selected port and priority.
    Queues,
    /// Chart of rates, for the displayed flow.
    Flow,
}

impl Topic {
    /// Whether run A has a port or flow of the same name as the port or flow of the chart. `false` if there
    /// is no run A that differs from run B.
    fn is_in_a(self, lab: &Lab) -> bool {
        let Some(a) = lab.distinct_run_a() else { return false };
        match self {
            Self::Queues => a.port(lab.run().recording().spec(), lab.selected().port).is_some(),
            Self::Flow => lab.flow().is_some_and(|flow| {
                lab.flow_pace(flow).is_some_and(|(name, _)| a.flow(flow, name).is_some())
            }),
        }
    }

    /// Whether the recorded history of run A or of run B is incomplete, because it is being recorded again.
    /// Run A counts only if it differs from run B.
    fn is_behind(self, lab: &Lab) -> bool {
        let at = lab.selected();
        let (recording, a) = (lab.run().recording(), lab.distinct_run_a());
        match self {
            Self::Queues => {
                let in_a = |a: &RunA| {
                    let port = a.port(recording.spec(), at.port)?;
                    Some(a.history().is_behind(Some((port, at.priority))))
                };
                recording.history().is_behind(Some((at.port, at.priority))) || a.and_then(in_a) == Some(true)
            }
            Self::Flow => {
                recording.history().is_behind(None) || a.is_some_and(|a| a.history().is_behind(None))
            }
        }
    }
}

/// Legend entry with the name of run A. If the recorded history of run A ends before the cursor, the entry
/// also has the time of its end. Absent if there is no run A that differs from run B, or if run A lacks the
/// port or flow of the chart.
#[component]
pub fn RunALegend(page: PageContext, of: Topic) -> impl IntoView {
    let name = Memo::new(move |_| {
        let name = |other: &RunAView| match other.behind {
            Some(until) => format!("{}, known until {}", other.name(), time_label(until)),
            None => other.name().to_owned(),
        };
        let name =
            page.text_picture.with(|picture| picture.run_a.as_ref().filter(|other| !other.is_same).map(name));
        name.filter(|_| page.read_lab(|lab| of.is_in_a(lab)) == Some(true))
    });
    move || {
        name.get()
            .map(|name| view! { <span class="legend-entry a" data-testid="a-legend"><i></i>{name}</span> })
    }
}

/// Note that the history of the chart is incomplete, because a replay of the run is still recording the
/// history; absent if it is complete.
#[component]
pub fn Replaying(page: PageContext, of: Topic) -> impl IntoView {
    let is_partial = Memo::new(move |_| {
        page.history_changed.track();
        page.read_lab(|lab| of.is_behind(lab)).unwrap_or_default()
    });
    move || {
        is_partial
            .get()
            .then(|| view! { <span class="over" role="status" data-testid="refilling">"replaying"</span> })
    }
}
