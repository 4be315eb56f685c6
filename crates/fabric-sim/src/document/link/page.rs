use std::collections::BTreeSet;
use std::str::FromStr;

use super::super::params::Key;
use super::super::problem::Problem;
use super::keys::refused;
use super::lesson::LessonPlace;
use super::pace::EventPace;
use super::present::{Chart, Size, charts};

/// How a page is to look and what may be done on it. It never changes what happens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Whether it plays; without, as long as the link names no moment.
    pub plays: Option<bool>,
    /// Pace at which it plays from event to event; `None`: it plays by time.
    pub pace: Option<EventPace>,
    /// Light or dark; without, as the viewer likes it.
    pub theme: Option<Theme>,
    /// Parts of the page that are left out.
    pub hidden: BTreeSet<Part>,
    /// Parameters that are left out, as a lesson does with all but a few.
    pub unseen: BTreeSet<Key>,
    /// Charts on the axis of time; `None`: as many as there is room for, and none in a frame of
    /// another page.
    pub charts: Option<BTreeSet<Chart>>,
    /// Size of text and marks; `None`: as the viewer chose it.
    pub present: Option<Size>,
    /// Whether only the fabric, its narrator, the transport and the named charts are there, for a
    /// frame in another page.
    pub embedded: bool,
    /// Whether it can be played and looked at, and not changed.
    pub locked: bool,
    /// The lesson that it belongs to, and where in it one is; `None`: no lesson.
    pub lesson: Option<LessonPlace>,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on light ground.
    Light,
    /// Light ink on dark ground.
    Dark,
}

impl Theme {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// As links write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A part of the page that a link can leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The bar at the top.
    Top,
    /// Parameters, flows and triggers.
    Params,
    /// The triggers among them.
    Triggers,
    /// The flows among them.
    Flows,
    /// Panel of the selection.
    Inspector,
    /// Charts.
    Charts,
    /// Pause lanes.
    Lanes,
    /// The legend.
    Legend,
    /// The sentence of what just happened.
    Narrator,
    /// Play, steps and the time line.
    Transport,
}

impl Part {
    /// All of them, in the order of the page.
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

    /// As links write it.
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

    /// Whether a frame in another page shows it.
    const fn is_embedded(self) -> bool {
        matches!(self, Self::Narrator | Self::Transport)
    }
}

impl FromStr for Part {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|part| part.name() == text).ok_or(())
    }
}

impl Page {
    /// Whether `part` is to be seen. Where nothing may be changed, there is
    /// nothing to change it by.
    #[must_use]
    pub fn shows(&self, part: Part) -> bool {
        let embedded = self.chosen(part).unwrap_or(!self.embedded || part.is_embedded());
        let useful = !self.locked || part != Part::Params;
        embedded && useful && !self.hidden.contains(&part)
    }

    /// Whether the link names a chart of `part`; `None` if it names no charts, or `part` has none.
    fn chosen(&self, part: Part) -> Option<bool> {
        let charts = self.charts.as_ref()?;
        match part {
            Part::Charts => Some(charts.iter().any(|chart| *chart != Chart::Lanes)),
            Part::Lanes => Some(charts.contains(&Chart::Lanes)),
            _ => None,
        }
    }

    /// Takes in `key=value` of a link, if it is about the page.
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
            "present" => self.present = Some(value.parse().map_err(|()| wrong())?),
            "embed" => self.embedded = switch()?,
            "lock" => self.locked = switch()?,
            "lesson" => self.lesson = Some(value.parse::<LessonPlace>()?.possible()?),
            _ => {}
        }
        Ok(())
    }

    /// Keys and values that a link writes for the page.
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
            ("present", self.present.map(|size| size.number().to_string())),
            ("embed", self.embedded.then(|| digit(true))),
            ("lock", self.locked.then(|| digit(true))),
            ("lesson", self.lesson.as_ref().map(ToString::to_string)),
        ]
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
    }
}
