//! State behind the page: open document, run, cursor, commands. The lab uses no browser and no web crate. The
//! page performs [`Command`]s, calls [`Lab::advance`] once per video frame, and shows the [`Picture`]. Start
//! with `laboratory.rs` (the state), `command.rs` (the actions of a user), `perform.rs` (dispatch) and
//! `picture.rs` (the data that the page displays).

mod action_labels;
mod action_sentences;
mod address;
mod advance;
mod advice;
mod axis;
mod buffer_dependencies;
mod build_entries;
mod build_form;
mod chart_history;
mod classes;
mod collective_sentences;
mod command;
mod compare;
mod compared_value;
mod credit_sentences;
mod cycle_sentences;
mod deadlock;
mod decision_sentences;
mod document_diff;
mod draft;
mod edit;
mod effective_values;
mod event_predicates;
mod event_sentences;
mod event_target;
mod export;
mod flow_card;
mod flow_history;
mod flow_status;
mod flows;
mod follow;
mod frame_trace;
mod free_play;
mod glossary;
mod history_replay;
mod import;
mod importance;
mod imported;
#[cfg(test)]
mod imported_tests;
mod jump;
mod key_event;
mod laboratory;
mod lanes;
mod last_losses;
mod line;
mod link_seek;
mod loss_sentences;
mod matches;
mod matching;
mod narrator;
mod opened;
mod pace;
mod pause_sentences;
mod perform;
mod picture;
mod place_labels;
mod port_uses;
mod priority_status;
mod queue_history;
mod recent;
mod recorded_run;
mod recording;
mod recording_travel;
mod run;
mod run_a;
mod run_observer;
mod run_travel;
mod scenario;
mod search;
mod sentence_list;
mod setting_sentences;
mod share;
mod shown_window;
mod slider_drag;
mod storm_form;
mod subscriptions;
mod sums;
mod sweep;
mod sweep_form;
mod thresholds;
mod timeline;
mod triggers;
mod undo;
mod user_error;
mod value_sources;
mod video_frame_budget;
mod waiting;
mod watchdog_score;

pub use buffer_dependencies::{BufferDependency, DeadlockStatus};
pub use build_entries::{BUILD_KINDS, BuildField, FormEntry, PRIORITY_ENTRIES, TRAFFIC_KINDS};
pub use build_form::{BuildForm, BuildRefusal};
pub use chart_history::ChartHistory;
pub use command::Command;
pub use compare::RunAView;
pub use compared_value::{ComparedValue, as_csv};
pub use credit_sentences::credits_left;
pub use draft::{CONTROLS, Draft, OPERATIONS};
pub use edit::written;
pub use effective_values::{Overridden, may_be_overridden};
pub use event_predicates::{is_deadlock, is_drop, is_pause};
pub use event_sentences::{listed, opening, sentence};
pub use event_target::EventTarget;
pub use export::{series_step, typed_step};
pub use fabric_interop::sonic::File as SwitchFile;
pub use fabric_sim::seekable::{Column, Pyramid};
pub use flow_card::{FlowCard, stage_words};
pub use flow_history::FlowHistory;
pub use flow_status::FlowStatus;
pub use flows::{FlowRow, offered};
pub use frame_trace::{FrameFate, FrameTrace, SwitchDecision};
pub use glossary::{Definition, TextPiece, definitions, pieces};
pub use import::{
    ImportFiles, ImportRefusal, ImportReport, ReportedList, are_beside, import, is_for_importers, port_names,
};
pub use imported::Imported;
pub use key_event::{KeyEvent, KeyEventKind};
pub use laboratory::Lab;
pub use lanes::{LaneEvent, Lanes, PauseInterval, PauseIntervals, PauseLane};
pub use link_seek::LinkSeekProgress;
pub use matches::Matches;
pub use matching::{NamedMatch, neighbours};
pub use pace::{EVENTS, FASTEST, Pace, SLOWEST, SPEEDS, is_full, nudged, slower, whole};
pub use picture::{DocumentPicture, Picture, Selected, StaticPicture};
pub use priority_status::{PriorityStatus, faults};
pub use queue_history::QueueHistory;
pub use recent::Since;
pub use recording::Recording;
pub use run::Run;
pub use run_a::RunA;
pub use scenario::{Cable, Scenario, ScenarioEdit};
pub use share::{ShareOptions, Shared};
pub use shown_window::ShownWindow;
pub use slider_drag::{SliderLimit, value_label};
pub use storm_form::{PausedPriorities, PausedShare, StormDuration, StormForm, StormInterval};
pub use sums::Term;
pub use sweep::{MAX_EVENTS, PointResult, SweepPoint, SweepProgress};
pub use sweep_form::{MAX_POINTS, SweepForm, SweepPlan, ValueSpacing, VariedSetting};
pub use thresholds::{NO_THRESHOLD, Thresholds};
pub use timeline::Timeline;
pub use user_error::{Attempt, Offer, UserError, displayed_message};
pub use value_sources::{Value, ValueSource, place_in_words};
pub use waiting::{
    Alarms, Clock, CurrentCycle, Headline, PastCause, PastCauses, Paused, Reason, Root, Victims, Waiting,
};
pub use watchdog_score::{DecisionRow, Judgement, Score};

#[cfg(test)]
mod axis_tests;
#[cfg(test)]
mod build_tests;
#[cfg(test)]
mod chart_history_tests;
#[cfg(test)]
mod compare_tests;
#[cfg(test)]
mod credit_tests;
#[cfg(test)]
mod edit_tests;
#[cfg(test)]
mod event_sentences_tests;
#[cfg(test)]
mod event_target_tests;
#[cfg(test)]
mod flow_tests;
#[cfg(test)]
mod follow_tests;
#[cfg(test)]
mod fork_tests;
#[cfg(test)]
mod free_play_tests;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod instant_tests;
#[cfg(test)]
mod link_seek_tests;
#[cfg(test)]
mod matches_tests;
#[cfg(test)]
mod narrator_tests;
#[cfg(test)]
mod priority_status_tests;
#[cfg(test)]
mod scenario_tests;
#[cfg(test)]
mod share_tests;
#[cfg(test)]
mod shown_state_tests;
#[cfg(test)]
mod storm_tests;
#[cfg(test)]
mod subscriptions_tests;
#[cfg(test)]
mod sweep_tests;
#[cfg(test)]
mod test_lab;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trigger_tests;
#[cfg(test)]
mod undo_tests;
#[cfg(test)]
mod value_sources_tests;
#[cfg(test)]
mod waiting_tests;
