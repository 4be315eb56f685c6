//! Test of malicious and damaged share links. Reading a link must give a document, or problems with messages,
//! in bounded memory. The test program has only this test, because the test measures all memory of the
//! program.
#![cfg(not(target_arch = "wasm32"))]

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fabric_sim::document::link::ShareLink;
use fabric_sim::document::{Document, Moment, PRESETS, Problems};
use miniz_oxide::deflate::compress_to_vec;
use peak_alloc::PeakAlloc;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Largest memory in bytes that reading a link may take: 16 times the longest text of a document.
const MAX_BYTES: usize = 16 * Document::LONGEST;

const ROUNDS: usize = 4_000;

/// Reads the share link `link` and compiles its document. Returns the problems as text; empty if there are
/// none.
fn opened(link: &str) -> String {
    checked(link, || {
        ShareLink::parse_edited(link)
            .and_then(|(link, written)| link.document.compile_edited(&written).map(|_| ()))
    })
}

/// Reads the text of a saved document and compiles the document. Returns the problems as text; empty if there
/// are none.
fn opened_file(text: &str) -> String {
    checked(text, || {
        let link = ShareLink::from_saved(Document::parse(text)?);
        assert_eq!(
            Document::parse(&link.document_to_save().to_json()).as_ref(),
            Ok(&link.document_to_save())
        );
        link.document.compile().map(|_| ())
    })
}

fn checked(text: &str, open: impl FnOnce() -> Result<(), Problems>) -> String {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let outcome = open();
    let peak = HEAP.peak_usage() - before;
    assert!(peak < MAX_BYTES, "{peak} B for {} B: {text:.80}", text.len());
    let Err(problems) = outcome else { return String::new() };
    assert!(!problems.list().is_empty());
    let reported = problems.to_string();
    assert!(problems.list().iter().all(|one| one.to_string().len() > 8), "{reported}");
    assert!(reported.len() < 64 << 10, "{} B of problems", reported.len());
    reported
}

fn packed(json: &[u8]) -> String {
    format!("#/d/1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec(json, 6)))
}

fn flows(count: usize) -> String {
    let flow = r#"{"name":"f","from":"a","to":"b"}"#;
    let list = vec![flow; count].join(",");
    format!(
        r#"{{"format":1,"model":1,"hosts":[{{"name":"a"}},{{"name":"b"}}],"links":[{{"a":"a","b":"b","rate":"100G"}}],"flows":[{list}]}}"#
    )
}

/// Damages a text up to three times. Each damage replaces a byte, removes or repeats bytes, or cuts off the
/// end of the text.
fn harmed(text: &mut Vec<u8>, chance: &mut Pcg64Mcg) {
    for _ in 0..=chance.next_u32() % 3 {
        let below = |most: usize, chance: &mut Pcg64Mcg| chance.next_u32() as usize % most.max(1);
        let at = below(text.len(), chance);
        let end = (at + below(12, chance)).min(text.len());
        match chance.next_u32() % 5 {
            0 if at < text.len() => text[at] = b' ' + u8::try_from(chance.next_u32() % 95).unwrap_or(0),
            1 => drop(text.drain(at..end)),
            2 => {
                let again = text[at..end].to_vec();
                text.splice(at..at, again);
            }
            3 => text.splice(at..end, *b"99999999999999999999").for_each(drop),
            _ => text.truncate(at),
        }
    }
}

#[test]
fn a_link_gives_a_document_or_problems_in_bounded_memory() {
    // Links with a packed text that unpacks to a much longer text.
    let bomb = packed(&vec![b' '; 256 << 20]);
    assert!(bomb.len() < 400_000);
    assert!(opened(&bomb).contains("the link unpacks to more than 4194304 bytes"), "{}", opened(&bomb));
    let million = opened(&packed(flows(1_000_000).as_bytes()));
    assert!(million.contains("unpacks to more than"), "{million}");
    let many = opened(&packed(flows(100_000).as_bytes()));
    assert!(many.contains("flows: 100000 are too many: at most 65536"), "{many}");
    let long = opened(&format!("#/preset/pause?at={}", "x".repeat(9 << 20)));
    assert!(long.contains("is too long"), "{long}");
    assert!(!opened(&format!("#/d/1.{}", "A".repeat(7 << 20))).is_empty());
    let keys = opened(&format!("#/preset/pause?{}", "at=1us:xoff=64k&".repeat(400_000)));
    assert!(keys.contains("a link of 400000 keys is too long: at most 8192"), "{keys}");
    let actions = opened(&format!("#/preset/pause?{}", "at=1us:xoff=64k&".repeat(8_192)));
    assert!(actions.contains("actions: 8192 are too many: at most 4096"), "{actions}");
    let deep = format!("{{\"format\":1,\"model\":1,\"hosts\":{}", "[".repeat(3 << 20));
    assert!(!opened(&packed(deep.as_bytes())).is_empty());

    // Links that are damaged outside or inside of their packed text.
    let mut chance = Pcg64Mcg::seed_from_u64(6);
    let (mut good, mut bad) = (0, 0);
    for round in 0..ROUNDS {
        let mut document = PRESETS[round % PRESETS.len()].document();
        if round % 4 == 3 {
            let moment = Moment { t: "12.5us+3".parse().unwrap(), hash: "3331c3".parse().ok() };
            document.view.moment = Some(moment);
            let mut text = document.to_json();
            if round % 16 == 3 {
                let mut bytes = text.into_bytes();
                harmed(&mut bytes, &mut chance);
                text = String::from_utf8_lossy(&bytes).into_owned();
            } else {
                let was = if round % 8 == 3 { "12.5us+3" } else { "3331c3" };
                let mut reported = was.as_bytes().to_vec();
                harmed(&mut reported, &mut chance);
                text = text.replacen(was, &String::from_utf8_lossy(&reported), 1);
            }
            let reported = opened_file(&text);
            *if reported.is_empty() { &mut good } else { &mut bad } += 1;
            continue;
        }
        let link = match round % 4 {
            0 => {
                let mut link = b"#/preset/incast?v=000000&seed=7&xoff=96k&at=12us:incast=h1:64k&sel=leaf1.1.p3&t=12us+3&hash=000000&hide=top&run=1".to_vec();
                harmed(&mut link, &mut chance);
                link
            }
            1 => {
                document.about.push('!');
                let mut link = ShareLink::new(document).fragment().into_bytes();
                harmed(&mut link, &mut chance);
                link
            }
            _ => {
                let mut json = document.to_json().into_bytes();
                harmed(&mut json, &mut chance);
                packed(&json).into_bytes()
            }
        };
        let reported = opened(&String::from_utf8_lossy(&link));
        *if reported.is_empty() { &mut good } else { &mut bad } += 1;
    }
    assert!(good > ROUNDS / 20 && bad > ROUNDS / 4, "{good} were links still, {bad} were none");
}
