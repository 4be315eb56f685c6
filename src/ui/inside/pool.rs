//! What the memory of the selected switch is used for.

use leptos::prelude::*;

use crate::charts::{nice_ceiling, size_label};
use crate::lab::neighbours;
use crate::scene::{FILLS, Memory, digit_colour};
use crate::ui::Desk;

/// What is shown.
#[derive(Clone, Default, PartialEq)]
struct Pool {
    memory: Memory,
    names: Vec<String>,
    /// The group that is looked at, and its XOFF threshold.
    looked_at: (u8, u8),
    xoff: u64,
}

/// The memory: all of it, and what of it is shared, closer.
#[component]
pub fn PoolView(desk: Desk) -> impl IntoView {
    let pool = Memo::new(move |_| {
        desk.words.with(|picture| {
            let spec = &picture.stage.spec;
            let at = &spec.ports[picture.selected.port.index()];
            let node = &spec.nodes[at.node.index()];
            let switch = node.switch()?;
            let ports = picture.ports.get(node.ports.start as usize..node.ports.end as usize)?;
            let looked_at = (u8::try_from(at.number).unwrap_or(0), picture.selected.priority);
            let (total, free) = (spec.switches[switch].pool.memory, *picture.pool_free.get(switch)?);
            Some(Pool {
                memory: Memory::of(ports, total, free, looked_at),
                names: neighbours(spec, at.node),
                looked_at,
                xoff: picture.lane().pg.xoff,
            })
        })
    });
    move || {
        pool.get().map(|pool| view! { <section class="pool" data-testid="pool">{whole(&pool)} {closer(&pool)}</section> })
    }
}

/// All of the memory.
fn whole(pool: &Pool) -> impl IntoView + use<> {
    let memory = &pool.memory;
    let share = |bytes: u64| ratio(bytes, memory.total);
    let used = memory.in_use();
    let parts = [
        ("reserve used", memory.reserve.used),
        ("reserve", memory.reserve.size - memory.reserve.used.min(memory.reserve.size)),
        ("headroom used", memory.headroom.used),
        ("headroom", memory.headroom.size.saturating_sub(memory.headroom.used)),
        ("shared", used),
        ("free", memory.free),
    ];
    let segments = parts
        .iter()
        .filter(|(_, bytes)| *bytes > 0)
        .map(|(class, bytes)| view! { <i class=*class style=format!("--share:{:.6}", share(*bytes))></i> })
        .collect_view();
    let words = format!(
        "reserves {} of {}, headroom {} of {}, shared {}, free {}, of {}",
        size(memory.reserve.used),
        size(memory.reserve.size),
        size(memory.headroom.used),
        size(memory.headroom.size),
        size(used),
        size(memory.free),
        size(memory.total),
    );
    let line = |class: &'static str, name: &'static str, value: String| {
        view! { <li><i class=class></i>{name}" "<b>{value}</b></li> }
    };
    let of = |part: crate::scene::MemoryPart| format!("{} of {}", size(part.used), size(part.size));
    view! {
        <header><h3>"Memory of the switch"</h3><span data-testid="pool-total">{size(memory.total)}</span></header>
        <div class="stack" role="img" aria-label=words>{segments}</div>
        <ul class="parts">
            {(memory.reserve.size > 0).then(|| line("reserve used", "reserves", of(memory.reserve)))}
            {line("headroom used", "headroom", of(memory.headroom))}
            {line("shared", "shared", size(used))}
            {line("free", "free", size(memory.free))}
        </ul>
    }
}

/// The shared memory in use, closer: who holds it, the group that is looked at
/// first, and the threshold that its part is compared with.
fn closer(pool: &Pool) -> impl IntoView + use<> {
    let memory = &pool.memory;
    let used = memory.in_use();
    // A threshold far beyond what is in use does not flatten it.
    let near = pool.xoff < 8 * used.max(20_000);
    let end = nice_ceiling(float(used.max(if near { pool.xoff } else { 0 }).max(10_000)) * 1.04);
    let mut names = Vec::new();
    let segments = memory
        .shared
        .iter()
        .map(|holder| {
            let own = (holder.port, holder.priority) == pool.looked_at;
            let from = pool.names.get(usize::from(holder.port)).map_or("?", String::as_str);
            let words = format!("from {from}, priority {}: {}", holder.priority, size(holder.bytes));
            let style = format!(
                "--share:{:.6};--fill:{};--digit:{}",
                float(holder.bytes) / end,
                FILLS[usize::from(holder.priority & 7)],
                digit_colour(holder.priority),
            );
            let room = float(holder.bytes) / end > 0.05;
            names.push(words.clone());
            view! { <i class="holder" class:own=own style=style title=words>{room.then_some(holder.priority)}</i> }
        })
        .collect_view();
    let tick = near.then(|| {
        let style = format!("--at:{:.5}", float(pool.xoff) / end);
        view! { <i class="tick" style=style title="the threshold of the selected group, for its own part"></i> }
    });
    let mark = if near { format!("XOFF of the first part {}", size(pool.xoff)) } else { String::new() };
    view! {
        <h4>"Shared memory in use, the selected group first"</h4>
        <div class="stack closer" role="img" aria-label=names.join("; ")>{segments}{tick}</div>
        <p class="axis"><span>"0"</span><span>{mark}</span><span>{size_label(end)}</span></p>
    }
}

fn ratio(part: u64, all: u64) -> f64 {
    float(part) / float(all.max(1))
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: u64) -> f64 {
    n as f64
}

fn size(bytes: u64) -> String {
    size_label(float(bytes))
}
