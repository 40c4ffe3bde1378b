//! A scene as one HTML page that needs nothing else: viewer, controls, curves and data.

mod live;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use quick_xml::escape::escape;

use super::Scene;
use super::gltf::string;
pub use live::{LivePage, live_page, model_json};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const VIEWER: &str = include_str!("viewer.js");
const STAGE: &str = include_str!("stage.js");
const UI: &str = include_str!("ui.js");

/// The page.
pub(super) fn write(scene: &Scene) -> io::Result<String> {
    let model = packed(&scene.to_glb())?;
    let data = packed(data(scene).as_bytes())?;
    Ok(filled(PAGE, |field| {
        Some(match field {
            "title" => escape(scene.name.as_str()),
            "generator" => escape(crate::content::GENERATOR),
            "style" => STYLE.into(),
            "viewer" => VIEWER.into(),
            "stage" => STAGE.into(),
            "ui" => UI.into(),
            "scene" => model.as_str().into(),
            "data" => data.as_str().into(),
            _ => return None,
        })
    }))
}

/// A template with its fields, `{{name}}`, replaced.
fn filled<'a>(template: &str, field: impl Fn(&str) -> Option<Cow<'a, str>>) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        page.push_str(before);
        page.push_str(&field(name).unwrap_or_default());
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Times, curves and notes.
fn data(scene: &Scene) -> String {
    let mut text = String::from("{\"times\":");
    list(&mut text, &scene.times);
    text.push_str(",\"curves\":[");
    for (number, curve) in scene.curves.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{comma}{{\"name\":{},\"unit\":{},",
            string(&curve.name),
            string(curve.unit.as_deref().unwrap_or_default())
        );
        text.push_str("\"values\":");
        list(&mut text, &curve.shown());
        text.push('}');
    }
    let notes: Vec<String> = scene.notes().iter().map(|note| string(note)).collect();
    let chapter = |(name, [first, last]): &(String, [f64; 2])| format!("[{},{first},{last}]", string(name));
    let chapters: Vec<String> = scene.chapters.iter().map(chapter).collect();
    let _ = write!(text, "],\"chapters\":[{}],\"notes\":[{}]}}", chapters.join(","), notes.join(","));
    text
}

/// Numbers as they are drawn: in single precision.
fn list(text: &mut String, values: &[f64]) {
    text.push('[');
    for (number, &value) in values.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(text, "{comma}{}", value as f32);
    }
    text.push(']');
}

/// Deflated and in base64.
fn packed(bytes: &[u8]) -> io::Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(BASE64_STANDARD.encode(encoder.finish()?))
}
