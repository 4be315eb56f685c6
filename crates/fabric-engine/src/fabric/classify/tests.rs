//! Class of each kind of frame under each trust mode.

use super::*;

const P1: Priority = Priority::P1;
const P3: Priority = Priority::P3;
const P5: Priority = Priority::P5;
const P6: Priority = Priority::P6;

const BOTH: Label = Label::new(Some(3), Some(40));
const IP_ONLY: Label = Label::new(None, Some(26));
const TAG_ONLY: Label = Label::new(Some(6), None);

fn class(trust: Trust, label: Label) -> Priority {
    Classifier::new(&ClassifierConfig { trust, default: P1, ..ClassifierConfig::IDENTITY }).class(label)
}

#[test]
fn a_tag_precedes_dscp_and_dscp_precedes_the_default() {
    let classes = [BOTH, IP_ONLY, TAG_ONLY, Label::NOTHING].map(|label| class(Trust::PcpThenDscp, label));
    assert_eq!(classes, [P3, P3, P6, P1]);
}

#[test]
fn untrusted_code_points_are_ignored() {
    for (trust, classes) in
        [(Trust::Pcp, [P3, P1, P6, P1]), (Trust::Dscp, [P5, P3, P1, P1]), (Trust::Port, [P1, P1, P1, P1])]
    {
        let read = [BOTH, IP_ONLY, TAG_ONLY, Label::NOTHING].map(|label| class(trust, label));
        assert_eq!(read, classes, "{trust:?}");
    }
}

#[test]
fn every_code_point_has_the_class_of_its_first_three_bits() {
    for priority in Priority::ALL {
        let sent = Label::new(Some(0), Some(0)).with_priority(priority);
        assert_eq!(class(Trust::Dscp, sent), priority);
        assert_eq!(class(Trust::Pcp, sent), priority);
        assert_eq!(class(Trust::Dscp, Label::new(None, Some(priority.get() << 3 | 7))), priority);
    }
    assert_eq!(Label::NOTHING.with_priority(Priority::P4), Label::NOTHING, "it has nowhere to say it");
}

#[test]
fn map_changes_only_its_listed_code_points() {
    let mut config = ClassifierConfig::IDENTITY;
    config.pcp[3] = Priority::P0;
    config.dscp[26] = Priority::P4;
    let classifier = Classifier::new(&config);
    assert_eq!(
        [BOTH, IP_ONLY, TAG_ONLY].map(|label| classifier.class(label)),
        [Priority::P0, Priority::P4, Priority::P6]
    );
}
