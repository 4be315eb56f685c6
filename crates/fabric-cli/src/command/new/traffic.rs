//! Traffic as options write it: fields of documents with commas between.

use serde_json::{Map, Value};

/// Fields that hold a list of names.
const LISTS: [&str; 3] = ["hosts", "group", "path"];

/// Reads the fields of an option.
pub(super) struct Fields;

impl Fields {
    /// A collective: `incast,bytes=64k`. Without a name it is called by its kind.
    ///
    /// # Errors
    /// If no kind stands first, or a part is no `FIELD=VALUE`.
    pub(super) fn collective(text: &str, names: &mut Vec<String>) -> Result<Value, String> {
        kind_first("--collective", "kind", "incast,bytes=64k", text, names)
    }

    /// A flow: `from=h1,to=h2`. Without a name it is called by its ends.
    ///
    /// # Errors
    /// If a part is no `FIELD=VALUE`.
    pub(super) fn flow(text: &str, names: &mut Vec<String>) -> Result<Value, String> {
        let mut fields = fields("--flow", text.split(','))?;
        let end = |end: &str| fields.get(end).and_then(Value::as_str).unwrap_or_default().to_owned();
        let name = format!("{} to {}", end("from"), end("to"));
        named(&mut fields, name, names);
        Ok(fields.into())
    }
}

/// What begins with the value of `field`. Without a name it is called by that.
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
        kind.ok_or_else(|| format!("{option} {text}: its {field} must stand first, as in {example}"))?;
    let mut fields = fields(option, parts)?;
    fields.insert(field.to_owned(), kind.into());
    named(&mut fields, kind.to_owned(), names);
    Ok(fields.into())
}

/// Gives the fields a name that none has yet, unless they have one.
fn named(fields: &mut Map<String, Value>, name: String, names: &mut Vec<String>) {
    let others = names.iter().filter(|other| **other == name).count();
    names.push(name.clone());
    let name = if others == 0 { name } else { format!("{name} {}", others + 1) };
    fields.entry("name").or_insert(name.into());
}

/// The fields of `FIELD=VALUE` parts: whole numbers, `true` and `false` are
/// JSON's, lists are joined by `+`, and anything else is text.
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
