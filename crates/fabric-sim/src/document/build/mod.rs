//! Builders of topologies. A document names at most one topology, such as `leaf_spine`, and its numbers of
//! switches and hosts. [`Document::expanded`] creates the lists of nodes and links. Start with [`Build`].
//!
//! Each topology has its own file and its own type. The fields of the type are the counts, and the rate and
//! length of the links of each tier. The comment of the type gives the names of nodes and the order of ports.
//! Ports are numbered from 0. A link that the document itself lists gets the next free port numbers at its
//! ends.

mod dumbbell;
mod fat_tree;
mod leaf_spine;
mod lists;
mod places;
mod ring;
mod star;
mod tier;

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Document;
use super::problem::Problem;
use crate::spec::Limits;
pub use dumbbell::Dumbbell;
pub use fat_tree::FatTree;
pub use leaf_spine::LeafSpine;
pub(super) use lists::Lists;
pub(super) use places::Places;
pub use ring::Ring;
pub use star::Star;
pub use tier::TierLink;

/// Topology that a builder creates, with its counts of nodes and the links of its tiers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Build {
    /// Leaf-spine fabric: leaves with hosts, and a link from every leaf to every spine.
    LeafSpine(LeafSpine),
    /// Fat tree of k-port switches in three tiers (Al-Fares et al., SIGCOMM 2008).
    FatTree(FatTree),
    /// Ring of switches, each with hosts.
    Ring(Ring),
    /// Dumbbell: two switches with hosts, and one link between them.
    Dumbbell(Dumbbell),
    /// Star: a single switch with hosts.
    Star(Star),
}

/// Numbers of nodes and links that a builder creates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Number of hosts.
    pub hosts: u64,
    /// Number of switches of all tiers.
    pub switches: u64,
    /// Number of links of all tiers.
    pub links: u64,
}

/// Builder of one kind of topology, such as a ring.
trait TopologyBuilder {
    /// Counts the nodes and links of the topology without creating them.
    fn counts(&self) -> Counts;

    /// Checks that the fields of the builder fit together. The place of a problem is the name of the wrong
    /// field.
    fn check(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// Adds the nodes and links to `lists`.
    fn write(&self, lists: &mut Lists);
}

impl Build {
    /// Name of the topology in documents, such as `leaf_spine`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::LeafSpine(_) => "leaf_spine",
            Self::FatTree(_) => "fat_tree",
            Self::Ring(_) => "ring",
            Self::Dumbbell(_) => "dumbbell",
            Self::Star(_) => "star",
        }
    }

    /// Numbers of nodes and links, calculated without creating them. The fields are not checked: for fields
    /// that contradict each other, the numbers have no meaning.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.builder().counts()
    }

    /// Creates the lists of nodes and links.
    ///
    /// # Errors
    /// If the fields contradict each other, or if the topology exceeds [`Limits`]; numbers equal to a limit
    /// are allowed. These checks come before the lists are created. Only the first problem is returned. A
    /// problem of a field has the place `build.KIND.FIELD`, and a limit the place `build.KIND`.
    pub(super) fn lists(&self) -> Result<Lists, Problem> {
        let place = format!("build.{}", self.kind());
        let at_field = |problem: Problem| Problem { place: format!("{place}.{}", problem.place), ..problem };
        self.builder().check().map_err(at_field)?;
        let Counts { hosts, switches, links } = self.counts();
        for (count, what, most) in [
            (hosts + switches, "hosts and switches", Limits::NODES),
            (links, "links", Limits::LINKS),
            (hosts * switches, "routes (switches times hosts)", Limits::ROUTES),
        ] {
            if count > most as u64 {
                let range = format!("at most {most}; use smaller counts");
                return Err(Problem::range(place, format_args!("{count} {what}"), range));
            }
        }
        let mut lists = Lists::default();
        self.builder().write(&mut lists);
        Ok(lists)
    }

    fn builder(&self) -> &dyn TopologyBuilder {
        match self {
            Self::LeafSpine(topology) => topology,
            Self::FatTree(topology) => topology,
            Self::Ring(topology) => topology,
            Self::Dumbbell(topology) => topology,
            Self::Star(topology) => topology,
        }
    }
}

impl Document {
    /// Replaces the builder by lists of nodes and links. Nodes and links of the builder come before the nodes
    /// and links that the document itself lists. A document without a builder is returned unchanged.
    ///
    /// # Errors
    /// If the builder's fields contradict each other, or the topology of the builder alone exceeds
    /// [`Limits`]. Names that the document and the builder both use are found only when the document is
    /// compiled.
    pub fn expanded(&self) -> Result<Cow<'_, Self>, Problem> {
        let Some(build) = &self.build else { return Ok(Cow::Borrowed(self)) };
        Ok(Cow::Owned(self.with_lists(build.lists()?)))
    }

    /// Copies the document without its builder. The nodes and links of `lists` come first in the copy, then
    /// the nodes and links that the document itself lists.
    pub(super) fn with_lists(&self, lists: Lists) -> Self {
        let Lists { mut hosts, mut switches, mut links, .. } = lists;
        hosts.extend_from_slice(&self.hosts);
        switches.extend_from_slice(&self.switches);
        links.extend_from_slice(&self.links);
        Self { build: None, hosts, switches, links, ..self.clone() }
    }
}
