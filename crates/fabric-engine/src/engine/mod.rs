//! World of the simulation: state of a fabric, counters, calendar of events, and the event loop.
//!
//! Start with [`World`], then `event_order.rs` (order of simultaneous events) and `pipeline.rs`. A frame
//! passes these files in order: `arrive`, `pipeline`, `forwarding_decision`, `admit`, `mark`, `dequeue`,
//! `transmit`, `receive`.
//!
//! PFC is in `pause` (transmission) and `receive_pause` (reception); credits are in `credit`.
//! Sources are in `traffic`, `rate`, `reliability`, `rdma_read`, `multicast` and `collective`. User
//! actions are in `act`, faults in `fault`, deadlock detection in `waits`. Code that most frames do
//! not need is `inline(never)`, which makes the event loop faster (docs/speed.md).

#![expect(
    clippy::inline_always,
    reason = "the steps of a frame are one function, because each call costs a tenth of a step (docs/speed.md)"
)]

mod act;
mod admission_details;
mod admit;
mod arrive;
mod begin;
mod calendar;
mod collective;
mod configs;
mod counters;
mod credit;
mod crossbar;
mod cut_through;
mod dequeue;
mod drop_cause;
mod ecmp;
mod event_order;
mod fault;
mod filtered_recorder;
mod flood;
mod flow_times;
mod forwarding_decision;
mod ledger;
mod link_pause;
mod live;
mod mark;
mod multicast;
mod pause;
mod pipeline;
mod plan;
mod port_pipeline;
mod queued;
mod random;
mod rate;
mod rate_limits;
mod rdma_read;
mod ready_ports;
mod rebuild;
mod receive;
mod receive_pause;
mod reliability;
mod replace_actions;
mod run;
mod state;
mod switch_view;
mod trace_event;
mod traffic;
mod transmit;
mod view;
mod waits;
mod watchdog;
mod world;
mod world_size;
mod world_snapshot;
mod world_view;

pub use admission_details::{AdmissionDetails, AdmissionResult, UseAndLimit};
pub use counters::{
    COUNTS, ClassShare, Counters, CrossbarCounters, FlowCounters, FlowCreditCounters, Latency,
    PriorityCounters, ReceiverCounters, Shares,
};
pub use drop_cause::DropCause;
pub use filtered_recorder::{Delivery, EventFilter, Log, OccupancySample};
pub use ledger::Ledger;
pub use port_pipeline::HEADER_BYTES;
pub use queued::QueuedFrame;
pub use random::stable_key;
pub use run::{Observation, Observe};
pub use switch_view::{CrossbarView, SwitchView};
pub use trace_event::{EventKind, FnRecorder, FrameStep, Recorder, Rewind, TraceEvent};
pub use waits::{
    CheckedDecision, Cycle, CycleChange, CycleTrigger, Cycles, PausedQueue, Pauser, Storm, TriggeringEvent,
    Truth, WaitEdge, Waits, WatchdogDecisions,
};
pub use world::{RunEnd, World};
pub use world_snapshot::WorldSnapshot;
pub use world_view::{
    ClassView, CreditView, FaultView, FlowCreditView, FlowView, FrameInFlight, HeadroomView, PgView,
    PortView, PriorityView, ReceiveView, RecoveryView, Totals, WorldView,
};
