//! Round trip: checks that a configuration, its document and the exported patch agree.

use fabric_interop::sonic::{Export, File, Import, Request, export, import};
use fabric_sim::document::Document;
use fabric_sim::spec::Spec;
use serde_json::{Map, Value};

/// Tables that name ports, neighbours and the platform. A patch never contains them.
const SURROUNDINGS: [&str; 4] = ["DEVICE_METADATA", "PORT", "DEVICE_NEIGHBOR", "DEVICE_NEIGHBOR_METADATA"];

/// Imports configurations. Panics if a configuration is refused.
pub fn imported(files: &[Value]) -> Import {
    let files = files.iter().enumerate().map(|(n, file)| File::new(format!("{n}.json"), file.to_string()));
    import(&Request { files: files.collect(), ..Request::default() }).unwrap_or_else(|why| panic!("{why}"))
}

fn exported(document: &Document, spec: &Spec, switch: &str) -> Export {
    export(spec, switch, &document.interfaces[switch]).unwrap_or_else(|why| panic!("{why}"))
}

/// Tables of [`SURROUNDINGS`] in a configuration, without `pfc_asym` and `mtu`, which the patch has.
fn surroundings(file: &Value) -> Value {
    let tables = file.as_object().unwrap().iter();
    let mut kept: Map<String, Value> = tables
        .filter(|(table, _)| SURROUNDINGS.contains(&table.as_str()))
        .map(|(table, entries)| (table.clone(), entries.clone()))
        .collect();
    for (_, port) in kept["PORT"].as_object_mut().unwrap() {
        let port = port.as_object_mut().unwrap();
        port.remove("pfc_asym");
        port.remove("mtu");
    }
    kept.into()
}

/// Imports the configurations `files`, exports each switch as a patch, and imports the patches with the
/// tables [`SURROUNDINGS`] of `files`. Checks that both imports give the same settings.
pub fn check_round_trip(files: &[Value]) {
    let first = imported(files);
    let spec = first.document.compile().unwrap();
    let mut again = Vec::new();
    for (file, switch) in files.iter().zip(&first.document.switches) {
        again.extend([surroundings(file), exported(&first.document, &spec, &switch.name).patch]);
    }
    let second = imported(&again);
    let other = second.document.compile().unwrap();
    assert_eq!(first.document.horizon, second.document.horizon);
    assert_eq!(spec.nodes, other.nodes);
    assert_eq!(spec.mtu, other.mtu, "{}", again[1]);
    assert_eq!(spec.switches, other.switches, "{}", again[1]);
    for (one, two) in spec.ports.iter().zip(&other.ports) {
        let name = spec.nodes[one.node.index()].name.as_str();
        assert_eq!(one, two, "{name} port {}\n{}\n{}", one.number, files[0], again[1]);
    }
    for switch in &first.document.switches {
        let [one, two] = [(&first.document, &spec), (&second.document, &other)]
            .map(|(document, spec)| exported(document, spec, &switch.name));
        assert_eq!(one, two, "an export of an export");
    }
}
