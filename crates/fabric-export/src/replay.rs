//! Files that are written while a document is run from its start. The work is divided into small steps, so
//! that a web page stays responsive. Start with [`Replay::begin`] and [`Replay::advance`].

use std::cell::RefCell;
use std::fmt;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::engine::{RunEnd, TraceEvent, World};
use fabric_sim::insight::Causes;
use fabric_sim::insight::capture::{Capture, CaptureFilter, CapturedFrame};
use fabric_sim::spec::Spec;
use fabric_sim::units::{Bytes, Time};

use crate::causes::write_causes;
use crate::{Bounded, CaptureFile, Series, Trace, Unwritten, trace_interval};

/// Upper limit of the work in one batch, in the unit of [`World::work`] (about one event). The trace events
/// of a batch then take a few megabytes of memory.
const MAX_BATCH: u64 = 1 << 13;

/// Kind of file that a run produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunFile {
    /// Time series as CSV, with rows at time 0 and at each multiple of this interval, up to the end.
    Series(Time),
    /// Trace for Perfetto, with samples of queues at the interval that [`trace_interval`] returns.
    Trace,
    /// All frames as pcapng, with all their bytes.
    Capture,
    /// Causes of pauses as JSON, from the start to the end of the run.
    Causes,
}

/// File under construction, with the run that produces it.
pub struct Replay<'a> {
    world: World,
    /// Writer of the file; `None` after the file is complete or an error has occurred.
    writer: Option<Writer<'a>>,
    events: Vec<TraceEvent>,
    /// Interval between two samples. For a file without samples, the length of the whole run.
    every: Time,
    /// Simulated time of the next sample.
    next: Time,
    end: Time,
    /// Limits: bytes of the file, and work of the run in the unit of [`World::work`].
    most: (u64, u64),
}

/// Reason why a file was not written: a sentence for the user.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused(String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

enum Writer<'a> {
    Series(Box<Series<'a>>),
    Trace(Box<Trace<'a>>),
    Capture(Box<Capturing<'a>>),
    Causes(Box<Causes>, Bounded<'a>),
}

/// Capture file, and the result of the last write. After an error nothing more is written.
type Captured<'a> = (CaptureFile<'a>, Result<(), Unwritten>);

struct Capturing<'a> {
    recorder: Capture<Box<dyn FnMut(CapturedFrame) + 'a>>,
    file: Rc<RefCell<Captured<'a>>>,
}

impl<'a> Replay<'a> {
    /// Starts to write `file` for a run of `spec` that ends after the events at the time `end`. `most` is a
    /// pair of limits: bytes of the file, and work of the run in the unit of [`World::work`].
    ///
    /// # Errors
    /// If the interval of a series is 0, if the file would exceed its limit, or if the output fails. If the
    /// first write of a trace fails, only [`Replay::advance`] returns the error.
    pub fn begin(
        spec: Arc<Spec>,
        file: RunFile,
        end: Time,
        most: (u64, u64),
        out: impl Write + 'a,
    ) -> Result<Self, Refused> {
        let world = World::new(spec);
        let every = match file {
            RunFile::Series(Time::ZERO) => {
                return Err(Refused("step: 0 is no interval; give one above 0, such as 1us".to_owned()));
            }
            RunFile::Series(every) => every,
            RunFile::Trace => trace_interval(end),
            RunFile::Capture | RunFile::Causes => end,
        };
        let mut replay = Self { world, writer: None, events: Vec::new(), every, next: Time::ZERO, end, most };
        replay.writer = Some(replay.writer(file, out)?);
        Ok(replay)
    }

    fn writer(&self, file: RunFile, out: impl Write + 'a) -> Result<Writer<'a>, Refused> {
        let Self { world, every, end, most: (bytes, _), .. } = self;
        Ok(match file {
            RunFile::Series(_) => {
                let begun = Series::begin(world, *every, *end, *bytes, out);
                Writer::Series(Box::new(begun.map_err(|rows| {
                    Refused(format!(
                        "step: {rows} rows at intervals of {every} are more than {}B; take a longer step, or an earlier moment",
                        Bytes(*bytes)
                    ))
                })?))
            }
            RunFile::Trace => Writer::Trace(Box::new(Trace::begin(world, Bounded::new(out, *bytes)))),
            RunFile::Capture => {
                let wanted = CaptureFilter::default();
                let begun = CaptureFile::begin(world, wanted, None, Bounded::new(out, *bytes));
                let file = Rc::new(RefCell::new((begun.map_err(|why| self.refused(&why))?, Ok(()))));
                let sink = Rc::clone(&file);
                let sink = move |passed: CapturedFrame| {
                    let (file, outcome) = &mut *sink.borrow_mut();
                    if outcome.is_ok() {
                        *outcome = file.frame(&passed);
                    }
                };
                let recorder =
                    Capture::new(world, wanted, Box::new(sink) as Box<dyn FnMut(CapturedFrame) + 'a>);
                Writer::Capture(Box::new(Capturing { recorder, file }))
            }
            RunFile::Causes => Writer::Causes(Box::new(Causes::of(world)), Bounded::new(out, *bytes)),
        })
    }

    /// Elapsed part of the run, from 0 to 1; 0 if the run ends at 0.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "for display")]
    pub fn elapsed_fraction(&self) -> f64 {
        self.world.now().ps() as f64 / self.end.ps().max(1) as f64
    }

    /// Continues the run for about `work`, in the unit of [`World::work`]; the last batch or sample may
    /// exceed this amount. Returns whether the file is complete. With `work` 0, nothing runs.
    ///
    /// # Errors
    /// If the file or the run exceeds its limit, or a write fails. After an error nothing more is written:
    /// further calls return `Ok(true)`, as if the file were complete.
    pub fn advance(&mut self, work: u64) -> Result<bool, Refused> {
        let outcome = self.continue_run(work);
        if outcome.is_err() {
            self.writer = None;
        }
        outcome
    }

    fn continue_run(&mut self, work: u64) -> Result<bool, Refused> {
        let mut left = i64::try_from(work).unwrap_or(i64::MAX);
        while left > 0 && self.writer.is_some() {
            let goal = self.next.min(self.end);
            // The first sample, at time 0, shows the fabric before any event.
            if goal > Time::ZERO {
                let before = self.world.work();
                let reached = self.run(goal)?;
                left -= i64::try_from(self.world.work() - before).unwrap_or(i64::MAX);
                if !reached {
                    continue;
                }
            }
            if self.next <= self.end {
                left -= self.sample()?;
                self.next = self.next.saturating_add(self.every.max(Time(1)));
            }
            if goal == self.end {
                self.finish()?;
            }
        }
        Ok(self.writer.is_none())
    }

    /// Runs one batch of events, at most up to the time `goal`. Returns whether the run reached `goal`.
    fn run(&mut self, goal: Time) -> Result<bool, Refused> {
        let Self { world, writer, events, most: (_, most), .. } = self;
        let batch = MAX_BATCH.min(most.saturating_sub(world.work()));
        if batch == 0 {
            return Err(Refused(format!(
                "the run is too long: it had come to {} of {} after {} events; take an earlier moment",
                world.now(),
                self.end,
                world.counters().events
            )));
        }
        let reached = match writer {
            Some(Writer::Series(_)) => world.run(goal, batch),
            // Observed runs share one event loop; a run with a recorder of its own would have another.
            Some(Writer::Causes(causes, _)) => {
                world.run_observed(goal, batch, &mut |world, port, observation| {
                    observation.pass_to(world, port, &mut **causes);
                })
            }
            Some(Writer::Trace(trace)) => world.run_observed(goal, batch, &mut |world, port, observation| {
                observation.pass_to(world, port, &mut **trace);
            }),
            _ => world.run_recording(goal, batch, events),
        };
        if let Some(Writer::Capture(capturing)) = writer {
            events.drain(..).for_each(|event| capturing.recorder.record_batched(world, event));
        }
        self.check()?;
        Ok(reached == RunEnd::Reached)
    }

    /// Writes a sample at the present time, if the file is a series or a trace; other files have no samples.
    /// Returns the cost of the sample in the unit of [`World::work`].
    fn sample(&mut self) -> Result<i64, Refused> {
        let outcome = match &mut self.writer {
            Some(Writer::Series(series)) => series.sample(&self.world),
            Some(Writer::Trace(trace)) => {
                trace.sample(&self.world);
                Ok(())
            }
            _ => Ok(()),
        };
        outcome.map_err(|why| self.refused(&why))?;
        self.check()?;
        Ok(i64::try_from(self.world.spec().ports.len()).unwrap_or(1))
    }

    /// Returns an error if a write has failed.
    fn check(&self) -> Result<(), Refused> {
        match &self.writer {
            Some(Writer::Trace(trace)) => trace.failure().map_or(Ok(()), |why| Err(self.refused(why))),
            Some(Writer::Capture(capturing)) => {
                capturing.file.borrow().1.as_ref().map_err(|why| self.refused(why)).copied()
            }
            _ => Ok(()),
        }
    }

    fn finish(&mut self) -> Result<(), Refused> {
        let outcome = match self.writer.take() {
            Some(Writer::Series(series)) => series.finish(),
            Some(Writer::Trace(trace)) => trace.finish(self.world.now()),
            Some(Writer::Capture(capturing)) => {
                let Capturing { recorder, file } = *capturing;
                recorder.finish();
                let file = Rc::try_unwrap(file).ok().map(RefCell::into_inner);
                file.map_or(Ok(()), |(file, outcome)| outcome.and_then(|()| file.finish().map(drop)))
            }
            Some(Writer::Causes(causes, out)) => write_causes(&self.world, &causes, out),
            None => Ok(()),
        };
        outcome.map_err(|why| self.refused(&why))
    }

    fn refused(&self, why: &Unwritten) -> Refused {
        let now = self.world.now();
        Refused(match why {
            Unwritten::TooLarge => format!(
                "the file is larger than {}B at {now} of {}; take an earlier moment, or use the command line",
                Bytes(self.most.0),
                self.end
            ),
            Unwritten::Failed(error) => format!("the file cannot be written: {error}; choose another place"),
        })
    }
}

#[cfg(test)]
mod tests;
