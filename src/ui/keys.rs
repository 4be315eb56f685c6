//! Keyboard shortcuts of the page. The handler of keys and the help use the same table. Start with
//! [`BINDINGS`].
//!
//! Escape, which is not in the table, closes the drawer of the inspector; without an open dialog it also
//! deselects the flow. While a dialog is open, no shortcut works, except `?` in the help. Shortcuts with Alt
//! do not exist. A focused field keeps its keys.

use fabric_sim::ids::Priority;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::PageContext;
use super::dialog::Modal;
use super::present::{self, Side};
use super::zoom::NEARER;
use crate::lab::{Command, EventTarget};

/// Action of a keyboard shortcut.
#[derive(Clone, Copy)]
pub enum KeyAction {
    /// Performs a command of the lab.
    Command(fn() -> Command),
    /// Starts a pause storm with the options chosen beside its button.
    Storm,
    /// Opens the share dialog.
    Share,
    /// Opens the export menu.
    Export,
    /// Opens the sweep dialog.
    Sweep,
    /// Opens the form of a new fabric.
    Build,
    /// Opens the menu of jumps to events, or closes it if it is open.
    Jumps,
    /// Opens the list of lessons.
    Lessons,
    /// Opens the gallery of presets.
    Presets,
    /// Opens the help, or closes it if it is open.
    Help,
    /// Clicks the button with this test id among the buttons of the camera.
    Camera(&'static str),
    /// Shows the wait-for graph, or hides it if it is shown.
    Waits,
    /// Focuses the search field of parameters.
    Find,
    /// Focuses the text field in which the user types a time.
    Time,
    /// Selects the next larger size of text and marks. After the largest size, the normal size follows.
    Enlarge,
    /// Folds a side panel, or unfolds it if it is folded.
    Fold(Side),
    /// Enters full screen, or leaves it.
    FillScreen,
}

/// Keyboard shortcut: key, text for the help, and action.
pub struct Binding {
    /// Name of the key, as in `KeyboardEvent.key`.
    pub key: &'static str,
    /// Whether Ctrl, or Cmd on a Mac, must be pressed.
    pub ctrl: bool,
    /// Whether Shift must be pressed. Used only for keys whose name is the same with Shift, such as `PageUp`.
    pub shift: bool,
    /// Name of the key in the help, such as `shift .`.
    pub shown: &'static str,
    /// Description of the shortcut in the help.
    pub words: &'static str,
    /// Action that the key performs.
    pub action: KeyAction,
}

const fn key(key: &'static str, shown: &'static str, words: &'static str, action: KeyAction) -> Binding {
    Binding { key, ctrl: false, shift: false, shown, words, action }
}

/// Creates a shortcut that performs a command. The key is pressed without Ctrl and without Shift. `shown` is
/// the name of the key in the help, `words` the description.
const fn command(
    key: &'static str,
    shown: &'static str,
    words: &'static str,
    command: fn() -> Command,
) -> Binding {
    Binding { key, ctrl: false, shift: false, shown, words, action: KeyAction::Command(command) }
}

/// Creates a shortcut that performs a command while Shift is pressed. Used for keys whose name does not
/// change with Shift, such as `PageDown`.
const fn shifted(
    key: &'static str,
    shown: &'static str,
    words: &'static str,
    command: fn() -> Command,
) -> Binding {
    Binding { key, ctrl: false, shift: true, shown, words, action: KeyAction::Command(command) }
}

const fn ctrl(
    key: &'static str,
    shown: &'static str,
    words: &'static str,
    command: fn() -> Command,
) -> Binding {
    Binding { key, ctrl: true, shift: false, shown, words, action: KeyAction::Command(command) }
}

/// Distance of a pan by a key, as a fraction of the window of time that charts and lanes show.
const PAN: f64 = 0.25;

/// All keyboard shortcuts, in the order of the help. A key is listed once for each combination with Ctrl and
/// Shift. Letters are lower case without Shift and upper case with Shift.
pub const BINDINGS: [Binding; 73] = [
    command(" ", "space", "play / pause", || Command::PlayOrPause),
    command(".", ".", "one event forward", || Command::Step),
    command(",", ",", "one event back", || Command::StepBack),
    command(">", "shift .", "to the next key event", || Command::Next(EventTarget::AnyKeyEvent)),
    command("<", "shift ,", "to the previous key event", || Command::Last(EventTarget::AnyKeyEvent)),
    command("PageDown", "page down", "one event forward", || Command::Step),
    command("PageUp", "page up", "one event back", || Command::StepBack),
    shifted("PageDown", "shift page down", "to the next key event", || {
        Command::Next(EventTarget::AnyKeyEvent)
    }),
    shifted("PageUp", "shift page up", "to the previous key event", || {
        Command::Last(EventTarget::AnyKeyEvent)
    }),
    key("u", "U", "go to a time: focus the field for it", KeyAction::Time),
    command("[", "[", "slower", || Command::Slower),
    command("]", "]", "faster", || Command::Faster),
    command("+", "+", "charts and lanes zoom in at the cursor", || Command::Zoom(None, NEARER)),
    command("=", "=", "zoom in, too", || Command::Zoom(None, NEARER)),
    command("-", "-", "charts and lanes zoom out", || Command::Zoom(None, 1.0 / NEARER)),
    command("z", "Z", "charts and lanes show all of the time", || Command::Whole),
    command("p", "P", "charts and lanes pan right", || Command::Pan(PAN)),
    command("P", "shift P", "charts and lanes pan left", || Command::Pan(-PAN)),
    command("Home", "home", "to the start; on the tabs, to the first one", || Command::Home),
    command("End", "end", "to the end of the time line; on the tabs, to the last one", || Command::End),
    key("g", "G", "open or close the menu of events that the cursor can go to", KeyAction::Jumps),
    command("n", "N", "to the next frame of the selected port and priority", || {
        Command::Next(EventTarget::Frame)
    }),
    command("N", "shift N", "to the previous frame", || Command::Last(EventTarget::Frame)),
    command("q", "Q", "to the next event of the selected port and priority", || {
        Command::Next(EventTarget::Here)
    }),
    command("Q", "shift Q", "to the previous event", || Command::Last(EventTarget::Here)),
    command("J", "shift J", "to the previous pause frame", || Command::Last(EventTarget::Pause)),
    command("X", "shift X", "to the previous drop, and its frame", || Command::Last(EventTarget::Drop)),
    command("D", "shift D", "to the previous deadlock, and its queue", || {
        Command::Last(EventTarget::Deadlock)
    }),
    key("}", "}", "enlarge the fabric about the selection", KeyAction::Camera("fabric-enlarge")),
    key("{", "{", "show more of the fabric", KeyAction::Camera("fabric-shrink")),
    key("Z", "shift Z", "show the whole fabric", KeyAction::Camera("fabric-whole")),
    key(
        "U",
        "shift U",
        "look into the selected node: it fills the picture",
        KeyAction::Camera("fabric-node"),
    ),
    key("ArrowLeft", "\u{2190}", "the enlarged fabric: to the left", KeyAction::Camera("fabric-left")),
    key("ArrowRight", "\u{2192}", "to the right", KeyAction::Camera("fabric-right")),
    key("ArrowUp", "\u{2191}", "upwards", KeyAction::Camera("fabric-up")),
    key("ArrowDown", "\u{2193}", "downwards", KeyAction::Camera("fabric-down")),
    command("j", "J", "to the next pause frame", || Command::Next(EventTarget::Pause)),
    command("x", "X", "to the next drop, and its frame", || Command::Next(EventTarget::Drop)),
    command("d", "D", "to the next deadlock, and its queue", || Command::Next(EventTarget::Deadlock)),
    command("m", "M", "to the next match of the selected switch", || Command::Next(EventTarget::Match)),
    command("M", "shift M", "to the previous match", || Command::Last(EventTarget::Match)),
    command("f", "F", "select the next flow and show its figures", || Command::NextFlow(true)),
    command("F", "shift F", "to the previous flow", || Command::NextFlow(false)),
    command("i", "I", "incast: all hosts send to one host", || Command::Incast),
    key("o", "O", "storm: the selected port sends pauses; options are beside its button", KeyAction::Storm),
    command("k", "K", "deadlock: start flows along a cycle of the routes, if there is one", || {
        Command::Deadlock
    }),
    key("w", "W", "show or hide the wait-for graph over the fabric", KeyAction::Waits),
    command("a", "A", "pin the run as A, to compare it with later changes; or unpin A", || Command::Pin),
    command("r", "R", "reset: the preset as it was", || Command::Reset),
    command("0", "0", "priority 0", || Command::Priority(Priority::P0)),
    command("1", "1", "priority 1", || Command::Priority(Priority::P1)),
    command("2", "2", "priority 2", || Command::Priority(Priority::P2)),
    command("3", "3", "priority 3", || Command::Priority(Priority::P3)),
    command("4", "4", "priority 4", || Command::Priority(Priority::P4)),
    command("5", "5", "priority 5", || Command::Priority(Priority::P5)),
    command("6", "6", "priority 6", || Command::Priority(Priority::P6)),
    command("7", "7", "priority 7", || Command::Priority(Priority::P7)),
    ctrl("z", "ctrl Z", "undo", || Command::Undo),
    ctrl("y", "ctrl Y", "redo", || Command::Redo),
    key("l", "L", "lessons: the list, with your progress", KeyAction::Lessons),
    key("c", "C", "choose a preset by its picture or by words", KeyAction::Presets),
    command("t", "T", "free play: leave the lesson's step to try anything, and come back to it", || {
        Command::FreePlay
    }),
    key("v", "V", "sweep: repeat the run with other values", KeyAction::Sweep),
    key("b", "B", "build a fabric by its kind and counts", KeyAction::Build),
    key("h", "H", "enlarge text and marks; after the largest size, back to normal", KeyAction::Enlarge),
    key("(", "(", "fold the panel of parameters, or open it", KeyAction::Fold(Side::Left)),
    key(")", ")", "fold the inspector, or open it", KeyAction::Fold(Side::Right)),
    key("y", "Y", "full screen, and back", KeyAction::FillScreen),
    key("s", "S", "share: the link to what you see", KeyAction::Share),
    key("e", "E", "export: pictures, tables and the document as files", KeyAction::Export),
    key("/", "/", "find a parameter, node or flow", KeyAction::Find),
    key("?", "?", "this help", KeyAction::Help),
    ctrl("Z", "ctrl shift Z", "redo", || Command::Redo),
];

/// Handles the keyboard shortcuts of the page. Stops when the calling component is removed. Undo and redo
/// work in a field without unsaved input.
pub fn bind(page: PageContext) {
    // Whether a click, not a key, moved the focus to the focused element.
    let pointed = StoredValue::new(false);
    // Whether a text field has unsaved input. Undo then belongs to the field.
    let typing = StoredValue::new(false);
    let mouse = window_event_listener(leptos::ev::pointerdown, move |_| {
        pointed.try_set_value(true);
    });
    let typed = window_event_listener(leptos::ev::input, move |_| {
        typing.try_set_value(true);
    });
    let taken = window_event_listener(leptos::ev::change, move |_| {
        typing.try_set_value(false);
    });
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if event.key() == "Tab" {
            pointed.try_set_value(false);
        }
        let is = |what: StoredValue<bool>| what.try_get_value().unwrap_or(false);
        pressed(page, &event, is(pointed), is(typing));
    });
    on_cleanup(move || {
        mouse.remove();
        typed.remove();
        taken.remove();
        handle.remove();
    });
}

/// Performs the shortcut of a pressed key. `pointed` is true if a click, not a key, moved the focus to the
/// focused element. `typing` is true if a text field has unsaved input. Keys that another handler has used
/// (`preventDefault`) do nothing. If the viewer has turned off single keys, letters, digits and signs work
/// only with Ctrl. The space bar and keys such as `Home` still work.
fn pressed(page: PageContext, event: &KeyboardEvent, pointed: bool, typing: bool) {
    let key = key_of(event);
    let with_ctrl = event.ctrl_key() || event.meta_key();
    if key == "Escape" {
        // Dialogs and popovers close themselves.
        page.drawer.set(false);
        if page.dialog.get_untracked().is_none()
            && page.static_picture.with_untracked(|static_picture| static_picture.chosen.is_some())
        {
            page.act(Command::NoFlow);
        }
        return;
    }
    let open = page.dialog.get_untracked();
    let is_covered = open.is_some_and(|open| open != Modal::Help || key != "?");
    if event.alt_key() || event.default_prevented() || is_covered {
        return;
    }
    let letter = key.len() == 1 && !with_ctrl && key != " ";
    if letter && !page.letters.get_untracked() {
        return;
    }
    if (!with_ctrl || typing) && taken_by_field(event, &key, pointed) {
        return;
    }
    // Shift changes the name of a letter or a sign, but not the name of a page key.
    let with_shift = event.shift_key() && key.starts_with("Page");
    let is_it = |one: &&Binding| one.key == key && one.ctrl == with_ctrl && one.shift == with_shift;
    let Some(binding) = BINDINGS.iter().find(is_it) else { return };
    if key.starts_with("Arrow") && !is_of_fabric(event) {
        return;
    }
    event.prevent_default();
    match binding.action {
        KeyAction::Command(command) => page.act(command()),
        KeyAction::Storm => page.act(Command::Storm(page.storm.get_untracked())),
        KeyAction::Camera(button) => click(button),
        KeyAction::Waits => page.switch_waits(),
        KeyAction::Export => page.dialog.set(Some(Modal::Export)),
        KeyAction::Share => page.dialog.set(Some(Modal::Share)),
        KeyAction::Lessons => page.dialog.set(Some(Modal::Lessons)),
        KeyAction::Presets => page.dialog.set(Some(Modal::Presets)),
        KeyAction::Sweep => page.dialog.set(Some(Modal::Sweep)),
        // A locked page refuses a new fabric.
        KeyAction::Build if page.settings.with_untracked(|settings| settings.locked) => {}
        KeyAction::Build => page.dialog.set(Some(Modal::Build)),
        KeyAction::Help => page.dialog.update(|open| *open = open.is_none().then_some(Modal::Help)),
        KeyAction::Jumps => {
            if let Some(button) = element("[data-testid=jumps]") {
                // The menu takes the focus when it opens. When it closes, it returns the focus to the element
                // that had it before.
                let _ = button.focus();
                button.click();
            }
        }
        KeyAction::Find => focus("[data-testid=param-find]"),
        KeyAction::Time => focus("[data-testid=go-to]"),
        KeyAction::Enlarge => present::enlarge(page),
        KeyAction::Fold(side) => present::fold(page, side),
        KeyAction::FillScreen => present::fill_screen(),
    }
}

/// Name of the pressed key as in [`BINDINGS`]. A letter is upper case with Shift, otherwise lower case; Caps
/// Lock has no effect.
fn key_of(event: &KeyboardEvent) -> String {
    let key = event.key();
    match key.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() && event.shift_key() => key.to_ascii_uppercase(),
        [letter] if letter.is_ascii_alphabetic() => key.to_ascii_lowercase(),
        _ => key,
    }
}

/// Focuses the first element that `selector` matches. Does nothing if no element matches.
pub fn focus(selector: &str) {
    if let Some(field) = element(selector) {
        let _ = field.focus();
    }
}

/// Clicks the first button with the test id `button`, also if it is hidden. Does nothing if the page has no
/// such button.
pub fn click(button: &str) {
    if let Some(button) = element(&format!("[data-testid={button}]")) {
        button.click();
    }
}

fn element(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Whether an arrow key pans the picture of the fabric: the focus is on the picture or its buttons, or on no
/// element.
fn is_of_fabric(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_none_or(|target| {
        target.tag_name() == "BODY" || matches!(target.closest(".camera, .fabric canvas"), Ok(Some(_)))
    })
}

/// Whether the focused element uses this key itself, so that the shortcut is not performed. Text fields and
/// menus use all keys; sliders use Home, End and the page keys; buttons use the space bar. `pointed` is true
/// if a click moved the focus to the element; the space bar then performs the shortcut.
fn taken_by_field(event: &KeyboardEvent, key: &str, pointed: bool) -> bool {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
        return false;
    };
    let kind = target.get_attribute("type").unwrap_or_default();
    match target.tag_name().as_str() {
        // The slider of the cursor leaves all keys to the shortcuts.
        "INPUT" if target.matches(".scrub input") == Ok(true) => false,
        "INPUT" if kind == "range" => matches!(key, "Home" | "End" | "PageUp" | "PageDown"),
        "INPUT" | "TEXTAREA" | "SELECT" => true,
        // A button that was clicked leaves the space bar to the shortcut.
        "BUTTON" | "SUMMARY" | "A" => key == " " && !pointed,
        _ => {
            target.get_attribute("role").as_deref() == Some("slider")
                && matches!(key, "Home" | "End" | "PageUp" | "PageDown")
        }
    }
}
