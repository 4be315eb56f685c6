//! Use of the memory of the selected switch. Start with [`PoolView`]. The enlarged bar lists each priority
//! group that uses shared memory, the selected group first. At most 4 groups are named below the bar; a last
//! entry counts the others. If a host is selected, nothing is shown.

use fabric_sim::ids::{LocalPort, Priority};
use leptos::prelude::*;

use crate::charts::{bytes_label, nice_ceiling, size_label};
use crate::lab::neighbours;
use crate::scene::{FILLS, Holder, Memory, UsedAndSize, digit_colour, short};
use crate::ui::PageContext;

/// Memory of the selected switch, with names for its text.
#[derive(Clone, Default, PartialEq)]
struct Pool {
    memory: Memory,
    /// Names of the neighbours, indexed by port of the switch.
    names: Vec<String>,
    /// Selected priority group: port within the switch, and priority.
    selected: (LocalPort, Priority),
}

impl Pool {
    /// Bytes of shared memory that the priority group `key` (port within the switch, priority) uses; 0 if it
    /// uses none.
    fn bytes_used(&self, key: (LocalPort, Priority)) -> u64 {
        let holder = self.memory.shared.iter().find(|one| (one.port, one.priority) == key);
        holder.map_or(0, |holder| holder.bytes)
    }

    /// Name of a priority group: the node connected to its port, and its priority.
    fn name(&self, (port, priority): (LocalPort, Priority)) -> String {
        let from = self.names.get(port.index()).map_or("?", String::as_str);
        format!("{from} P{priority}")
    }

    /// Text about a priority group, such as `from h1 P3: 12 kB`.
    fn words(&self, key: (LocalPort, Priority)) -> String {
        format!("from {}: {}", self.name(key), bytes_label(self.bytes_used(key)))
    }

    /// End of the axis of the enlarged bar, in bytes: a round number at least 4 % above the used shared
    /// memory and above 10 kB, but not above the whole shared memory.
    fn end(&self) -> f64 {
        let used = self.memory.in_use();
        let most = used + self.memory.free;
        nice_ceiling(float(used.max(10_000)) * 1.04).min(float(most.max(1)))
    }
}

/// Two bars of the memory: one of the whole memory, one that enlarges the used shared memory. Absent if a
/// host is selected.
#[component]
pub fn PoolView(page: PageContext) -> impl IntoView {
    let pool = Memo::new(move |_| {
        page.text_picture.with(|picture| {
            let spec = &picture.static_picture.document_picture.spec;
            let at = &spec.ports[picture.static_picture.selected.port.index()];
            let node = &spec.nodes[at.node.index()];
            let switch = node.switch()?;
            let ports = picture.view.ports.get(node.ports.start as usize..node.ports.end as usize)?;
            let selected = (at.number, picture.static_picture.selected.priority);
            let (total, free) =
                (spec.switches[switch.index()].pool.memory, *picture.view.pool_free.get(switch.index())?);
            Some(Pool {
                memory: Memory::of(
                    ports,
                    (total, free),
                    *picture.view.pool_headroom.get(switch.index())?,
                    selected,
                ),
                names: neighbours(spec, at.node),
                selected,
            })
        })
    });
    let there = Memo::new(move |_| pool.with(Option::is_some));
    view! {
        <Show when=move || there.get()>
            <section class="pool" data-testid="pool"><Whole pool/><Closer pool/></section>
        </Show>
    }
}

/// Returns a function that reads a value of the pool with `look`. If a host is selected, the returned
/// function gives the default value. An effect or memo that calls the returned function runs again after a
/// change of the pool.
fn of<T: Default>(pool: Memo<Option<Pool>>, look: impl Fn(&Pool) -> T) -> impl Fn() -> T {
    move || pool.with(|pool| pool.as_ref().map(&look).unwrap_or_default())
}

/// Style of a segment of the memory: CSS class, and the function that reads the bytes of the segment.
type PoolSegmentStyle = (&'static str, fn(&Memory) -> u64);

/// Segments of the bar of switch memory, from left to right.
const SEGMENTS: [PoolSegmentStyle; 6] = [
    ("reserve used", |memory| memory.reserve.used),
    ("reserve", |memory| memory.reserve.size - memory.reserve.used.min(memory.reserve.size)),
    ("headroom used", |memory| memory.headroom.used),
    ("headroom", |memory| memory.headroom.size.saturating_sub(memory.headroom.used)),
    ("shared", Memory::in_use),
    ("free", |memory| memory.free),
];

/// Bar of the whole memory, and the bytes of each segment. Segments of 0 bytes are hidden; the row of
/// reserves is hidden if no group has a reserve.
#[component]
fn Whole(pool: Memo<Option<Pool>>) -> impl IntoView {
    let segment = |(class, bytes): PoolSegmentStyle| {
        let share =
            move |pool: &Pool| format!("--share:{:.6}", ratio(bytes(&pool.memory), pool.memory.total));
        view! { <i class=class class:hidden=of(pool, move |pool| bytes(&pool.memory) == 0) style=of(pool, share)></i> }
    };
    let words = |Pool { memory, .. }: &Pool| {
        format!(
            "reserves {}, {} {}, shared {}, free {}, of {}",
            used_of_size(memory.reserve),
            headroom(memory),
            used_of_size(memory.headroom),
            bytes_label(memory.in_use()),
            bytes_label(memory.free),
            bytes_label(memory.total),
        )
    };
    let no_reserve = of(pool, |pool| pool.memory.reserve.size == 0);
    view! {
        <header>
            <h3>"Memory of the switch"</h3>
            <span data-testid="pool-total">{of(pool, |pool| bytes_label(pool.memory.total))}</span>
        </header>
        <div class="stack" role="img" aria-label=of(pool, words)>{SEGMENTS.map(segment).collect_view()}</div>
        <ul class="pool-legend">
            <li class:hidden=no_reserve><i class="reserve used"></i>"reserves "<b>{of(pool, |pool| used_of_size(pool.memory.reserve))}</b></li>
            <li><i class="headroom used"></i>{of(pool, |pool| headroom(&pool.memory).to_owned())}" "<b>{of(pool, |pool| used_of_size(pool.memory.headroom))}</b></li>
            <li><i class="shared"></i>"shared "<b>{of(pool, |pool| bytes_label(pool.memory.in_use()))}</b></li>
            <li><i class="free"></i>"free "<b>{of(pool, |pool| bytes_label(pool.memory.free))}</b></li>
        </ul>
    }
}

fn used_of_size(segment: UsedAndSize) -> String {
    format!("{} of {}", bytes_label(segment.used), bytes_label(segment.size))
}

const fn headroom(memory: &Memory) -> &'static str {
    if memory.pooled { "shared headroom pool" } else { "headroom of all groups" }
}

/// Largest number of priority groups that are named below the enlarged bar.
const NAMED: usize = 4;

/// Enlarged bar of the used shared memory, divided by priority group. The selected group comes first. Groups
/// without shared memory are left out. A segment above 16 % of the bar shows the name of its group, a segment
/// above 5 % only the priority.
#[component]
fn Closer(pool: Memo<Option<Pool>>) -> impl IntoView {
    let key = |holder: &Holder| (holder.port, holder.priority);
    let holders = move |most: usize| {
        of(pool, move |pool| pool.memory.shared.iter().take(most).map(key).collect::<Vec<_>>())
    };
    let bar = move |key: (LocalPort, Priority)| {
        let colours = format!("--fill:{};--digit:{}", FILLS[key.1.index()], digit_colour(key.1));
        let share = move |pool: &Pool| float(pool.bytes_used(key)) / pool.end();
        let label = move |pool: &Pool| match share(pool) {
            share if share > 0.16 => short(&pool.name(key)),
            share if share > 0.05 => key.1.to_string(),
            _ => String::new(),
        };
        view! {
            <i class="pool-user" class:selected=of(pool, move |pool| pool.selected == key) title=of(pool, move |pool| pool.words(key))
                style=of(pool, move |pool| format!("--share:{:.6};{colours}", share(pool)))>{of(pool, label)}</i>
        }
    };
    let line = move |key: (LocalPort, Priority)| {
        let style = format!("--fill:{}", FILLS[key.1.index()]);
        view! {
            <li><i class="pool-user" style=style></i>{of(pool, move |pool| format!("from {} ", pool.name(key)))}
                <b>{of(pool, move |pool| bytes_label(pool.bytes_used(key)))}</b></li>
        }
    };
    let heading = |Pool { memory, selected, .. }: &Pool| match memory.shared.first() {
        None => "Shared memory: none in use",
        Some(_) if memory.has(*selected) => "Shared memory in use, the selected group first",
        Some(_) => "Shared memory in use; the selected group holds none",
    };
    let words = move |pool: &Pool| {
        let all: Vec<String> = pool.memory.shared.iter().map(|one| pool.words(key(one))).collect();
        if all.is_empty() { "nothing".to_owned() } else { all.join("; ") }
    };
    let others = |pool: &Pool| pool.memory.shared.len().saturating_sub(NAMED);
    view! {
        <h4 data-testid="pool-shared">{of(pool, heading)}</h4>
        <div class="stack magnified" role="img" aria-label=of(pool, words)>
            <For each=holders(usize::MAX) key=|key| *key let:key>{bar(key)}</For>
        </div>
        <p class="axis"><span>"0"</span><span>{of(pool, |pool| size_label(pool.end()))}</span></p>
        <ul class="pool-legend">
            <For each=holders(NAMED) key=|key| *key let:key>{line(key)}</For>
            <li class:hidden=of(pool, move |pool| others(pool) == 0)>{of(pool, move |pool| format!("and {} more", others(pool)))}</li>
        </ul>
    }
}

fn ratio(part: u64, all: u64) -> f64 {
    float(part) / float(all.max(1))
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: u64) -> f64 {
    n as f64
}
