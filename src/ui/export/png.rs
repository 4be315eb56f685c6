//! Conversion of SVG pictures to PNG.

use js_sys::Promise;
use leptos::prelude::document;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlCanvasElement, HtmlImageElement};

use crate::ui::size::clear_context;

/// Number of pixels of the PNG per pixel of the SVG, in width and in height.
const SCALE: f64 = 2.0;

/// Converts an SVG picture to PNG, with [`SCALE`] pixels per unit of length. For this, the browser draws the
/// picture on a canvas.
///
/// # Errors
/// Message of the browser, if it cannot draw the picture, or if the picture is too large for it.
pub async fn png(svg: &str) -> Result<Blob, JsValue> {
    let image = HtmlImageElement::new()?;
    let text = String::from(js_sys::encode_uri_component(svg));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{text}"));
    JsFuture::from(image.decode()).await?;
    let canvas: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
    let size = (SCALE * f64::from(image.width()), SCALE * f64::from(image.height()));
    let context = clear_context(&canvas, size).ok_or("the browser has no canvas of this size")?;
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, size.0, size.1)?;
    let blob = Promise::new(&mut |resolve, _| {
        // The callback gets null if the browser cannot make a PNG.
        let _ = canvas.to_blob(&resolve);
    });
    let blob = JsFuture::from(blob).await?;
    blob.dyn_into().map_err(|_| "the picture is too large for this browser".into())
}
