//! Tests that mount single components of the page in headless Chromium, in both themes and in the sizes of a
//! desktop and a telephone.

mod stand;

use fabric_lessons::Lesson;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Event, EventInit, HtmlDialogElement, HtmlInputElement, KeyboardEvent, KeyboardEventInit};

use super::dialog::Modal;
use super::help::Help;
use super::inside::Islip;
use super::inspector::Inspector;
use super::lesson::{Card, open_file};
use super::params::Params;
use super::{Due, PageContext};
use crate::scene::Theme;
use stand::{LOW, Mounted, SIZES, THEMES, settle};

wasm_bindgen_test_configure!(run_in_browser);

const PRESET: &str = "#/preset/incast";

/// Texts of the lessons, in the order of their list.
const LESSONS: [&str; 11] = [
    include_str!("../../assets/lessons/pause.json"),
    include_str!("../../assets/lessons/headroom.json"),
    include_str!("../../assets/lessons/thresholds.json"),
    include_str!("../../assets/lessons/victim.json"),
    include_str!("../../assets/lessons/ets.json"),
    include_str!("../../assets/lessons/ecn.json"),
    include_str!("../../assets/lessons/storm.json"),
    include_str!("../../assets/lessons/deadlock.json"),
    include_str!("../../assets/lessons/watchdog.json"),
    include_str!("../../assets/lessons/islip.json"),
    include_str!("../../assets/lessons/credits.json"),
];

#[wasm_bindgen_test]
fn the_lessons_are_those_of_the_list() {
    let list: serde_json::Value =
        serde_json::from_str(include_str!("../../assets/lessons/index.json")).expect("the list");
    let listed: Vec<_> =
        list["lessons"].as_array().expect("lessons").iter().map(|one| one["name"].clone()).collect();
    let here: Vec<_> = LESSONS.iter().map(|text| Lesson::parse(text).expect("a lesson").name).collect();
    assert_eq!(listed, here);
}

/// Opens the lesson `text`, presses its buttons from the first step to the challenge, and checks each stage.
async fn walk(text: &'static str, size: (u32, u32), theme: Theme) {
    let lesson = Lesson::parse(text).expect("a lesson");
    let mounted = Mounted::new("", size, theme, move |page: PageContext| {
        open_file(page, "lesson.json", text);
        view! { <div class="app"><div class="side"><Card page/></div></div> }
    })
    .await;
    mounted.appears("[data-testid=lesson-step]").await;
    let place = |stage: &str| format!("{}, {stage}, {} pixels, {}", lesson.name, size.0, theme.name());
    let check = |stage: &str| {
        mounted.check(".card", stage);
        mounted.check(".lesson-text", stage);
    };
    let predicted_step = usize::from(lesson.prediction.before_step.small());
    for (n, step) in lesson.steps.iter().enumerate() {
        if n + 1 == predicted_step {
            assert!(mounted.text(".lesson").contains(&lesson.prediction.ask), "{}", place("prediction"));
            let answers = mounted.all("[data-testid^=lesson-choice], [data-testid=lesson-number]");
            assert!(!answers.is_empty(), "{}: no way to answer", place("prediction"));
            check(&place("prediction"));
            for answer in answers {
                mounted.is_seen(&answer, ".lesson-text", &place("prediction"));
            }
            mounted.press("[data-testid=lesson-next]").await;
        }
        let stage = place(&format!("step {}", n + 1));
        assert!(
            mounted.text("[data-testid=lesson-step]").starts_with(&format!("Step {} of", n + 1)),
            "{stage}"
        );
        assert!(mounted.text(".lesson").contains(&step.says), "{stage}");
        check(&stage);
        mounted.is_seen(&mounted.find("[data-testid=lesson-next]"), ".app", &stage);
        mounted.press("[data-testid=lesson-next]").await;
    }
    assert!(mounted.text(".lesson").contains(&lesson.explanation.rule), "{}", place("explanation"));
    check(&place("explanation"));
    mounted.press("[data-testid=lesson-next]").await;
    assert!(mounted.text(".lesson").contains(&lesson.challenge.asks), "{}", place("challenge"));
    check(&place("challenge"));
    assert!(mounted.all("[data-testid=lesson-next]").is_empty(), "{}", place("challenge"));
    mounted.is_seen(&mounted.find("[data-testid=lesson-check]"), ".app", &place("challenge"));
    if let Some(control) = mounted.all(".lesson-control").first() {
        mounted.is_seen(control, ".lesson-text", &place("challenge"));
    }
}

#[wasm_bindgen_test]
async fn each_stage_of_each_lesson_shows_its_answers_and_its_way_on_at_each_size_in_both_themes() {
    for text in LESSONS {
        for size in SIZES.into_iter().chain([LOW]) {
            for theme in THEMES {
                walk(text, size, theme).await;
            }
        }
    }
}

#[wasm_bindgen_test]
async fn buffer_bars_describe_their_drawing_in_words() {
    for (size, theme) in SIZES.into_iter().zip(THEMES) {
        let mounted = Mounted::new(PRESET, size, theme, |page| view! { <Inspector page/> }).await;
        let meters = mounted.all("[role=meter]");
        assert_eq!(meters.len(), 2, "an ingress and an egress bar");
        for meter in meters {
            let number = |name: &str| {
                meter.get_attribute(name).and_then(|text| text.parse::<u64>().ok()).expect("a number")
            };
            assert!(number("aria-valuenow") <= number("aria-valuemax"));
            let words = meter.get_attribute("aria-valuetext").unwrap_or_default();
            assert!(words.contains("kB") || words.contains(" B"), "{words}");
        }
        let marks = mounted.text("[data-testid=bar-ingress] .marks");
        assert!(marks.contains("XOFF") && marks.contains("XON"), "{marks}");
    }
}

/// Moves a slider to its step `place` and releases it, with the events that a user causes.
async fn slide(mounted: &Mounted, selector: &str, place: u32) {
    let slider: HtmlInputElement = mounted.find(selector).unchecked_into();
    slider.set_value(&place.to_string());
    let bubbles = EventInit::new();
    bubbles.set_bubbles(true);
    for name in ["input", "change"] {
        let event = Event::new_with_event_init_dict(name, &bubbles).expect("an event");
        slider.dispatch_event(&event).expect("the event arrives");
    }
    mounted.page.publish(Due::Everything);
    settle().await;
}

#[wasm_bindgen_test]
async fn a_slider_changes_the_parameter_and_displays_its_value() {
    let mounted = Mounted::new(PRESET, SIZES[0], Theme::Light, |page| view! { <Params page/> }).await;
    let address = |page: PageContext| page.read_lab(crate::lab::Lab::full_page_link).unwrap_or_default();
    let before = (address(mounted.page), mounted.text("[data-testid=value-xoff]"));
    let spoken = || mounted.find("[data-testid=param-xoff]").get_attribute("aria-valuetext");
    let reported = spoken();
    slide(&mounted, "[data-testid=param-xoff]", 90).await;
    assert_ne!(spoken(), reported);
    assert_ne!(address(mounted.page), before.0, "the link carries the new threshold");
    let field: HtmlInputElement = mounted.find("[data-testid=value-xoff]").unchecked_into();
    assert_eq!(Some(field.value()), spoken(), "the field beside the slider shows the same");
}

#[wasm_bindgen_test]
async fn the_matrix_has_a_row_and_a_column_for_each_port_in_use_and_is_moved_over_with_keys() {
    for (size, theme) in SIZES.into_iter().zip(THEMES) {
        let link = "#/preset/islip-pointers";
        let mounted =
            Mounted::new(link, size, theme, |page| view! { <div class="inspector"><Islip page/></div> })
                .await;
        let rows = mounted.all("[data-testid=match-grid] text.row").len();
        let columns = mounted.all("[data-testid=match-grid] text.column").len();
        assert_eq!((rows, columns), (4, 4), "a name for each input and each output in use");
        for (key, start) in [("ArrowRight", "i1 \u{2192} o1"), ("ArrowRight", "i1 \u{2192} o2")] {
            let init = KeyboardEventInit::new();
            init.set_key(key);
            let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).expect("an event");
            mounted.find("[data-testid=match-grid]").dispatch_event(&event).expect("the event arrives");
            settle().await;
            let words = mounted.text("[data-testid=match-grid] output");
            assert!(words.starts_with(start), "{words}");
        }
    }
}

#[wasm_bindgen_test]
async fn a_dialog_opens_names_itself_and_closes_by_its_button() {
    for (size, theme) in SIZES.into_iter().zip(THEMES) {
        let mounted = Mounted::new(PRESET, size, theme, |page| view! { <Help page/> }).await;
        let dialog: HtmlDialogElement = mounted.find("dialog").unchecked_into();
        assert!(!dialog.open());
        mounted.page.dialog.set(Some(Modal::Help));
        settle().await;
        assert!(dialog.open());
        let label = dialog.get_attribute("aria-labelledby").expect("a title");
        assert_eq!(mounted.text(&format!("#{label}")), "Help");
        mounted.check("dialog", "help");
        mounted.press("dialog header button").await;
        assert!(!dialog.open());
        assert_eq!(mounted.page.dialog.get_untracked(), None);
    }
}
