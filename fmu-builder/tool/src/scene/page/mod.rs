//! A scene as one HTML page that needs nothing else: viewer, controls, curves and data.

mod live;

use std::io::{self, Write as _};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use quick_xml::escape::escape;

use super::Scene;
use super::curves::Curve;
use super::gltf::{numbers, string};
use crate::template::filled;
pub use live::{LivePage, live_page, model_json};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const VIEWER: &str = include_str!("viewer.js");
const STAGE: &str = include_str!("stage.js");
const UI: &str = include_str!("ui.js");

impl Scene {
    /// The scene as one HTML page.
    pub fn to_html(&self) -> io::Result<String> {
        let model = packed(&self.to_glb())?;
        let data = packed(data(self).as_bytes())?;
        Ok(filled(PAGE, |field| match field {
            "title" => escape(self.name.as_str()),
            "generator" => escape(crate::content::GENERATOR),
            "style" => STYLE.into(),
            "viewer" => VIEWER.into(),
            "stage" => STAGE.into(),
            "ui" => UI.into(),
            "scene" => model.as_str().into(),
            "data" => data.as_str().into(),
            _ => "".into(),
        }))
    }
}

/// Times, curves and notes; numbers as they are drawn, in single precision.
fn data(scene: &Scene) -> String {
    let single = |values: &[f64]| numbers(values.iter().map(|value| *value as f32));
    let curve = |curve: &Curve| {
        let (name, unit) = (string(&curve.name), string(curve.variable.unit.as_deref().unwrap_or_default()));
        format!("{{\"name\":{name},\"unit\":{unit},\"values\":{}}}", single(&curve.shown()))
    };
    let chapter = |(name, [first, last]): &(String, [f64; 2])| format!("[{},{first},{last}]", string(name));
    let curves: Vec<String> = scene.curves.iter().map(curve).collect();
    let chapters: Vec<String> = scene.chapters.iter().map(chapter).collect();
    let notes: Vec<String> = scene.notes().iter().map(|note| string(note)).collect();
    let (times, curves) = (single(&scene.times), curves.join(","));
    let (chapters, notes) = (chapters.join(","), notes.join(","));
    format!("{{\"times\":{times},\"curves\":[{curves}],\"chapters\":[{chapters}],\"notes\":[{notes}]}}")
}

/// Deflated and in base64.
fn packed(bytes: &[u8]) -> io::Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(BASE64_STANDARD.encode(encoder.finish()?))
}
