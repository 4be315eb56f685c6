//! Traffic in options: fields of documents, separated by commas.

use serde_json::{Map, Value};

/// Fields whose value is a list of names.
const LISTS: [&str; 3] = ["hosts", "group", "path"];

/// Reads the fields of an option.
pub(super) struct Fields;

impl Fields {
    /// Reads a collective: `incast,bytes=64k`. Its kind is its name unless it has one.
    ///
    /// # Errors
    /// If no kind stands first, or a part is not `FIELD=VALUE`.
    pub(super) fn collective(text: &str, names: &mut Vec<String>) -> Result<Value, String> {
        kind_first("--collective", "kind", "incast,bytes=64k", text, names)
    }

    /// Reads a workload: `web_search,load=50`. Its sizes are its name unless it has one.
    ///
    /// # Errors
    /// If no sizes stand first, or a part is not `FIELD=VALUE`.
    pub(super) fn workload(text: &str, names: &mut Vec<String>) -> Result<Value, String> {
        kind_first("--workload", "sizes", "web_search,load=50", text, names)
    }

    /// Reads a flow: `from=h1,to=h2`. Its two ends are its name unless it has one.
    ///
    /// # Errors
    /// If a part is not `FIELD=VALUE`.
    pub(super) fn flow(text: &str, names: &mut Vec<String>) -> Result<Value, String> {
        let mut fields = fields("--flow", text.split(','))?;
        let end = |end: &str| fields.get(end).and_then(Value::as_str).unwrap_or_default().to_owned();
        let name = format!("{} to {}", end("from"), end("to"));
        add_name(&mut fields, name, names);
        Ok(fields.into())
    }
}

/// Reads fields that begin with the value of `field`, which is the name unless there is one.
fn kind_first(
    option: &str,
    field: &str,
    example: &str,
    text: &str,
    names: &mut Vec<String>,
) -> Result<Value, String> {
    let mut parts = text.split(',');
    let kind = parts.next().filter(|kind| !kind.is_empty() && !kind.contains('='));
    let kind =
        kind.ok_or_else(|| format!("{option} {text}: the {field} must stand first, as in {example}"))?;
    let mut fields = fields(option, parts)?;
    fields.insert(field.to_owned(), kind.into());
    add_name(&mut fields, kind.to_owned(), names);
    Ok(fields.into())
}

/// Adds a name that no other has, unless the fields have one.
fn add_name(fields: &mut Map<String, Value>, name: String, names: &mut Vec<String>) {
    let others = names.iter().filter(|other| **other == name).count();
    names.push(name.clone());
    let name = if others == 0 { name } else { format!("{name} {}", others + 1) };
    fields.entry("name").or_insert(name.into());
}

/// Reads `FIELD=VALUE` parts. Whole numbers, `true` and `false` are as in JSON,
/// `+` joins the entries of a list, and any other value is text.
fn fields<'a>(option: &str, parts: impl Iterator<Item = &'a str>) -> Result<Map<String, Value>, String> {
    let read = |part: &str| {
        let (field, value) = part
            .split_once('=')
            .ok_or_else(|| format!("{option}: \"{part}\" must be FIELD=VALUE, such as priority=4"))?;
        let value = if LISTS.contains(&field) {
            value.split('+').collect::<Vec<_>>().into()
        } else if let Ok(number) = value.parse::<u64>() {
            number.into()
        } else {
            value.parse::<bool>().map_or_else(|_| value.into(), Value::from)
        };
        Ok((field.to_owned(), value))
    };
    parts.map(read).collect()
}
