//! Gallery of presets, grouped by subject, with a small picture of each fabric and a search field. Start with
//! [`Presets`].
//!
//! A preset is found if its title, name, description, subject or topics contain every word of the search
//! text. Upper and lower case are equal, a hyphen equals a space, and an empty text finds all presets. Groups
//! without a found preset are hidden.

use fabric_sim::document::{Document, PRESETS, Preset, PresetGroup};
use fabric_sim::spec::Spec;
use leptos::prelude::*;

use super::PageContext;
use super::dialog::{Dialog, Modal};
use crate::lab::Command;
use crate::parts::ProgramPart;
use crate::scene::{Layout, Viewport};

/// Size of the layout of a small picture, in pixels. The page shows the picture at about half this size.
const PICTURE: Viewport = Viewport { width: 272.0, height: 168.0 };

/// Dialog with the gallery. A click on a preset closes the dialog and opens the preset. When the dialog is
/// opened, the search field is empty and has the focus. If no preset is found, a text says so. Groups are in
/// the order of [`PresetGroup::ALL`], presets in that of [`PRESETS`].
#[component]
pub fn Presets(page: PageContext) -> impl IntoView {
    view! {
        <Dialog which=Modal::Presets part=ProgramPart::Dialogs title="Presets" open=page.dialog>
            <Show when=move || page.dialog.get() == Some(Modal::Presets)>{contents(page)}</Show>
        </Dialog>
    }
}

/// Contents of the gallery dialog. This function is in a part of the program that is loaded on first use.
#[inline(never)]
fn contents(page: PageContext) -> AnyView {
    view! { <Gallery page/> }.into_any()
}

#[component]
fn Gallery(page: PageContext) -> impl IntoView {
    let sought = RwSignal::new(String::new());
    let all = StoredValue::new(PRESETS.iter().map(PresetEntry::new).collect::<Vec<_>>());
    let found = Memo::new(move |_| {
        let sought = words(&sought.get());
        let finds = |entry: &PresetEntry| sought.split_whitespace().all(|word| entry.words.contains(word));
        all.with_value(|all| all.iter().map(finds).collect::<Vec<_>>())
    });
    let none = move || found.with(|found| !found.contains(&true)).then_some("No preset has these words.");
    let group = move |(group, title): (PresetGroup, &'static str)| {
        let members: Vec<usize> = all.with_value(|all| {
            let of_group = |(n, entry): (usize, &PresetEntry)| (entry.preset.group == group).then_some(n);
            all.iter().enumerate().filter_map(of_group).collect()
        });
        let is_empty = {
            let members = members.clone();
            move || found.with(|found| members.iter().all(|n| !found[*n]))
        };
        let card = move |n: usize| {
            all.with_value(|all| all[n].clone())
                .view(page, Signal::derive(move || found.with(|found| found[n])))
        };
        view! {
            <section class:hidden=is_empty>
                <h3>{title}</h3>
                <ul>{members.into_iter().map(card).collect_view()}</ul>
            </section>
        }
    };
    view! {
        <input class="find" type="search" placeholder="Find by words: pause, deadlock, share" aria-label="Find a preset"
            data-testid="preset-find" autofocus on:input=move |event| sought.set(event_target_value(&event))/>
        <p role="status">{none}</p>
        <div class="gallery">{PresetGroup::ALL.into_iter().map(group).collect_view()}</div>
    }
}

/// Text for comparisons: in lower case, with spaces in place of hyphens.
fn words(text: &str) -> String {
    text.to_lowercase().replace('-', " ")
}

/// Entry of a preset in the gallery: texts and small picture.
#[derive(Clone)]
struct PresetEntry {
    preset: &'static Preset,
    title: String,
    about: String,
    /// Title, name, description, subject and topics of the preset, as [`words`] writes them. The search field
    /// finds words in this text.
    words: String,
    picture: Picture,
}

impl PresetEntry {
    /// Creates the entry of a preset. A preset without a title has its name as title. If the document of the
    /// preset is refused, the picture is empty.
    fn new(preset: &'static Preset) -> Self {
        let document = preset.document();
        let title = if document.title.is_empty() { document.name.clone() } else { document.title.clone() };
        let Preset { name, topics, group, .. } = preset;
        let subject = PresetGroup::ALL.iter().find(|(of, _)| of == group).map_or("", |(_, subject)| subject);
        let words = words(&format!("{title} {name} {} {subject} {topics}", document.about));
        let picture = document.compile().map(|spec| Picture::new(&document, &spec)).unwrap_or_default();
        Self { preset, title, about: document.about, words, picture }
    }

    fn view(self, page: PageContext, is_found: Signal<bool>) -> impl IntoView {
        let Self { preset, title, about, picture, .. } = self;
        let choose = move |_| {
            page.dialog.set(None);
            page.act(Command::Preset(preset.name.to_owned()));
        };
        view! {
            <li class:hidden=move || !is_found.get()>
                <button class="button" data-testid=format!("preset-{}", preset.name) on:click=choose>
                    {picture.view()}
                    <span><b>{title}</b><small>{about}</small></span>
                </button>
            </li>
        }
    }
}

/// Small picture of a fabric: links as lines, hosts and switches as boxes.
#[derive(Clone, Default)]
struct Picture {
    /// SVG path of all links of the fabric.
    links: String,
    /// Box of each node: left, top, width and height in pixels, and whether it is a switch.
    boxes: Vec<([f64; 4], bool)>,
}

impl Picture {
    fn new(document: &Document, spec: &Spec) -> Self {
        let place = |name: &String| document.view.positions.get(name).map(|[x, y]| (x.get(), y.get()));
        let positions: Vec<_> = spec.nodes.iter().map(|node| place(&node.name)).collect();
        let layout = Layout::new(spec, &positions, PICTURE);
        let ends = spec.ports.iter().enumerate().filter(|(n, port)| *n < port.peer.index());
        let line = |(n, port): (usize, &fabric_sim::spec::PortSpec)| {
            let (from, to) = (layout.ports[n], layout.ports[port.peer.index()]);
            format!("M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y)
        };
        let boxes = layout
            .nodes
            .iter()
            .zip(&spec.nodes)
            .map(|(at, node)| ([at.left(), at.top(), at.width, at.height], node.switch().is_some()));
        Self { links: ends.map(line).collect(), boxes: boxes.collect() }
    }

    fn view(self) -> impl IntoView {
        let one = |([left, top, width, height], is_switch): ([f64; 4], bool)| {
            view! { <rect x=left y=top width=width height=height rx="5" class:switch=is_switch/> }
        };
        let Viewport { width, height } = PICTURE;
        view! {
            <svg viewBox=format!("0 0 {width} {height}") aria-hidden="true">
                <path d=self.links/>
                {self.boxes.into_iter().map(one).collect_view()}
            </svg>
        }
    }
}
