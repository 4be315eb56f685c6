//! State behind the page: open document, run, cursor, commands. Knows no browser and no web crate. The
//! page performs [`Command`]s, calls [`Lab::advance`] once per video frame, and shows the [`Picture`].
//! Start with `laboratory.rs` (the state), `command.rs` (what a user can do), `perform.rs` (dispatch)
//! and `picture.rs` (what the page sees).

mod address;
mod advice;
mod aim;
mod apart;
mod arrival;
mod asked;
mod axis;
mod belief;
mod build_entries;
mod build_form;
mod circle;
mod classes;
mod command;
mod compare;
mod credit;
mod danger;
mod deadlock;
mod deed;
mod difference;
mod done;
mod draft;
mod drag;
mod edit;
mod enumerated;
mod event;
mod export;
mod fares;
mod flow_card;
mod flow_past;
mod flows;
mod follow;
mod force;
mod free_play;
mod ghost;
mod given;
mod glossary;
mod halves;
mod heard;
mod history;
mod import;
mod journey;
mod jump;
mod kind;
mod laboratory;
mod lane_past;
mod lanes;
mod line;
mod loss;
mod lost;
mod marks;
mod matches;
mod matching;
mod narrator;
mod opened;
mod pace;
mod past;
mod pause;
mod perform;
mod picture;
mod place;
mod recent;
mod refill;
mod run;
mod scenario;
mod search;
mod settings;
mod share;
mod state;
mod storm;
mod story;
mod sums;
mod sweep;
mod sweep_form;
mod tape;
mod timeline;
mod together;
mod travel;
mod triggers;
mod trouble;
mod verdict;
mod waiting;
mod way;
mod weight;
mod window;
mod work;

pub use aim::Aim;
pub use arrival::Journey;
pub use build_entries::{BUILD_KINDS, BuildField, Entry, PRIORITY_ENTRIES, TRAFFIC_KINDS};
pub use build_form::{BuildForm, BuildRefusal};
pub use command::Command;
pub use compare::Other;
pub use credit::credits_left;
pub use danger::{Place, Risk};
pub use difference::{Difference, as_csv};
pub use draft::{CONTROLS, Draft, OPERATIONS};
pub use drag::{Stop, value_label};
pub use edit::written;
pub use event::{Event, Kind};
pub use export::series_step;
pub use fabric_interop::sonic::File as SwitchFile;
pub use fabric_sim::tape::{Column, Pyramid};
pub use fares::Doing;
pub use flow_card::{FlowCard, stage_words};
pub use flow_past::FlowPast;
pub use flows::{Listed, offered};
pub use force::{Overruled, may_be_overruled};
pub use ghost::Ghost;
pub use given::{Giver, Value, place_in_words};
pub use glossary::{Definition, Piece, definitions, pieces};
pub use history::History;
pub use import::{ImportReport, ReportedList, has_configuration, import};
pub use kind::{is_deadlock, is_drop, is_pause};
pub use laboratory::Lab;
pub use lane_past::Lane;
pub use lanes::{Lanes, PauseLane, Spot, Stretch, Stretches};
pub use lost::FrameName;
pub use marks::{Marks, NONE};
pub use matches::Matches;
pub use matching::{Told, neighbours};
pub use pace::{EVENTS, FASTEST, Pace, SLOWEST, SPEEDS, is_full, nudged, slower, whole};
pub use picture::{Picture, Selected, Stage, Still};
pub use recent::Since;
pub use run::Run;
pub use scenario::{Cable, Scenario, ScenarioEdit};
pub use share::{Shared, Wish};
pub use state::{State, faults};
pub use storm::{Every, Lasts, Share, Storm, Whose};
pub use story::{listed, opening, sentence};
pub use sums::Term;
pub use sweep::{Came, Dot, MOST_EVENTS, Sweeping};
pub use sweep_form::{MOST_POINTS, Plan, Spread, SweepForm, Varied};
pub use tape::Tape;
pub use timeline::Timeline;
pub use trouble::{Deed, Offer, Trouble, plain};
pub use verdict::{Judgement, Said, Score};
pub use waiting::{Alarms, Clock, Headline, Paused, Reason, Root, Standing, Waiting};
pub use way::{Fate, Ruled, Way};
pub use window::Window;

#[cfg(test)]
mod aim_tests;
#[cfg(test)]
mod arrival_tests;
#[cfg(test)]
mod asked_tests;
#[cfg(test)]
mod at_rest;
#[cfg(test)]
mod axis_tests;
#[cfg(test)]
mod build_tests;
#[cfg(test)]
mod compare_tests;
#[cfg(test)]
mod credit_tests;
#[cfg(test)]
mod edit_tests;
#[cfg(test)]
mod flow_tests;
#[cfg(test)]
mod follow_tests;
#[cfg(test)]
mod fork_tests;
#[cfg(test)]
mod free_play_tests;
#[cfg(test)]
mod given_tests;
#[cfg(test)]
mod history_tests;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod instant_tests;
#[cfg(test)]
mod matches_tests;
#[cfg(test)]
mod narrator_tests;
#[cfg(test)]
mod scenario_tests;
#[cfg(test)]
mod state_tests;
#[cfg(test)]
mod story_tests;
#[cfg(test)]
mod sweep_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trigger_tests;
#[cfg(test)]
mod truth_tests;
#[cfg(test)]
mod undo_tests;
#[cfg(test)]
mod waiting_tests;
