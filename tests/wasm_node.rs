//! Tests that run as wasm in Node.js, because they need no DOM.
#![cfg(target_arch = "wasm32")]

mod golden;
#[path = "golden/runs.rs"]
mod runs;

use wasm_bindgen_test::wasm_bindgen_test;

/// Type `usize` has 32 bits in wasm: a count in `usize` overflows at 4 Gi, unlike in the native tests.
#[wasm_bindgen_test]
fn sizes_have_32_bits() {
    assert_eq!(usize::BITS, 32);
    assert_eq!(usize::try_from(1_u64 << 32).ok(), None);
}

/// Checks that every generated test document reaches the same state in wasm as natively, bit for bit.
#[wasm_bindgen_test]
fn every_document_gives_its_golden_hash() {
    golden::check();
}

/// Checks that reports and traces of documents are the same in wasm as natively.
#[wasm_bindgen_test]
fn documents_give_their_recorded_reports_and_traces() {
    runs::check_document_runs();
}

/// Checks that reports and traces of presets are the same in wasm as natively.
#[wasm_bindgen_test]
fn presets_give_their_recorded_reports_and_traces() {
    runs::check_preset_runs();
}

#[wasm_bindgen_test]
fn javascript_report_of_every_preset_equals_the_command_line() {
    golden::check_presets();
}

#[wasm_bindgen_test]
fn every_link_leads_to_its_state_and_is_written_as_natively() {
    golden::check_links();
}
