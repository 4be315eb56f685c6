//! Drawing of the fabric of a document in black and white, for paper.

use std::f64::consts::TAU;

use fabric_sim::document::Document;
use maud::{Markup, html};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 280.0;
/// Margin around the nodes in pixels, which leaves space for the names of the nodes.
const MARGIN: f64 = 40.0;

/// Draws the nodes with their names and the links with their rates, as SVG. If all links have the same rate,
/// the rate is written once, at the bottom left. Nodes without a position are on a circle. Positions run from
/// 0 to 1, from left to right and from top to bottom. Without links, no rate is written.
pub(super) fn picture(document: &Document) -> Markup {
    let names: Vec<(&str, bool)> = document
        .hosts
        .iter()
        .map(|host| (host.name.as_str(), false))
        .chain(document.switches.iter().map(|switch| (switch.name.as_str(), true)))
        .collect();
    let place = |name: &str| {
        let (x, y) = match document.view.positions.get(name) {
            Some([x, y]) => (x.get(), y.get()),
            None => on_a_circle(names.iter().position(|(known, _)| *known == name).unwrap_or(0), names.len()),
        };
        (MARGIN + x * (WIDTH - 2.0 * MARGIN), MARGIN + y * (HEIGHT - 2.0 * MARGIN))
    };
    let rate = document.links.first().map(|link| link.rate);
    let is_one_rate = document.links.iter().all(|link| Some(link.rate) == rate);
    let link = |link: &fabric_sim::document::Link| {
        let ((x1, y1), (x2, y2)) = (place(&link.a), place(&link.b));
        html! {
            line x1=(round(x1)) y1=(round(y1)) x2=(round(x2)) y2=(round(y2)) stroke="black" stroke-width="2" {}
            @if !is_one_rate {
                text x=(round(f64::midpoint(x1, x2))) y=(round(f64::midpoint(y1, y2) - 6.0)) font-size="11" text-anchor="middle" {
                    (link.rate)
                }
            }
        }
    };
    let node = |(name, is_switch): &(&str, bool)| {
        let (x, y) = place(name);
        html! {
            @if *is_switch {
                rect x=(round(x - 24.0)) y=(round(y - 16.0)) width="48" height="32" fill="white" stroke="black" stroke-width="2" {}
            } @else {
                circle cx=(round(x)) cy=(round(y)) r="18" fill="white" stroke="black" stroke-width="2" {}
            }
            text x=(round(x)) y=(round(y + 4.0)) font-size="12" text-anchor="middle" { (name) }
        }
    };
    html! {
        svg viewBox={"0 0 " (WIDTH) " " (HEIGHT)} role="img" aria-label="The fabric" {
            @for one in &document.links { (link(one)) }
            @for one in &names { (node(one)) }
            @if let (Some(rate), true) = (rate, is_one_rate) {
                text x="8" y=(HEIGHT - 8.0) font-size="11" { "Each link: " (rate) }
            }
        }
    }
}

/// Position of the node with index `n` among `of` nodes that are evenly spaced on a circle.
#[expect(clippy::cast_precision_loss, reason = "a drawing")]
fn on_a_circle(n: usize, of: usize) -> (f64, f64) {
    let angle = TAU * n as f64 / of.max(1) as f64;
    (0.5 + 0.5 * angle.cos(), 0.5 + 0.5 * angle.sin())
}

fn round(value: f64) -> String {
    format!("{value:.1}")
}
