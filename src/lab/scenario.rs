//! Settings of the whole fabric that are no single parameter: lossless priorities, PFC on or off, the MTU,
//! and the cable of the selected port. Start with [`Lab::edit_scenario`]. Changes apply from the start of the
//! run.
//!
//! Switching PFC off removes the PFC values of single ports; switching PFC on restores these values at the
//! same places. A change of lossless priorities writes only the priorities that differ. A refused change
//! leaves everything as it was.

use fabric_sim::document::params::{Address, Key, Place, UNSET};
use fabric_sim::document::{Document, Problem};
use fabric_sim::ids::{Priority, PrioritySet};

use super::{Lab, UserError};

/// Settings of the whole fabric on the page that are no single parameter, and the cable of the selected port.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// Lossless priorities of the fabric; single ports may differ. If the document has no value, only
    /// priority 3.
    pub lossless: PrioritySet,
    /// Whether any port sends or obeys PFC.
    pub has_pfc: bool,
    /// MTU of the fabric in the notation of documents: bytes of the longest frame, or `off`.
    pub mtu: String,
    /// Cable of the selected port.
    pub cable: Cable,
}

/// Cable, with rate and length in the notation of documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cable {
    /// Names of both ends of the link, such as "s1.0 – h1.0".
    pub ends: String,
    /// Rate of the link in each direction, such as `100G`.
    pub rate: String,
    /// Length of the cable, such as `5m`, without the delay of PHY and FEC.
    pub length: String,
}

/// Change of a setting of the whole fabric or of the selected cable, from the start of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScenarioEdit {
    /// Makes exactly these priorities lossless in the whole fabric, and all other priorities lossy.
    Lossless(PrioritySet),
    /// Switches PFC off at every port (`false`), or restores the values from before PFC was switched off
    /// (`true`). If there are no earlier values, `true` removes all values of PFC, so that the defaults
    /// apply.
    Pfc(bool),
    /// Sets the MTU of the fabric, as in documents: bytes of the longest frame. An empty text means `off`.
    Mtu(String),
    /// Changes rate and length of the cable of the selected port, in the notation of documents.
    Cable {
        /// Rate of the link in each direction, such as `100G`.
        rate: String,
        /// Length of the cable, such as `5m`.
        length: String,
    },
}

/// Problem with the text `text` in the field at `place`, which must be a number of senders of an incast.
/// `most` is the number of hosts without the receiver.
pub(super) fn wrong_senders(place: &str, text: &str, most: usize) -> Problem {
    let typed = text.parse::<u64>().map_or_else(|_| format!("\"{text}\""), |number| number.to_string());
    Problem::range(place, typed, format!("a whole number from 1 to {most}, the hosts beside the receiver"))
}

impl Lab {
    /// Present settings of the whole fabric and of the selected cable. Lossless priorities are those of the
    /// document, `has_pfc` and the MTU those of the compiled fabric.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        let value = |address: &Address| self.compiled.document.parameter(address).value;
        let is_lossless = |n: &Priority| match value(&lossless(*n)) {
            UNSET => *n == Priority::P3,
            value => value == 1,
        };
        Scenario {
            lossless: Priority::ALL.into_iter().filter(is_lossless).collect(),
            has_pfc: self
                .compiled
                .spec
                .ports
                .iter()
                .any(|port| !(port.config.sender.enabled | port.config.receiver.enabled).is_empty()),
            mtu: self.compiled.spec.mtu.map_or_else(|| "off".to_owned(), |bytes| bytes.to_string()),
            cable: self.cable(),
        }
    }

    /// Text of the field for the number of senders of an incast, as the user typed it. If the text is empty,
    /// all hosts but the receiver send. A wrong text stays, so that the user can correct it.
    #[must_use]
    pub fn senders(&self) -> &str {
        &self.senders
    }

    /// Sets the text of the field for the number of senders of an incast. Reports a wrong text at once.
    pub(super) fn set_senders(&mut self, text: String) {
        self.senders = text;
        self.error = self.sender_count().err().map(|problem| UserError::new(&problem));
    }

    /// Number of senders of the next incast; `None` for all hosts but the receiver.
    ///
    /// # Errors
    /// Problem with the allowed range, if the text of the field is wrong for the open fabric.
    pub(super) fn sender_count(&self) -> Result<Option<usize>, Problem> {
        let text = self.senders.trim();
        let most = self.compiled.hosts().count().saturating_sub(1);
        match text.parse() {
            Ok(count) if (1..=most).contains(&count) => Ok(Some(count)),
            _ if text.is_empty() => Ok(None),
            _ => Err(wrong_senders("senders", text, most)),
        }
    }

    /// Cable of the selected port; all texts are empty if there is no such port.
    fn cable(&self) -> Cable {
        let spec = &self.compiled.spec;
        let Some(port) = spec.ports.get(self.selected.port.index()) else { return Cable::default() };
        let Ok(plain) = self.compiled.document.expanded() else { return Cable::default() };
        let node = &spec.nodes[port.node.index()].name;
        Cable {
            ends: format!("{} – {}", spec.port_name(self.selected.port), spec.port_name(port.peer)),
            rate: port.clock.rate().to_string(),
            length: plain
                .cable_length(node, port.number.into())
                .map(|length| length.to_string())
                .unwrap_or_default(),
        }
    }
}

impl Lab {
    /// Changes a setting of the whole fabric or the selected cable, from the start of the run, as one edit.
    /// If the new document does not compile, nothing changes and the page shows an error.
    pub(super) fn edit_scenario(&mut self, edit: &ScenarioEdit) {
        let made = match edit {
            ScenarioEdit::Lossless(wanted) => self.with_lossless(*wanted),
            ScenarioEdit::Pfc(on) => self.with_pfc(*on),
            ScenarioEdit::Mtu(text) => self.with_mtu(text),
            ScenarioEdit::Cable { rate, length } => self.with_cable(rate, length),
        };
        match made {
            Ok(document) => self.rewrite(document),
            Err(problem) => self.error = Some(UserError::new(&problem)),
        }
    }

    /// Returns the document with exactly the priorities in `wanted` lossless. Writes only the priorities that
    /// differ.
    fn with_lossless(&self, wanted: PrioritySet) -> Result<Document, Problem> {
        let mut document = self.compiled.document.clone();
        let now = self.scenario().lossless;
        for n in (wanted ^ now).iter() {
            document.set_parameter(&lossless(n), if wanted.contains(n) { "on" } else { "off" })?;
        }
        Ok(document)
    }

    /// Returns the document with PFC on or off. When PFC is switched off, this lab stores the PFC values of
    /// the document; when PFC is switched on, this lab moves the stored values back to the document.
    fn with_pfc(&mut self, on: bool) -> Result<Document, Problem> {
        let mut document = self.compiled.document.clone();
        let is_of_pfc = |text: &String| {
            Address::parse(text).is_ok_and(|address| matches!(address.key, Key::PfcTx | Key::PfcRx))
        };
        let given = document.params.0.iter().filter(|(text, _)| is_of_pfc(text));
        let given: Vec<_> = given.map(|(text, value)| (text.clone(), value.clone())).collect();
        // Values of single ports are removed, because they would override the value of the fabric.
        document.params.0.retain(|text, _| !is_of_pfc(text));
        if on {
            document.params.0.extend(self.pfc_places.drain(..));
        } else {
            self.pfc_places = given;
            for key in [Key::PfcTx, Key::PfcRx] {
                document.set_parameter(&Address::everywhere(key), "off")?;
            }
        }
        Ok(document)
    }

    /// Returns the document with this MTU. Spaces are ignored, and an empty text means `off`.
    fn with_mtu(&self, text: &str) -> Result<Document, Problem> {
        let mut document = self.compiled.document.clone();
        let text = if text.trim().is_empty() { "off" } else { text.trim() };
        document.set_parameter(&Address::everywhere(Key::Mtu), text)?;
        Ok(document)
    }

    /// Returns the document with this rate and length of the cable at the selected port, which must exist.
    /// Refuses a malformed rate or length.
    fn with_cable(&self, rate: &str, length: &str) -> Result<Document, Problem> {
        let spec = &self.compiled.spec;
        let port = &spec.ports[self.selected.port.index()];
        let node = &spec.nodes[port.node.index()].name;
        self.compiled.document.with_cable(node, port.number.into(), rate, length)
    }
}

/// Address of the parameter `lossless` of priority `n` for the whole fabric.
const fn lossless(n: Priority) -> Address {
    Address { place: Place::Fabric, priority: Some(n), key: Key::Lossless }
}
