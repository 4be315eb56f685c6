//! Tests of flows that are added, changed and displayed.

use fabric_sim::document::Tab;
use fabric_sim::ids::{FlowId, Priority};
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

fn draft(rate: &str, size: &str) -> Draft {
    Draft { rate: rate.into(), size: size.into(), ..Draft::between("h2", "r", Priority::P3) }
}

#[test]
fn a_flow_is_added_and_changed_and_share_links_contain_it() {
    let mut lab = at("#/preset/dcqcn-on?t=60us");
    let (first, known) = (lab.fragment(), lab.flows().len());
    lab.act(Command::AddFlow(draft("2G", "")));
    rest(&mut lab);
    assert_eq!(lab.picture().static_picture.error, None);
    let added = lab.flows().last().cloned().expect("there are flows");
    assert_eq!((lab.flows().len(), added.name.as_str()), (known + 1, "h2 to r 2"));
    assert_eq!(added.draft, Some(draft("2G", "")), "a form of it has in it what was written");
    assert_eq!(
        (lab.picture().static_picture.flow, lab.picture().static_picture.tab),
        (Some(added.id), Tab::Flow),
        "it is looked at"
    );
    assert!(lab.fragment().contains("&at=60us:{%22flow%22"), "{}", lab.fragment());
    // The changed flow stops at the cursor, and a new flow replaces it.
    lab.act(Command::Seek(Time::from_us(160)));
    rest(&mut lab);
    lab.act(Command::ChangeFlow(added.id, draft("8G", "")));
    rest(&mut lab);
    let runs = [known, known + 1].map(|n| lab.is_running(FlowId::new(n)));
    assert_eq!(runs, [false, true], "they stop and begin right behind the cursor");
    lab.act(Command::Seek(Time::from_us(260)));
    rest(&mut lab);
    let picture = lab.picture();
    let [old, new] = [known, known + 1].map(|n| picture.view.flows[n]);
    // Expected bytes: 100 µs at 2 Gb/s, and 100 µs at 8 Gb/s in frames of 1000 B.
    assert!(!old.active && old.sent_bytes.abs_diff(25_000) <= 1_000, "{}", old.sent_bytes);
    assert!(new.active && new.sent_bytes.abs_diff(100_000) <= 1_000, "{}", new.sent_bytes);
    assert_eq!(lab.flow_card(added.id).map(|card| card.status), Some(FlowStatus::Stopped));
    let again = at(&lab.fragment());
    assert_eq!(again.run().recording().world().hash(), lab.run().recording().world().hash());
    assert_eq!(again.fragment(), lab.fragment());
    for _ in 0..2 {
        lab.act(Command::Undo);
        rest(&mut lab);
    }
    assert_eq!(lab.flows().len(), known);
    lab.act(Command::Seek(Time::from_us(60)));
    rest(&mut lab);
    let bare = lab.fragment();
    assert!(
        bare.starts_with(first.split("t=").next().unwrap_or_default()) && !bare.contains("at="),
        "{bare}"
    );
}

#[test]
fn a_flow_added_from_the_start_exists_in_the_whole_run() {
    let mut lab = at("#/preset/pause?t=5us");
    lab.act(Command::FromStart(true));
    let wanted = Draft { size: "40k".into(), ..Draft::between("h2", "h3", Priority::P5) };
    let known = lab.flows().len();
    lab.act(Command::AddFlow(wanted.clone()));
    rest(&mut lab);
    assert_eq!((lab.picture().static_picture.error.clone(), lab.flows().len()), (None, known + 1));
    assert!(lab.picture().view.flows[known].sent_bytes > 0, "it has sent since the start");
    assert!(lab.action_times().is_empty());
    let changed = Draft { size: "20k".into(), ..wanted };
    lab.act(Command::ChangeFlow(FlowId::new(known), changed.clone()));
    rest(&mut lab);
    assert_eq!(lab.flows()[known].draft, Some(changed));
    assert_eq!(lab.flows().len(), known + 1);
    assert_eq!(lab.picture().now, Time::from_us(5));
}

#[test]
fn an_invalid_flow_is_refused_with_the_labels_of_its_form() {
    let mut lab = at("#/preset/dcqcn-on?t=60us");
    let before = lab.fragment();
    let lite = Draft { format: "afh_lite".into(), frame: "9000".into(), ..draft("", "") };
    for (wanted, words) in [
        (draft("fast", ""), "Rate is \"fast\", but must be a rate such as 10G"),
        (draft("", "-4"), "Size is \"-4\", but must be an amount of bytes such as 64k"),
        (draft("1", ""), "Rate is 1, but must be a rate from 1k to 10T"),
        (Draft { frame: "12".into(), ..draft("", "") }, "Frame is \"12\", but must be an amount of bytes"),
        (Draft { to: "h2".into(), ..draft("", "") }, "To is the source itself"),
        (lite, "Frame"),
    ] {
        lab.act(Command::AddFlow(wanted));
        let reported = lab
            .picture()
            .static_picture
            .error
            .clone()
            .map(|error| displayed_message(&error.message))
            .unwrap_or_default();
        assert!(reported.starts_with(words), "{reported}");
        assert_eq!(lab.fragment(), before, "nothing is lost");
    }
}

#[test]
fn flows_of_an_incast_can_be_stopped_but_not_changed() {
    let mut lab = at("#/preset/incast?t=12us");
    let known = lab.flows().len();
    lab.act(Command::Incast);
    rest(&mut lab);
    let burst = lab.flows()[known].clone();
    assert!(burst.name.starts_with("incast 12us") && burst.draft.is_none());
    lab.act(Command::Seek(Time::from_us(13)));
    rest(&mut lab);
    lab.act(Command::StopFlow(burst.id));
    rest(&mut lab);
    assert_eq!(lab.picture().static_picture.error, None);
    assert!(!lab.picture().view.flows[known].active);
}

#[test]
fn a_flow_can_be_selected_by_list_key_host_frame_and_link() {
    let mut lab = at("#/preset/dcqcn-on?t=500us");
    assert!(!lab.fragment().contains("flow="), "nobody chose one");
    let flow = |lab: &Lab| lab.picture().static_picture.flow.map(|flow| flow.0);
    assert_eq!(flow(&lab), Some(0));
    lab.act(Command::Flow(FlowId(4)));
    assert!(lab.fragment().contains("tab=flow&flow=4"), "{}", lab.fragment());
    assert_eq!(flow(&at(&lab.fragment())), Some(4));
    lab.act(Command::NextFlow(true));
    assert_eq!(flow(&lab), Some(5));
    (0..6).for_each(|_| lab.act(Command::NextFlow(false)));
    assert_eq!(flow(&lab), Some(7), "round and round");
    let spec = std::sync::Arc::clone(lab.run().recording().spec());
    let port = |name: &str| fabric_sim::ids::PortId(spec.nodes[spec.node(name).unwrap().index()].ports.start);
    lab.act(Command::FlowOfHost(port("h3")));
    assert_eq!(flow(&lab), Some(2));
    lab.act(Command::FlowOfHost(port("r")));
    lab.act(Command::FlowOfHost(port("r")));
    assert_eq!(flow(&lab), Some(4), "a receiver's, each time another");
    lab.act(Command::FollowFlow(FlowId(6)));
    assert_eq!(flow(&lab), Some(6), "that of its frame");
    assert!(!lab.fragment().contains("flow="), "{}", lab.fragment());
}

#[test]
fn a_card_shows_the_status_and_rate_of_a_flow() {
    let lab = at("#/preset/dcqcn-on?t=2ms");
    let card = lab.flow_card(FlowId(0)).expect("it is there");
    assert_eq!(card.status, FlowStatus::Limited);
    let dcqcn = card.control.and_then(|control| control.dcqcn).expect("DCQCN limits it");
    assert!(card.rate() < card.line && dcqcn.target.bps() >= card.rate());
    assert!(card.sentence.starts_with("DCQCN lets h1 send"), "{}", card.sentence);
    assert!(card.cnps.1 > 0 && card.cnps.0 >= card.cnps.1 && card.marked.0 >= card.cnps.0);
    let ([sent, lost], [got]) = (card.bytes, &card.received[..]) else { panic!("one receiver") };
    assert!(sent >= got.bytes && got.bytes > 0 && lost == 0 && got.name == "r");
    let [mean, _, longest] = card.latency.expect("frames were delivered");
    assert!(mean <= longest && mean > Time::ZERO);
    let lab = at("#/preset/pause?t=500ns");
    assert_eq!(lab.flow_card(FlowId(0)).unwrap().latency, None, "nothing is delivered yet");
    // PFC stops the flows of this preset, because it has no rate control.
    let lab = at("#/preset/parking-lot?t=300us");
    let paused = (0..4).filter_map(|n| lab.flow_card(FlowId(n)));
    let held = paused.filter(|card| card.status == FlowStatus::Paused);
    let ports = lab.picture().view.ports.iter().filter(|port| port.paused.contains(Priority::P3)).count();
    assert!(held.count() <= ports);
    assert_eq!(lab.rivals(FlowId(3)).len(), 4);
    assert!(lab.run().recording().history().flow(FlowId(3)).is_some_and(|past| {
        let end = Time::from_us(300);
        let arrived = past.arrived(0, (ShownWindow::whole(end), 100), end, Time::from_us(50));
        arrived.last().is_some_and(|(_, rate)| *rate > 10e9)
    }));
}

#[test]
fn credits_in_flight_are_shown_for_their_flow() {
    let mut document = fabric_sim::document::Preset::find("pause").expect("a preset").document();
    let flow = &mut document.flows[0];
    let bytes = fabric_sim::document::Size::new(2_000).expect("an amount");
    flow.credits = Some(fabric_sim::document::Credits { bytes, update: None, priority: None });
    let to = flow.to.clone();
    let mut lab = at(&fabric_sim::document::link::ShareLink::new(document).fragment());
    lab.act(Command::Seek(Time::from_us(5)));
    rest(&mut lab);
    let held = (0..40).find_map(|n| {
        lab.act(Command::Seek(Time::from_us(5) + Time::from_ns(50 * n)));
        rest(&mut lab);
        lab.flow_card(FlowId(0)).filter(|card| card.status == FlowStatus::Uncovered)
    });
    let sentence = held.expect("two frames, and a round trip without").sentence;
    assert!(sentence.starts_with(&format!("{to} has granted credits for 2.00\u{202f}kB")), "{sentence}");
}

#[test]
fn a_card_shows_the_collective_of_a_flow_and_its_wait() {
    let lab = at("#/preset/allreduce?t=10us");
    let card = lab.flow_card(FlowId(0)).expect("it is there");
    assert_eq!(card.name, "all-reduce h1 to h2");
    let reported = card.collective.expect("it is of one");
    assert!(
        reported.starts_with("One of the 8 flows of \u{201c}all-reduce\u{201d}, under way for 10.0"),
        "{reported}"
    );
    let listed = &lab.flows()[0];
    assert!(listed.is_member && listed.draft.is_none());
    assert_eq!(listed.offers, "of \u{201c}all-reduce\u{201d}");
    // A flow of the ring has delivered a message, and waits for the message from the host before it.
    let waits = (0..40).find_map(|n| {
        let lab = at(&format!("#/preset/allreduce?t={}ns", 10_000 + 250 * n));
        (0..8).filter_map(|flow| lab.flow_card(FlowId(flow))).find(|card| card.status == FlowStatus::Waits)
    });
    let waits = waits.expect("the ring crosses from leaf to leaf, which takes longer");
    assert!(
        waits.sentence.contains("sends on what it gets: it waits for the next message from h"),
        "{waits:?}"
    );
    let lab = at("#/preset/allreduce?t=400us");
    let card = lab.flow_card(FlowId(0)).expect("it is there");
    assert_eq!(card.status, FlowStatus::Finished);
    let reported = card.collective.expect("it is of one");
    assert!(reported.contains("which is done 2 of 2 times: the last took"), "{reported}");
}

/// The frames of the victim flow wait at s1, which s2 has paused, although the host of the flow may send.
#[test]
fn a_flow_whose_frames_wait_at_a_paused_switch_is_not_called_sending() {
    let lab = at("#/preset/victim?t=27.39us");
    let flows = lab.flows();
    let victim = flows.iter().find(|flow| flow.name == "victim").expect("it has a victim").id;
    let card = lab.flow_card(victim).expect("it is there");
    assert!(
        matches!(card.status, FlowStatus::WaitsInSwitch(queue) if queue.priority == Priority::P3),
        "{card:?}"
    );
    assert_eq!(card.sentence, "victim may send, but its frames wait at s1: s2 has paused priority 3 of s1.");
    // Long before the first pause, the same flow sends.
    let lab = at("#/preset/victim?t=2us");
    assert_eq!(lab.flow_card(victim).map(|card| card.status), Some(FlowStatus::Sending));
}

#[test]
fn a_card_shows_retransmission_full_windows_and_missing_credits() {
    let card_of = |link: &str, status: FlowStatus| {
        let lab = at(link);
        let flows = 0..u32::try_from(lab.flows().len()).expect("few");
        flows.filter_map(|n| lab.flow_card(FlowId(n))).find(|card| card.status == status)
    };
    let full =
        card_of("#/preset/parking-lot?reliability=go_back_n&send_window=16&t=60us", FlowStatus::WindowFull);
    let full = full.expect("four senders share a line, and each waits for acks");
    assert!(
        full.sentence.starts_with("16 frames are under way, as many as its window holds"),
        "{}",
        full.sentence
    );
    assert_eq!(full.recovery.map(|recovery| (recovery.unacked, recovery.resent_frames)), Some((16, 0)));
    let starved =
        (1..20).find_map(|n| card_of(&format!("#/preset/cbfc?t={}us", 5 * n), FlowStatus::NoCredits));
    let starved = starved.expect("credits are what limits it");
    assert!(starved.sentence.contains("it waits for credits"), "{}", starved.sentence);
}

#[test]
fn the_mean_goodput_of_a_flow_never_exceeds_its_link() {
    // Flows of a collective send several messages: the end of an earlier message is not the end of the flow.
    for us in [5, 20, 60, 150] {
        let lab = at(&format!("#/preset/allreduce?t={us}us&run=0"));
        for flow in 0..8 {
            let card = lab.flow_card(FlowId(flow)).expect("it is there");
            assert!(card.received[0].goodput <= card.line, "{us} us: {card:?}");
        }
    }
    // A flow that is started again long after its first message was delivered.
    let mut lab = at("#/preset/pause?t=5us");
    lab.act(Command::AddFlow(Draft { size: "100k".into(), ..Draft::between("h2", "h3", Priority::P5) }));
    let id = lab.flows().last().expect("it was added").id;
    lab.act(Command::Seek(Time::from_us(200)));
    rest(&mut lab);
    let card = lab.flow_card(id).expect("it is there");
    assert_eq!(card.status, FlowStatus::Finished);
    let mean = card.received[0].goodput;
    assert!(mean > card.line / 20 && mean < card.line, "until it was over: {mean}");
}

#[test]
fn a_lesson_charts_the_flows_to_all_receivers() {
    let others = |link: &str| {
        let lab = at(link);
        let flow = lab.flow().expect("there are flows");
        (lab.rivals(flow).len(), lab.run().recording().world().flow_specs().count())
    };
    let (few, all) = others("#/preset/victim?t=10us");
    assert!(few < all, "{few} of {all} go to one host");
    assert_eq!(others("#/preset/victim?t=10us&lesson=victim.2"), (all, all));
}

#[test]
fn multicast_has_a_line_for_each_receiver() {
    let lab = at("#/preset/mixed-types?t=300us&run=0&sel=s1.4.p2&flow=2");
    let id = FlowId(2);
    let card = lab.flow_card(id).expect("it is there");
    let [server, other] = &card.received[..] else { panic!("two receivers") };
    assert_eq!((server.name.as_str(), other.name.as_str()), ("server", "other"));
    assert!(
        card.received.iter().all(|got| got.bytes <= card.bytes[0] && got.goodput < 10_000_000_000),
        "{card:?}"
    );
    // The chart shows the arrivals at one host; here, the host at the selected link.
    let spec = lab.run().recording().spec();
    let at_host = |lab: &Lab| lab.receiver(id).map(|node| spec.nodes[node.index()].name.clone());
    assert_eq!(at_host(&lab).as_deref(), Some("other"));
    let rivals = lab.rivals(id);
    assert_eq!(rivals, [(id, 1), (FlowId(3), 0)], "the multicast as its second receiver has it");
    let past = lab.run().recording().history().flow(id).expect("it has a past");
    let end = Time::from_us(300);
    let arrived = past.arrived(1, (ShownWindow::whole(end), 100), end, Time::from_us(50));
    // When the buffers are full, each receiver gets at most a sixth of the first link.
    let settled = arrived.iter().filter(|(at, _)| *at > Time::from_us(80));
    assert!(settled.clone().count() > 10 && settled.into_iter().all(|(_, rate)| *rate < 11e9), "{arrived:?}");
    assert_eq!(
        at_host(&self::at("#/preset/mixed-types?t=300us&run=0&sel=caster.0.p2")).as_deref(),
        Some("server")
    );
}

#[test]
fn credits_lost_with_dropped_frames_are_shown_for_their_flow() {
    let text = r#"{"format": 1, "model": 1, "horizon": "1ms",
        "hosts": [{"name": "h0"}, {"name": "h1"}, {"name": "h2"}, {"name": "h3"}, {"name": "r"}],
        "switches": [{"name": "s"}],
        "links": [["h0", "s", "40G"], ["h1", "s", "40G"], ["h2", "s", "40G"], ["h3", "s", "40G"], ["r", "s", "40G"]],
        "params": {"memory": "30k", "p3.lossless": "off", "credit_resync": "off"},
        "flows": [{"name": "f0", "from": "h0", "to": "r", "credits": {"bytes": "60k"}},
                  {"name": "f1", "from": "h1", "to": "r", "credits": {"bytes": "60k"}},
                  {"name": "f2", "from": "h2", "to": "r", "credits": {"bytes": "60k"}},
                  {"name": "f3", "from": "h3", "to": "r", "credits": {"bytes": "60k"}}]}"#;
    let document = fabric_sim::document::Document::parse(text).expect("it is a document");
    let fragment = fabric_sim::document::link::ShareLink::new(document).fragment();
    let mut lab = at(&format!("{fragment}&run=0"));
    lab.act(Command::Seek(Time::from_us(990)));
    rest(&mut lab);
    let cards = (0..4).filter_map(|n| lab.flow_card(FlowId(n)));
    let card =
        cards.into_iter().find(|card| card.status == FlowStatus::Uncovered).expect("its credits are gone");
    let [left, limit, lost] = card.credits.expect("it sends for credits");
    assert!(limit == 60_000 && lost > 58_000 && left < 1_000, "{card:?}");
    let sentence = "r has granted credits for 60.0\u{202f}kB, of which ";
    let rest = " went with frames that were dropped, and nothing gives that back: credit_resync is off.";
    assert!(card.sentence.starts_with(sentence) && card.sentence.contains(rest), "{}", card.sentence);
}
