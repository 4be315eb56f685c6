//! Import of buffer settings that `CONFIG_DB` lacks in the dynamic buffer model. Reads output of `show buffer
//! information`, and dumps of `APPL_DB`. Start with [`buffer_tables`].
//!
//! Rule: headings and fields are those of sonic-utilities. In a dump, `:` separates the parts of a key.
//! Fallback: lines with unknown fields are skipped.
//! Left out: tables other than those of pools, profiles, priority groups and queues. `show buffer
//! information` also has the default threshold and the subscription ratio of lossless buffers.

use serde_json::{Map, Value, json};

use super::read::File;
use crate::finding::{FilePlace, Refusal, Refusals};
use crate::json;

/// Names of tables in `APPL_DB`, and of the same tables in `CONFIG_DB`.
const TABLES: [(&str, &str); 4] = [
    ("BUFFER_POOL_TABLE", "BUFFER_POOL"),
    ("BUFFER_PROFILE_TABLE", "BUFFER_PROFILE"),
    ("BUFFER_PG_TABLE", "BUFFER_PG"),
    ("BUFFER_QUEUE_TABLE", "BUFFER_QUEUE"),
];

/// Fields that are read from the output of `show buffer information`.
const FIELDS: [&str; 12] = [
    "type",
    "mode",
    "size",
    "xoff",
    "xon",
    "xon_offset",
    "dynamic_th",
    "static_th",
    "pool",
    "percentage",
    "default_dynamic_th",
    "over_subscribe_ratio",
];

/// Whether the file is output of `show buffer information` or `show buffer configuration`, or a dump of
/// `APPL_DB` with buffers.
#[must_use]
pub fn has_buffers(file: &File) -> bool {
    let text = file.content();
    if file.is_json() {
        return TABLES.iter().any(|(table, _)| text.contains(&format!("\"{table}:")));
    }
    text.lines().any(|line| line.starts_with("Pool:") || line.starts_with("Profile:"))
}

/// Converts the output of `show buffer information`, or a dump of `APPL_DB`, to JSON: a list of objects with
/// tables of `CONFIG_DB`, which are merged in their order. If the file has an entry or field twice, each of
/// the two values goes into its own object.
///
/// # Errors
/// If the file is too long, or has no entry of a table about buffers. Also if the text begins with `{` or
/// `[`, but is not JSON or has a key twice in one object.
pub fn buffer_tables(file: &File) -> Result<File, Refusals> {
    file.check()?;
    let patches = if file.content().trim_start().starts_with(['{', '[']) {
        let json = json::parse(file).map_err(|error| refused(file, &format!("this is not JSON: {error}")))?;
        json.check_unique(file)?;
        dumped(json.value)
    } else {
        shown(file.content())
    };
    if patches.is_empty() {
        return Err(refused(
            file,
            "there is no buffer pool or profile; give the output of show buffer information",
        ));
    }
    Ok(File::new(&file.name, Value::from(patches).to_string()))
}

fn refused(file: &File, reason: &str) -> Refusals {
    Refusal::new(FilePlace::file(&file.name), reason).into()
}

/// Entries of a dump of `APPL_DB` by keys of `CONFIG_DB`, such as `BUFFER_PG|Ethernet0|3`. If the dump is a
/// list of objects, the result has one entry for each object. The result is empty if the dump has no entries
/// of [`TABLES`].
fn dumped(value: Value) -> Vec<Value> {
    let objects = match value {
        Value::Array(objects) => objects,
        other => vec![other],
    };
    let patches = objects.into_iter().filter_map(|object| match object {
        Value::Object(entries) => Some(patch(entries)),
        _ => None,
    });
    patches.filter(|patch| !patch.is_empty()).map(Value::Object).collect()
}

/// Converts the entries of one object of a dump to keys of `CONFIG_DB`.
fn patch(entries: Map<String, Value>) -> Map<String, Value> {
    let mut tables = Map::new();
    for (key, entry) in entries {
        let Some((table, rest)) = key.split_once(':') else { continue };
        if let Some((_, name)) = TABLES.iter().find(|(of_dump, _)| *of_dump == table) {
            // Only keys of priority groups and queues have a port and an index, separated by `:`.
            let rest = if matches!(*name, "BUFFER_PG" | "BUFFER_QUEUE") {
                rest.replace(':', "|")
            } else {
                rest.to_owned()
            };
            tables.insert(format!("{name}|{rest}"), entry);
        }
    }
    tables
}

/// Entries of `show buffer information` by keys of `CONFIG_DB`. The text has headings such as `Pool:
/// ingress_lossless_pool`, each followed by lines with a field and its value. The result is a list of JSON
/// objects that are merged in their order. Each heading with known fields begins a new object. If a heading
/// has a field twice, the second value also begins a new object. Lines before the first heading are skipped.
fn shown(text: &str) -> Vec<Value> {
    let mut patches: Vec<Value> = Vec::new();
    let mut key: Option<String> = None;
    // `true` while the last patch belongs to the heading that is being read.
    let mut is_open = false;
    for line in text.lines().map(str::trim) {
        let heading = if let Some(name) = line.strip_prefix("Pool:") {
            Some(format!("BUFFER_POOL|{}", name.trim()))
        } else if let Some(name) = line.strip_prefix("Profile:") {
            Some(format!("BUFFER_PROFILE|{}", name.trim()))
        } else if line.starts_with("Lossless traffic pattern") {
            Some("DEFAULT_LOSSLESS_BUFFER_PARAMETER|AZURE".to_owned())
        } else {
            None
        };
        // A line with a prompt ends the entry.
        if heading.is_some() || line.contains("$ ") {
            (key, is_open) = (heading, false);
            continue;
        }
        let (Some(key), Some((field, value))) = (&key, line.split_once(char::is_whitespace)) else {
            continue;
        };
        if !FIELDS.contains(&field) {
            continue;
        }
        if !is_open || patches.last().is_some_and(|patch| patch[key].get(field).is_some()) {
            patches.push(json!({ key: {} }));
            is_open = true;
        }
        if let Some(patch) = patches.last_mut() {
            patch[key][field] = json!(value.trim());
        }
    }
    patches
}
