//! Reader of JSON output of `dcb -j`. Each command prints one object; the file has the objects in sequence or
//! in lists.
//!
//! Rule: fields have the names of the text output with `_` in place of `-`. Lists have eight values
//! (iproute2). Fallback: an absent field does not change its setting; a later object replaces the settings of
//! an earlier one. DSCPs without a pair get priority 0; if a DSCP has several priorities, the highest
//! applies. Replaced settings and replaced priorities are reported. If an object has a key twice, the key is
//! refused. Left out: other fields, such as `willing`, and recommended values. Left-out fields that the text
//! output also has are reported.

use serde_json::{Deserializer, Map, Value};

use super::dcb::{highest, place_of, report_not_modelled};
use super::mlnx_qos::tsa;
use super::source::Source;
use super::{NicSettings, NicTrust};
use crate::json::Json;

/// Reads all JSON objects of a text into `settings`. `dscp_prio` also sets the trust to DSCP. A text without
/// objects changes nothing.
///
/// # Errors
/// If the text is not JSON, or a known field has an unexpected type. A list must have eight values, except
/// `dscp_prio`. Two wrong types are no error: a `dscp_prio` that is not a list counts as an empty list, and
/// a text other than `on` in `prio_pfc` counts as off.
pub(super) fn read(text: &str, settings: &mut NicSettings, source: &mut Source<'_>) -> Result<(), String> {
    let mut count = 0;
    for json in Deserializer::from_str(text).into_iter::<Json>() {
        let json =
            json.map_err(|error| format!("this is not JSON: {error}; give the whole output of dcb -j"))?;
        if let Some(key) = json.repeated.as_ref().and_then(|path| path.last()) {
            return Err(format!(
                "{key}: named twice in one object, so the first would be lost; delete one, or join both"
            ));
        }
        objects(&json.value, &mut count, settings, source)?;
    }
    Ok(())
}

/// Reads one JSON object of `dcb -j`, or all objects of a list, into `settings`. Adds the number of objects
/// to `count`.
fn objects(
    value: &Value,
    count: &mut usize,
    settings: &mut NicSettings,
    source: &mut Source<'_>,
) -> Result<(), String> {
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| objects(item, count, settings, source)),
        Value::Object(fields) => {
            *count += 1;
            source.enter(format!("object {count}"));
            object(fields, settings, source)
        }
        _ => Err("a value must be an object; give the whole output of dcb -j".to_owned()),
    }
}

fn object(
    fields: &Map<String, Value>,
    settings: &mut NicSettings,
    source: &mut Source<'_>,
) -> Result<(), String> {
    for name in fields.keys().map(|name| name.replace('_', "-")) {
        match place_of(&name) {
            Some((section, field, _)) => source.record(section, field, ""),
            None => {
                report_not_modelled(&name, source);
            }
        }
    }
    if let Some(pfc) = fields.get("prio_pfc") {
        settings.pfc = Some(eight("prio_pfc", pfc, "on or off", |value| match value {
            Value::String(text) => Some(text == "on"),
            value => value.as_bool(),
        })?);
    }
    if let Some(classes) = fields.get("prio_tc") {
        settings.assign(eight("prio_tc", classes, "a number from 0 to 7", small)?);
    }
    if let Some(kinds) = fields.get("tc_tsa") {
        let kinds = eight("tc_tsa", kinds, "strict, ets or vendor", |value| {
            value.as_str().and_then(|text| tsa(text).ok())
        })?;
        for (class, kind) in (0..).zip(kinds) {
            settings.class(class).tsa = kind;
        }
    }
    if let Some(shares) = fields.get("tc_bw") {
        let shares = eight("tc_bw", shares, "a percentage from 0 to 100", |value| {
            value.as_u64().filter(|percent| *percent <= 100)
        })?;
        for (class, share) in (0..).zip(shares) {
            settings.class(class).bandwidth = Some(share);
        }
    }
    if let Some(buffers) = fields.get("prio_buffer") {
        settings.buffer_of = Some(eight("prio_buffer", buffers, "a number from 0 to 7", small)?);
    }
    if let Some(sizes) = fields.get("buffer_size") {
        settings.buffers = eight("buffer_size", sizes, "a number of bytes", Value::as_u64)?.into();
    }
    if let Some(pairs) = fields.get("dscp_prio") {
        let mut codes = Vec::new();
        for pair in pairs.as_array().into_iter().flatten() {
            let code = pair.get(0).and_then(Value::as_u64).and_then(|code| usize::try_from(code).ok());
            let (Some(code @ 0..=63), Some(priority)) = (code, pair.get(1).and_then(small)) else {
                return Err(format!(
                    "dscp_prio has {pair}, but must have pairs of a DSCP (0 to 63) and a priority (0 to 7)"
                ));
            };
            codes.push((code, priority));
        }
        settings.dscp = Some(highest(&codes, source));
        settings.trust = Some(NicTrust::Dscp);
    }
    Ok(())
}

fn small(value: &Value) -> Option<u8> {
    value.as_u64().and_then(|number| u8::try_from(number).ok()).filter(|number| *number < 8)
}

/// Reads the value of a field as a list of eight values; `read` converts one value.
fn eight<T>(
    field: &str,
    value: &Value,
    range: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<[T; 8], String> {
    let values: Option<Vec<T>> = value.as_array().and_then(|items| items.iter().map(read).collect());
    let malformed = || format!("{field} must be a list of 8 values, each {range}");
    values.ok_or_else(malformed)?.try_into().map_err(|_| malformed())
}
