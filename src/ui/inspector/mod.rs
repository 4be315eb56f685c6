//! Inspector: status and tabs of the selected port and priority, and an outline of the fabric for keyboard
//! and screen reader. Start with [`Inspector`].
//!
//! The heading names the node, the port of a switch, and the interface in imported files. A priority has a
//! button if a flow uses it, if it is lossless at this port, or if it is selected.

mod bar;
mod buffers;
mod figures;
mod outline;
mod platform;
mod priority_status;
mod tabs;

use fabric_sim::ids::{Priority, PrioritySet};
use leptos::prelude::*;

use super::PageContext;
use super::icon::{Glyph, Icon};
use crate::lab::Command;
use crate::scene::{FILLS, digit_colour};
use outline::Outline;
use priority_status::PriorityStatus;
use tabs::Tabs;
pub use tabs::remembered_tab;

/// Inspector of the selected port and priority: heading, priorities, status, tabs and outline. If both ends
/// of the link are configured differently in the imported files, a text says so. The close button closes the
/// drawer of a narrow page. The style sheet uses the colour of the selected priority.
#[component]
pub fn Inspector(page: PageContext) -> impl IntoView {
    let heading = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
            let spec = &static_picture.document_picture.spec;
            let port = &spec.ports[static_picture.selected.port.index()];
            let owner = &spec.nodes[port.node.index()];
            let peer = &spec.owner(port.peer).name;
            let interface =
                static_picture.document_picture.interface(static_picture.selected.port).map(str::to_owned);
            (owner.name.clone(), port.number, peer.clone(), owner.switch().is_some(), interface)
        })
    });
    let differs = Memo::new(move |_| {
        let report = page.imported()?;
        page.static_picture.with(|static_picture| {
            report
                .difference(&static_picture.document_picture, static_picture.selected.port)
                .map(str::to_owned)
        })
    });
    let fill = Memo::new(move |_| {
        page.static_picture.with(|static_picture| FILLS[static_picture.selected.priority.index()])
    });
    view! {
        <aside class="inspector" class:open=page.drawer aria-label="Inspector" data-testid="inspector"
            style=move || format!("--priority:{}", fill.get())>
            <header>
                <div>
                    <h2 data-testid="selection">
                        {move || heading.with(|(node, port, _, switch, interface)| match interface {
                            Some(interface) => format!("{node} · port {port} · {interface}"),
                            None if *switch => format!("{node} · port {port}"),
                            None => node.clone(),
                        })}
                    </h2>
                    <p>{move || heading.with(|(_, _, peer, ..)| format!("linked to {peer}"))}</p>
                </div>
                <button class="button icon plain close" aria-label="Close the inspector" on:click=move |_| page.drawer.set(false)>
                    <Icon glyph=Glyph::Close/>
                </button>
            </header>
            {move || differs.get().map(|words| view! { <p class="caution" data-testid="link-differs">{words}</p> })}
            <Priorities page/>
            <PriorityStatus page/>
            <Tabs page/>
            <Outline page/>
        </aside>
    }
}

/// Buttons that select a priority: each priority that a flow uses or that is lossless at this port, and the
/// selected one.
#[component]
fn Priorities(page: PageContext) -> impl IntoView {
    let offered = Memo::new(move |_| {
        page.text_picture.with(|picture| {
            let spec = &picture.static_picture.document_picture.spec;
            let used = spec.flows.iter().fold(PrioritySet::EMPTY, |mask, flow| mask | flow.priorities());
            let port = picture.view.ports.get(picture.static_picture.selected.port.index());
            let lossless = Priority::ALL
                .into_iter()
                .filter(|n| port.is_some_and(|port| port.priorities[n.index()].pg.lossless));
            used | lossless.chain([picture.static_picture.selected.priority]).collect()
        })
    });
    let selected =
        Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.selected.priority));
    view! {
        <div class="priorities" role="group" aria-label="Priority">
            {move || {
                offered.get().iter()
                    .map(|n| {
                        let slot = n.index();
                        let style = format!("--fill:{};--digit:{}", FILLS[slot], digit_colour(n));
                        view! {
                            <button style=style aria-pressed=move || (selected.get() == n).to_string()
                                on:click=move |_| page.act(Command::Priority(n))>
                                <i class="badge">{n.get()}</i>{format!("priority {n}")}
                            </button>
                        }
                    })
                    .collect_view()
            }}
        </div>
    }
}
