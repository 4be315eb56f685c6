//! Checks that each step highlights a part of the fabric or page, and that this part is visible at the step.
//! Start reading with `Lesson::step`. A part of the page is hidden if the lesson does not show it. A part of
//! the page is also hidden if the step opens another tab, or selects another port or node. A part of the page
//! that has nothing to show is a problem, too. Problems are in the order of the steps.

use fabric_sim::document::link::PagePart;
use fabric_sim::document::params::Key;
use fabric_sim::document::{Document, Problem, Selection, Tab};
use fabric_sim::engine::World;
use fabric_sim::ids::PortId;

use super::at;
use crate::{Chart, Lesson, Step, Target};

impl Lesson {
    /// Checks the sentence, highlight, selection and tab of `step`, and adds problems to `found`. `fabric` is
    /// the document of the step and its run at time 0; `place` is the place of the step in the file. A
    /// selection that does not exist is reported, and then ignored. For a highlight that does not exist,
    /// nothing more is checked. A highlight has at most one further problem: hidden by the lesson, hidden by
    /// the step, or nothing to show.
    pub(super) fn step(
        &self,
        place: &str,
        step: &Step,
        fabric: (&Document, &World),
        found: &mut Vec<Problem>,
    ) {
        let (document, world) = fabric;
        if step.says.trim().is_empty() {
            found.push(Problem::new(format!("{place}.says"), "says nothing; write a sentence"));
        }
        let mut selects = step.select.clone();
        if let Some(select) = &step.select {
            let port = select.port.map_or(String::new(), |port| format!(".{port}"));
            let kind = if select.port.is_some() { "port" } else { "node" };
            if let Err(problem) = Target::find(&format!("{kind}:{}{port}", select.node), world) {
                found.push(at(&format!("{place}.select"), &problem));
                selects = None;
            }
        }
        let highlight = format!("{place}.highlight");
        match Target::find(&step.highlight, world) {
            Err(problem) => found.push(at(&highlight, &problem)),
            Ok(target) => {
                let own = target.selection(world.spec());
                let shown = selects.clone().or_else(|| own.clone()).or_else(|| document.view.select.clone());
                let hidden = self
                    .hidden_part(target)
                    .or_else(|| hidden_by_step(step.tab, selects.as_ref(), target, own.as_ref()))
                    .or_else(|| nothing_to_show(target, shown.as_ref(), world));
                found.extend(hidden.map(|message| Problem::new(highlight, message)));
                let tab = step.tab.filter(|tab| target != Target::Tab(*tab));
                let missing = tab.and_then(|tab| empty_tab(tab, shown.as_ref(), world));
                found.extend(missing.map(|message| Problem::new(format!("{place}.tab"), message)));
            }
        }
    }

    /// Reason why the page does not show `target`: the lesson hides the pane that contains the target, or
    /// the control of its parameter. `None` if the page shows the target. A hidden control is reported
    /// before a hidden pane.
    fn hidden_part(&self, target: Target) -> Option<String> {
        let needs: &[PagePart] = match target {
            Target::Part(PagePart::Flows) => &[PagePart::Params, PagePart::Flows],
            Target::Part(PagePart::Triggers) => &[PagePart::Params, PagePart::Triggers],
            Target::Part(ref part) => std::slice::from_ref(part),
            Target::Chart(_) => &[PagePart::Charts],
            Target::Tab(_) | Target::Queue(..) | Target::Group(..) | Target::Mark(..) => {
                &[PagePart::Inspector]
            }
            Target::Control(_) => &[PagePart::Params],
            Target::Node(_) | Target::Port(_) | Target::Link(_) | Target::Flow(_) | Target::Card => &[],
        };
        let is_shown = |part: &PagePart| self.shows.parts.iter().any(|name| name == part.name());
        if let Target::Control(key) = target {
            let name = key.param().name;
            if !self.shows.parameters.iter().any(|shown| shown == name) {
                return Some(format!("the control of {name} is hidden; add it to shows.parameters"));
            }
            if !key.param().is_offered() && !matches!(key, Key::Lossless | Key::PfcTx) {
                return Some(format!("the page has no control of {name} for the whole fabric; name another"));
            }
        }
        let part = needs.iter().find(|part| !is_shown(part))?;
        Some(format!("the part {} of the page is hidden; add it to shows.parts", part.name()))
    }
}

/// Reason why the step itself hides `target`: the step opens another tab (`tab`), or selects another node,
/// port or priority (`select`). `None` if the step does not hide the target. `own` is the selection with
/// which the page shows the target.
fn hidden_by_step(
    tab: Option<Tab>,
    select: Option<&Selection>,
    target: Target,
    own: Option<&Selection>,
) -> Option<String> {
    let needs = match target {
        Target::Tab(tab) => tab,
        Target::Queue(..) | Target::Group(..) | Target::Mark(..) => Tab::Buffers,
        _ => return None,
    };
    if let Some(tab) = tab.filter(|tab| *tab != needs) {
        return Some(format!("is in the tab {needs}, but the step shows the tab {tab}; remove tab"));
    }
    let select = select.filter(|select| own.is_some_and(|own| own != *select))?;
    Some(format!("is not of {select}, which the step selects; remove select"))
}

/// Reason why `target` has nothing to show in the fabric of `world`. For example, a tab about ETS has
/// nothing to show if all classes are strict. `None` if the target has something to show. `shown` is the
/// selection at this step.
fn nothing_to_show(target: Target, shown: Option<&Selection>, world: &World) -> Option<String> {
    match target {
        Target::Tab(tab) => empty_tab(tab, shown, world),
        Target::Chart(Chart::Rates) if world.flow_specs().next().is_none() => {
            Some("there is no flow whose rate it could show; add one".to_owned())
        }
        Target::Queue(_, priority) | Target::Group(_, priority) | Target::Mark(_, _, priority)
            if world.flow_specs().all(|flow| flow.priority != priority) =>
        {
            Some(format!("no flow has priority {priority}, so its bar stays empty; name another priority"))
        }
        _ => None,
    }
}

/// Reason why `tab` has nothing to show about the selection `shown`; `None` if the tab has something to show.
/// Without a selection, the tab may show any part of the fabric. A selection of an unknown node counts as no
/// selection. In a lesson, the tab `compare` has nothing to show; the tabs `buffers`, `waits` and `frame`
/// always have something to show.
fn empty_tab(tab: Tab, shown: Option<&Selection>, world: &World) -> Option<String> {
    let spec = world.spec();
    let place = shown.map_or_else(|| "this fabric".to_owned(), ToString::to_string);
    let selected = shown.and_then(|shown| spec.node(&shown.node).map(|id| (id, shown.port)));
    let mut ports = (0..spec.ports.len()).map(PortId::new).filter(|port| {
        let at = &spec.ports[port.index()];
        selected.is_none_or(|(node, number)| {
            at.node == node && number.is_none_or(|number| u32::from(at.number) == number)
        })
    });
    match tab {
        Tab::Islip => {
            let crosses = |port| {
                let switch = spec.owner(port).switch();
                switch.is_some_and(|switch| spec.switches[switch.index()].crossbar.is_some())
            };
            let message =
                || format!("there is no tab islip: {place} has no crossbar; set fabric to crossbar");
            (!ports.any(crosses)).then(message)
        }
        Tab::Ets => {
            let message = || {
                format!(
                    "there is no share in the tab ets: all classes of {place} are strict; give some an ETS share"
                )
            };
            (!ports.any(|port| !world.scheduler(port).ets().is_empty())).then(message)
        }
        Tab::Flow => world
            .flow_specs()
            .next()
            .is_none()
            .then(|| "there is no flow for the tab flow to show".to_owned()),
        Tab::Compare => {
            Some("a lesson keeps no run for the tab compare to show; name another tab".to_owned())
        }
        Tab::Buffers | Tab::Waits | Tab::Frame => None,
    }
}
