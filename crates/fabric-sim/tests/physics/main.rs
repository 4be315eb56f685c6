//! Tests of the simulated fabric against closed forms. Each test states the source of its expected value; no
//! expected value was taken from a run.

mod causes;
mod collectives;
#[path = "../kit/counted.rs"]
mod counted;
mod credits;
mod crossbar;
mod cut_through;
#[path = "../kit/cycles.rs"]
mod cycles;
mod dcqcn;
mod deadlock;
mod deadlock_detection;
mod dependency;
mod egress_trigger;
mod end_to_end_credits;
mod ets;
mod faults;
mod headroom;
mod hpcc;
mod kit;
mod learning;
mod links;
mod marking;
mod memory;
mod mitigation;
mod operations;
mod order;
mod pause;
mod rates;
mod reads;
mod receiving;
mod reliability;
mod routing;
mod sending;
mod settings;
mod sharing;
mod storms;
mod waiting;
mod watchdog;
