//! Tests of groups on fat trees, leaf–spine fabrics and small fabrics.

use fabric_sim::document::Document;
use fabric_sim::ids::{NodeId, PortId};
use fabric_sim::spec::Spec;

use crate::scene::{Groups, Layout, Viewport};

const DESK: Viewport = Viewport { width: 800.0, height: 300.0 };

fn built(build: &str) -> Spec {
    let document = Document::parse(&format!(r#"{{"format": 1, "model": 1, "build": {{{build}}}}}"#)).unwrap();
    document.compile().unwrap()
}

fn fat_tree() -> Spec {
    built(r#""fat_tree": {"k": 16}"#)
}

fn racks() -> Spec {
    built(r#""leaf_spine": {"leaves": 32, "spines": 4, "hosts": 32}"#)
}

#[test]
fn pods_and_core_switches_of_a_large_fat_tree_are_groups() {
    let groups = Groups::of(&fat_tree());
    let contents: Vec<String> = groups.all().iter().map(crate::scene::Group::contents).collect();
    let pods = contents.iter().filter(|contents| *contents == "16 switches, 64 hosts").count();
    let cores = contents.iter().filter(|contents| *contents == "8 switches").count();
    assert_eq!((pods, cores, contents.len()), (16, 8, 24), "{contents:?}");
}

#[test]
fn racks_of_a_large_leaf_spine_fabric_are_groups() {
    let spec = racks();
    let groups = Groups::of(&spec);
    assert_eq!(groups.all().len(), 32);
    assert!(groups.all().iter().all(|group| group.contents() == "1 switch, 32 hosts"));
    let singles = (0..spec.nodes.len()).filter(|node| groups.group_of(NodeId::new(*node)).is_none()).count();
    assert_eq!(singles, 4);
}

#[test]
fn a_small_fabric_or_a_single_switch_has_no_groups() {
    for build in [r#""fat_tree": {"k": 8}"#, r#""star": {"hosts": 60}"#] {
        assert!(Groups::of(&built(build)).all().is_empty(), "{build}");
    }
}

/// The number of boxes is that of the closed groups and of the nodes outside them.
#[test]
fn boxes_do_not_touch_and_each_link_between_boxes_is_part_of_one_cable() {
    for (spec, boxes_if_closed) in [(fat_tree(), 24), (racks(), 36)] {
        let groups = Groups::of(&spec);
        for open in [None, Some(0), Some(groups.all().len() - 1)] {
            let layout = Layout::with_groups(&spec, &[], (&groups, open), DESK);
            let drawn: Vec<usize> =
                (0..spec.nodes.len()).filter(|node| layout.draws_node(NodeId::new(*node))).collect();
            let opened = open.map_or(0, |open| groups.all()[open].members.len() - 1);
            assert_eq!(drawn.len(), boxes_if_closed + opened);
            for (rank, a) in drawn.iter().enumerate() {
                for b in &drawn[rank + 1..] {
                    assert!(!layout.nodes[*a].meets(&layout.nodes[*b]), "{a} {b}");
                }
            }
            let mut bundled = vec![0; spec.ports.len()];
            for port in (0..spec.ports.len()).map(PortId::new) {
                match layout.bundle(port) {
                    Some(ports) => ports.iter().for_each(|port| bundled[port.index()] += 1),
                    None => bundled[port.index()] += 1,
                }
            }
            for (port, times) in bundled.iter().enumerate() {
                let ends = [port, spec.ports[port].peer.index()].map(|port| spec.ports[port].node);
                let is_inside = layout.closed_group(ends[0]).is_some()
                    && layout.closed_group(ends[0]) == layout.closed_group(ends[1]);
                assert_eq!(*times, usize::from(!is_inside), "{}", spec.port_name(PortId::new(port)));
            }
        }
    }
}

#[test]
fn the_cable_of_a_bundle_ends_at_the_boxes_of_all_its_links() {
    let spec = fat_tree();
    let layout = Layout::with_selected(&spec, &[], None, DESK);
    for port in (0..spec.ports.len()).map(PortId::new) {
        let Some(representative) = layout.representative(port) else { continue };
        assert_eq!(layout.cables[port.index()], layout.cables[representative.index()]);
        let peer = layout.representative(spec.ports[port.index()].peer).unwrap();
        assert_eq!(layout.representative(layout.peer(representative)), Some(peer));
    }
}
