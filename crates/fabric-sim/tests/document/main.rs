//! Tests of documents: accepted fields, their meaning, and the messages of refusals.
#![cfg(not(target_arch = "wasm32"))]

mod faults;
mod flows;
mod formats;
mod limits;
mod meaning;
mod mtu;
mod refusals;
mod rules;

use fabric_sim::document::{Document, Problems};
use fabric_sim::spec::Spec;

/// JSON text of a document with two hosts, a switch, and the further fields `fields`.
fn with(fields: &str) -> String {
    format!(
        r#"{{"format": 1, "model": 1,
            "hosts": [{{"name": "h1"}}, {{"name": "h2"}}], "switches": [{{"name": "s1"}}],
            "links": [{{"a": "h1", "b": "s1", "rate": "100G"}}, {{"a": "s1", "b": "h2", "rate": "40G"}}]
            {fields}}}"#
    )
}

fn compile(text: &str) -> Result<Spec, Problems> {
    Document::parse(text)?.compile()
}

fn good(fields: &str) -> Spec {
    compile(&with(fields)).unwrap_or_else(|problems| panic!("{fields}: {problems}"))
}

fn refused(text: &str) -> String {
    compile(text).expect_err("this should be refused").to_string()
}
