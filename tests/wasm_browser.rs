//! Tests that run as wasm in a browser, because they need the DOM.
#![cfg(target_arch = "wasm32")]

mod golden;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn there_is_a_document_with_a_body() {
    let document = web_sys::window().and_then(|window| window.document());
    let body = document.and_then(|document| document.body());
    assert_eq!(body.map(|body| body.tag_name()).as_deref(), Some("BODY"));
}

/// Checks that every generated test document reaches the same state in wasm as natively, bit for bit.
#[wasm_bindgen_test]
fn every_document_gives_its_golden_hash() {
    golden::check();
}

#[wasm_bindgen_test]
fn javascript_report_of_every_preset_equals_the_command_line() {
    golden::check_presets();
}

#[wasm_bindgen_test]
fn every_link_leads_to_its_state_and_is_written_as_natively() {
    golden::check_links();
}
