use crate::heap;
use crate::ids::priorities;
use crate::mask::members;
use crate::wire::PRIORITIES;

/// Who asks for what: for each output and priority the inputs that have a
/// frame for it, as sets of port numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requests {
    outputs: Vec<Output>,
    /// By output: the inputs that may be granted something.
    wanted: Vec<u64>,
    /// Outputs with something that may be granted.
    active: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Output {
    /// By priority: the inputs that have a frame.
    asks: [u64; PRIORITIES],
    /// By priority: the inputs with a frame that is partly through, which has
    /// its room already.
    partly: [u64; PRIORITIES],
    /// Priorities that somebody asks for.
    occupied: u8,
    /// Priorities with a frame partly through.
    begun: u8,
    /// Priorities whose egress queue has no room.
    closed: u8,
}

impl Requests {
    /// Nobody asks `ports` outputs for anything.
    #[must_use]
    pub fn new(ports: usize) -> Self {
        Self { outputs: vec![Output::default(); ports], wanted: vec![0; ports], active: 0 }
    }

    /// `input` has a frame for `output`, or has none any more.
    #[inline]
    pub fn set(&mut self, input: usize, output: usize, priority: u8, asks: bool) {
        let at = &mut self.outputs[output];
        let set = &mut at.asks[usize::from(priority)];
        *set = if asks { *set | 1 << input } else { *set & !(1 << input) };
        at.occupied = at.occupied & !(1 << priority) | u8::from(*set != 0) << priority;
        if !asks {
            self.renew(output);
        } else if at.closed >> priority & 1 == 0 {
            self.wanted[output] |= 1 << input;
            self.active |= 1 << output;
        }
    }

    /// The frame at the head of `input` for `output` is partly through, or
    /// not any more.
    #[inline]
    pub fn set_partly(&mut self, input: usize, output: usize, priority: u8, partly: bool) {
        let at = &mut self.outputs[output];
        let set = &mut at.partly[usize::from(priority)];
        *set = if partly { *set | 1 << input } else { *set & !(1 << input) };
        at.begun = at.begun & !(1 << priority) | u8::from(*set != 0) << priority;
        self.renew(output);
    }

    /// The egress queue of `output` has room for another frame, or not.
    #[inline]
    pub fn set_open(&mut self, output: usize, priority: u8, open: bool) {
        let at = &mut self.outputs[output];
        at.closed = at.closed & !(1 << priority) | u8::from(!open) << priority;
        self.renew(output);
    }

    #[inline]
    fn renew(&mut self, output: usize) {
        let at = &self.outputs[output];
        let wanted = if at.closed == 0 {
            at.asks.iter().fold(0, |all, asks| all | asks)
        } else {
            let asked = priorities(at.occupied & (!at.closed | at.begun));
            asked.fold(0, |all, n| all | self.grantable(output, n, u64::MAX))
        };
        self.wanted[output] = wanted;
        self.active = self.active & !(1 << output) | u64::from(wanted != 0) << output;
    }

    /// The inputs to which `output` may grant something.
    #[must_use]
    #[inline]
    pub fn wanted(&self, output: usize) -> u64 {
        self.wanted[output]
    }

    /// Outputs for which something may be granted.
    #[must_use]
    #[inline]
    pub const fn active(&self) -> u64 {
        self.active
    }

    /// The inputs of `free` to which `output` may grant `priority`: those that
    /// ask, while its egress queue has room; without, those whose frame is
    /// partly through.
    #[must_use]
    #[inline]
    pub fn grantable(&self, output: usize, priority: u8, free: u64) -> u64 {
        let (at, n) = (&self.outputs[output], usize::from(priority));
        free & if at.closed >> priority & 1 == 0 { at.asks[n] } else { at.partly[n] }
    }

    /// The priorities of `output` that some input of `free` may be granted.
    #[must_use]
    #[inline]
    pub fn priorities(&self, output: usize, free: u64) -> u8 {
        let at = &self.outputs[output];
        priorities(at.occupied & (!at.closed | at.begun))
            .filter(|priority| self.grantable(output, *priority, free) != 0)
            .fold(0, |mask, priority| mask | 1 << priority)
    }

    /// The highest of them; most often the first that is looked at.
    #[must_use]
    #[inline]
    pub fn highest(&self, output: usize, free: u64) -> Option<u8> {
        let at = &self.outputs[output];
        let mut rest = at.occupied & (!at.closed | at.begun);
        while rest != 0 {
            let priority = 7 - u8::try_from(rest.leading_zeros()).unwrap_or(0);
            if self.grantable(output, priority, free) != 0 {
                return Some(priority);
            }
            rest &= !(1 << priority);
        }
        None
    }

    /// All inputs that have a frame for `output`, whether it has room or not.
    #[must_use]
    #[inline]
    pub fn asks(&self, output: usize, priority: u8) -> u64 {
        self.outputs[output].asks[usize::from(priority)]
    }

    /// Whether the egress queue of `output` has room for another frame.
    #[must_use]
    pub fn is_open(&self, output: usize, priority: u8) -> bool {
        self.outputs[output].closed >> priority & 1 == 0
    }

    /// Whether the frame at the head of `input` for `output` is partly through.
    #[must_use]
    pub fn is_partly(&self, input: usize, output: usize, priority: u8) -> bool {
        self.outputs[output].partly[usize::from(priority)] >> input & 1 == 1
    }

    /// Priorities of `output` that some input has a frame for.
    #[must_use]
    #[inline]
    pub fn occupied(&self, output: usize) -> u8 {
        self.outputs[output].occupied
    }

    /// Whether anything could be granted between these inputs and outputs.
    #[must_use]
    #[inline]
    pub fn any(&self, inputs: u64, outputs: u64) -> bool {
        members(self.active & outputs).any(|output| self.wanted(output) & inputs != 0)
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        heap::rows::<Output>(self.outputs.len()) + heap::rows::<u64>(self.wanted.len())
    }
}
