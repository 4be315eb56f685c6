//! Finds queues and priority groups of a fabric by name. A name has one of two spellings: `s1.0.p3` or
//! `s1.0.3`. Start with [`find_queue`].

use super::escape_unprintable;
use crate::ids::{PortId, Priority, QueueId};
use crate::spec::Spec;

/// Finds the queue, or the priority group, called `name`: node, port and priority, such as `s1.0.p3` or
/// `s1.0.3`.
///
/// # Errors
/// If the name has another form, or if the node, port or priority does not exist. The error is a message
/// without a place.
pub fn find_queue(spec: &Spec, name: &str) -> Result<QueueId, String> {
    let mut parts = name.rsplitn(3, '.');
    let (Some(priority), Some(number), Some(node)) = (parts.next(), parts.next(), parts.next()) else {
        let name = escape_unprintable(name);
        return Err(format!(
            "\"{name}\" is no priority of a port; give node, port and priority, such as s1.0.p3"
        ));
    };
    let id = spec.node(node).ok_or_else(|| {
        let node = escape_unprintable(node);
        format!("there is no host or switch called \"{node}\"; name one of the document")
    })?;
    let port: Option<PortId> = number.parse().ok().and_then(|number| spec.port(id, number));
    let port = port.ok_or_else(|| match spec.nodes[id.index()].ports.len() {
        0 => format!("{node} has no port; add a link"),
        count => {
            let number = escape_unprintable(number);
            format!("{node} has {count} ports, numbered from 0, and no {number}; name one of them")
        }
    })?;
    let digit = priority.strip_prefix('p').unwrap_or(priority);
    let priority = digit.parse().ok().and_then(Priority::checked_new).ok_or_else(|| {
        format!("priorities of {node}.{number} are 0 to 7; end the name with one of p0 to p7")
    })?;
    Ok(QueueId::new(port, priority))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, Preset};

    #[test]
    fn both_spellings_name_one_queue() {
        let spec = Preset::find("pause").unwrap().document().compile().unwrap();
        let queue = find_queue(&spec, "s1.0.p3").unwrap();
        assert_eq!((spec.port_name(queue.port).as_str(), queue.priority), ("s1.0", Priority::P3));
        assert_eq!(find_queue(&spec, "s1.0.3"), Ok(queue));
    }

    #[test]
    fn node_without_a_port_is_refused_with_a_remedy() {
        let text = r#"{"format": 1, "model": 1, "hosts": [{"name": "h1"}], "switches": [{"name": "s1"}]}"#;
        let spec = Document::parse(text).unwrap().compile().unwrap();
        assert_eq!(find_queue(&spec, "s1.0.p3"), Err("s1 has no port; add a link".to_owned()));
    }

    #[test]
    fn names_of_no_queue_are_refused_with_a_remedy() {
        let spec = Preset::find("pause").unwrap().document().compile().unwrap();
        for (name, refusal) in [
            ("", "\"\" is no priority of a port; give node, port and priority, such as s1.0.p3"),
            ("s1.0", "\"s1.0\" is no priority of a port; give node, port and priority, such as s1.0.p3"),
            ("s9.0.p3", "there is no host or switch called \"s9\"; name one of the document"),
            ("s1.x.3", "s1 has 3 ports, numbered from 0, and no x; name one of them"),
            ("s1.0.p8", "priorities of s1.0 are 0 to 7; end the name with one of p0 to p7"),
            ("s1.0.pp3", "priorities of s1.0 are 0 to 7; end the name with one of p0 to p7"),
        ] {
            assert_eq!(find_queue(&spec, name), Err(refusal.to_owned()), "{name}");
        }
    }
}
