//! Command that makes the classes of a port strict, or gives these classes ETS shares, in one edit. If one
//! value is refused, no class changes.

use fabric_sim::document::Document;
use fabric_sim::document::params::{Address, Key, Place};
use fabric_sim::ids::Priority;

use super::opened::CompiledDocument;
use super::{Lab, UserError};

impl Lab {
    /// Gives classes of the selected port an ETS share, a relative weight of 1 to 100, or strict priority
    /// (share `None`). Each new value replaces the old value at its address in the document, so that other
    /// ports with this address also change. If the document has no value, the new one is set for the whole
    /// fabric. Unchanged values are not written. A list without a change is no edit. If a value is refused,
    /// the page shows the first error.
    pub(super) fn set_classes(&mut self, wanted: &[(Priority, Option<String>)]) {
        let before = self.before();
        let mut document = before.document.clone();
        let mut written = Vec::new();
        for (priority, share) in wanted {
            let (class, share) = match share {
                Some(share) => ("ets", share.as_str()),
                None => ("strict", "auto"),
            };
            for (key, text) in [(Key::Class, class), (Key::Share, share)] {
                let address = self.source_address(&document, *priority, key);
                if key.param().parse(text).is_ok_and(|value| document.parameter(&address).value == value) {
                    continue;
                }
                if let Err(problem) = document.set_parameter(&address, text) {
                    self.error = Some(UserError::new(&problem));
                    return;
                }
                written.push(address);
            }
        }
        match CompiledDocument::edited(document, &written) {
            Ok(compiled) => self.adopt(compiled, None),
            Err(problems) => self.error = Some(UserError::new(&problems)),
        }
        self.edited(before);
    }

    /// Address at which `document` states the value of `key` for the selected port. If `document` states no
    /// value, returns the address of the whole fabric.
    fn source_address(&self, document: &Document, priority: Priority, key: Key) -> Address {
        let port = &self.compiled.spec.ports[self.selected.port.index()];
        let node = &self.compiled.spec.nodes[port.node.index()];
        let place = match node.switch() {
            Some(_) => Place::SwitchPort(node.name.clone(), port.number.into()),
            None => Place::Host(node.name.clone()),
        };
        let given = document.parameter(&Address { place, priority: Some(priority), key }).given;
        let by_hand = given.filter(|given| !matches!(given.place, Place::OfProfile { .. }));
        let place = by_hand.map_or(Place::Fabric, |given| given.place);
        Address { place, priority: Some(priority), key }
    }
}
