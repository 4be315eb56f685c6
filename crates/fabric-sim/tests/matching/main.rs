//! Tests of crossbar scheduling against published figures.
//!
//! In each slot, an input or output transfers at most one cell. Cells arrive as Bernoulli trials, for an
//! output that is drawn uniformly. The mean delay is in slots. A cell that is transferred in the slot of its
//! arrival has delay 0.

mod delay;
mod saturation;
mod slots;
