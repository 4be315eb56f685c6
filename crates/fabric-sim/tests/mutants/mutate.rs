//! Mutations of documents, as JSON and as bytes.

use fabric_sim::document::Document;
use fabric_sim::document::params::{Nodes, Param, ParamLevel, TABLE, ValueKind};
use serde_json::{Map, Value};

use super::documents::Dice;
use super::note_read;

/// Fields of a document that are lists or maps. Entries of these fields are removed, doubled, exchanged, or
/// taken from other documents.
const PARTS: [&str; 12] = [
    "hosts",
    "switches",
    "links",
    "flows",
    "actions",
    "routes",
    "collectives",
    "pause_sources",
    "formats",
    "maps",
    "params",
    "profiles",
];

/// Mutates a random document up to twelve times. If a mutation gives a refused document, the document before
/// this mutation is mostly kept. So most results are valid documents.
pub fn document(dice: &mut Dice, originals: &[Value]) -> String {
    let mut document = dice.pick(originals);
    for _ in 0..dice.range(1, 13) {
        let mut mutant = document.clone();
        mutate(dice, &mut mutant, originals);
        if is_document(&mutant) {
            document = mutant;
        } else if dice.one_in(16) {
            return mutant.to_string();
        }
    }
    document.to_string()
}

fn is_document(value: &Value) -> bool {
    let text = value.to_string();
    note_read(&text);
    Document::parse(&text).is_ok_and(|document| document.compile().is_ok())
}

fn mutate(dice: &mut Dice, document: &mut Value, originals: &[Value]) {
    match dice.range(0, 12) {
        0..3 => replace_scalar(dice, document),
        3..5 => {
            let (address, value) = parameter(dice, document);
            if dice.one_in(4) {
                let at = scalar(dice, "5us");
                let action = serde_json::json!({ "at": at, "set": { address: value } });
                list(document, "actions").push(action);
            } else if let Some(params) = part(document, "params", Value::Object(Map::new())).as_object_mut() {
                params.insert(address, value.into());
            }
        }
        5 => drop_entry(dice, document),
        6 => double_entry(dice, document),
        7 => cross_reference(dice, document),
        8 => exchange(dice, document),
        9 | 10 => graft(dice, document, originals),
        _ => add_link(dice, document),
    }
}

/// Mutates a few bytes of a text: flips, removes, doubles or inserts them.
pub fn bytes(dice: &mut Dice, mut bytes: Vec<u8>) -> String {
    for _ in 0..dice.range(1, 4) {
        let at = index(dice, bytes.len() + 1);
        let end = (at + index(dice, 12)).min(bytes.len());
        match dice.range(0, 5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.range(0, 8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            3 => drop(bytes.splice(at..end, *b"99999999999999999999")),
            _ if at < bytes.len() && bytes[at].is_ascii_digit() => bytes[at] = b'0' + (bytes[at] + 1) % 10,
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Mutated value of the same kind as `text`: a number with its unit, `on` or `off`, or other text.
pub fn scalar(dice: &mut Dice, text: &str) -> String {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    match (number.parse::<f64>(), text) {
        (Ok(number), _) => {
            let factor = dice.pick(&[0.0, 0.001, 0.1, 0.5, 0.9, 1.1, 2.0, 3.0, 10.0, 1e3, 1e6, 1e12]);
            let changed = number * factor;
            let changed = if dice.one_in(2) { changed.round() } else { changed };
            if dice.one_in(8) { format!("{changed}") } else { format!("{changed}{unit}") }
        }
        (_, "on") => "off".to_owned(),
        (_, "off") => "on".to_owned(),
        _ => dice
            .pick(&["", "0", "auto", "off", "none", "\u{202e}", "h1", "s1", "s1.0", "18446744073709551615"])
            .to_owned(),
    }
}

/// Random address of a parameter, and a value for it. Most values are allowed, and many are the smallest or
/// the largest allowed value.
pub fn parameter(dice: &mut Dice, document: &Value) -> (String, String) {
    let param: Param = dice.pick(TABLE.as_slice());
    let mut address = Vec::new();
    if param.level != ParamLevel::Fabric && dice.one_in(3) {
        let is_of_switch = match param.nodes {
            Nodes::Switches => true,
            Nodes::Hosts => false,
            Nodes::All => dice.one_in(2),
        };
        let (kind, part) = if is_of_switch { ("switch", "switches") } else { ("host", "hosts") };
        let names = names(document, part);
        if !names.is_empty() {
            address.push(format!("{kind}.{}", dice.pick(&names)));
            if is_of_switch && param.level != ParamLevel::Switch && dice.one_in(2) {
                address.push(format!("port.{}", dice.range(0, 4)));
            }
        }
    }
    if param.level == ParamLevel::Priority && dice.one_in(2) {
        address.push(format!("p{}", dice.range(0, 8)));
    }
    let value = match dice.range(0, 5) {
        _ if param.kind == ValueKind::Choice => dice.pick(param.words).1,
        0 => param.min,
        1 => param.max,
        2 if !param.words.is_empty() => dice.pick(param.words).1,
        // Value of a random magnitude.
        _ => {
            let most = param.max.min(param.min.saturating_add(1 << dice.range(1, 63)));
            dice.range(param.min, most.saturating_add(1).max(param.min + 1))
        }
    };
    let text = param.show(value);
    address.push(param.name.to_owned());
    (address.join("."), if dice.one_in(20) { scalar(dice, &text) } else { text })
}

fn index(dice: &mut Dice, count: usize) -> usize {
    usize::try_from(dice.range(0, count.max(1) as u64)).unwrap_or_default()
}

fn part<'a>(document: &'a mut Value, name: &str, empty: Value) -> &'a mut Value {
    let fields = document.as_object_mut().expect("a document is an object");
    fields.entry(name).or_insert(empty)
}

fn list<'a>(document: &'a mut Value, name: &str) -> &'a mut Vec<Value> {
    part(document, name, Value::Array(Vec::new())).as_array_mut().expect("it is a list")
}

/// Names of the hosts or of the switches in `document`. `part` is `hosts` or `switches`.
fn names(document: &Value, part: &str) -> Vec<String> {
    let nodes = document.get(part).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    nodes.iter().filter_map(|node| Some(node.get("name")?.as_str()?.to_owned())).collect()
}

/// Adds JSON pointers to all values below `value` that are neither lists nor objects to `into`. `at` is the
/// pointer to `value`.
fn scalars(value: &Value, at: &str, into: &mut Vec<String>) {
    let below = |key: &str| format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| scalars(value, &below(key), into)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, value)| scalars(value, &below(&n.to_string()), into));
        }
        _ => into.push(at.to_owned()),
    }
}

/// JSON pointer to a random value that is neither a list nor an object. The field of the document is drawn
/// first, so that long lists are not preferred.
fn random_scalar(dice: &mut Dice, document: &Value) -> String {
    let mut all = Vec::new();
    let fields = document.as_object().expect("a document is an object");
    let part = dice.pick(&fields.keys().cloned().collect::<Vec<_>>());
    scalars(&fields[&part], &format!("/{part}"), &mut all);
    if all.is_empty() { "/format".to_owned() } else { dice.pick(&all) }
}

fn replace_scalar(dice: &mut Dice, document: &mut Value) {
    let at = random_scalar(dice, document);
    let value = document.pointer_mut(&at).expect("it was just found");
    *value = match &*value {
        Value::String(text) => scalar(dice, text).into(),
        Value::Bool(on) => (!on).into(),
        Value::Number(number) => {
            let n = number.as_u64().unwrap_or(1);
            let largest = [1 << 31, 1 << 32, (1 << 53) - 1, u64::MAX];
            let near = [0, 1, n.saturating_sub(1), n.saturating_add(1), n / 2, n.saturating_mul(2)];
            if dice.one_in(3) { dice.pick(&largest).into() } else { dice.pick(&near).into() }
        }
        _ => 1.into(),
    };
}

/// Removes an entry of a random list or map of the document.
fn drop_entry(dice: &mut Dice, document: &mut Value) {
    match document.get_mut(dice.pick(&PARTS)) {
        Some(Value::Array(items)) if !items.is_empty() => drop(items.remove(index(dice, items.len()))),
        Some(Value::Object(fields)) if !fields.is_empty() => {
            let key = dice.pick(&fields.keys().cloned().collect::<Vec<_>>());
            fields.remove(&key);
        }
        _ => {}
    }
}

/// Doubles an entry of a random list or map of the document. If the entry has a name, the copy mostly gets
/// another name.
fn double_entry(dice: &mut Dice, document: &mut Value) {
    let Some(Value::Array(items)) = document.get_mut(dice.pick(&PARTS)) else { return };
    if items.is_empty() {
        return;
    }
    let mut double = dice.pick(items);
    if !dice.one_in(4)
        && let Some(Value::String(name)) = double.get_mut("name")
    {
        name.push('x');
    }
    items.insert(index(dice, items.len() + 1), double);
}

/// Replaces a reference to a node by the name of another node.
fn cross_reference(dice: &mut Dice, document: &mut Value) {
    let (hosts, switches) = (names(document, "hosts"), names(document, "switches"));
    for _ in 0..10 {
        let at = random_scalar(dice, document);
        let of_node = at.starts_with("/hosts") || at.starts_with("/switches");
        let Some(Value::String(name)) = document.pointer_mut(&at) else { continue };
        let (same, other) = if hosts.contains(name) { (&hosts, &switches) } else { (&switches, &hosts) };
        if (of_node && !dice.one_in(8)) || !same.contains(name) {
            continue;
        }
        let from = if dice.one_in(6) && !other.is_empty() { other } else { same };
        *name = dice.pick(from);
        return;
    }
}

/// Exchanges two random values, or two entries of a list.
fn exchange(dice: &mut Dice, document: &mut Value) {
    if dice.one_in(2) {
        let [a, b] = [0, 1].map(|_| random_scalar(dice, document));
        let taken = document.pointer_mut(&a).map(Value::take).unwrap_or_default();
        let other = document.pointer_mut(&b).map(|value| std::mem::replace(value, taken.clone()));
        let other = if a == b { taken } else { other.unwrap_or_default() };
        document.pointer_mut(&a).into_iter().for_each(|value| *value = other.clone());
    } else if let Some(Value::Array(items)) = document.get_mut(dice.pick(&PARTS))
        && !items.is_empty()
    {
        let (a, b) = (index(dice, items.len()), index(dice, items.len()));
        items.swap(a, b);
    }
}

/// Adds an entry, or all parameters, of another document. Names of nodes in the entry are replaced by names
/// of nodes in this document.
fn graft(dice: &mut Dice, document: &mut Value, originals: &[Value]) {
    let donor = dice.pick(originals);
    let name = dice.pick(&PARTS[3..]);
    match donor.get(name) {
        Some(Value::Array(items)) if !items.is_empty() => {
            let mut entry = dice.pick(items);
            let (hosts, switches) = (names(document, "hosts"), names(document, "switches"));
            rename(dice, &mut entry, (&names(&donor, "hosts"), &hosts));
            rename(dice, &mut entry, (&names(&donor, "switches"), &switches));
            list(document, name).push(entry);
        }
        Some(Value::Object(given)) => {
            if let Some(fields) = part(document, name, Value::Object(Map::new())).as_object_mut() {
                let global =
                    given.iter().filter(|(key, _)| !key.starts_with("switch.") && !key.starts_with("host."));
                fields.extend(global.map(|(key, value)| (key.clone(), value.clone())));
            }
        }
        _ => {}
    }
}

/// Replaces each name in `value` that is in `from` by a random name of `to`. `names` is the pair of `from`
/// and `to`.
fn rename(dice: &mut Dice, value: &mut Value, names: (&[String], &[String])) {
    let (from, to) = names;
    match value {
        Value::String(name) if from.contains(name) && !to.is_empty() => *name = dice.pick(to),
        Value::Array(items) => items.iter_mut().for_each(|item| rename(dice, item, names)),
        Value::Object(fields) => fields.values_mut().for_each(|field| rename(dice, field, names)),
        _ => {}
    }
}

/// Adds a link between two switches, or from a new host to a switch.
fn add_link(dice: &mut Dice, document: &mut Value) {
    let switches = names(document, "switches");
    if switches.is_empty() {
        return;
    }
    let other = if dice.one_in(2) {
        let name = format!("new{}", dice.range(0, 100));
        list(document, "hosts").push(serde_json::json!({ "name": name }));
        name
    } else {
        dice.pick(&switches)
    };
    let rate = dice.pick(&["1M", "1G", "100G", "400G", "10T"]);
    let length = dice.pick(&["0m", "5m", "10km", "1000km"]);
    let link = serde_json::json!({ "a": dice.pick(&switches), "b": other, "rate": rate, "length": length });
    list(document, "links").push(link);
}
