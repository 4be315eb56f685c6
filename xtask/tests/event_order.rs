//! Order of simultaneous events: stated once, in `engine/slots.rs`; the documents quote it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Words of `text` without the marks of comments and line breaks.
fn words(text: &str) -> String {
    text.split_whitespace().filter(|word| *word != "///").collect::<Vec<_>>().join(" ")
}

#[test]
fn the_documents_quote_the_order_of_events_of_the_code() -> Result<()> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| fs::read_to_string(repository.join(path)).with_context(|| path.to_owned());
    let code = words(&read("crates/fabric-engine/src/engine/slots.rs")?);
    let (_, rest) = code.split_once("Order of classes at one time: ").context("slots.rs states no order")?;
    let (order, _) = rest.split_once('.').context("the order has no end")?;
    assert_eq!(order.split(", ").count(), 12, "{order}");
    for document in ["docs/model.md", "docs/architecture.md"] {
        assert!(words(&read(document)?).contains(order), "{document} does not quote: {order}");
    }
    Ok(())
}
