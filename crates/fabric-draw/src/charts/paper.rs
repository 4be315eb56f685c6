//! Backend of charts: a canvas of the page, or an SVG. One type serves for canvas and SVG, so that the
//! drawing functions are compiled only once. Start with [`Paper`]. Each call is passed on to the canvas or
//! the SVG. The error of a call is converted to a text.

use std::error::Error;
use std::fmt;

use plotters::prelude::{DrawingBackend, SVGBackend};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};

/// Backend on which a chart is drawn.
pub enum Paper<'a, B> {
    /// Canvas of the page, for the chart on the screen.
    Canvas(B),
    /// SVG document, for the export of the chart.
    Svg(SVGBackend<'a>),
}

/// Type parameter of [`Paper`] for programs that draw only SVG and have no canvas.
pub type NoCanvas = SVGBackend<'static>;

/// Failure of the canvas or of the SVG backend, as text.
#[derive(Debug)]
pub struct CanvasError(String);

impl fmt::Display for CanvasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for CanvasError {}

type Outcome<T = ()> = Result<T, DrawingErrorKind<CanvasError>>;

fn canvas_error<E: Error + Send + Sync>(error: &DrawingErrorKind<E>) -> DrawingErrorKind<CanvasError> {
    DrawingErrorKind::DrawingError(CanvasError(error.to_string()))
}

/// Calls the backend of `$paper`, a canvas or an SVG, and converts its error to [`CanvasError`].
macro_rules! on {
    ($paper:ident, $backend:ident => $call:expr) => {
        match $paper {
            Paper::Canvas($backend) => $call.map_err(|error| canvas_error(&error)),
            Paper::Svg($backend) => $call.map_err(|error| canvas_error(&error)),
        }
    };
}

impl<B: DrawingBackend> DrawingBackend for Paper<'_, B> {
    type ErrorType = CanvasError;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Self::Canvas(backend) => backend.get_size(),
            Self::Svg(backend) => backend.get_size(),
        }
    }

    fn ensure_prepared(&mut self) -> Outcome {
        on!(self, backend => backend.ensure_prepared())
    }

    fn present(&mut self) -> Outcome {
        on!(self, backend => backend.present())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Outcome {
        on!(self, backend => backend.draw_pixel(at, colour))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Outcome {
        on!(self, backend => backend.draw_line(from, to, style))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        corner: BackendCoord,
        other: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Outcome {
        on!(self, backend => backend.draw_rect(corner, other, style, fill))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Outcome {
        // The points are collected into a vector, so that the backend is compiled for only one type of
        // iterator.
        let path: Vec<BackendCoord> = path.into_iter().collect();
        on!(self, backend => backend.draw_path(path, style))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Outcome {
        on!(self, backend => backend.draw_circle(centre, radius, style, fill))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Outcome {
        let corners: Vec<BackendCoord> = corners.into_iter().collect();
        on!(self, backend => backend.fill_polygon(corners, style))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Outcome {
        on!(self, backend => backend.draw_text(text, style, at))
    }

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, style: &S) -> Outcome<(u32, u32)> {
        on!(self, backend => backend.estimate_text_size(text, style))
    }
}
