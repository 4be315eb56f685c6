//! Settings of the page in a share link: theme, hidden parts of the page, charts and lesson. They have no
//! effect on the run. Start with [`Page`].
//!
//! A locked page hides the panel of parameters. An embedded page shows narrator, transport bar and the named
//! charts only. A hidden part of the page stays hidden in every case. A `charts` key with an unknown chart is
//! an error. A `charts` key also hides the charts that it does not name, on every page. A name that occurs
//! twice in `hide` or `charts` counts once; an empty list is an error.

use std::collections::BTreeSet;
use std::str::FromStr;

use super::super::params::Key;
use super::super::problem::Problem;
use super::keys::value_problem;
use super::lesson::LessonPlace;
use super::pace::EventPace;
use super::present::{Chart, TextSize, charts};

/// Settings of the page in a share link: its appearance, and whether the viewer can change the run. They have
/// no effect on the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Whether the page plays the run when the page opens. If `None`, the page plays the run exactly if the
    /// share link names no time.
    pub plays: Option<bool>,
    /// Pace of playing in key events per second. `None` if the page plays by simulated time.
    pub pace: Option<EventPace>,
    /// Light or dark theme. `None` if the page follows the operating system of the viewer.
    pub theme: Option<Theme>,
    /// Parts of the page that are hidden.
    pub hidden: BTreeSet<PagePart>,
    /// Parameters whose controls are hidden. A lesson hides all parameters except those that the lesson
    /// needs.
    pub unseen: BTreeSet<Key>,
    /// Charts on the common time axis. If `None`, the page shows as many charts as fit; an embedded page then
    /// shows no chart.
    pub charts: Option<BTreeSet<Chart>>,
    /// Whether charts draw run A in a row of its own, below the row of run B. If false, both runs share one
    /// row of the chart.
    pub apart: bool,
    /// Run whose fabric the picture shows. If there is no run A, the picture shows run B.
    pub picture: DrawnRun,
    /// Size of text and drawn marks. `None` if the page uses the size that the viewer has chosen.
    pub present: Option<TextSize>,
    /// Whether the page is embedded in another web page. An embedded page shows only the picture of the
    /// fabric, the narrator, the transport bar and the charts that the share link names.
    pub embedded: bool,
    /// Whether the viewer can only play and look at the run, not change it.
    pub locked: bool,
    /// Lesson and stage that the page shows. `None` if it shows no lesson.
    pub lesson: Option<LessonPlace>,
}

/// Run whose fabric the picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawnRun {
    /// Run B, which the page shows.
    #[default]
    B,
    /// Run A, with which run B is compared.
    A,
}

impl DrawnRun {
    /// Both runs, in the order of [`DrawnRun`].
    pub const ALL: [Self; 2] = [Self::B, Self::A];

    /// Name of the run in share links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::B => "b",
            Self::A => "a",
        }
    }
}

/// Light or dark theme of the page.
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

    /// Name of the theme in share links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Part of the page that a share link can hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PagePart {
    /// Bar at the top of the page.
    Top,
    /// Panel with the controls of parameters, flows and triggers.
    Params,
    /// Triggers in the panel [`Params`](Self::Params): buttons that act on the running fabric.
    Triggers,
    /// List of flows in the panel [`Params`](Self::Params).
    Flows,
    /// Panel with details of the selected node, port or priority.
    Inspector,
    /// Charts of queues and rates over time.
    Charts,
    /// Pause lanes: for each port and priority, the times at which the priority was paused.
    Lanes,
    /// Legend of the picture.
    Legend,
    /// Narrator: a sentence about the latest key event.
    Narrator,
    /// Transport bar: buttons to play and step, and the time line.
    Transport,
}

impl PagePart {
    /// All parts of the page that a share link can hide, in their order on the page.
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

    /// Name of the part of the page in share links.
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

    /// Whether an embedded page shows the part by default. The share link can still hide this part.
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
    /// Whether the page shows `part`. A locked page never shows the panel of parameters. The result for
    /// triggers or flows does not consider whether the panel that contains them is hidden.
    #[must_use]
    pub fn shows(&self, part: PagePart) -> bool {
        let embedded = self.names_chart_of(part).unwrap_or(!self.embedded || part.is_embedded());
        let useful = !self.locked || part != PagePart::Params;
        embedded && useful && !self.hidden.contains(&part)
    }

    /// Whether the share link names a chart that belongs to `part`. `None` if the link names no charts, or no
    /// chart belongs to `part`.
    fn names_chart_of(&self, part: PagePart) -> Option<bool> {
        let charts = self.charts.as_ref()?;
        match part {
            PagePart::Charts => Some(charts.iter().any(|chart| *chart != Chart::Lanes)),
            PagePart::Lanes => Some(charts.contains(&Chart::Lanes)),
            _ => None,
        }
    }

    /// Sets `key` to `value` if `key` is a setting of the page. Ignores other keys. A later `hide` or
    /// `charts` replaces the earlier one.
    ///
    /// # Errors
    /// If the setting cannot have this value.
    pub(super) fn apply(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        let wrong = || value_problem(key, value);
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
            "picture" => {
                let named = DrawnRun::ALL.into_iter().find(|run| run.name() == value);
                self.picture = named.ok_or_else(wrong)?;
            }
            "present" => self.present = Some(value.parse().map_err(|()| wrong())?),
            "embed" => self.embedded = switch()?,
            "lock" => self.locked = switch()?,
            "lesson" => self.lesson = Some(value.parse::<LessonPlace>()?.possible()?),
            _ => {}
        }
        Ok(())
    }

    /// Keys and values for the settings that differ from their defaults, in the order of the fields of
    /// [`Page`].
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
            ("picture", (self.picture != DrawnRun::default()).then(|| self.picture.name().to_owned())),
            ("present", self.present.map(|size| size.number().to_string())),
            ("embed", self.embedded.then(|| digit(true))),
            ("lock", self.locked.then(|| digit(true))),
            ("lesson", self.lesson.as_ref().map(ToString::to_string)),
        ]
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
    }
}
