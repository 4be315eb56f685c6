//! Tests of the versions of the model: a document of an older version gives the same run as when this version
//! was the newest.

use fabric_sim::document::link::ShareLink;
use fabric_sim::document::{Document, MODEL, OLDEST_MODEL, PRESETS};

use super::{document, edited, star, world};

const CONSTANT: &str = r#""horizon": "50us",
    "flows": [{"name": "f", "from": "h0", "to": "r", "arrival": {"constant": "30G"}}]"#;

fn hash(document: &Document) -> String {
    let mut world = world(document);
    world.run_until(document.horizon, u64::MAX, &mut ());
    world.hash().to_string()
}

#[test]
fn a_document_that_names_no_model_is_of_the_first() {
    let [old, new] = [1, 2].map(|model| star(model, 1, CONSTANT));
    let none = document(&old.to_json().replace(r#""model": 1,"#, ""));
    assert_eq!((none.model, &none), (OLDEST_MODEL, &old));
    assert_eq!(hash(&none), hash(&old));
    assert_ne!(hash(&old), hash(&new));
    assert_eq!(Document::empty().model, MODEL);
}

#[test]
fn a_preset_link_names_its_model_only_if_it_is_not_the_default() {
    assert!(PRESETS.iter().all(|preset| preset.document().model == OLDEST_MODEL));
    let link = ShareLink::parse("#/preset/incast?xoff=96k").unwrap();
    assert_eq!(link.document.model, OLDEST_MODEL);
    assert!(!link.fragment().contains("model"));
    let new = edited(link.document, &[("model", "2")]);
    let fragment = ShareLink::new(new.clone()).fragment();
    assert!(fragment.contains("model=2"), "{fragment}");
    assert_eq!(ShareLink::parse(&fragment).unwrap().document, new);
    let refused = ShareLink::parse("#/preset/incast?model=3").unwrap_err().to_string();
    assert!(refused.contains(r#"model: is "3", but must be 1 or 2"#), "{refused}");
}
