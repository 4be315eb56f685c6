//! The workloads of `fabric bench` in wasm, for `cargo xtask bench-web`.

#![cfg(target_arch = "wasm32")]

use std::arch::wasm32::memory_size;

use fabric_bench::outlook::{Heap, Outlook};
use fabric_bench::workload::{WORKLOADS, Workload};
use wasm_bindgen::prelude::*;

/// Bytes of a page of memory.
const PAGE: usize = 65_536;

/// The names of the workloads.
#[wasm_bindgen]
#[must_use]
pub fn workloads() -> Vec<String> {
    WORKLOADS.iter().map(|workload| workload.name.to_owned()).collect()
}

/// Runs a workload and the bare loop in turn, the fastest of `runs` of each;
/// JSON as `fabric bench --json` prints it.
///
/// # Errors
///
/// If there is no such workload.
#[wasm_bindgen]
pub fn bench(workload: &str, runs: u32) -> Result<String, JsError> {
    // What was once taken is never given back: the memory is its own peak.
    let heap = Heap { reset: || (), peak: || memory_size(0) * PAGE };
    let workload = Workload::find(workload).ok_or_else(|| JsError::new("there is no such workload"))?;
    Ok(serde_json::to_string(&Outlook::of(workload, runs, heap)?)?)
}
