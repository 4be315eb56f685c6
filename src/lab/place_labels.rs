//! Words for the places of a document that error messages name. Paths are replaced by the labels of sliders
//! and the names of items. Start with [`without_paths`]. Items are counted from 1. A word that is no path,
//! such as `12.5us`, stays.

use fabric_sim::document::params::TABLE;

/// Keys of lists in documents, each with the word for an item of the list.
const LISTS: [(&str, &str); 10] = [
    ("actions", "action"),
    ("flows", "flow"),
    ("from", "sender"),
    ("hosts", "host"),
    ("links", "link"),
    ("maps", "map"),
    ("pause_sources", "pause source"),
    ("path", "stop of the path"),
    ("routes", "route"),
    ("switches", "switch"),
];

/// Replaces each path of a document in `text` by words. `params.xoff` becomes "XOFF threshold";
/// `actions[1].set.xoff` becomes "XOFF threshold of action 2". Other text stays. A key without a label loses
/// its underscores: `link_down` becomes "link down". A colon, comma, semicolon or full stop after a path
/// stays.
pub fn without_paths(text: &str) -> String {
    let replaced = text.split(' ').enumerate().map(|(n, word)| {
        let path = word.trim_end_matches([':', ',', ';', '.']);
        let after = &word[path.len()..];
        // A word without dots is a parameter only at the start of a message, or if it contains `_`.
        let label = if path.contains(['.', '[']) {
            in_words(path)
        } else {
            named(path).filter(|_| n == 0 || path.contains('_')).map(str::to_owned)
        };
        label.map_or_else(|| word.to_owned(), |label| label + after)
    });
    replaced.collect::<Vec<_>>().join(" ")
}

/// Label of the slider of the parameter `name`; `None` if there is no such parameter.
fn named(name: &str) -> Option<&'static str> {
    TABLE.iter().find(|param| param.name == name).map(|param| param.label)
}

/// Words for `path`; `None` if `path` is no path of a document.
fn in_words(path: &str) -> Option<String> {
    let mut what: Option<String> = None;
    let mut of: Vec<String> = Vec::new();
    let mut parts = path.split('.');
    for n in 0.. {
        let Some(part) = parts.next() else { break };
        match part {
            "params" | "set" | "view" => {}
            "switch" | "host" if what.is_none() => of.push(parts.next()?.to_owned()),
            "profiles" => of.push(format!("profile {}", parts.next()?)),
            "port" if what.is_none() && n > 0 => match parts.next() {
                Some(n) => of.push(format!("port {n}")),
                None => what = Some("port".to_owned()),
            },
            _ => match (priority(part), item(part), named(part)) {
                (Some(priority), ..) => of.push(format!("priority {priority}")),
                (_, Some(item), _) => of.push(item),
                (.., Some(label)) => what = Some(label.to_owned()),
                // The first piece is no key, as in `12.5us` or `s1.2`.
                _ if n == 0 => return None,
                _ => what = Some(part.replace('_', " ")),
            },
        }
    }
    let does = what.as_deref().filter(|what| TABLE.iter().all(|param| param.label != *what));
    if let (Some(does), [action]) = (does, &of[..])
        && action.starts_with("action ")
    {
        return Some(format!("{action} ({does})"));
    }
    let of = of.join(", ");
    match what {
        Some(what) if of.is_empty() => Some(what),
        Some(what) => Some(format!("{what} of {of}")),
        None => (!of.is_empty()).then_some(of),
    }
}

/// Priority in a piece of a path such as `p3`; `None` if the number is above 7, or if the piece has another
/// form.
fn priority(part: &str) -> Option<u8> {
    part.strip_prefix('p')?.parse().ok().filter(|n| *n < 8)
}

/// Words for an item of a list; items are counted from 1, so `flows[2]` is "flow 3". `None` if `part` is no
/// item of a list in [`LISTS`].
fn item(part: &str) -> Option<String> {
    let (list, n) = part.strip_suffix(']')?.split_once('[')?;
    let (_, one) = LISTS.iter().find(|(name, _)| *name == list)?;
    Some(format!("{one} {}", n.parse::<u64>().ok()?.checked_add(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_has_the_name_of_its_slider() {
        for (path, words) in [
            ("params.xoff", "XOFF threshold"),
            ("actions[1].set.xoff", "XOFF threshold of action 2"),
            ("actions[0].set.switch.s1.port.2.p3.xon", "XON of action 1, s1, port 2, priority 3"),
            ("p0.kmin", "Kmin of priority 0"),
            ("switch.s1.port.0.p3", "s1, port 0, priority 3"),
            ("flows[2].priority", "priority of flow 3"),
            ("links[0].rate", "rate of link 1"),
            ("actions[3].link_down", "action 4 (link down)"),
            ("view.select", "select"),
        ] {
            assert_eq!(in_words(path).as_deref(), Some(words), "{path}");
        }
        for text in ["12.5us", "s1.2", "h1.0.p3", "0.5", "preset.json", "[1]"] {
            assert_eq!(in_words(text), None, "{text}");
        }
    }

    #[test]
    fn paths_are_found_in_sentences_and_other_words_stay() {
        assert_eq!(
            without_paths("params.xoff: is \"x\", but must be 2 to 9"),
            "XOFF threshold: is \"x\", but must be 2 to 9"
        );
        assert_eq!(without_paths("xoff: is \"x\", but must be 2"), "XOFF threshold: is \"x\", but must be 2");
        assert_eq!(
            without_paths("headroom_pool: is too small, at switch.s1.port.0.p3 and 2 more"),
            "headroom pool: is too small, at s1, port 0, priority 3 and 2 more"
        );
        assert_eq!(without_paths("the alpha male waits 12.5us."), "the alpha male waits 12.5us.");
    }
}
