use super::*;
use crate::fabric::endpoint::Process;

fn reader(message: u64, outstanding: u32, timeout: Option<Time>) -> Reader {
    let config = ReadConfig { request: 4_000, outstanding, priority: Priority::P3, timeout };
    let mut reader = Reader::new(config, message, Process::Saturate);
    reader.start_message();
    reader
}

/// Numbers of the requests that the reader sends now.
fn requests_sent_now(reader: &mut Reader) -> Vec<u64> {
    std::iter::from_fn(|| reader.next_request(Time::ZERO)).collect()
}

#[test]
fn outstanding_requests_are_limited_and_the_last_requests_the_rest() {
    let mut reader = reader(10_000, 2, None);
    assert_eq!(requests_sent_now(&mut reader), [0, 1]);
    reader.receive_data(3_999, Time::ZERO);
    assert_eq!(requests_sent_now(&mut reader), [0; 0], "the first is not answered in full");
    reader.receive_data(1, Time::ZERO);
    assert_eq!(requests_sent_now(&mut reader), [2]);
    assert_eq!(
        [0, 1, 2].map(|n| reader.receive_request(n)),
        [4_000, 4_000, 2_000].map(RequestResult::Accepted)
    );
    reader.receive_data(6_000, Time::ZERO);
    assert_eq!((requests_sent_now(&mut reader), reader.requests()), (vec![], (3, 3)));
    assert!(reader.start_message());
    assert_eq!(requests_sent_now(&mut reader), [3, 4], "a message more");
    assert_eq!(
        [3, 4, 5].map(|n| reader.receive_request(n)),
        [4_000, 4_000, 2_000].map(RequestResult::Accepted)
    );
}

#[test]
fn request_is_sent_once_its_frames_are_demanded() {
    let config = ReadConfig { request: 4_000, outstanding: 9, priority: Priority::P3, timeout: None };
    let mut reader = Reader::new(config, u64::MAX, Process::Constant(Time(7)));
    reader.start_message();
    for kilobytes in 1..=9u64 {
        reader.add_demand(1_000);
        assert_eq!(reader.next_request(Time::ZERO).is_some(), kilobytes.is_multiple_of(4), "{kilobytes} kB");
    }
    reader.stop();
    reader.add_demand(4_000);
    assert!(!reader.is_active());
}

#[test]
fn timeout_repeats_all_outstanding_requests() {
    let mut reader = reader(u64::MAX, 3, Some(Time(100)));
    assert_eq!(requests_sent_now(&mut reader), [0, 1, 2]);
    assert_eq!(reader.deadline(), Time(100));
    reader.receive_data(4_000, Time(50));
    assert_eq!(reader.deadline(), Time(150));
    reader.on_timeout();
    assert_eq!(requests_sent_now(&mut reader), [1, 2, 3]);
}

#[test]
fn reliable_responder_accepts_requests_in_order_and_once() {
    let mut reader = reader(u64::MAX, 9, Some(Time(100)));
    assert_eq!(
        [0, 2, 1, 1, 2].map(|n| reader.receive_request(n) != RequestResult::Ignored),
        [true, false, true, false, true]
    );
    let mut lossy = self::reader(u64::MAX, 9, None);
    assert_eq!(
        [0, 2, 1, 3].map(|n| lossy.receive_request(n) != RequestResult::Ignored),
        [true, true, false, true]
    );
}
