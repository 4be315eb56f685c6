//! Checks the prediction of a lesson. Start reading with [`prediction`].

use fabric_sim::document::{Document, Problem};
use fabric_sim::engine::World;

use super::at;
use crate::Prediction;

/// Problems of a prediction: an impossible metric or condition, a wrong number of choices, or a bound of
/// wrong numbers that cannot be read. The order is: shown figures, choices, number. If the prediction has
/// both choices and a number, the number is not checked further. An upper bound below the lower bound of its
/// range is no problem here. `world` is the run of `document` at time 0. Empty if there are no problems.
pub(super) fn prediction(prediction: &Prediction, document: &Document, world: &World) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut keep = |place: String, result: Result<(), Problem>| {
        if let Err(problem) = result {
            found.push(at(&place, &problem));
        }
    };
    for (n, came) in prediction.came.iter().enumerate() {
        keep(format!("prediction.came[{n}].metric"), came.metric.check(document, world));
    }
    for (n, choice) in prediction.choices.iter().enumerate() {
        let place = format!("prediction.choices[{n}]");
        for (m, condition) in choice.right_if.iter().enumerate() {
            keep(format!("{place}.right_if[{m}]"), condition.check(document, world));
        }
    }
    match (&prediction.number, prediction.choices.len()) {
        (None, 2..=6) => {}
        (None, count) => {
            keep(
                "prediction.choices".to_owned(),
                Err(Problem::range("", count, "2 to 6 choices, or a number")),
            );
        }
        (Some(_), 1..) => {
            keep(
                "prediction".to_owned(),
                Err(Problem::new("", "choices and number are both given; remove one of them")),
            );
        }
        (Some(number), 0) => {
            keep("prediction.number.metric".to_owned(), number.metric.check(document, world));
            let unit = number.metric.unit();
            for (n, wrong) in number.wrong.iter().enumerate() {
                for (field, text) in [("from", &wrong.from), ("to", &wrong.to)] {
                    let (Ok(unit), Some(text)) = (&unit, text) else { continue };
                    let place = format!("prediction.number.wrong[{n}].{field}");
                    let read = unit.parse(text).map(|_| ());
                    keep(place, read.map_err(|range| Problem::range("", format_args!("\"{text}\""), range)));
                }
            }
        }
    }
    found
}
