//! Fabrics by their numbers: a document with a builder says how many switches
//! and hosts there are, and [`Document::expanded`] writes the lists.
//!
//! Each kind is a file. Its fields count what there is and describe the links
//! of each tier; its names and the order of its ports stand in its description.

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

/// A fabric by its numbers: one kind, with its counts and the links of its tiers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Build {
    /// Every leaf has a link to every spine, and hosts.
    LeafSpine(LeafSpine),
    /// The three tiers of k-port switches of Al-Fares et al., SIGCOMM 2008.
    FatTree(FatTree),
    /// Switches in a circle, each with hosts.
    Ring(Ring),
    /// Two switches with hosts, and one link between them.
    Dumbbell(Dumbbell),
    /// One switch with hosts.
    Star(Star),
}

/// Nodes and links of a fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Endpoints.
    pub hosts: u64,
    /// Switches of all tiers.
    pub switches: u64,
    /// Links of all tiers.
    pub links: u64,
}

/// One kind of fabric.
trait Plan {
    /// Nodes and links, from the fields alone: nothing is built to count them.
    fn counts(&self) -> Counts;

    /// Checks that the fields fit each other; the place is a field.
    fn check(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// Writes the nodes and links.
    fn write(&self, lists: &mut Lists);
}

impl Build {
    /// The kind, as documents name it.
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

    /// Nodes and links, from closed forms.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.plan().counts()
    }

    /// The lists of nodes and links.
    ///
    /// # Errors
    /// If the fields do not fit each other, or make more than [`Limits`] allows.
    /// Both are found before any list is written.
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
                let message = format!("has {count} {what}, outside at most {most}; use smaller counts");
                return Err(Problem::new(place, message));
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
    /// The same document with lists of nodes and links in place of its builder;
    /// itself if it has none. The document's own lists come after the built ones.
    ///
    /// # Errors
    /// If the builder's fields do not fit each other, or make too large a fabric.
    pub fn expanded(&self) -> Result<Cow<'_, Self>, Problem> {
        let Some(build) = &self.build else { return Ok(Cow::Borrowed(self)) };
        Ok(Cow::Owned(self.with_lists(build.lists()?)))
    }

    /// The same document with `lists` in place of its builder.
    pub(super) fn with_lists(&self, lists: Lists) -> Self {
        let Lists { mut hosts, mut switches, mut links, .. } = lists;
        hosts.extend_from_slice(&self.hosts);
        switches.extend_from_slice(&self.switches);
        links.extend_from_slice(&self.links);
        Self { build: None, hosts, switches, links, ..self.clone() }
    }
}
