//! Crossbar scheduling against the figures of the literature.
//!
//! One cell a slot and port, cells that arrive as Bernoulli trials with a
//! destination drawn uniformly. The mean delay counts slots: a cell served in
//! the slot in which it arrives counts 0.

mod delay;
mod saturation;
mod slots;
