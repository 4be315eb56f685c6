//! Tests of crossbar scheduling against published figures.
//!
//! In each slot, a port transfers at most one cell. Cells arrive as Bernoulli trials, for a destination that
//! is drawn uniformly. The mean delay is in slots: a cell that is served in the slot of its arrival has delay
//! 0.

mod delay;
mod saturation;
mod slots;
