use crate::engine::WorldSnapshot;
use crate::units::Time;

/// A place of a run to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A time, all of whose events have happened.
    Time(Time),
    /// The last event of all, or a time if events happen after it.
    End(Time),
    /// Just after the event of this number; 0: before the first.
    Event(u64),
    /// Just after so many events of a time, or after all of them if there are
    /// fewer. For none of them, as [`Goal::Time`].
    Moment(Time, u64),
}

impl Goal {
    /// Whether a world that stands right behind an event is before this place,
    /// or at it, and the way there is worth going. The event itself is gone
    /// through, so that it is heard of.
    pub(super) fn is_ahead_of(self, world: &WorldSnapshot) -> bool {
        let (now, events) = (world.now(), world.events());
        match self {
            Self::Time(time) | Self::End(time) | Self::Moment(time, 0) => now <= time,
            Self::Moment(time, nth) => now < time || now == time && world.ran_now() < nth,
            Self::Event(number) => events < number || events == 0,
        }
    }
}
