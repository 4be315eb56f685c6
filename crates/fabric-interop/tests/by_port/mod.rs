//! Tables with an entry for each port.

use serde_json::{Map, Value};

/// JSON object with an entry for each of `count` ports. `value` makes the entry from the name of the port.
pub fn by_port(count: usize, mut value: impl FnMut(&str) -> Value) -> Value {
    let names = (0..count).map(|n| format!("Ethernet{}", 8 * n));
    names.map(|name| (name.clone(), value(&name))).collect::<Map<_, _>>().into()
}
