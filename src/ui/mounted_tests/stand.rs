//! Test page for a single component: an iframe of a given size and theme, with the styles of the page. Start
//! with [`Mounted::new`]. Each test page has its own iframe and its own lab; a drop of [`Mounted`] removes
//! the iframe.

use js_sys::{Function, Object, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, HtmlElement, HtmlIFrameElement};

use crate::lab::Lab;
use crate::scene::Theme;
use crate::ui::glossary::Glossary;
use crate::ui::params::Refused;
use crate::ui::{Due, PageContext};

/// Provides an empty loader in place of `assets/parts.js`, because the test program is one module with all
/// parts.
fn provide_parts() {
    let parts = Object::new();
    for name in ["load", "loadNow"] {
        Reflect::set(&parts, &name.into(), &Function::new_no_args("")).expect("a function");
    }
    Reflect::set(&js_sys::global(), &"fabricParts".into(), &parts).expect("the loader");
}

/// Styles that the mounted components need, in the order of `index.html`.
const STYLES: [&str; 13] = [
    include_str!("../../../style/tokens.css"),
    include_str!("../../../style/controls.css"),
    include_str!("../../../style/shell.css"),
    include_str!("../../../style/row-list.css"),
    include_str!("../../../style/params.css"),
    include_str!("../../../style/inspector.css"),
    include_str!("../../../style/buffer-bar.css"),
    include_str!("../../../style/inside.css"),
    include_str!("../../../style/heat.css"),
    include_str!("../../../style/help.css"),
    include_str!("../../../style/glossary.css"),
    include_str!("../../../style/lesson.css"),
    include_str!("../../../style/page-parts.css"),
];

/// Width and height of a desktop and of a telephone, in CSS pixels.
pub const SIZES: [(u32, u32); 2] = [(1440, 900), (390, 844)];

/// Width and height of the lowest supported desktop window, in CSS pixels.
pub const LOW: (u32, u32) = (1280, 720);

/// Both themes.
pub const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

/// Largest number of video frames for which a test waits for an answer of the server.
const FRAMES: u32 = 1_000;

/// Mounted component. A drop of this value removes the component from the page.
pub struct Mounted {
    frame: HtmlIFrameElement,
    /// Context of the page around the component.
    pub page: PageContext,
    _handle: Box<dyn std::any::Any>,
}

impl Mounted {
    /// Mounts the component that `view` creates, in a new iframe. The lab of the component opens the share
    /// link `link`. Width and height of the iframe are in CSS pixels.
    pub async fn new<V: IntoView + 'static>(
        link: &str,
        (width, height): (u32, u32),
        theme: Theme,
        view: impl FnOnce(PageContext) -> V + 'static,
    ) -> Self {
        provide_parts();
        let frame: HtmlIFrameElement =
            document().create_element("iframe").expect("an iframe").unchecked_into();
        let style = format!("width:{width}px;height:{height}px;border:0");
        frame.set_attribute("style", &style).expect("a style");
        frame.set_srcdoc(&format!(
            "<!doctype html><html lang=en data-theme={}><head><style>{}</style></head><body></body></html>",
            theme.name(),
            STYLES.concat()
        ));
        let loaded = Promise::new(&mut |resolve, _| frame.set_onload(Some(&resolve)));
        document().body().expect("a body").append_child(&frame).expect("the iframe is shown");
        JsFuture::from(loaded).await.expect("the iframe loads");
        let body =
            frame.content_document().and_then(|document| document.body()).expect("a body in the iframe");
        let lab = Lab::open(link);
        let made = RwSignal::new_local(None);
        let handle = leptos::mount::mount_to(body.unchecked_into::<HtmlElement>(), move || {
            let page = PageContext::new(lab, theme);
            made.set(Some(page));
            Refused::provide();
            provide_context(Glossary::new());
            view(page)
        });
        let page = made.get_untracked().expect("the component was made");
        let mounted = Self { frame, page, _handle: Box::new(handle) };
        settle().await;
        mounted
    }

    /// HTML document of the iframe in which the component is mounted.
    pub fn document(&self) -> Document {
        self.frame.content_document().expect("a document")
    }

    /// First element that `selector` matches.
    ///
    /// # Panics
    /// If no element matches.
    pub fn find(&self, selector: &str) -> Element {
        let found = self.document().query_selector(selector).expect("a selector");
        found.unwrap_or_else(|| panic!("{selector}: nothing matches"))
    }

    /// All elements that `selector` matches, in the order of the document. Empty if there is none.
    pub fn all(&self, selector: &str) -> Vec<Element> {
        let found = self.document().query_selector_all(selector).expect("a selector");
        (0..found.length()).filter_map(|n| found.get(n)).map(JsCast::unchecked_into).collect()
    }

    /// Text of the first element that `selector` matches. Empty if the element has no text.
    ///
    /// # Panics
    /// If no element matches.
    pub fn text(&self, selector: &str) -> String {
        self.find(selector).text_content().unwrap_or_default()
    }

    /// Clicks the first element that `selector` matches, then waits until the page shows the result.
    ///
    /// # Panics
    /// If no element matches.
    pub async fn press(&self, selector: &str) {
        self.find(selector).unchecked_into::<HtmlElement>().click();
        self.arrive().await;
    }

    /// Waits until an element matches `selector`, for at most [`FRAMES`] video frames. Used for elements that
    /// need a file of the server. If no element appears in this time, returns without an error.
    pub async fn appears(&self, selector: &str) {
        let mut frames = 0;
        while self.all(selector).is_empty() && frames < FRAMES {
            frames += 1;
            let frame = Promise::new(&mut |resolve, _| {
                window().request_animation_frame(&resolve).expect("a video frame");
            });
            JsFuture::from(frame).await.expect("a video frame");
        }
        self.arrive().await;
    }

    /// Plays the run until the cursor has reached the time to which it moves, then publishes all parts of the
    /// page.
    async fn arrive(&self) {
        while self.page.read_lab(Lab::has_pending_move) == Some(true) {
            self.page.work(0.0, &mut || false);
        }
        self.page.publish(Due::Everything);
        settle().await;
    }

    /// Checks that the top and the bottom of `part` lie within the element that `selector` matches. `part`
    /// may end half a pixel below this element. `place` names the test case in the panic message.
    ///
    /// # Panics
    /// If `part` does not lie within the element, or no element matches.
    pub fn is_seen(&self, part: &Element, selector: &str, place: &str) {
        let (part, frame) = (part.get_bounding_client_rect(), self.find(selector).get_bounding_client_rect());
        assert!(
            part.top() >= frame.top() && part.bottom() <= frame.bottom() + 0.5,
            "{place}: from {} to {} pixels, in {selector} from {} to {}",
            part.top(),
            part.bottom(),
            frame.top(),
            frame.bottom()
        );
    }

    /// Checks rules that hold for every component. Nothing is wider than the element that `selector` matches.
    /// Each control is large enough to hit (WCAG 2.2, 2.5.8): at least 13 pixels wide and high for radio
    /// buttons and check boxes, 24 for other controls. All text has a contrast of at least 4.5 (1.4.3),
    /// except text in disabled controls and in drawings. `place` names the test case in the panic message.
    ///
    /// # Panics
    /// If a rule does not hold, or no element matches.
    pub fn check(&self, selector: &str, place: &str) {
        let root = self.find(selector);
        assert!(
            root.scroll_width() <= root.client_width() + 1,
            "{place}: wider than {}",
            root.client_width()
        );
        for button in self.all(&format!("{selector} button, {selector} input, {selector} select")) {
            let shape = button.get_bounding_client_rect();
            // A button within a sentence has the height of its line (WCAG 2.2, 2.5.8, exception "inline").
            if button.class_list().contains("term") {
                continue;
            }
            let is_inline =
                button.get_attribute("type").is_some_and(|kind| kind == "radio" || kind == "checkbox");
            let least = if is_inline { 13.0 } else { 24.0 };
            assert!(
                shape.width() >= least && shape.height() >= least,
                "{place}: {} is {} x {} pixels",
                button.outer_html(),
                shape.width(),
                shape.height()
            );
        }
        for element in self.all(&format!("{selector} *")) {
            let own = element.child_nodes();
            let has_text = (0..own.length()).filter_map(|n| own.get(n)).any(|node| {
                node.node_type() == web_sys::Node::TEXT_NODE
                    && node.text_content().is_some_and(|text| !text.trim().is_empty())
            });
            let is_off = element.closest("[aria-disabled=true], :disabled, svg").ok().flatten().is_some();
            if has_text && !is_off {
                let ratio = contrast(colour(&element, "color"), background(&element));
                assert!(ratio >= 4.5, "{place}: contrast {ratio:.2} of {}", element.outer_html());
            }
        }
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        self.frame.remove();
    }
}

/// Waits until all effects have run, including effects that other effects cause.
pub async fn settle() {
    for _ in 0..3 {
        leptos::task::tick().await;
    }
}

/// Red, green, blue and opacity, each from 0 to 1.
type Colour = [f64; 4];

fn colour(element: &Element, property: &str) -> Colour {
    let style = window().get_computed_style(element).expect("a style").expect("a style");
    let value = style.get_property_value(property).expect("a value");
    let inner = value.trim_start_matches("rgba(").trim_start_matches("rgb(").trim_end_matches(')');
    let mut parts = inner.split(',').map(|part| part.trim().parse::<f64>());
    let mut part = |scale: f64| match parts.next() {
        Some(Ok(value)) => Some(value / scale),
        Some(Err(_)) => panic!("{property}: {value} is no colour"),
        None => None,
    };
    [part(255.0), part(255.0), part(255.0), part(1.0)].map(|part| part.unwrap_or(1.0))
}

/// Colour behind the text of `element`: its own background, drawn over the backgrounds of its ancestors.
fn background(element: &Element) -> Colour {
    let own = colour(element, "background-color");
    if own[3] >= 1.0 {
        return own;
    }
    let behind = element.parent_element().map_or([1.0; 4], |parent| background(&parent));
    let mixed = |n: usize| own[n] * own[3] + behind[n] * (1.0 - own[3]);
    [mixed(0), mixed(1), mixed(2), 1.0]
}

/// Contrast ratio of two opaque colours, from 1 (equal) to 21 (black and white) (WCAG 2.2).
fn contrast(one: Colour, other: Colour) -> f64 {
    let linear = |part: f64| if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let luminance = |of: Colour| 0.2126 * linear(of[0]) + 0.7152 * linear(of[1]) + 0.0722 * linear(of[2]);
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}
