//! Assigns a function to a crate or module, by its demangled name. Start with [`owner`]. A function without a
//! crate in its name belongs to `(no crate)`; all crates of the standard library count as `std`. A method
//! belongs to the crate of its type. A method of a type of the language or the standard library belongs to
//! the crate of its trait.

/// Crates of this repository whose functions are assigned to top-level modules instead of the crate.
const OWN: [&str; 3] = ["fabric_lab", "fabric_sim", "fabric_engine"];

/// Crates of the standard library, which count together as `std`.
const STD: [&str; 3] = ["core", "alloc", "std"];

/// Owner of functions whose name contains no crate; tools such as wasm-bindgen add them.
pub const NO_CRATE: &str = "(no crate)";

/// Crate to which the function `name` is assigned. For a crate of this repository, crate and top-level
/// module.
///
/// * A method of an implementation belongs to the crate of the type. If the type belongs to the language or
///   the standard library, the method belongs to the crate of the trait.
/// * A drop function belongs to the crate of the dropped type.
/// * A generic function belongs to the crate that defines it, whatever its type arguments.
///
/// Empty text, and a name without `::`, belong to [`NO_CRATE`].
#[must_use]
pub fn owner(name: &str) -> String {
    let name = name.trim();
    if let Some(rest) = name.strip_prefix("core::ptr::drop_in_place") {
        let dropped = rest.trim_start_matches("::").strip_prefix('<').map(|rest| inside(rest).0);
        return dropped.and_then(of_type).unwrap_or_else(|| "std".to_owned());
    }
    if let Some(rest) = name.strip_prefix('<') {
        let (inside, _) = inside(rest);
        let (of, implemented) = as_trait(inside);
        return of_type(of).or_else(|| implemented.map(owner)).unwrap_or_else(|| "std".to_owned());
    }
    let (first, rest) = segment(name);
    match rest.strip_prefix("::") {
        _ if first.is_empty() => NO_CRATE.to_owned(),
        None => NO_CRATE.to_owned(),
        Some(_) if STD.contains(&first) => "std".to_owned(),
        Some(rest) if OWN.contains(&first) => {
            let (room, rest) = segment(rest);
            // A function in the root of the crate has no module.
            if rest.starts_with("::") && !room.is_empty() {
                format!("{first}::{room}")
            } else {
                first.to_owned()
            }
        }
        Some(_) => first.to_owned(),
    }
}

/// Crate or module to which the type `name` belongs. `None` for a type of the language or of the standard
/// library.
fn of_type(name: &str) -> Option<String> {
    let starts = ["&", "mut ", "*const ", "*mut ", "dyn ", "'_ "];
    let mut name = name.trim();
    while let Some(rest) = starts.iter().find_map(|start| name.strip_prefix(start)) {
        name = rest;
    }
    let owner = owner(name);
    (owner != NO_CRATE && owner != "std").then_some(owner)
}

/// Splits `rest`, the text after a `<`, at the matching `>`. Without a matching `>`, the second text is
/// empty.
fn inside(rest: &str) -> (&str, &str) {
    let mut depth = 1;
    let mut last = ' ';
    for (at, sign) in rest.char_indices() {
        match sign {
            '<' => depth += 1,
            // The `>` of an arrow `->` closes nothing.
            '>' if last != '-' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&rest[..at], &rest[at + 1..]);
        }
        last = sign;
    }
    (rest, "")
}

/// Splits the text `Type as Trait` into type and trait. The trait is `None` if the text has no ` as `.
fn as_trait(inside: &str) -> (&str, Option<&str>) {
    let mut depth = 0;
    let mut last = ' ';
    for (at, sign) in inside.char_indices() {
        match sign {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' if last == '-' => {}
            '>' | ')' | ']' | '}' => depth -= 1,
            ' ' if depth == 0 && inside[at..].starts_with(" as ") => {
                return (&inside[..at], Some(&inside[at + 4..]));
            }
            _ => {}
        }
        last = sign;
    }
    (inside, None)
}

/// Splits a path into its first identifier and the rest. A number in brackets after the identifier, which
/// distinguishes crates of the same name, is removed.
fn segment(path: &str) -> (&str, &str) {
    let end = path.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(path.len());
    let (first, rest) = path.split_at(end);
    let marked = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    (first, marked.map_or(rest, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_belongs_to_its_crate_and_own_crates_are_divided_by_module() {
        assert_eq!(owner("plotters::chart::builder::ChartBuilder<DB>::build_cartesian_2d"), "plotters");
        assert_eq!(owner("fabric_engine::engine::world::World::step"), "fabric_engine::engine");
        assert_eq!(owner("fabric_sim::document::read::number"), "fabric_sim::document");
        assert_eq!(owner("fabric_lab[1f2e]::ui::shell::top::Top::{closure#0}"), "fabric_lab::ui");
        assert_eq!(owner("fabric_lab::main"), "fabric_lab");
        assert_eq!(owner("alloc::raw_vec::RawVec<T,A>::grow_one"), "std");
        assert_eq!(owner("memcpy"), NO_CRATE);
        assert_eq!(owner(""), NO_CRATE);
    }

    #[test]
    fn an_implementation_belongs_to_its_type_or_to_its_trait_for_primitive_types() {
        assert_eq!(owner("<fabric_lab::lab::Recording as core::clone::Clone>::clone"), "fabric_lab::lab");
        assert_eq!(
            owner("<&mut serde_json::de::Deserializer<R> as serde::de::Deserializer>::x"),
            "serde_json"
        );
        assert_eq!(owner("<(A, B) as tachys::view::Render>::build"), "tachys");
        assert_eq!(
            owner("<core::option::Option<fabric_lab::ui::X> as tachys::view::Render>::build"),
            "tachys"
        );
        assert_eq!(owner("<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop"), "std");
        assert_eq!(owner("<F as any_spawner::Run>::run"), "any_spawner");
        assert_eq!(owner("<fn(u8) -> u8 as reactive_graph::Get>::get"), "reactive_graph");
        assert_eq!(owner("<fabric_engine::units::Time>::ps"), "fabric_engine::units");
        let made_for_ours = "serde_json::de::from_str::<fabric_sim::document::Document>";
        assert_eq!(owner(made_for_ours), "serde_json");
    }

    #[test]
    fn drop_glue_belongs_to_its_type() {
        assert_eq!(owner("core::ptr::drop_in_place<fabric_engine::spec::Spec>"), "fabric_engine::spec");
        assert_eq!(owner("core::ptr::drop_in_place::<[plotters::style::Color]>"), "std");
        assert_eq!(owner("core::ptr::drop_in_place<alloc::string::String>"), "std");
    }
}
