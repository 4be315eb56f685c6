//! Share dialog: a share link to the present state with an explanation of its parts, and the document as a
//! file. Start with [`Share`].
//!
//! At first, the share link contains the time of the cursor, and run A if run A differs from run B. The check
//! box for run A appears only if run A differs. For an embedded page, the text is an `iframe` instead of a
//! share link. A note appears if the share link is very long.

mod embed;
mod local;

use fabric_sim::document::link::{ShareLink, Theme};
use leptos::html::Textarea;
use leptos::prelude::*;

use super::copy::CopyButton;
use super::dialog::{Dialog, Modal};
use super::{PageContext, files};
use crate::lab::{Command, ShareOptions, Shared};
use crate::parts::ProgramPart;
use embed::{Embed, frame};
use local::Local;

/// Share dialog. Its opening pauses the run, so that the share link leads to the state that the page shows.
/// Check boxes change the share link, but not the page; buttons copy the share link, save the document, or
/// open a file. The choices stay while the dialog is closed.
#[component]
pub fn Share(page: PageContext) -> impl IntoView {
    view! {
        <Dialog which=Modal::Share part=ProgramPart::Dialogs title="Share what you see" open=page.dialog
            before=Callback::new(move |()| page.act(Command::Pause))>
            {contents(page)}
        </Dialog>
    }
}

/// Contents of the share dialog. This function is in a part of the program that is loaded on first use.
#[inline(never)]
fn contents(page: PageContext) -> AnyView {
    let options = RwSignal::new(ShareOptions { at_cursor: true, with_a: true, ..ShareOptions::default() });
    let shared = Memo::new(move |_| {
        // The cursor may still move when the dialog is opened.
        page.text_picture.track();
        let open = page.dialog.get() == Some(Modal::Share);
        open.then(|| page.read_lab(|lab| options.with(|options| lab.share(options))))
            .flatten()
            .unwrap_or_default()
    });
    let field = NodeRef::<Textarea>::new();
    let size = RwSignal::new(embed::USUAL);
    let title = move || {
        page.static_picture.with_untracked(|static_picture| static_picture.document_picture.title.clone())
    };
    let text = Signal::derive(move || {
        let url = format!("{}{}", base(), shared.with(|shared| shared.fragment.clone()));
        if options.with(|options| options.page.embedded) { frame(&url, &title(), size.get()) } else { url }
    });
    let check = move |label: &'static str,
                      id: &'static str,
                      get: fn(&ShareOptions) -> bool,
                      set: fn(&mut ShareOptions, bool)| {
        view! {
            <label class="check">
                <input type="checkbox" data-testid=id prop:checked=move || options.with(get)
                    on:change=move |event| options.update(|options| set(options, event_target_checked(&event)))/>
                {label}
            </label>
        }
    };
    let any_a = Memo::new(move |_| {
        page.text_picture.with(|picture| picture.run_a.as_ref().is_some_and(|other| !other.is_same))
    });
    let chosen = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        options
            .update(|options| options.page.theme = Theme::ALL.into_iter().find(|theme| theme.name() == name));
    };
    view! {
            <div class="copy">
                <textarea readonly rows="3" spellcheck="false" aria-label="The link" data-testid="share-link"
                    node_ref=field prop:value=text></textarea>
                <CopyButton text=Callback::new(move |()| text.get_untracked()) label="Copy" id="share-copy" field version=text/>
            </div>
            <Long shared/>
            <Local/>
            <div class="options">
                {check("Start at this moment", "share-here", |options| options.at_cursor, |options, on| options.at_cursor = on)}
                {check("Start playing", "share-plays", |options| options.plays, |options, on| options.plays = on)}
                {check("Embed (picture only)", "share-embed", |options| options.page.embedded, |options, on| options.page.embedded = on)}
                <Show when=move || options.with(|options| options.page.embedded)><Embed options size/></Show>
                <Show when=move || any_a.get()>
                    {check("With A, to compare", "share-a", |options| options.with_a, |options, on| options.with_a = on)}
                </Show>
                {check("View only", "share-lock", |options| options.page.locked, |options, on| options.page.locked = on)}
                <label class="check">
                    "Colours"
                    <select class="select" data-testid="share-theme" on:change=chosen>
                        <option value="">"follow the viewer's setting"</option>
                        <option value="light">"light"</option>
                        <option value="dark">"dark"</option>
                    </select>
                </label>
            </div>
            <LinkParts shared/>
            <footer>
                <button class="button" data-testid="save" on:click=move |_| files::save(page, options.with_untracked(|options| options.at_cursor))>"Save as a file"</button>
                <files::Open page id="open-file"/>
                <p>"The file opens at the same moment as the link. Files can also be dropped on the page: documents, or those of switches, NICs and other simulators."</p>
            </footer>
    }
    .into_any()
}

/// List of the parts of the share link, each with its meaning; folded at first.
#[component]
fn LinkParts(shared: Memo<Shared>) -> impl IntoView {
    let rows = move || {
        let says = shared.with(|shared| shared.says.clone());
        says.into_iter()
            .map(|(part, meaning)| view! { <div><dt><code>{part}</code></dt><dd>{meaning}</dd></div> })
            .collect_view()
    };
    view! {
        <details>
            <summary>"What the link says"</summary>
            <dl class="link-contents" data-testid="share-contents">{rows}</dl>
        </details>
    }
}

/// Note that the share link may be too long for mail and chat programs. Absent if the link has at most
/// [`ShareLink::LONG`] bytes.
#[component]
fn Long(shared: Memo<Shared>) -> impl IntoView {
    let length = Memo::new(move |_| shared.with(|shared| shared.is_long().then_some(shared.fragment.len())));
    move || {
        length.get().map(|length| {
            let most = ShareLink::LONG;
            view! {
                <p class="caution" data-testid="share-long">
                    {format!("The link has {length} bytes; above {most}, mails and chats may cut it. Send a file in its place: \u{201c}Save as a file\u{201d}.")}
                </p>
            }
        })
    }
}

/// Address of the page without the fragment.
fn base() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}
