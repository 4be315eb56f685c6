//! Card of the first visit. It offers lessons, presets and a new fabric. After the first choice it never
//! appears again.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::KeyboardEvent;

use crate::ui::browser_storage::{any_begins, recall, remember};
use crate::ui::dialog::Modal;
use crate::ui::icon::{Glyph, Icon};
use crate::ui::keys::focus;
use crate::ui::{PageContext, files, lesson, url};

/// Key under which the browser stores that the user has closed the card of the first visit.
const VISITED: &str = "visited";

/// Whether this is the first visit: the address has no share link, and the browser stores neither a closed
/// card nor progress in lessons. The share link of the last visit, which [`url::resume`] restores, counts as
/// a share link. If the browser permits no storage, each visit without a share link is a first visit.
fn is_first_visit() -> bool {
    url::has_no_link() && recall(VISITED).is_none() && !any_begins(lesson::SAVED)
}

/// Card of the first visit; absent on later visits, and if the page was opened by a share link. Its buttons
/// start the first lesson, open the gallery of presets or the form of a new fabric, or open a file. Each
/// button, Escape and the close button close the card for ever. The card also closes for ever when another
/// document, a lesson or another pane is opened by other means.
#[component]
pub fn FirstVisit(page: PageContext) -> impl IntoView {
    let is_open = RwSignal::new(is_first_visit());
    let close = move || {
        is_open.set(false);
        remember(VISITED, Some("yes"));
    };
    // The card closes when another document, a lesson or another pane is opened.
    let version = Memo::new(move |_| {
        page.static_picture.with(|static_picture| static_picture.document_picture.version)
    });
    Effect::new(move |before: Option<()>| {
        // The memo is read here, because tracking alone does not compute it.
        version.with(|_| ());
        page.pane.track();
        if before.is_some() && is_open.get_untracked() {
            close();
        }
    });
    let learn = move |_| {
        close();
        spawn_local(lesson::begin_first(page));
    };
    let build = move |_| {
        close();
        page.dialog.set(Some(Modal::Build));
    };
    let explore = move |_| {
        close();
        page.dialog.set(Some(Modal::Presets));
    };
    let shut = move || {
        close();
        // The focus was in the card, which is removed.
        focus("[data-testid=play]");
    };
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            shut();
        }
    };
    move || {
        is_open.get().then(|| view! {
            <section class="card first-visit" aria-labelledby="first-visit-title" data-testid="first-visit" on:keydown=pressed>
                <header>
                    <h2 id="first-visit-title">"Where do you want to begin?"</h2>
                    <button class="button icon plain" aria-label="Close" data-testid="first-visit-close" on:click=move |_| shut()>
                        <Icon glyph=Glyph::Close/>
                    </button>
                </header>
                <div>
                    <h3>"Learn"</h3>
                    <p>"How a pause works, in a few minutes, from the beginning."</p>
                    <button class="button primary" data-testid="first-visit-learn" on:click=learn>"Start lesson 1"</button>
                </div>
                <div>
                    <h3>"Explore"</h3>
                    <p>"Fabrics that each show one thing, with pictures."</p>
                    <button class="button" data-testid="first-visit-explore" title="Presets, each with a picture (C)" on:click=explore>"Presets"</button>
                </div>
                <div>
                    <h3>"My own fabric"</h3>
                    <p>"Build it, or open or drop its files: a document, SONiC configurations, or those of a simulator."</p>
                    <p>
                        <button class="button" data-testid="first-visit-build" title="Build a fabric by its kind and counts (B)" on:click=build>"Build"</button>
                        <files::Open page id="door-file"/>
                    </p>
                </div>
            </section>
        })
    }
}
