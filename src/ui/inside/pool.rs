//! What the memory of the selected switch is used for.

use leptos::prelude::*;

use crate::charts::{bytes_label, nice_ceiling, size_label};
use crate::lab::neighbours;
use crate::scene::{FILLS, Holder, Memory, digit_colour, short};
use crate::ui::Desk;

/// What is shown.
#[derive(Clone, Default, PartialEq)]
struct Pool {
    memory: Memory,
    names: Vec<String>,
    /// The group that is looked at.
    looked_at: (u8, u8),
}

/// The memory: all of it, and what of it is shared, closer.
#[component]
pub fn PoolView(desk: Desk) -> impl IntoView {
    let pool = Memo::new(move |_| {
        desk.words.with(|picture| {
            let spec = &picture.still.stage.spec;
            let at = &spec.ports[picture.still.selected.port.index()];
            let node = &spec.nodes[at.node.index()];
            let switch = node.switch()?;
            let ports = picture.view.ports.get(node.ports.start as usize..node.ports.end as usize)?;
            let looked_at = (u8::try_from(at.number).unwrap_or(0), picture.still.selected.priority);
            let (total, free) = (spec.switches[switch].pool.memory, *picture.view.pool_free.get(switch)?);
            Some(Pool {
                memory: Memory::of(ports, (total, free), *picture.view.pool_headroom.get(switch)?, looked_at),
                names: neighbours(spec, at.node),
                looked_at,
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
    let headroom = if memory.pooled { "shared headroom pool" } else { "headroom of all groups" };
    let words = format!(
        "reserves {} of {}, {headroom} {} of {}, shared {}, free {}, of {}",
        bytes_label(memory.reserve.used),
        bytes_label(memory.reserve.size),
        bytes_label(memory.headroom.used),
        bytes_label(memory.headroom.size),
        bytes_label(used),
        bytes_label(memory.free),
        bytes_label(memory.total),
    );
    let line = |class: &'static str, name: &'static str, value: String| {
        view! { <li><i class=class></i>{name}" "<b>{value}</b></li> }
    };
    let of =
        |part: crate::scene::MemoryPart| format!("{} of {}", bytes_label(part.used), bytes_label(part.size));
    view! {
        <header><h3>"Memory of the switch"</h3><span data-testid="pool-total">{bytes_label(memory.total)}</span></header>
        <div class="stack" role="img" aria-label=words>{segments}</div>
        <ul class="parts">
            {(memory.reserve.size > 0).then(|| line("reserve used", "reserves", of(memory.reserve)))}
            {line("headroom used", headroom, of(memory.headroom))}
            {line("shared", "shared", bytes_label(used))}
            {line("free", "free", bytes_label(memory.free))}
        </ul>
    }
}

/// Holders that are named in words below the bar.
const NAMED: usize = 4;

/// The shared memory in use, closer: who holds it, the group that is looked at
/// first. What limits that one group is on its own bar.
fn closer(pool: &Pool) -> impl IntoView + use<> {
    let memory = &pool.memory;
    let used = memory.in_use();
    // All that could be shared, once it is near.
    let most = used + memory.free;
    let end = nice_ceiling(float(used.max(10_000)) * 1.04).min(float(most.max(1)));
    let name = |holder: &Holder| {
        let from = pool.names.get(usize::from(holder.port)).map_or("?", String::as_str);
        format!("{from} P{}", holder.priority)
    };
    let words: Vec<String> =
        memory.shared.iter().map(|one| format!("from {}: {}", name(one), bytes_label(one.bytes))).collect();
    let segments = memory
        .shared
        .iter()
        .zip(&words)
        .map(|(holder, words)| {
            let own = (holder.port, holder.priority) == pool.looked_at;
            let share = float(holder.bytes) / end;
            let style = format!(
                "--share:{share:.6};--fill:{};--digit:{}",
                FILLS[usize::from(holder.priority & 7)],
                digit_colour(holder.priority),
            );
            let label = match share {
                _ if share > 0.16 => short(&name(holder)),
                _ if share > 0.05 => holder.priority.to_string(),
                _ => String::new(),
            };
            view! { <i class="holder" class:own=own style=style title=words.clone()>{label}</i> }
        })
        .collect_view();
    let heading = match memory.shared.first() {
        None => "Shared memory: none in use",
        Some(_) if memory.has(pool.looked_at) => "Shared memory in use, the selected group first",
        Some(_) => "Shared memory in use; the selected group holds none",
    };
    let line = |holder: &Holder| {
        let style = format!("--fill:{}", FILLS[usize::from(holder.priority & 7)]);
        view! { <li><i class="holder" style=style></i>{format!("from {} ", name(holder))}<b>{bytes_label(holder.bytes)}</b></li> }
    };
    let named = memory.shared.iter().take(NAMED).map(line).collect_view();
    let others = memory.shared.len().saturating_sub(NAMED);
    view! {
        <h4 data-testid="pool-shared">{heading}</h4>
        <div class="stack closer" role="img" aria-label=words.join("; ")>{segments}</div>
        <p class="axis"><span>"0"</span><span>{size_label(end)}</span></p>
        <ul class="parts">{named}{(others > 0).then(|| view! { <li>{format!("and {others} more")}</li> })}</ul>
    }
}

fn ratio(part: u64, all: u64) -> f64 {
    float(part) / float(all.max(1))
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: u64) -> f64 {
    n as f64
}
