//! Readers of files with LLDP neighbours. Start with [`lldp_tables`].
//!
//! Rule: a file is a dump of `APPL_DB`, output of `lldpctl -f json` (lldpd), or output of `show lldp table`
//! (sonic-utilities).
//! Fallback: if the port of a neighbour is missing, the text of the port is empty.
//! Left out: neighbours without a name. If a port occurs twice, the later neighbour is used, and the report
//! lists the earlier neighbour.

use serde_json::{Value, json};

use super::lldp_neighbours::TABLE;
use super::read::File;
use crate::finding::{FilePlace, Refusal, Refusals};
use crate::json;

/// Whether the file is output of `lldpctl -f json` or `show lldp table`, or a dump of `APPL_DB` with LLDP
/// neighbours.
#[must_use]
pub fn has_neighbours(file: &File) -> bool {
    let text = file.content();
    if file.is_json() {
        let is_of_lldpctl = text.contains("\"lldp\"") && text.contains("\"interface\"");
        return is_of_lldpctl || text.contains(&format!("\"{TABLE}:"));
    }
    text.lines().any(|line| line.contains("LocalPort") && line.contains("RemoteDevice"))
}

/// Converts a file with LLDP neighbours to JSON, for [`super::Request::parts`]: a list of JSON objects with
/// the table `LLDP_ENTRY_TABLE`, each with one neighbour.
///
/// # Errors
/// If the file is too long, or has no neighbour. Also if the text begins with `{` or `[`, but is not JSON, or
/// has a key twice in one object.
pub fn lldp_tables(file: &File) -> Result<File, Refusals> {
    file.check()?;
    let text = file.content();
    let refused = |reason: &str| Refusals::from(Refusal::new(FilePlace::file(&file.name), reason));
    let entries = if text.trim_start().starts_with(['{', '[']) {
        let json = json::parse(file).map_err(|error| refused(&format!("this is not JSON: {error}")))?;
        json.check_unique(file)?;
        let value = json.value;
        let interfaces = value.get("lldp").and_then(|lldp| lldp.get("interface"));
        interfaces.map_or_else(|| dumped(&value), of_lldpctl)
    } else {
        shown(text)
    };
    if entries.is_empty() {
        return Err(refused(
            "there is no neighbour; give the output of show lldp table or lldpctl -f json, or a dump of APPL_DB",
        ));
    }
    let patches: Vec<Value> =
        entries.into_iter().map(|(port, entry)| json!({ TABLE: { port: entry } })).collect();
    Ok(File::new(&file.name, Value::from(patches).to_string()))
}

fn entry(name: &str, port: &str, description: &str) -> Value {
    json!({"lldp_rem_sys_name": name, "lldp_rem_port_id": port, "lldp_rem_port_desc": description})
}

/// Pairs of a port and its neighbour, from a dump of `APPL_DB`. The dump has keys such as
/// `LLDP_ENTRY_TABLE:Ethernet0`, or the table with an object for each port.
fn dumped(value: &Value) -> Vec<(String, Value)> {
    let mut entries = Vec::new();
    let patches = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
    for (key, content) in patches.iter().filter_map(Value::as_object).flatten() {
        if key == TABLE {
            entries.extend(content.as_object().cloned().unwrap_or_default());
        } else if let Some((TABLE, port)) = key.split_once([':', '|']) {
            entries.push((port.to_owned(), content.clone()));
        }
    }
    entries
}

/// Pairs of a port and its neighbour, from output of `lldpctl -f json`. The output is a list of objects with
/// one interface each, or one object with all interfaces.
fn of_lldpctl(interfaces: &Value) -> Vec<(String, Value)> {
    let mut entries = Vec::new();
    let objects = interfaces.as_array().map_or_else(|| std::slice::from_ref(interfaces), Vec::as_slice);
    for (port, content) in objects.iter().filter_map(Value::as_object).flatten() {
        let chassis = content.get("chassis").and_then(Value::as_object);
        // If the chassis has a name, its object is the value of that name.
        let Some(name) = chassis.and_then(|chassis| chassis.keys().find(|key| *key != "id")) else {
            continue;
        };
        let of_port = |path: &str| {
            let value = content.get("port").and_then(|port| port.pointer(path));
            value.and_then(Value::as_str).unwrap_or_default()
        };
        entries.push((port.clone(), entry(name, of_port("/id/value"), of_port("/descr"))));
    }
    entries
}

/// Pairs of a port and its neighbour, from output of `show lldp table`. Each run of dashes below the header
/// gives the width of a column; at least five columns are needed. Lines above the dashes are skipped.
fn shown(text: &str) -> Vec<(String, Value)> {
    let mut entries = Vec::new();
    let mut columns: Vec<(usize, usize)> = Vec::new();
    for line in text.lines() {
        let is_rule = !line.trim().is_empty() && line.chars().all(|c| c == '-' || c == ' ');
        if is_rule {
            columns = spans(line);
            continue;
        }
        if columns.len() < 5 || line.trim().is_empty() {
            continue;
        }
        let cell = |n: usize| {
            let (start, end) = columns[n];
            let end = if n + 1 == columns.len() { usize::MAX } else { end };
            line.chars().skip(start).take(end.saturating_sub(start)).collect::<String>().trim().to_owned()
        };
        let [port, name, id, description] = [0, 1, 2, 4].map(cell);
        if !port.is_empty() && !name.is_empty() {
            entries.push((port, entry(&name, &id, &description)));
        }
    }
    entries
}

/// Start and end of each run of dashes in a line of ASCII characters; the end is exclusive.
fn spans(rule: &str) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for (at, _) in rule.char_indices().filter(|(_, c)| *c == '-') {
        match spans.last_mut() {
            Some((_, end)) if *end == at => *end = at + 1,
            _ => spans.push((at, at + 1)),
        }
    }
    spans
}
