//! Exports the workloads of `fabric bench` to JavaScript, for `cargo xtask bench-web`. Start with
//! `bench`.

#![cfg(target_arch = "wasm32")]

use std::arch::wasm32::memory_size;
use std::error::Error;

use fabric_bench::measurement::{Heap, Measurement};
use fabric_bench::seekable::{Clones, Seeks};
use fabric_bench::workload::{WORKLOADS, Workload};
use wasm_bindgen::prelude::*;

/// Number of bytes of a page of wasm memory.
const PAGE: usize = 65_536;

/// Names of all measurements: the workloads, then `clone` (checkpoints) and `seek` (cursor).
#[wasm_bindgen]
#[must_use]
pub fn workloads() -> Vec<String> {
    WORKLOADS.iter().map(|workload| workload.name).chain(["clone", "seek"]).map(str::to_owned).collect()
}

/// Runs one of [`workloads`] and the bare event loop in turn, `runs` times but at least once. Returns the
/// figures of the fastest run of each as JSON, in the form of `fabric bench --json`. The peak of the heap is
/// the size of the wasm memory, which never shrinks.
///
/// # Errors
/// If there is no such workload, or its document is invalid.
#[wasm_bindgen]
pub fn bench(workload: &str, runs: u32) -> Result<String, JsError> {
    // The memory never shrinks: its present size is also its greatest size.
    let heap = Heap { reset: || (), peak: || memory_size(0) * PAGE };
    let wrong = |error: Box<dyn Error>| JsError::new(&error.to_string());
    let json = match workload {
        "clone" => serde_json::to_string(&Clones::of_incast(runs, heap).map_err(wrong)?),
        "seek" => serde_json::to_string(&Seeks::of_incast(runs, heap).map_err(wrong)?),
        name => {
            let workload = Workload::find(name).ok_or_else(|| JsError::new("there is no such workload"))?;
            serde_json::to_string(&Measurement::of(workload, runs, heap)?)
        }
    };
    Ok(json?)
}
