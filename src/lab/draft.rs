//! Form of a flow: its fields as text, made from a flow or written into a flow. Start with [`Draft`]. Errors
//! name the labels of the form. An empty frame length, rate, size, operation or rate control gives the
//! default; the priority is required. An unknown operation means a write. Only the first malformed field is
//! reported. Whether the hosts exist is checked later, when the document compiles.

use fabric_sim::document::{
    Arrival, Bursts, Flow, FrameBytes, Operation, Problem, RateControl, TransferBytes,
};
use fabric_sim::ids::Priority;
use fabric_sim::units::{Bytes, Rate};
use fabric_sim::wire::{MAX_FRAME_BYTES, MIN_FRAME_BYTES};

/// Contents of the fields of a flow form, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// Name of the sending host.
    pub from: String,
    /// Name of the receiving host.
    pub to: String,
    /// Name of an operation in [`OPERATIONS`]. Empty means a write operation.
    pub operation: String,
    /// Priority of the flow, 0 to 7.
    pub priority: String,
    /// Name of the frame format.
    pub format: String,
    /// Bytes of each frame. Empty means the default of the format.
    pub frame: String,
    /// Rate at which frame bytes arrive at the NIC. Empty means as fast as possible; 0 is refused.
    pub rate: String,
    /// Payload bytes of the whole flow. Empty means that the flow has no end.
    pub size: String,
    /// Name of a rate control in [`CONTROLS`]. Empty means the rate control of the fabric.
    pub control: String,
}

/// Rate controls that the form offers, each with its word in the form and in documents.
pub const CONTROLS: [(&str, RateControl); 4] = [
    ("none", RateControl::None),
    ("dcqcn", RateControl::Dcqcn),
    ("connectx", RateControl::Connectx),
    ("window", RateControl::Window),
];

/// Operations that the form offers.
pub const OPERATIONS: [Operation; 5] =
    [Operation::Write, Operation::Send, Operation::Read, Operation::Multicast, Operation::Raw];

/// Keys of a flow in documents, and the labels of their fields in the form.
const LABELS: [(&str, &str); 10] = [
    ("from", "From"),
    ("to", "To"),
    ("operation", "Operation"),
    ("group", "Other receivers"),
    ("priority", "Priority"),
    ("format", "Format"),
    ("frame", "Frame"),
    ("arrival", "Rate"),
    ("size", "Size"),
    ("rate_control", "Rate control"),
];

impl Draft {
    /// Contents of the form of an existing flow. If the arrival is random or in bursts, the form contains
    /// only its rate. If the form does not offer the rate control of the flow, the field of the rate control
    /// is empty.
    #[must_use]
    pub fn of(flow: &Flow) -> Self {
        let rate = match flow.arrival {
            Arrival::Saturate => String::new(),
            Arrival::Constant(rate) | Arrival::Poisson(rate) | Arrival::Bursts(Bursts { rate, .. }) => {
                rate.to_string()
            }
        };
        let bytes = |bytes: Option<u64>| bytes.map(|bytes| Bytes(bytes).to_string()).unwrap_or_default();
        let control = flow.rate_control.and_then(|is| CONTROLS.iter().find(|(_, control)| *control == is));
        Self {
            from: flow.from.clone(),
            to: flow.to.clone(),
            operation: flow.operation.name().to_owned(),
            priority: flow.priority.get().to_string(),
            format: flow.format.clone(),
            frame: bytes(flow.frame.map(FrameBytes::get)),
            rate,
            size: bytes(flow.size.map(TransferBytes::get)),
            control: control.map_or_else(String::new, |(word, _)| (*word).to_owned()),
        }
    }

    /// Default contents of the form for a new flow from host `from` to host `to`.
    #[must_use]
    pub fn between(from: &str, to: &str, priority: Priority) -> Self {
        Self {
            from: from.to_owned(),
            to: to.to_owned(),
            operation: Operation::Write.name().to_owned(),
            priority: priority.to_string(),
            format: "ip".to_owned(),
            ..Self::default()
        }
    }

    /// Writes the fields into `flow`. Properties of `flow` without a field stay; only the group of a
    /// multicast is emptied if the operation changes. If the form has a rate, an arrival that is random or in
    /// bursts keeps its kind; any other arrival becomes constant. Names of hosts and of the format are copied
    /// unchecked. An unknown rate control counts as empty.
    ///
    /// # Errors
    /// Message on the first malformed field, with its label; `flow` is then partly changed. Fields
    /// are read in this order: priority, frame, size, rate.
    pub fn put_into(&self, flow: &mut Flow) -> Result<(), String> {
        let priority = self.priority.trim().parse().ok().and_then(Priority::checked_new);
        flow.priority =
            priority.ok_or_else(|| wrong("Priority", &self.priority, "a whole number from 0 to 7"))?;
        let frames = format!("an amount of bytes from {MIN_FRAME_BYTES} to {MAX_FRAME_BYTES}, such as 1500");
        flow.frame = read(&self.frame, "Frame", &frames, |text| FrameBytes::new(bytes(text)?))?;
        flow.size =
            read(&self.size, "Size", "an amount of bytes such as 64k, or nothing: endless", |text| {
                TransferBytes::new(bytes(text)?)
            })?;
        let rate = read(&self.rate, "Rate", "a rate such as 10G, or nothing: as fast as possible", |text| {
            text.parse::<Rate>().ok()
        })?;
        flow.arrival = match (rate, flow.arrival) {
            (None, _) => Arrival::Saturate,
            (Some(rate), Arrival::Poisson(_)) => Arrival::Poisson(rate),
            (Some(rate), Arrival::Bursts(bursts)) => Arrival::Bursts(Bursts { rate, ..bursts }),
            (Some(rate), Arrival::Saturate | Arrival::Constant(_)) => Arrival::Constant(rate),
        };
        let control = CONTROLS.iter().find(|(word, _)| *word == self.control);
        flow.rate_control = control.map(|(_, control)| *control);
        let operation = OPERATIONS.into_iter().find(|operation| operation.name() == self.operation);
        flow.operation = operation.unwrap_or_default();
        if flow.operation != Operation::Multicast {
            flow.group.clear();
        }
        flow.from.clone_from(&self.from);
        flow.to.clone_from(&self.to);
        flow.format.clone_from(&self.format);
        Ok(())
    }
}

/// Message of a problem with a flow, with the label of the form in place of the key of the document. If the
/// form has no such field, the message keeps the place in the document.
#[must_use]
pub fn in_form_words(problem: &Problem) -> String {
    let field = problem.place.rsplit_once("].").map_or(problem.place.as_str(), |(_, field)| field);
    let field = field.strip_prefix("flow.").unwrap_or(field);
    let head = field.split(['.', '[']).next().unwrap_or(field);
    let label = LABELS.iter().find(|(name, _)| *name == head).map(|(_, label)| (*label).to_owned());
    Problem { place: label.unwrap_or_else(|| problem.place.clone()), ..problem.clone() }.to_string()
}

fn wrong(label: &str, text: &str, range: &str) -> String {
    Problem::range(label, format_args!("\"{}\"", text.trim()), range).to_string()
}

fn bytes(text: &str) -> Option<u64> {
    text.parse::<Bytes>().ok().map(Bytes::get)
}

/// Parses `text`, the text of a field, with the function `value`. Returns `None` if the field is empty.
///
/// # Errors
/// Message with `label` and the allowed `range`, if `value` refuses the text.
fn read<T>(
    text: &str,
    label: &str,
    range: &str,
    value: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, String> {
    match text.trim() {
        "" => Ok(None),
        text => value(text).map(Some).ok_or_else(|| wrong(label, text, range)),
    }
}
