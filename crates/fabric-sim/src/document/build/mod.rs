//! Builders: a document gives the kind of a topology with counts of switches and
//! hosts, and [`Document::expanded`] writes the lists of nodes and links.
//!
//! Each kind is a file. Its fields are the counts and the links of each tier;
//! its doc comment gives the names of its nodes and the order of their ports.

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

/// Topology of a kind, with its counts and the links of its tiers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Build {
    /// Leaves with hosts; every leaf has a link to every spine.
    LeafSpine(LeafSpine),
    /// The three tiers of k-port switches of Al-Fares et al., SIGCOMM 2008.
    FatTree(FatTree),
    /// Switches in a ring, each with hosts.
    Ring(Ring),
    /// Two switches with hosts, and one link between them.
    Dumbbell(Dumbbell),
    /// A single switch with hosts.
    Star(Star),
}

/// Numbers of nodes and links of a fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Endpoints.
    pub hosts: u64,
    /// Switches of all tiers.
    pub switches: u64,
    /// Links of all tiers.
    pub links: u64,
}

/// Rules of one kind of topology.
trait Plan {
    /// Counts nodes and links from the fields, without building them.
    fn counts(&self) -> Counts;

    /// Checks the fields against each other. The place of the problem is a field.
    fn check(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// Writes the nodes and links.
    fn write(&self, lists: &mut Lists);
}

impl Build {
    /// Name of the kind in documents.
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

    /// Numbers of nodes and links, from closed forms.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.plan().counts()
    }

    /// Writes the lists of nodes and links.
    ///
    /// # Errors
    /// If the fields contradict each other, or make more than [`Limits`] allows.
    /// Both are checked before any list is written.
    pub(super) fn lists(&self) -> Result<Lists, Problem> {
        let place = format!("build.{}", self.kind());
        let at_field = |problem: Problem| Problem { place: format!("{place}.{}", problem.place), ..problem };
        self.plan().check().map_err(at_field)?;
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
        self.plan().write(&mut lists);
        Ok(lists)
    }

    fn plan(&self) -> &dyn Plan {
        match self {
            Self::LeafSpine(plan) => plan,
            Self::FatTree(plan) => plan,
            Self::Ring(plan) => plan,
            Self::Dumbbell(plan) => plan,
            Self::Star(plan) => plan,
        }
    }
}

impl Document {
    /// Replaces the builder by lists of nodes and links, which come before the
    /// document's own. A document without a builder is returned as it is.
    ///
    /// # Errors
    /// If the builder's fields contradict each other, or make a fabric that is
    /// larger than [`Limits`] allows.
    pub fn expanded(&self) -> Result<Cow<'_, Self>, Problem> {
        let Some(build) = &self.build else { return Ok(Cow::Borrowed(self)) };
        Ok(Cow::Owned(self.with_lists(build.lists()?)))
    }

    /// Copies the document with `lists` in place of its builder.
    pub(super) fn with_lists(&self, lists: Lists) -> Self {
        let Lists { mut hosts, mut switches, mut links, .. } = lists;
        hosts.extend_from_slice(&self.hosts);
        switches.extend_from_slice(&self.switches);
        links.extend_from_slice(&self.links);
        Self { build: None, hosts, switches, links, ..self.clone() }
    }
}
