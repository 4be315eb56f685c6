//! Targets that a step highlights, such as a node, a queue or a tab, by name. Start reading with
//! [`Target`]. A name that the fabric or the page does not have is refused with the reason. A mark that a
//! group or queue does not have, such as XOFF of a lossy group, is also refused. Ports count from 0;
//! priorities are 0 to 7. A flow is found by its name in the document.

use fabric_sim::document::link::PagePart;
use fabric_sim::document::params::{Address, Key, Place};
use fabric_sim::document::{Problem, Selection, Tab};
use fabric_sim::engine::World;
use fabric_sim::ids::{FlowId, NodeId, PortId, Priority};
use fabric_sim::spec::Spec;

/// Part of the fabric or of the page that a step highlights.
///
/// | written | highlights |
/// |---|---|
/// | `node:s1` | a host or switch |
/// | `port:s1.0` | a port; of a host, `port:h1.0` |
/// | `link:s1.0` | the link of a port |
/// | `queue:s1.2.p3` | the egress queue of a port and priority, with its bar |
/// | `group:s1.0.p3` | the ingress priority group of a port and priority, with its bar |
/// | `mark:xoff@s1.0.p3` | a level of a bar: `xoff`, `xon`, `headroom`, `limit`, `kmin`, `kmax` |
/// | `flow:h1 to h3` | a flow |
/// | `tab:ets` | a tab of the inspector |
/// | `chart:queue` | a chart: `queue` or `rates` |
/// | `control:headroom` | the control of a parameter |
/// | `part:lanes` | a part of the page, as the key `hide` of share links names it |
/// | `card` | the lesson's own card |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Host or switch in the picture.
    Node(NodeId),
    /// Port of a host or switch.
    Port(PortId),
    /// Link at a port of a host or switch.
    Link(PortId),
    /// Egress queue: port and priority.
    Queue(PortId, Priority),
    /// Ingress priority group: port and priority.
    Group(PortId, Priority),
    /// Level, such as XOFF, in the bar of a queue or priority group: level, port and priority.
    Mark(BarMark, PortId, Priority),
    /// Flow by its number. Flows of the document come first, then flows that actions add.
    Flow(FlowId),
    /// Tab of the inspector.
    Tab(Tab),
    /// Chart of the run on the page.
    Chart(Chart),
    /// Control of a parameter.
    Control(Key),
    /// Part of the page that the key `hide` of a share link can hide.
    Part(PagePart),
    /// Card that shows the text of the lesson.
    Card,
}

/// Level that is marked in the bar of a queue or priority group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarMark {
    /// XOFF threshold of a lossless group.
    Xoff,
    /// XON threshold of a lossless group.
    Xon,
    /// End of the headroom of a lossless group.
    Headroom,
    /// Largest amount of shared memory that a lossy group may use.
    Limit,
    /// Kmin, the queue length below which no frame is marked.
    Kmin,
    /// Kmax, the queue length from which every frame is marked.
    Kmax,
}

impl BarMark {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Xoff, "xoff"),
        (Self::Xon, "xon"),
        (Self::Headroom, "headroom"),
        (Self::Limit, "limit"),
        (Self::Kmin, "kmin"),
        (Self::Kmax, "kmax"),
    ];
}

/// Chart of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Length of the selected queue and occupancy of the selected priority group over time.
    Queue,
    /// Rates of flows over time.
    Rates,
}

const KINDS: &str =
    "card, or KIND:NAME of a node, port, link, queue, group, mark, flow, tab, chart, control or part";

impl Target {
    /// Finds the target that `text` names, such as `queue:s1.2.p3`, in the fabric of `world`. Names are
    /// compared exactly, spaces and case included. If several flows have this name, the first is found. A
    /// `port` or `link` must not have a priority; `queue`, `group` and `mark` must have a priority.
    ///
    /// # Errors
    /// If `text` is not of the form in the table of [`Target`], or the fabric or page does not have the
    /// target. The place of the problem is empty.
    pub fn find(text: &str, world: &World) -> Result<Self, Problem> {
        let wrong = || Problem::range("", format_args!("\"{text}\""), KINDS);
        if text == "card" {
            return Ok(Self::Card);
        }
        let (kind, name) = text.split_once(':').ok_or_else(wrong)?;
        let spec = world.spec();
        match kind {
            "node" => node(spec, name).map(Self::Node),
            "port" => port(spec, name).map(Self::Port),
            "link" => port(spec, name).map(Self::Link),
            "queue" => queue(spec, name).map(|(port, priority)| Self::Queue(port, priority)),
            "group" => {
                let (port, priority) = queue(spec, name)?;
                counted(spec, port, priority, name)?;
                Ok(Self::Group(port, priority))
            }
            "mark" => mark(spec, name),
            "flow" => flow(world, name).map(Self::Flow),
            "tab" => name.parse().map(Self::Tab),
            "chart" => match name {
                "queue" => Ok(Self::Chart(Chart::Queue)),
                "rates" => Ok(Self::Chart(Chart::Rates)),
                _ => Err(Problem::range("", format_args!("\"{text}\""), "chart:queue or chart:rates")),
            },
            "control" => Key::find(name).map(Self::Control).ok_or_else(|| {
                Problem::new("", format!("there is no parameter called \"{name}\"; name another"))
            }),
            "part" => name.parse().map(Self::Part).map_err(|()| {
                let all: Vec<&str> = PagePart::ALL.iter().map(|part| part.name()).collect();
                Problem::range("", format_args!("\"{name}\""), format!("one of {}", all.join(", ")))
            }),
            _ => Err(wrong()),
        }
    }

    /// Selection with which the page shows the target: its port and, if the target has one, its priority.
    /// `None` for a target without a port, which is visible with any selection.
    #[must_use]
    pub fn selection(self, spec: &Spec) -> Option<Selection> {
        let (port, priority) = match self {
            Self::Port(port) | Self::Link(port) => (port, None),
            Self::Queue(port, priority) | Self::Group(port, priority) | Self::Mark(_, port, priority) => {
                (port, Some(priority))
            }
            _ => return None,
        };
        let node = spec.owner(port).name.clone();
        Some(Selection { node, port: Some(spec.ports[port.index()].number.into()), priority })
    }
}

/// Finds a host or switch by its exact name.
fn node(spec: &Spec, name: &str) -> Result<NodeId, Problem> {
    spec.node(name).ok_or_else(|| {
        Problem::new("", format!("there is no host or switch called \"{name}\"; name one of the document"))
    })
}

/// Refuses an address of a parameter at a switch, port or host that the fabric does not have. Addresses in
/// profiles are not checked.
pub(crate) fn place(spec: &Spec, address: &Address) -> Result<(), Problem> {
    match &address.place {
        Place::Switch(name) | Place::Host(name) => node(spec, name).map(drop),
        Place::SwitchPort(name, number) => port(spec, &format!("{name}.{number}")).map(drop),
        Place::Fabric | Place::Profile(_) | Place::ProfilePort(..) | Place::OfProfile { .. } => Ok(()),
    }
}

/// Port and priority in a text such as `s1.2.p3`; the priority is `None` if the text has none. Refuses a
/// text without a port, an unknown node, and a port that the node does not have.
fn selected(spec: &Spec, name: &str) -> Result<(PortId, Option<Priority>), Problem> {
    let selection: Selection = name.parse()?;
    let id = node(spec, &selection.node)?;
    let count = spec.nodes[id.index()].ports.len();
    let number = selection
        .port
        .ok_or_else(|| Problem::new("", format!("\"{name}\" names no port; give one, such as {name}.0")))?;
    let port = spec.port(id, number).ok_or_else(|| {
        Problem::new(
            "",
            format!(
                "there is no port {name}: {} has {count} ports, numbered from 0; name one of them",
                selection.node
            ),
        )
    })?;
    Ok((port, selection.priority))
}

/// Finds a port by its name, such as `s1.2`. Refuses a text with a priority.
fn port(spec: &Spec, name: &str) -> Result<PortId, Problem> {
    match selected(spec, name)? {
        (port, None) => Ok(port),
        _ => Err(Problem::new("", format!("\"{name}\" names a priority; name only the port"))),
    }
}

/// Finds a port and a priority by a name such as `s1.2.p3`. Refuses a text without a priority.
fn queue(spec: &Spec, name: &str) -> Result<(PortId, Priority), Problem> {
    match selected(spec, name)? {
        (port, Some(priority)) => Ok((port, priority)),
        _ => Err(Problem::new("", format!("\"{name}\" names no priority; give one, such as {name}.p3"))),
    }
}

/// Refuses a priority group that has no bar on the page: a group of a host, or a group whose frames are
/// charged to no memory.
fn counted(spec: &Spec, port: PortId, priority: Priority, name: &str) -> Result<(), Problem> {
    let lane = &spec.ports[port.index()].config.priorities[priority.index()];
    let message = match spec.switch_of(port) {
        None => format!(
            "{name} is a port of a host, which has no ingress priority group; name a port of a switch"
        ),
        Some(_) if !lane.pg.counted => {
            format!("{name} has no bar: its frames are charged to no memory; name another priority")
        }
        Some(_) => return Ok(()),
    };
    Err(Problem::new("", message))
}

/// Finds a mark of a bar from `LEVEL@PORT.PRIORITY`. `kmin` and `kmax` need a switch whose queue marks
/// frames. A lossless group has the levels `xoff`, `xon` and `headroom`, a lossy group has `limit`. A group
/// with credits has none of these four levels.
fn mark(spec: &Spec, text: &str) -> Result<Target, Problem> {
    let all = || BarMark::ALL.map(|(_, name)| name).join(", ");
    let wrong = || {
        Problem::range(
            "",
            format_args!("\"mark:{text}\""),
            format!("mark:LEVEL@s1.0.p3 with a level of {}", all()),
        )
    };
    let (level, place) = text.split_once('@').ok_or_else(wrong)?;
    let (level, _) = BarMark::ALL.into_iter().find(|(_, name)| *name == level).ok_or_else(wrong)?;
    let (port, priority) = queue(spec, place)?;
    if !matches!(level, BarMark::Kmin | BarMark::Kmax) {
        counted(spec, port, priority, place)?;
    } else if spec.switch_of(port).is_none() {
        return Err(Problem::new(
            "",
            format!("{place} is a port of a host, which marks no frames; name a port of a switch"),
        ));
    }
    let lane = &spec.ports[port.index()].config.priorities[priority.index()];
    let missing =
        |why: &str| Err(Problem::new("", format!("there is no mark \"{text}\": {why}; name another")));
    match level {
        BarMark::Xoff | BarMark::Xon | BarMark::Headroom if !lane.pg.lossless => {
            missing("the priority is lossy")
        }
        BarMark::Xoff | BarMark::Xon | BarMark::Headroom | BarMark::Limit if lane.credits.is_some() => {
            missing("the group gives credits and sends no pause")
        }
        BarMark::Limit if lane.pg.lossless => missing("the priority is lossless"),
        BarMark::Kmin | BarMark::Kmax if lane.ecn.is_off() => missing("nothing is marked there"),
        _ => Ok(Target::Mark(level, port, priority)),
    }
}

/// Finds the first flow with this name, among the flows of the document and those that actions have added
/// to `world`.
fn flow(world: &World, name: &str) -> Result<FlowId, Problem> {
    let found = world.flow_specs().position(|flow| flow.name == name);
    found.map(FlowId::new).ok_or_else(|| {
        Problem::new("", format!("there is no flow called \"{name}\"; name one of the document"))
    })
}
