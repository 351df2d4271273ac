//! A picture as PNG.
//!
//! It is drawn on a canvas of whole numbers, four of them to a unit; the file takes the average of each two by
//! two, which smooths its edges and leaves two pixels to a unit, sharp on dense screens.
//!
//! The letters come from a font in a crate, so that no system library and no installed font has a say. (Ubuntu
//! Light; its licence, the Ubuntu Font Licence 1.0, asks nothing of pictures made with it.)

use crate::ink::{Ink, Rgb};
use crate::picture::{Anchor, Picture, Point, Shape, Text};
use ab_glyph::{Font, FontRef, ScaleFont, point};
use plotters::backend::{BitMapBackend, DrawingBackend};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon};
use plotters::style::{Color, FontStyle, IntoFont, RGBColor, ShapeStyle, WHITE, register_font};
use std::sync::Once;

/// Canvas points in a unit.
const FINENESS: u32 = 4;

/// Canvas points on each side of a pixel.
const SMOOTHING: u32 = 2;

/// The letters of every picture with pixels.
const FONT: &[u8] = epaint_default_fonts::UBUNTU_LIGHT;

const FAMILY: &str = "sans-serif";

/// How much of its colour a see-through area keeps.
const TINT: f64 = 0.2;

/// The picture as PNG, in the shades of a light page.
pub fn png(picture: &Picture) -> Vec<u8> {
    const IN_MEMORY: &str = "a canvas in memory, with its font";
    register();
    let (width, height) = (picture.width * FINENESS, picture.height * FINENESS);
    let mut canvas = vec![0; (width * height * 3) as usize];
    {
        let area = BitMapBackend::with_buffer(&mut canvas, (width, height)).into_drawing_area();
        area.fill(&WHITE).expect(IN_MEMORY);
        for shape in &picture.shapes {
            draw_shape(&area, shape).expect(IN_MEMORY);
        }
        area.present().expect(IN_MEMORY);
    }
    encode(width / SMOOTHING, height / SMOOTHING, &smooth(&canvas, width))
}

/// How many units a text takes from left to right, in the font of the PNG.
pub fn text_width(text: &str, size: f64) -> f64 {
    register();
    let (width, _) =
        (FAMILY, size * f64::from(FINENESS)).into_font().box_size(text).expect("a registered font");
    f64::from(width) / f64::from(FINENESS)
}

fn draw_shape<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    shape: &Shape,
) -> Result<(), impl std::error::Error + use<B>> {
    match shape {
        Shape::Area { points, ink } => {
            area.draw(&Polygon::new(canvas_points(points), colour(ink.light()).mix(TINT)))
        }
        Shape::Line { points, ink, width } => {
            let color = colour(ink.light()).into();
            let style = ShapeStyle { color, filled: true, stroke_width: canvas_len(*width) };
            area.draw(&PathElement::new(canvas_points(points), style))
        }
        Shape::Dot { at, radius, ink } => {
            let fill = colour(ink.light()).filled();
            area.draw(&Circle::new(canvas_point(*at), canvas_len(*radius), fill))
        }
        Shape::Text(text) => draw_text(area, text),
    }
}

/// Letter by letter, each where its font puts it: plotters leaves out how far a letter begins before or behind its
/// place, so that a `j` covers the letter after it.
fn draw_text<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    text: &Text,
) -> Result<(), plotters::drawing::DrawingAreaErrorKind<B::ErrorType>> {
    /// From the middle of the capitals down to the line they stand on, as a part of the size.
    const TO_BASE: f64 = 0.295;
    let colour = colour(Ink::light_letters(text.ink));
    let size = text.size * f64::from(FINENESS);
    let font = FontRef::try_from_slice(FONT).expect("the font of the crate is a font");
    let font = font.as_scaled(size as f32);
    let width = text_width(&text.text, text.size);
    let left = match text.anchor {
        Anchor::Start => text.at.0,
        Anchor::Middle => text.at.0 - width / 2.0,
        Anchor::End => text.at.0 - width,
    };
    let mut pen =
        point((left * f64::from(FINENESS)) as f32, (text.at.1 * f64::from(FINENESS) + TO_BASE * size) as f32);
    let mut before = None;
    for letter in text.text.chars() {
        let glyph = font.glyph_id(letter);
        pen.x += before.map_or(0.0, |before| font.kern(before, glyph));
        before = Some(glyph);
        // Whole canvas points, so that a letter is the same wherever it stands.
        let place = point(pen.x.round(), pen.y.round());
        if let Some(outline) = font.outline_glyph(glyph.with_scale_and_position(font.scale(), place)) {
            let corner = outline.px_bounds().min;
            let mut covered = Vec::new();
            outline.draw(|x, y, part| covered.push((x.cast_signed(), y.cast_signed(), part)));
            for (x, y, part) in covered {
                let at = (corner.x as i32 + x, corner.y as i32 + y);
                area.draw_pixel(at, &colour.mix(f64::from(part).clamp(0.0, 1.0)))?;
            }
        }
        pen.x += font.h_advance(glyph);
    }
    Ok(())
}

const fn colour([red, green, blue]: Rgb) -> RGBColor {
    RGBColor(red, green, blue)
}

fn canvas_points(points: &[Point]) -> Vec<(i32, i32)> {
    points.iter().copied().map(canvas_point).collect()
}

fn canvas_point((x, y): Point) -> (i32, i32) {
    let whole = |units: f64| (units * f64::from(FINENESS)).round() as i32;
    (whole(x), whole(y))
}

#[expect(clippy::cast_sign_loss, reason = "a length")]
fn canvas_len(units: f64) -> u32 {
    (units * f64::from(FINENESS)).round() as u32
}

fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        assert!(register_font(FAMILY, FontStyle::Normal, FONT).is_ok(), "the font of the crate is a font");
    });
}

/// The average of each square of canvas points.
fn smooth(canvas: &[u8], width: u32) -> Vec<u8> {
    let (row_len, step) = (width as usize * 3, SMOOTHING as usize);
    let mut pixels = Vec::with_capacity(canvas.len() / (step * step));
    for rows in canvas.chunks_exact(row_len * step) {
        for x in (0..width as usize).step_by(step) {
            for channel in 0..3 {
                let square = (0..step * step)
                    .map(|at| u32::from(rows[at / step * row_len + (x + at % step) * 3 + channel]));
                let sum: u32 = square.sum();
                pixels.push((sum / (SMOOTHING * SMOOTHING)) as u8);
            }
        }
    }
    pixels
}

fn encode(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    const IN_MEMORY: &str = "a file in memory";
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect(IN_MEMORY);
    writer.write_image_data(pixels).expect(IN_MEMORY);
    writer.finish().expect(IN_MEMORY);
    file
}
