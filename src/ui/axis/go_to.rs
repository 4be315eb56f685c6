//! Text field for a time. The cursor moves to the time that the user enters, and playing stops. Spaces in the
//! text are ignored, and µ may be written as u. A text that is no time changes nothing, and a message
//! appears.

use fabric_sim::document::Problem;
use fabric_sim::document::link::Cursor;
use leptos::prelude::*;

use crate::lab::{Command, displayed_message};
use crate::ui::PageContext;

/// Text field for a time, such as `12.5us`. Enter moves the cursor to the time, stops playing and empties the
/// field. If the text is not a time, the text stays and an error appears below it. The error disappears when
/// the text is edited or the text field loses the focus.
#[component]
pub fn GoTo(page: PageContext) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let refused = RwSignal::new(None::<String>);
    let go = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        // The user may also type a time as the clock shows it, such as `12.5 µs`.
        let typed = text.get_untracked().replace(char::is_whitespace, "").replace(['\u{b5}', '\u{3bc}'], "u");
        match typed.parse::<Cursor>() {
            Ok(cursor) => {
                text.set(String::new());
                page.act(Command::Halt(cursor));
            }
            Err(problem) => {
                // The error of the parser names the key of a link, so the name of the field replaces it.
                let problem = Problem { place: "Time".to_owned(), ..problem };
                refused.set(Some(displayed_message(&problem.to_string())));
            }
        }
    };
    view! {
        <form class="go-to" on:submit=go>
            <input type="text" size="8" autocomplete="off" spellcheck="false" placeholder="go to\u{2026}" aria-label="Go to a time"
                title="Go to a time, such as 12.5us (U)" data-testid="go-to" prop:value=text
                aria-invalid=move || refused.with(Option::is_some).to_string()
                on:blur=move |_| refused.set(None)
                on:input=move |event| { text.set(event_target_value(&event)); refused.set(None); }/>
            {move || refused.get().map(|why| view! { <p class="refusal" role="alert" data-testid="go-to-refusal">{why}</p> })}
        </form>
    }
}
