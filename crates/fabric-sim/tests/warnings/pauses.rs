//! Tests of warnings about PFC: the two ends of a link, thresholds, and pauses that expire too early.

use fabric_sim::document::Document;
use fabric_sim::insight::warnings;

use super::{says, with, world};

#[test]
fn pfc_on_one_end_only_is_named_whichever_end_it_is() {
    for (params, expected) in [
        (
            vec![("host.h1.pfc_rx", "off"), ("host.h2.pfc_rx", "off")],
            "s1.0 (to h1.0) and s1.1 (to h2.0): pauses of priority 3 are sent to a peer that does not obey them",
        ),
        (
            vec![("host.h1.pfc_rx", "off")],
            "s1.0 (to h1.0): pauses of priority 3 are sent to a peer that does not obey them",
        ),
        (
            vec![("switch.s1.pfc_tx", "off")],
            "s1.0 (to h1.0), s1.1 (to h2.0) and 1 more: priority 3 is lossless, but no pauses are sent for it",
        ),
        (
            vec![("host.h1.p4.pfc_rx", "on")],
            "s1.0 (to h1.0): the peer obeys pauses of priority 4, but none are sent",
        ),
        (
            vec![("host.h3.drain", "40G"), ("switch.s1.pfc_rx", "off")],
            "h3.0 (to s1.2): pauses of priority 3 are sent to a peer that does not obey them",
        ),
        (
            vec![("host.h3.drain", "40G"), ("host.h3.pfc_tx", "off")],
            "h3.0 (to s1.2): priority 3 is lossless, but no pauses are sent for it",
        ),
    ] {
        says(&warnings(&world(&with(&params))), expected);
    }
    // A host with an unlimited bus needs to send no pauses.
    assert_eq!(warnings(&world(&with(&[("host.h3.pfc_tx", "off")]))), Vec::<String>::new());
}

/// The memory has 100 kB. Three headrooms of 20 kB leave 40 kB of shared memory, which is below XOFF.
#[test]
fn an_xoff_that_the_shared_memory_never_holds_is_named() {
    let xoff = |bytes| warnings(&world(&with(&[("memory", "100k"), ("headroom", "20k"), ("xoff", bytes)])));
    says(
        &xoff("40001"),
        "s1.0 priority 3, s1.1 priority 3 and 1 more: XOFF 40.001 kB is above all the shared memory of its switch, 40 kB: \
         a pause is requested only once that is full",
    );
    assert_eq!(xoff("40k"), Vec::<String>::new());
}

/// With α = 1, the XOFF of a single group settles at half of the shared memory. The shared memory is 400 kB,
/// less three headrooms of 20 kB.
#[test]
fn a_dynamic_xoff_that_falls_to_xon_is_named() {
    let dynamic = |xon: &str| {
        let set =
            [("memory", "400k"), ("threshold", "dynamic"), ("alpha", "1"), ("headroom", "20k"), ("xon", xon)];
        warnings(&world(&with(&set)))
    };
    let says_so =
        |reported: &[String]| reported.iter().any(|reported| reported.contains("the dynamic XOFF falls"));
    says(
        &dynamic("300k"),
        "s1.0 priority 3, s1.1 priority 3 and 1 more: XON 300 kB is not below 170 kB, to which the dynamic XOFF \
         falls as one group fills the 340 kB of shared memory",
    );
    assert!(says_so(&dynamic("170k")) && !says_so(&dynamic("169k")));
}

#[test]
fn a_receive_buffer_without_room_above_xoff_is_named() {
    let slow = [("host.h3.drain", "40G"), ("receive_high", "40k"), ("receive_low", "20k")];
    let buffer = |bytes| warnings(&world(&with(&[&slow[..], &[("receive_buffer", bytes)]].concat())));
    says(
        &buffer("54999"),
        "h3.0 priority 3: a receive buffer of 54.999 kB has no room for the worst case of its cable, 15 kB, above XOFF 40 kB",
    );
    assert_eq!(buffer("55000"), Vec::<String>::new());
    // The default size of the receive buffer is no setting of the user, so no setting contradicts it.
    let beyond = [("host.h3.drain", "40G"), ("receive_high", "1.1M"), ("receive_low", "20k")];
    says(&warnings(&world(&with(&beyond))), "h3.0 priority 3: a receive buffer of 1 MB has no room");
    let meet = [("host.h3.drain", "40G"), ("receive_high", "20k"), ("receive_low", "20k")];
    says(
        &warnings(&world(&with(&meet))),
        "h3.0 priority 3: the receive buffer's XON and XOFF are both 20 kB",
    );
}

/// At 100 Gb/s, 100 quanta are 512 ns, and the refresh is sent after 256 ns. A frame of 1000 B takes 81.6 ns,
/// a frame of 9000 B 721.6 ns.
#[test]
fn pauses_that_expire_during_a_transmission_are_reported() {
    let mut document = with(&[("pause_quanta", "100")]);
    let run_out = |document: &Document| {
        let reported = warnings(&world(document));
        reported
            .into_iter()
            .filter(|reported| reported.contains("in between the peer sends"))
            .collect::<Vec<_>>()
    };
    assert!(run_out(&document).is_empty());
    document.flows[0].frame = Some(serde_json::from_str("9000").unwrap());
    let reported = run_out(&document);
    let words = "a pause lasts 512ns and is refreshed after 256ns, which a frame of 9000 B on the wire delays by up to 721.6ns";
    assert!(reported.iter().any(|reported| reported.contains(words)), "{reported:#?}");
}

/// Without a refresh, a pause of 512 ns expires before the queue has drained, and frames are lost.
#[test]
fn pauses_that_are_never_refreshed_are_reported() {
    let (short, off) = (("pause_quanta", "100"), ("refresh", "off"));
    let warned = |settings: &[(&str, &str)]| {
        warnings(&world(&with(settings)))
            .iter()
            .any(|warning| warning.contains("is not refreshed (refresh off)"))
    };
    assert!(warned(&[short, off]));
    assert!(!warned(&[short]), "the default refreshes");
    assert!(!warned(&[short, off, ("pause_timer", "off")]), "the pause never expires");
    assert!(!warned(&[short, off, ("lossless", "off"), ("p3.lossless", "off")]), "no class pauses");
}
