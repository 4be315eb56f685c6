//! Parsers of the options that add traffic. The value of such an option is a list of fields of documents,
//! separated by commas. Start with [`Fields`].

use serde_json::{Map, Value};

/// Fields of documents whose value is a list of names.
const LISTS: [&str; 3] = ["hosts", "group", "path"];

/// Parsers of `--collective`, `--workload` and `--flow`. These parsers do not check ranges and names of
/// fields; the parser of documents checks them.
pub(super) struct Fields;

impl Fields {
    /// Parses a collective such as `incast,bytes=64k`. If there is no field `name`, the name is the kind,
    /// with a number if `names` already contains this name. Adds the kind to `names`.
    ///
    /// # Errors
    /// If the text does not begin with a kind, a later word is not `FIELD=VALUE`, or a field is given
    /// twice.
    pub(super) fn collective(text: &str, names: &mut Vec<String>) -> Result<Value, String> {
        kind_first("--collective", "kind", "incast,bytes=64k", text, names)
    }

    /// Parses a workload such as `web_search,load=50`. If there is no field `name`, the name is the first
    /// word, with a number if `names` already contains this name. Adds the first word to `names`.
    ///
    /// # Errors
    /// If the text does not begin with a distribution of sizes, a later word is not `FIELD=VALUE`, or a
    /// field is given twice.
    pub(super) fn workload(text: &str, names: &mut Vec<String>) -> Result<Value, String> {
        kind_first("--workload", "sizes", "web_search,load=50", text, names)
    }

    /// Parses a flow such as `from=h1,to=h2`. Without a field `name`, the flow is called `h1 to h2`, with a
    /// number if `names` already contains this name. A missing source or destination leaves its place in the
    /// name empty. Adds the name without number to `names`.
    ///
    /// # Errors
    /// If a word is not `FIELD=VALUE`, or a field is given twice.
    pub(super) fn flow(text: &str, names: &mut Vec<String>) -> Result<Value, String> {
        let mut fields = fields("--flow", text.split(','))?;
        let end = |end: &str| fields.get(end).and_then(Value::as_str).unwrap_or_default().to_owned();
        let name = format!("{} to {}", end("from"), end("to"));
        add_name(&mut fields, name, names);
        Ok(fields.into())
    }
}

/// Parses text that begins with the value of `field`, followed by other fields. If there is no field `name`,
/// the value of `field` is the name.
///
/// # Errors
/// If the text begins with a field or a comma, a later word has no `=`, or a field is given twice.
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
    if fields.insert(field.to_owned(), kind.into()).is_some() {
        return Err(format!("{option}: {field} is given twice; give it once, at the start"));
    }
    add_name(&mut fields, kind.to_owned(), names);
    Ok(fields.into())
}

/// Adds the field `name` with the value `name`, unless the field exists. If `names` contains this value once,
/// ` 2` is added at the end of the value, if twice ` 3`, and so on. Always adds `name` without a number to
/// `names`.
fn add_name(fields: &mut Map<String, Value>, name: String, names: &mut Vec<String>) {
    let others = names.iter().filter(|other| **other == name).count();
    names.push(name.clone());
    let name = if others == 0 { name } else { format!("{name} {}", others + 1) };
    fields.entry("name").or_insert(name.into());
}

/// Parses words of the form `FIELD=VALUE`. A whole number from 0, `true` and `false` become a number or a
/// boolean in JSON. In the fields of [`LISTS`], `+` separates the entries. Any other value is text, such as
/// `64k` or `-1`.
///
/// # Errors
/// If a word has no `=`, or a field is given twice.
fn fields<'a>(option: &str, parts: impl Iterator<Item = &'a str>) -> Result<Map<String, Value>, String> {
    let mut fields = Map::new();
    for part in parts {
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
        if fields.insert(field.to_owned(), value).is_some() {
            return Err(format!("{option}: {field} is given twice; give it once"));
        }
    }
    Ok(fields)
}
