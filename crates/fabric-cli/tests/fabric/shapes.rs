//! TypeScript types of documents and reports, generated from their JSON Schemas.
//!
//! `cargo xtask bless` writes `document.d.ts`, `report.d.ts`, `sizes.d.ts` and `shapes.d.ts` in `src/js`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use fabric_sim::document::params::Key;
use fabric_sim::insight::objects::{EventObject, InsideObject, SnapshotObject};
use fabric_sim::sweep::SweepRow;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::json;

/// Definitions of the schema, each with the name of its TypeScript type. The type of any other definition is
/// called `Fabric`, followed by the name of the definition.
const NAMES: [(&str, &str); 6] = [
    ("SweepRow", "SweepRow"),
    ("TierLink", "FabricTier"),
    ("FabricReport", "FabricSums"),
    ("BeliefReport", "FabricBeliefs"),
    ("BlockedReport", "FabricBlocked"),
    ("DropsWithoutPause", "FabricUnaskedReport"),
];

/// Possible values of text fields for which the schema of reports lists none: definition, field, values.
const WORDS: [(&str, &str, &str); 11] = [
    (
        "CauseReport",
        "kind",
        "circle oversubscribed draining strict ets_share min_rate max_rate port_max_rate crossbar slow_host storm lost_resume lost_credits link_down passing",
    ),
    ("CircleReport", "closed_how", "paused starved fed asked changed"),
    ("CircleReport", "died_how", "paused starved fed asked changed"),
    ("FlowReport", "operation", "write send read multicast raw"),
    ("MissReport", "truth", "deadlock storm lost_resume lost_credits"),
    ("PausedReport", "by", "group host storm lost_resume credits lost_credits passing"),
    (
        "RootReport",
        "kind",
        "circle oversubscribed draining strict ets_share min_rate max_rate port_max_rate crossbar slow_host storm lost_resume lost_credits link_down",
    ),
    ("VerdictReport", "action", "drop forward drain alert flush disable"),
    ("VerdictReport", "rule", "sonic sonic_2023 sonic_broadcom sonic_cisco polls timer nic"),
    ("VerdictReport", "truth", "deadlock storm lost_resume lost_credits congestion idle not_paused"),
    ("VerdictReport", "verdict", "storm over"),
];

/// TypeScript type of the values of parameters.
const PARAMS: &str = "Record<string, string | number | boolean>";

/// Name of the TypeScript type of a definition.
fn name(definition: &str) -> String {
    let own = NAMES.iter().find(|(of, _)| *of == definition);
    own.map_or_else(|| format!("Fabric{definition}"), |(_, name)| (*name).to_owned())
}

fn object(schema: &Value, key: &str) -> Option<Map<String, Value>> {
    schema.get(key).and_then(Value::as_object).cloned()
}

fn list<'a>(schema: &'a Value, key: &str) -> Option<&'a Vec<Value>> {
    schema.get(key).and_then(Value::as_array)
}

/// Union of TypeScript types, without repetitions.
fn union(types: impl Iterator<Item = String>) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for one in types {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct.join(" | ")
}

/// TypeScript type that a JSON Schema describes.
fn type_of(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return name(reference.rsplit('/').next().unwrap());
    }
    if let Some(value) = schema.get("const") {
        return value.to_string().replace('"', "'");
    }
    if let Some(values) = list(schema, "enum") {
        return union(values.iter().map(|value| value.to_string().replace('"', "'")));
    }
    if let Some(fields) = object(schema, "properties") {
        let fields: Vec<String> =
            fields.iter().map(|(field, inner)| field_of(schema, field, inner)).collect();
        return format!("{{ {} }}", fields.join("; "));
    }
    if let Some(forms) = list(schema, "oneOf").or_else(|| list(schema, "anyOf")) {
        return union(forms.iter().map(type_of));
    }
    match &schema["type"] {
        Value::Array(types) => union(types.iter().map(|one| plain(schema, one.as_str().unwrap()))),
        Value::String(one) => plain(schema, one),
        _ => "unknown".to_owned(),
    }
}

/// TypeScript type that a JSON Schema with the type `json_type` describes.
fn plain(schema: &Value, json_type: &str) -> String {
    match json_type {
        "integer" | "number" if schema["minimum"] == schema["maximum"] && schema["minimum"].is_u64() => {
            schema["minimum"].to_string()
        }
        "integer" | "number" => "number".to_owned(),
        "string" if schema["pattern"].as_str().is_some_and(|pattern| pattern.contains("us|µs|ms")) => {
            "FabricTime".to_owned()
        }
        "array" => {
            let count = schema["minItems"].as_u64().filter(|_| schema["minItems"] == schema["maxItems"]);
            let item = type_of(&schema["items"]);
            match (count, list(schema, "prefixItems")) {
                (Some(_), Some(items)) => {
                    format!("[{}]", items.iter().map(type_of).collect::<Vec<_>>().join(", "))
                }
                (Some(2), None) => format!("[{item}, {item}]"),
                _ => array_of(&item),
            }
        }
        "object" => {
            // A map of parameters has a pattern for each parameter; other maps have one pattern for all keys.
            let patterns = object(schema, "patternProperties").unwrap_or_default();
            match patterns.values().next() {
                Some(_) if patterns.len() > 1 => PARAMS.to_owned(),
                value => {
                    format!("Record<string, {}>", type_of(value.unwrap_or(&schema["additionalProperties"])))
                }
            }
        }
        other => other.to_owned(),
    }
}

fn array_of(item: &str) -> String {
    if item.contains([' ', '|']) && !item.starts_with('{') {
        format!("({item})[]")
    } else {
        format!("{item}[]")
    }
}

/// Field of an interface with its type. The type of a field that may be absent does not contain `null`.
fn field_of(schema: &Value, field: &str, inner: &Value) -> String {
    let is_required = list(schema, "required").is_some_and(|names| names.iter().any(|name| name == field));
    let of_field = type_of(inner);
    if is_required {
        return format!("{field}: {of_field}");
    }
    let parts = of_field.split(" | ").filter(|part| *part != "null");
    format!("{field}?: {}", parts.collect::<Vec<_>>().join(" | "))
}

/// Description of a schema as a comment, on one line.
fn comment(schema: &Value, indent: &str) -> String {
    let words = schema["description"].as_str().unwrap_or_default().split_whitespace();
    let text = words.collect::<Vec<_>>().join(" ").replace("*/", "* /");
    if text.is_empty() { text } else { format!("{indent}/** {text} */\n") }
}

/// TypeScript declaration of a type.
fn declaration(name: &str, schema: &Value) -> String {
    let mut text = comment(schema, "");
    // A choice has exactly one of its optional fields, in addition to the required fields.
    let is_choice = schema["maxProperties"].is_u64() && schema["maxProperties"] == schema["minProperties"];
    match object(schema, "properties") {
        Some(fields) if is_choice => {
            let is_fixed =
                |field: &String| list(schema, "required").unwrap().iter().any(|name| name == field);
            let fixed: Vec<String> = fields
                .iter()
                .filter(|(field, _)| is_fixed(field))
                .map(|(field, inner)| field_of(schema, field, inner))
                .collect();
            writeln!(text, "export type {name} = {{ {} }} & FabricAction;\n", fixed.join("; ")).unwrap();
            text += "/** An action: exactly one of these. */\nexport type FabricAction =";
            for (field, inner) in fields.iter().filter(|(field, _)| !is_fixed(field)) {
                let one = field_of(schema, field, inner).replacen('?', "", 1);
                write!(text, "\n{}  | {{ {one} }}", comment(inner, "  ")).unwrap();
            }
            text += ";\n";
        }
        Some(fields) => {
            writeln!(text, "export interface {name} {{").unwrap();
            for (field, inner) in &fields {
                writeln!(text, "{}  {};", comment(inner, "  "), field_of(schema, field, inner)).unwrap();
            }
            text += "}\n";
        }
        None => writeln!(text, "export type {name} = {};", type_of(schema)).unwrap(),
    }
    text
}

/// Adds the values in [`WORDS`] to the schema.
///
/// # Panics
/// If the schema lacks a field of [`WORDS`], or already lists values of this field.
fn close(schema: &mut Value) {
    for (definition, field, words) in WORDS {
        let of_field = &mut schema["$defs"][definition]["properties"][field];
        assert!(of_field["type"].to_string().contains("string"), "{definition}.{field} is no text");
        assert!(of_field.get("enum").is_none(), "{definition}.{field} has words in the schema");
        of_field["enum"] = words.split(' ').collect();
    }
}

/// First line of each generated file.
const HEADER: &str = "// Made from the JSON Schema by `cargo xtask bless`.\n";

/// TypeScript type of times, which all generated files use.
const ALIASES: &str = "
/** Time: text such as `12.5us`, in ps, ns, us, ms or s. */
export type FabricTime = string;
";

/// Results of the JavaScript interface that no command prints. The test uses only the schemas of the fields.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "read by the derived schema")]
struct Results {
    events: EventObject<'static>,
    inside: InsideObject,
    snapshot: SnapshotObject<'static>,
    row: SweepRow<'static>,
}

/// TypeScript declarations of the definitions of a schema.
fn definitions(schema: &Value) -> String {
    let defs = schema["$defs"].as_object().unwrap();
    let texts = defs.iter().map(|(definition, one)| declaration(&name(definition), one));
    texts.flat_map(|text| ["\n".to_owned(), text]).collect()
}

/// TypeScript declarations of a schema and its definitions. `root` is the name of the type of the schema.
fn declarations(schema: &Value, root: &str) -> String {
    format!("{HEADER}\n{}{}", declaration(root, schema), definitions(schema))
}

/// TypeScript declarations of [`Results`].
fn results() -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<Results>();
    format!("{HEADER}{ALIASES}{}", definitions(&schema.to_value()))
}

/// Names of the types that a TypeScript file declares.
fn declared(text: &str) -> impl Iterator<Item = &str> {
    let declarations = ["export interface ", "export type "];
    let names =
        text.lines().filter_map(move |line| declarations.iter().find_map(|start| line.strip_prefix(start)));
    names.map(|rest| rest.split(' ').next().unwrap_or_default())
}

/// Each detection rule of a PFC watchdog that a document can name must also be a possible value in reports.
#[test]
fn every_rule_of_a_watchdog_is_a_word_of_verdicts() {
    let rules = WORDS.iter().find(|(of, field, _)| (*of, *field) == ("VerdictReport", "rule")).unwrap().2;
    let words: Vec<&str> = rules.split(' ').collect();
    for (word, _) in Key::Watchdog.param().words.iter().filter(|(word, _)| *word != "off") {
        assert!(words.contains(word), "{word} is not in {rules}");
    }
}

#[test]
fn types_for_typescript_are_those_of_the_schemas_and_declared_once() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/js");
    let mut report = json(&["schema", "--report"]);
    close(&mut report);
    let mut names = BTreeSet::new();
    for (file, text) in [
        ("document.d.ts", declarations(&json(&["schema"]), "FabricDocument")),
        ("report.d.ts", declarations(&report, "FabricReport")),
        ("sizes.d.ts", declarations(&json(&["schema", "--sizes"]), "FabricSizes")),
        ("shapes.d.ts", results()),
    ] {
        let path = folder.join(file);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(written, text, "cargo xtask bless writes src/js/{file} anew");
        for name in declared(&text) {
            assert!(names.insert(name.to_owned()), "{name} is declared twice");
        }
    }
}
