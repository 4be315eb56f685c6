use crate::engine::{Log, World};

/// What rides along with a run: it hears the events that anybody asks for, is
/// kept with each checkpoint, and is put back with it. What it does not ask for
/// it may hear, too, and must not mind.
pub trait Rider: Clone {
    /// Takes in the notes of the events that have just run, if they made any;
    /// `world` is after the last of them, and of the others there are only notes
    /// that can be understood without it ([`What::stands_alone`]).
    ///
    /// [`What::stands_alone`]: crate::engine::What::stands_alone
    fn hear(&mut self, world: &World, log: &Log);

    /// By port: the priorities of which it has to hear of frames that leave a
    /// crowd behind them, as [`Interest::crowding`] says it.
    ///
    /// [`Interest::crowding`]: crate::engine::Interest::crowding
    fn crowding(&self) -> &[u8] {
        &[]
    }

    /// The bytes that a copy takes besides the size of the type.
    fn heap_bytes(&self) -> usize;
}

/// Nobody.
impl Rider for () {
    fn hear(&mut self, _: &World, _: &Log) {}

    fn heap_bytes(&self) -> usize {
        0
    }
}
