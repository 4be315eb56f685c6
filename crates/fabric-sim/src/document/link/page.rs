//! Settings of the page in a link: theme, hidden parts, charts, lesson. They have no effect on the run.

use std::collections::BTreeSet;
use std::str::FromStr;

use super::super::params::Key;
use super::super::problem::Problem;
use super::keys::refused;
use super::lesson::LessonPlace;
use super::pace::EventPace;
use super::present::{Chart, Size, charts};

/// Settings of the page in a link: how it looks and what can be changed. They never change the
/// simulation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Whether the page plays when it opens; `None`: it plays if the link names no moment.
    pub plays: Option<bool>,
    /// Pace of playing from event to event; `None`: the page plays by simulated time.
    pub pace: Option<EventPace>,
    /// Light or dark theme; `None`: as the system of the viewer is set.
    pub theme: Option<Theme>,
    /// Parts of the page that are hidden.
    pub hidden: BTreeSet<PagePart>,
    /// Parameters that are hidden, as a lesson does with all but a few.
    pub unseen: BTreeSet<Key>,
    /// Charts above each other on the common time axis; `None`: as many as fit, and none in a frame
    /// of another page.
    pub charts: Option<BTreeSet<Chart>>,
    /// Whether the charts draw run A below run B, and not over it.
    pub apart: bool,
    /// Size of text and marks; `None`: as the viewer chose.
    pub present: Option<Size>,
    /// Whether the page is meant for a frame in another page, and shows only the fabric, the narrator,
    /// the transport bar and the charts that the link names.
    pub embedded: bool,
    /// Whether the page can only be played and viewed, not changed.
    pub locked: bool,
    /// Place in a lesson; `None` outside lessons.
    pub lesson: Option<LessonPlace>,
}

/// Light or dark theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

impl Theme {
    /// Both themes.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// Name of the theme in links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Part of the page that a link can hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PagePart {
    /// Bar at the top.
    Top,
    /// Panel with parameters, flows and triggers.
    Params,
    /// Triggers in that panel.
    Triggers,
    /// Flows in that panel.
    Flows,
    /// Panel that describes the selection.
    Inspector,
    /// Charts.
    Charts,
    /// Pause lanes.
    Lanes,
    /// Legend of the picture.
    Legend,
    /// Sentence about the latest key event.
    Narrator,
    /// Transport bar: play, steps and the time line.
    Transport,
}

impl PagePart {
    /// All parts, in the order of the page.
    pub const ALL: [Self; 10] = [
        Self::Top,
        Self::Params,
        Self::Triggers,
        Self::Flows,
        Self::Inspector,
        Self::Charts,
        Self::Lanes,
        Self::Legend,
        Self::Narrator,
        Self::Transport,
    ];

    /// Name of the part in links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Params => "params",
            Self::Triggers => "triggers",
            Self::Flows => "flows",
            Self::Inspector => "inspector",
            Self::Charts => "charts",
            Self::Lanes => "lanes",
            Self::Legend => "legend",
            Self::Narrator => "narrator",
            Self::Transport => "transport",
        }
    }

    /// Whether a page in a frame shows this part by default.
    const fn is_embedded(self) -> bool {
        matches!(self, Self::Narrator | Self::Transport)
    }
}

impl FromStr for PagePart {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|part| part.name() == text).ok_or(())
    }
}

impl Page {
    /// Whether the page shows `part`. A locked page shows no controls for changes.
    #[must_use]
    pub fn shows(&self, part: PagePart) -> bool {
        let embedded = self.chosen(part).unwrap_or(!self.embedded || part.is_embedded());
        let useful = !self.locked || part != PagePart::Params;
        embedded && useful && !self.hidden.contains(&part)
    }

    /// Whether the link names a chart that `part` holds; `None` if the link names no charts or `part`
    /// holds none.
    fn chosen(&self, part: PagePart) -> Option<bool> {
        let charts = self.charts.as_ref()?;
        match part {
            PagePart::Charts => Some(charts.iter().any(|chart| *chart != Chart::Lanes)),
            PagePart::Lanes => Some(charts.contains(&Chart::Lanes)),
            _ => None,
        }
    }

    /// Reads `key=value` of a link if it is about the page; ignores other keys.
    pub(super) fn take(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        let wrong = || refused(key, value);
        let switch = || match value {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(wrong()),
        };
        match key {
            "run" => self.plays = Some(switch()?),
            "pace" => self.pace = Some(value.parse().map_err(|()| wrong())?),
            "theme" => {
                let named = Theme::ALL.into_iter().find(|theme| theme.name() == value);
                self.theme = Some(named.ok_or_else(wrong)?);
            }
            "hide" => {
                (self.hidden, self.unseen) = (BTreeSet::new(), BTreeSet::new());
                for name in value.split(',') {
                    match (name.parse(), Key::find(name)) {
                        (Ok(part), _) => drop(self.hidden.insert(part)),
                        (_, Some(key)) => drop(self.unseen.insert(key)),
                        _ => return Err(wrong()),
                    }
                }
            }
            "charts" => self.charts = Some(charts(value).ok_or_else(wrong)?),
            "apart" => self.apart = switch()?,
            "present" => self.present = Some(value.parse().map_err(|()| wrong())?),
            "embed" => self.embedded = switch()?,
            "lock" => self.locked = switch()?,
            "lesson" => self.lesson = Some(value.parse::<LessonPlace>()?.possible()?),
            _ => {}
        }
        Ok(())
    }

    /// Keys and values of these settings, as a link writes them.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&'static str, String)> {
        let digit = |on: bool| u8::from(on).to_string();
        let unseen = self.unseen.iter().map(|key| key.param().name);
        let hidden: Vec<&str> = self.hidden.iter().map(|part| part.name()).chain(unseen).collect();
        let charts = self.charts.as_ref();
        let charts = charts.map(|charts| charts.iter().map(|chart| chart.name()).collect::<Vec<_>>());
        [
            ("run", self.plays.map(digit)),
            ("pace", self.pace.map(|pace| pace.to_string())),
            ("theme", self.theme.map(|theme| theme.name().to_owned())),
            ("hide", (!hidden.is_empty()).then(|| hidden.join(","))),
            ("charts", charts.map(|charts| charts.join(","))),
            ("apart", self.apart.then(|| digit(true))),
            ("present", self.present.map(|size| size.number().to_string())),
            ("embed", self.embedded.then(|| digit(true))),
            ("lock", self.locked.then(|| digit(true))),
            ("lesson", self.lesson.as_ref().map(ToString::to_string)),
        ]
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
    }
}
