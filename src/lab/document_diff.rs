//! Differences between the documents of runs A and B in settings, traffic and actions, as short sentences.
//! Start with [`document_diff`]. Differences in the view do not count.
//!
//! The order is: name, model, seed and horizon; parameters; flows; other sections; actions that only B has;
//! actions that only A has. A change is written with the value of A first, such as `xoff 40k → 60k`.

use fabric_sim::document::params::{Address, ParamMap};
use fabric_sim::document::{Action, Document, TimedAction};
use fabric_sim::sort;
use fabric_sim::units::Time;

use super::action_labels::action_label;

/// Differences between documents `a` and `b` in settings, traffic and actions, one short sentence each. Empty
/// if both documents describe the same run. Parameters are in the order of their addresses, actions in the
/// order of their document. If only one document sets a parameter, but the same value is in force in both,
/// the parameter is no difference. A different order of actions or flows is no difference.
pub(super) fn document_diff(a: &Document, b: &Document) -> Vec<String> {
    let mut differences = Vec::new();
    let mut from_to = |what: &str, a: &str, b: &str| {
        if a != b {
            differences.push(format!("{what} {a} \u{2192} {b}"));
        }
    };
    from_to("document", name(a), name(b));
    from_to("model", &a.model.to_string(), &b.model.to_string());
    from_to("seed", &a.seed.get().to_string(), &b.seed.get().to_string());
    from_to("horizon", &a.horizon.to_string(), &b.horizon.to_string());
    let given = sort::set(a.params.0.keys().chain(b.params.0.keys()));
    for address in given.into_iter().filter(|at| a.params.0.get(*at) != b.params.0.get(*at)) {
        let (a, b) = (value(a, address, None), value(b, address, None));
        from_to(address, &a, &b);
    }
    differences.extend(traffic(a, b));
    let rest = [
        ("builder", a.build == b.build),
        ("hosts", a.hosts == b.hosts),
        ("switches", a.switches == b.switches),
        ("links", a.links == b.links),
        ("profiles", a.profiles == b.profiles),
        ("routes", a.routes == b.routes),
        ("formats", a.formats == b.formats),
        ("priority maps", a.maps == b.maps),
        ("collectives", a.collectives == b.collectives),
        ("workloads", a.workloads == b.workloads),
        ("pause sources", a.pause_sources == b.pause_sources),
    ];
    differences.extend(rest.into_iter().filter(|(_, same)| !same).map(|(what, _)| format!("other {what}")));
    for timed in without(&b.actions, &a.actions) {
        if let Action::Set(map) = &timed.action {
            differences.extend(map.0.keys().filter_map(|address| moved(a, b, map, address, timed.at)));
        } else {
            differences.push(format!("{} at {}", action_label(&timed.action), timed.at));
        }
    }
    let left_out = without(&a.actions, &b.actions);
    differences.extend(
        left_out.into_iter().map(|timed| format!("without: {} at {}", action_label(&timed.action), timed.at)),
    );
    differences
}

/// Name of the document; "unnamed document" without a name.
fn name(document: &Document) -> &str {
    if document.name.is_empty() { "unnamed document" } else { &document.name }
}

/// Text on the change of the parameter at `address` from its value in `a` to its value in `b`, at time `at`.
/// The change is made by an action of `b` with the settings `map`. `None` if both documents have the same
/// value at that time.
fn moved(a: &Document, b: &Document, map: &ParamMap, address: &str, at: Time) -> Option<String> {
    map.0.get(address)?;
    let (a, b) = (value(a, address, Some(at)), value(b, address, Some(at)));
    (a != b).then(|| format!("{address} {a} \u{2192} {b} at {at}"))
}

/// Text of the value at `address` after all actions up to time `at`; `None` is the time before any action. A
/// malformed address gives `?`.
fn value(document: &Document, address: &str, at: Option<Time>) -> String {
    Address::parse(address).map_or_else(
        |_| "?".to_owned(),
        |address| {
            let current = document.parameters([&address], at).into_iter().next();
            current.map_or_else(String::new, |current| address.key.param().show(current.value))
        },
    )
}

/// Texts on the flows that `b` has added, removed or changed, compared with `a`. Flows are compared by name.
/// Added flows come first, then removed and changed flows.
fn traffic(a: &Document, b: &Document) -> Vec<String> {
    let of = |document: &Document, name: &str| document.flows.iter().find(|flow| flow.name == name).cloned();
    let new = b.flows.iter().filter(|flow| of(a, &flow.name).is_none());
    let gone = a.flows.iter().filter(|flow| of(b, &flow.name).is_none());
    let other = b.flows.iter().filter(|flow| of(a, &flow.name).is_some_and(|old| old != **flow));
    let new = new.map(|flow| format!("flow {} added", flow.name));
    let gone = gone.map(|flow| format!("without flow {}", flow.name));
    let other = other.map(|flow| format!("flow {} changed", flow.name));
    new.chain(gone).chain(other).collect()
}

/// Actions in `all` that are not in `others`. If an action occurs n times in `all` and m times in `others`, n
/// − m of them are returned.
fn without<'a>(all: &'a [TimedAction], others: &[TimedAction]) -> Vec<&'a TimedAction> {
    let mut others: Vec<&TimedAction> = others.iter().collect();
    let is_alone = |timed: &&TimedAction| {
        let place = others.iter().position(|other| other == timed);
        place.map(|place| others.swap_remove(place)).is_none()
    };
    all.iter().filter(is_alone).collect()
}

#[cfg(test)]
mod tests {
    use fabric_sim::document::Preset;

    use super::*;

    fn preset(name: &str) -> Document {
        Preset::find(name).expect("a preset").document()
    }

    fn link(text: &str) -> Document {
        fabric_sim::document::link::ShareLink::parse(text).expect("a link").document
    }

    #[test]
    fn each_difference_is_listed_once_and_view_settings_are_not() {
        let a = preset("incast");
        let differences = |b: &Document| document_diff(&a, b);
        let mut b = a.clone();
        b.view.tab = Some(fabric_sim::document::Tab::Ets);
        assert_eq!(differences(&b), [""; 0]);
        assert_eq!(differences(&link("#/preset/incast?seed=7")), ["seed 1 \u{2192} 7"]);
        assert_eq!(differences(&link("#/preset/incast?xoff=96k")), ["xoff 48k \u{2192} 96k"]);
        let acted = link("#/preset/incast?at=12us:xoff=96k&at=20us:link_down=h2&at=30us:xoff=50k");
        assert_eq!(
            differences(&acted),
            ["xoff 48k \u{2192} 96k at 12us", "link of h2 down at 20us", "xoff 48k \u{2192} 50k at 30us"]
        );
        assert_eq!(document_diff(&acted, &a).len(), 3);
        assert!(
            document_diff(&acted, &a)[1].starts_with("without: link of h2 down"),
            "{:?}",
            document_diff(&acted, &a)
        );
        b.flows[1].priority = fabric_sim::ids::Priority::P5;
        let gone = b.flows.remove(0);
        let flow = |words: &str, name: &str| words.replace("NAME", name);
        let changed = flow("flow NAME changed", &b.flows[0].name);
        assert_eq!(differences(&b), [flow("without flow NAME", &gone.name), changed]);
        let other = differences(&preset("pause"));
        assert!(
            other[0] == "document incast \u{2192} pause" && other.contains(&"other hosts".to_owned()),
            "{other:?}"
        );
    }

    #[test]
    fn another_model_is_a_difference() {
        let a = preset("incast");
        let mut b = a.clone();
        b.model = 3 - a.model;
        assert_eq!(document_diff(&a, &b), [format!("model {} \u{2192} {}", a.model, b.model)]);
    }

    #[test]
    fn no_difference_between_two_presets_is_listed_twice() {
        let other = Preset::find("ecn-before-pfc").expect("a preset").document();
        for preset in &fabric_sim::document::PRESETS {
            let differences = document_diff(&other, &preset.document());
            let distinct = differences.iter().collect::<std::collections::BTreeSet<_>>();
            assert_eq!(distinct.len(), differences.len(), "{}: {differences:?}", preset.name);
        }
    }
}
