use crate::engine::{Note, World};

/// What rides along with a run: it hears every event, is kept with each
/// checkpoint, and is put back with it.
pub trait Rider: Clone {
    /// Takes in the notes of the event that has just run, if it made any;
    /// `world` is after it.
    fn hear(&mut self, world: &World, notes: &[Note]);

    /// The bytes that a copy takes besides the size of the type.
    fn heap_bytes(&self) -> usize;
}

/// Nobody.
impl Rider for () {
    fn hear(&mut self, _: &World, _: &[Note]) {}

    fn heap_bytes(&self) -> usize {
        0
    }
}
