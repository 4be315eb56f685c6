//! Icons of the page, 16 × 16 pixels.

use leptos::prelude::*;

/// Icon of a button, named after the effect of the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// Plays the run.
    Play,
    /// Stops playing.
    Pause,
    /// Steps forward by one event.
    Step,
    /// Steps back by one event.
    Back,
    /// Moves the cursor to the start of the run.
    Home,
    /// Moves the cursor to the end of the time line.
    End,
    /// Undoes the last edit.
    Undo,
    /// Redoes the last undone edit.
    Redo,
    /// Resets the document to its preset.
    Reset,
    /// Opens the help.
    Help,
    /// Shows or hides the full text of a shortened description.
    Info,
    /// Opens a menu of more commands.
    More,
    /// Opens the gallery of presets.
    Gallery,
    /// Opens the share dialog.
    Share,
    /// Opens the export menu.
    Export,
    /// Opens the sweep dialog.
    Sweep,
    /// Opens the form of a new fabric.
    Build,
    /// Opens the view menu, with the choice of charts, sizes and panels.
    View,
    /// Switches between the light and the dark theme.
    Theme,
    /// Closes a dialog or panel.
    Close,
    /// Opens the drawer with the inspector.
    Drawer,
    /// Opens the menu of jumps to events.
    Jump,
    /// Zooms in.
    Nearer,
    /// Zooms out.
    Further,
    /// Shows the whole time line, or the whole fabric, depending on the button.
    Whole,
}

/// Icon of 16 × 16 pixels. The icon changes with the signal `glyph`. Screen readers skip it, so that its
/// button needs a label.
#[component]
pub fn Icon(#[prop(into)] glyph: Signal<Glyph>) -> impl IntoView {
    let path = move || match glyph.get() {
        Glyph::Play => "M4 2.5v11l9.5-5.5z",
        Glyph::Pause => "M3.5 2.5h3.2v11H3.5zM9.3 2.5h3.2v11H9.3z",
        Glyph::Step => "M3 3v10l7-5zM11 3h2v10h-2z",
        Glyph::Back => "M13 3v10L6 8zM3 3h2v10H3z",
        Glyph::Home => "M2 3h2v10H2zM9 3v10L4.5 8zM14 3v10L9.5 8z",
        Glyph::End => "M12 3h2v10h-2zM7 3v10l4.500-5zM2 3v10l4.500-5z",
        Glyph::Undo => {
            "M6.500 3 2 7l4.500 4V8.300h3a2.600 2.600 0 0 1 0 5.200H6V15h3.500a4.100 4.100 0 0 0 0-8.200h-3z"
        }
        Glyph::Redo => {
            "M9.500 3 14 7l-4.500 4V8.300h-3a2.600 2.600 0 0 0 0 5.200H10V15H6.500a4.100 4.100 0 0 1 0-8.200h3z"
        }
        Glyph::Reset => {
            "M8 2.500a5.500 5.500 0 1 1-5.400 6.600l1.500-.3A4 4 0 1 0 5.200 5.200L7 7H2V2l2.100 2.100A5.500 5.500 0 0 1 8 2.500z"
        }
        Glyph::Help => {
            "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 1.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM7.200 11h1.700v1.600H7.200zM8 3.900c1.700 0 2.800.9 2.800 2.400 0 1.200-.7 1.800-1.300 2.300-.5.400-.7.600-.7 1.100v.4H7.300v-.6c0-1.100.6-1.700 1.200-2.100.5-.4.8-.7.800-1.200 0-.6-.5-.9-1.200-.9s-1.300.4-1.400 1.200H5.200C5.300 4.800 6.400 3.900 8 3.900z"
        }
        Glyph::Info => {
            "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 1.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM7.200 3.900h1.700v1.700H7.200zM7.200 6.800h1.700V12H7.200z"
        }
        Glyph::Gallery => "M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z",
        Glyph::More => "M1.5 6.500h3v3h-3zM6.500 6.500h3v3h-3zM11.500 6.500h3v3h-3z",
        Glyph::Share => {
            "M8 1l3.500 3.500-1 1L8.700 3.700V10H7.300V3.700L5.500 5.500l-1-1zM3 7h2.500v1.500h-1v5h7v-5h-1V7H13v8H3z"
        }
        Glyph::Export => {
            "M7.300 1h1.400v6.300l1.800-1.800 1 1L8 10 4.500 6.500l1-1 1.800 1.800zM3 9h1.500v4.500h7V9H13v6H3z"
        }
        Glyph::Sweep => {
            "M2 2h1.500v10.500H14V14H2zM5 9.500a1.300 1.300 0 1 1 0 2.600 1.300 1.300 0 0 1 0-2.600zM8.500 6a1.300 1.300 0 1 1 0 2.600 1.300 1.300 0 0 1 0-2.600zM12 2.500a1.300 1.300 0 1 1 0 2.600 1.300 1.300 0 0 1 0-2.600z"
        }
        Glyph::View => "M1.500 2.500h13v9h-13zM3 4v6h10V4zM5 13h6v1.500H5z",
        Glyph::Build => {
            "M6 2h4v4H8.700v1.500H13V10h1.500v4h-4v-4h1.200V8.800H4.300V10h1.200v4h-4v-4H3V7.500h4.300V6H6z"
        }
        Glyph::Theme => "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 1.500v11a5.500 5.500 0 0 0 0-11z",
        Glyph::Close => "m4 3 4 4 4-4 1 1-4 4 4 4-1 1-4-4-4 4-1-1 4-4-4-4z",
        Glyph::Jump => "M4 2h1.500v12H4zM6.500 2.500h7.500L12 5.500l2 3H6.500z",
        Glyph::Nearer => "M7.2 2.500h1.600v4.700h4.700v1.600H8.800v4.700H7.200V8.800H2.500V7.200h4.700z",
        Glyph::Further => "M2.500 7.200h11v1.600h-11z",
        Glyph::Whole => "M1.500 3H3v10H1.500zM13 3h1.500v10H13zM4 8l3-3v2.200h2V5l3 3-3 3V8.800H7V11z",
        Glyph::Drawer => "M2 2h12v12H2zm1.500 1.500v9H9v-9zm7 0v9h2v-9z",
    };
    view! { <svg viewBox="0 0 16 16" aria-hidden="true"><path d=path fill-rule="evenodd"/></svg> }
}
