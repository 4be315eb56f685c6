//! Positions in a run to which the cursor can move.

use crate::engine::WorldSnapshot;
use crate::units::Time;

/// Position in a run to which the cursor moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekTarget {
    /// After all events up to this time.
    Time(Time),
    /// Just after the last event of the run, if this event happens at the given time or earlier. Otherwise
    /// after all events up to the given time.
    End(Time),
    /// Just after the event with this number; 0: before the first event.
    Event(u64),
    /// Just after this number of events of the given time, or after all of them if there are fewer.
    /// With 0 events, equal to [`SeekTarget::Time`].
    Moment(Time, u64),
}

impl SeekTarget {
    /// Whether the target is after the snapshot `world`. If so, a run that restarts at the snapshot runs the
    /// event of the target again and records its trace events.
    pub(super) fn is_ahead_of(self, world: &WorldSnapshot) -> bool {
        let (now, events) = (world.now(), world.events());
        match self {
            Self::Time(time) | Self::End(time) | Self::Moment(time, 0) => now <= time,
            Self::Moment(time, nth) => now < time || now == time && world.ran_now() < nth,
            Self::Event(number) => events < number || events == 0,
        }
    }
}
