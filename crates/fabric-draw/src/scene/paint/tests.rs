//! Tests of drawing calls: their numbers agree with `assets/painter.js`, and the state of the canvas is
//! restored.

use super::super::{Call, Credits, Drawing, MarkKind, PairState, Returns, ShapeId, Theme, Tone, legend};
use super::*;
use fabric_sim::ids::{Priority, PrioritySet};

/// Calls of a drawing, each with its arguments. Panics if the number of arguments is wrong.
fn calls(drawing: &Drawing) -> Vec<(Call, Vec<f32>)> {
    let mut rest = drawing.numbers.as_slice();
    let mut calls = Vec::new();
    while let Some((code, after)) = rest.split_first() {
        let (call, _, count) = Call::ALL[whole(*code)];
        let (numbers, after) = after.split_at(count);
        calls.push((call, numbers.to_vec()));
        rest = after;
    }
    calls
}

fn drawing(shape: &Shape, theme: Theme) -> Drawing {
    let mut pen = Pen::default();
    paint_shape(&mut pen, shape, &theme.palette());
    pen.into_drawing()
}

#[test]
fn a_digit_is_never_wider_than_its_frame() {
    let mut drawn = [0, 0];
    for width in (4..60).map(f64::from) {
        for length in (1..80).map(f64::from) {
            let along = Line { from: Point::default(), to: Point::new(length, 0.0) };
            let (priority, shade) = (Priority::P3, 0);
            let body = Body::Block { along, width, priority, shade, notched: false };
            let made = drawing(&Shape::new(ShapeId::Sample, body), Theme::Light);
            let made = calls(&made);
            let letters =
                made.iter().find(|(call, _)| *call == Call::Letters).map(|(_, of)| f64::from(of[0]));
            drawn[usize::from(letters.is_some())] += 1;
            let size = letters.unwrap_or_default();
            assert!(0.7 * size <= length && size <= width, "{size} in {length} x {width}");
        }
    }
    assert!(drawn[0] > 0 && drawn[1] > 0, "{drawn:?}");
}

/// Shapes of all kinds, including the samples of the legend.
fn shapes() -> Vec<Shape> {
    let line = Line { from: Point::new(3.0, 4.0), to: Point::new(43.0, 34.0) };
    let at = Point::new(9.0, 9.0);
    let (along, width, radius) = (line, 11.0, 6.0);
    let mut bodies = Vec::new();
    for priority in Priority::ALL {
        let returns =
            Returns { acks: Some(priority), cnps: Some(priority), credits: Some(Credits::OfLink(priority)) };
        bodies.extend(legend(priority, returns, true).into_iter().map(|entry| entry.shape.body));
        for cut in [(true, false), (false, true)] {
            bodies.push(Body::Frame { along, width, priority, shade: 0, notched: true, hollow: false, cut });
        }
        bodies.push(Body::Diamond { at, radius, priority, lingers: true });
        bodies.push(Body::Stream { along, width, priority, share: 0.4, phase: 0.7 });
        bodies.push(Body::Rungs { along, width, priority });
        bodies.push(Body::Gauge {
            along,
            width,
            fill: 0.8,
            xoff: 0.5,
            priority,
            stopped: priority == Priority::P1,
        });
        bodies.push(Body::Credits { along, width, left: 0.3, short_of: Some(0.6), priority });
        for stopped in [true, false] {
            bodies.push(Body::Trough { along, width, headroom: 0.6, used: 0.7, priority, stopped });
        }
        for shade in 0..12 {
            bodies.push(Body::Block { along, width, priority, shade, notched: shade == 1 });
        }
        let pairs = [
            PairState::Blocked,
            PairState::Requested,
            PairState::Granted,
            PairState::Accepted,
            PairState::Transferring,
        ]
        .map(Some);
        for pair in pairs.into_iter().chain([None]) {
            let directions = (Point::new(1.0, 0.0), Point::new(0.0, 1.0));
            bodies.push(Body::Wire { along, directions, width: 4.0, priority, shade: 1, pair });
        }
    }
    bodies.push(Body::Octagon { at, radius, priorities: PrioritySet::ALL, lingers: true });
    bodies.push(Body::Triangle {
        at,
        radius,
        direction: Point::new(0.0, 1.0),
        priorities: PrioritySet::from_iter([Priority::P0, Priority::P7]),
        lingers: true,
    });
    // A line of length 0, as between two ports at the same point.
    let nowhere = Line { from: at, to: at };
    bodies.push(Body::Frame {
        along: nowhere,
        width,
        priority: Priority::P3,
        shade: 0,
        notched: true,
        hollow: false,
        cut: (false, false),
    });
    bodies.push(Body::Spill { along, width });
    for kind in [MarkKind::Xoff, MarkKind::Limit, MarkKind::Xon, MarkKind::Kmin] {
        bodies.push(Body::Tick { across: line, kind });
    }
    for tone in [Tone::Ink, Tone::Quiet, Tone::Stop, Tone::Go] {
        bodies.push(Body::Words { at, size: 11.0, text: "h1".to_owned(), tone });
    }
    bodies.push(Body::Pointer { at, radius, direction: Point::new(1.0, 0.0), hollow: true });
    bodies.push(Body::Trough {
        along: nowhere,
        width,
        headroom: 0.5,
        used: 1.0,
        priority: Priority::P3,
        stopped: true,
    });
    bodies.push(Body::Hatch { along: nowhere, width, priority: Priority::P3 });
    bodies.into_iter().map(|body| Shape::new(ShapeId::Sample, body)).collect()
}

#[test]
fn a_call_is_its_place_in_the_list_of_names_of_the_painter() {
    let painter = include_str!("../../../../../assets/painter.js");
    for (place, (call, name, _)) in Call::ALL.into_iter().enumerate() {
        assert_eq!(call as usize, place, "{call:?}");
        let (plain, quoted) = (format!("\n  {name}: (to"), format!("\n  '{name}': (to"));
        assert!(painter.contains(&plain) || painter.contains(&quoted), "{name}");
    }
}

#[test]
fn a_canvas_is_left_without_dashes_or_saved_state() {
    for shape in shapes() {
        for theme in [Theme::Light, Theme::Dark] {
            let drawing = drawing(&shape, theme);
            let (mut saved, mut dashed, mut round) = (0, false, false);
            let calls = calls(&drawing);
            assert!(
                calls.iter().any(|(call, _)| matches!(call, Call::Fill | Call::Stroke | Call::Text)),
                "{shape:?}"
            );
            for (call, numbers) in calls {
                assert!(numbers.iter().all(|number| number.is_finite()), "{call:?} {numbers:?} of {shape:?}");
                match call {
                    Call::Save => saved += 1,
                    Call::Restore => saved -= 1,
                    Call::Dash => dashed = true,
                    Call::Solid => dashed = false,
                    Call::RoundEnds => round = numbers[0] != 0.0,
                    // A negative radius is an error in every browser.
                    Call::Round | Call::Arc => {
                        assert!(numbers[if call == Call::Arc { 2 } else { 4 }] >= 0.0, "{shape:?}");
                    }
                    Call::FillColour | Call::LineColour | Call::Text => {
                        assert!(whole(numbers[0]) < drawing.words.len(), "{call:?} {numbers:?} of {shape:?}");
                    }
                    _ => {}
                }
                assert!(saved >= 0, "{shape:?}");
            }
            assert_eq!((saved, dashed, round), (0, false, false), "{shape:?}");
        }
    }
}

#[test]
fn unchanged_canvas_state_is_not_set_again() {
    let (shape, palette) = (&shapes()[0], Theme::Light.palette());
    let mut pen = Pen::default();
    paint_shape(&mut pen, shape, &palette);
    let once = pen.into_drawing();
    let mut pen = Pen::over(once.clone());
    for _ in 0..2 {
        paint_shape(&mut pen, shape, &palette);
    }
    let twice = pen.into_drawing();
    let count = |drawing: &Drawing, of: Call| calls(drawing).iter().filter(|(call, _)| *call == of).count();
    assert_eq!(once.words, twice.words);
    for call in [Call::Alpha, Call::Letters] {
        assert_eq!((count(&once, call), count(&twice, call)), (1, 1), "{call:?}");
    }
    assert_eq!(2 * count(&once, Call::Fill), count(&twice, Call::Fill));
}

#[test]
fn dashes_begin_where_the_line_does_unless_they_move() {
    let line = Line { from: Point::new(0.0, 0.0), to: Point::new(90.0, 0.0) };
    let stream = Body::Stream { along: line, width: 8.0, priority: Priority::P1, share: 0.5, phase: 0.25 };
    let lingers = Body::Octagon {
        at: Point::new(9.0, 9.0),
        radius: 6.0,
        priorities: PrioritySet::of(Priority::P0),
        lingers: true,
    };
    let mut pen = Pen::default();
    for body in [stream, lingers] {
        paint_shape(&mut pen, &Shape::new(ShapeId::Sample, body), &Theme::Light.palette());
    }
    let calls = calls(&pen.into_drawing());
    let last = calls.iter().rfind(|(call, _)| *call == Call::DashFrom).map(|(_, numbers)| numbers[0]);
    assert_eq!(last, Some(0.0), "the ring of what is lingers stands still");
}

/// Converts `number` to an integer. Panics if `number` is negative or has a fraction.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "looked at after it is rounded")]
fn whole(number: f32) -> usize {
    let count = number.round() as usize;
    assert!((number - number.round()).abs() < f32::EPSILON && number >= 0.0, "{number} counts nothing");
    count
}
