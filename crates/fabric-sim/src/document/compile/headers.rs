//! Compiles frame formats, and the sizes of a flow's headers, payload and frames. Start with [`of_flow`].
//!
//! If a flow gives neither `frame` nor `payload`, its frames have 1000 B. If a flow gives both, the frame
//! must be long enough for the payload; longer frames are allowed. A field that the format does not support
//! is an error.

use super::super::format::FrameFormat;
use super::super::problem::{Problem, Problems};
use super::super::traffic::Flow;
use super::Document;
use super::names::{node_name, quote};
use super::traffic::to_u16;
use crate::ids::Priority;
use crate::spec::{Headers, Spec};
use crate::wire::{Format, FormatId, Layout, MAX_FRAME_BYTES};

/// Ethernet and IPv4 headers together, in bytes.
const IP_HEADERS: u64 = 34;

/// Adds the document's own frame formats to `spec`, after the built-in formats. Reports names that are
/// invalid or taken, also by a built-in format, and IP formats with less than 34 B of headers. Without
/// `max_payload`, or with a `max_payload` that is too great, the payload is limited only by the longest
/// frame.
pub(super) fn formats(document: &Document, spec: &mut Spec, problems: &mut Problems) {
    for (n, own) in document.formats.iter().enumerate() {
        let place = |field: &str| format!("formats[{n}].{field}");
        node_name(&own.name, || place("name"), problems);
        if spec.formats.iter().any(|format| format.name == own.name) {
            let message =
                format!("there is another format called \"{}\"; rename one of them", quote(&own.name));
            problems.push(Problem::new(place("name"), message));
        }
        if own.ip && own.header.get() < IP_HEADERS {
            let range =
                format!("at least {IP_HEADERS}, Ethernet and IP headers, where there is an IP header");
            problems.push(Problem::range(place("header"), own.header.get(), range));
        }
        spec.formats.push(format(own));
    }
}

fn format(own: &FrameFormat) -> Format {
    let mut format = Format {
        name: own.name.clone().into(),
        header_bytes: to_u16(own.header.get()),
        taggable: own.tag,
        trailer_bytes: to_u16(own.trailer.get()),
        optional_icrc: false,
        max_payload: 0,
        ip: own.ip,
        reliable: own.reliable,
        ack_bytes: 0,
        cnp_bytes: 0,
        layout: if own.ip { Layout::Ip } else { Layout::Ethernet },
    };
    let room = MAX_FRAME_BYTES - format.envelope_bytes(own.tag, false);
    format.max_payload = own.max_payload.map_or(room, |most| to_u16(most.get()).min(room));
    format
}

/// Headers of a flow, bytes of a frame, and bytes of payload in a frame, in this order. `place` returns the
/// path of a field in the document, for error messages. A flow that does not give `tagged` has a tag if the
/// format allows it.
///
/// # Errors
/// If the format is unknown or does not support a field. If a frame without tag has a PCP, or the sizes do
/// not fit. Only the first problem is returned.
pub(super) fn of_flow(
    flow: &Flow,
    formats: &[Format],
    place: &impl Fn(&str) -> String,
) -> Result<(Headers, u16, u16), Problem> {
    let known = formats.iter().position(|format| format.name == flow.format);
    let (id, format) = known.map(|id| (id, &formats[id])).ok_or_else(|| unknown(flow, formats, place))?;
    let impossible = |field: &str, message: String| Err(Problem::new(place(field), message));
    let name = &format.name;
    let tagged = flow.tagged.unwrap_or(format.taggable);
    if tagged && !format.taggable {
        return impossible("tagged", format!("{name} frames cannot carry a tag; remove the field"));
    }
    if flow.pcp.is_some() && !tagged {
        return impossible("pcp", "a frame without a tag has no PCP; remove the field".to_owned());
    }
    if flow.dscp.is_some() && !format.ip {
        return impossible(
            "dscp",
            format!("{name} frames have no IP header, and so no DSCP; remove the field"),
        );
    }
    if flow.icrc && !format.optional_icrc {
        let has = if format.layout == Layout::Roce { "always have an ICRC" } else { "have no ICRC" };
        return impossible("icrc", format!("{name} frames {has}; remove the field"));
    }
    if flow.acks.is_some() && !format.reliable && !matches!(format.layout, Layout::Ip | Layout::Ethernet) {
        return impossible("acks", format!("{name} frames are not acknowledged; remove the field"));
    }
    let headers = Headers {
        format: FormatId(u8::try_from(id).unwrap_or(u8::MAX)),
        tagged,
        icrc: flow.icrc,
        pcp: flow.pcp.map(Priority::get),
        dscp: flow.dscp.map(super::super::Whole::small),
    };
    let (frame, payload) = sizes(flow, format, headers, place)?;
    Ok((headers, frame, payload))
}

/// Bytes of a frame, and bytes of payload in a frame. If the flow gives only one of these numbers, the other
/// number is calculated; a calculated frame has at least 64 B. If the flow gives neither, frames have the
/// default size. A frame without `payload` must have room for at least 1 B of payload, and for no more than
/// the format allows; other sizes are a problem of the field `frame`.
fn sizes(
    flow: &Flow,
    format: &Format,
    headers: Headers,
    place: &impl Fn(&str) -> String,
) -> Result<(u16, u16), Problem> {
    let (name, most) = (&format.name, format.max_payload);
    let envelope = format.envelope_bytes(headers.tagged, headers.icrc);
    let frame = flow.frame.map(|bytes| to_u16(bytes.get()));
    let Some(payload) = flow.payload.map(|bytes| to_u16(bytes.get())) else {
        let bytes = frame.unwrap_or(Flow::FRAME_BYTES);
        return match bytes.checked_sub(envelope) {
            Some(payload) if payload > 0 && payload <= most => Ok((bytes, payload)),
            _ => {
                let range = format!(
                    "from {} to {}: {name} frames have {envelope} bytes around a payload of at most {most}",
                    envelope + 1,
                    envelope + most
                );
                Err(Problem::range(place("frame"), bytes, range))
            }
        };
    };
    if payload > most {
        let range = format!("at most {most}, the longest payload of {name} frames");
        return Err(Problem::range(place("payload"), payload, range));
    }
    let needed = format.frame_bytes(payload, headers.tagged, headers.icrc);
    match frame {
        Some(frame) if frame < needed => {
            let range = format!(
                "at most {}: {name} frames of {frame} bytes have {envelope} around it",
                frame.saturating_sub(envelope)
            );
            Err(Problem::range(place("payload"), payload, range))
        }
        frame => Ok((frame.unwrap_or(needed), payload)),
    }
}

fn unknown(flow: &Flow, formats: &[Format], place: &impl Fn(&str) -> String) -> Problem {
    let names: Vec<&str> = formats.iter().map(|format| format.name.as_ref()).collect();
    let message = format!("there is no format \"{}\"; there are {}", quote(&flow.format), names.join(", "));
    Problem::new(place("format"), message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::BUILT_IN;

    #[test]
    fn formats_of_a_document_follow_the_built_in_ones() {
        let own = r#"{"name": "mine", "header": 40, "trailer": 8, "ip": true}"#;
        let own: FrameFormat = serde_json::from_str(own).unwrap();
        let format = format(&own);
        assert_eq!(format.envelope_bytes(true, false), 52);
        assert_eq!(format.frame_bytes(format.max_payload, true, false), MAX_FRAME_BYTES);
        assert!(BUILT_IN.iter().all(|built_in| built_in.name != format.name));
    }
}
