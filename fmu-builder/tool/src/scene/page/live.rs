//! Pages in which a model runs: the builder in WebAssembly, a worker around it, and controls.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use quick_xml::escape::escape;
use sha1::{Digest, Sha1};

use super::super::gltf::string;
use super::{STAGE, STYLE, VIEWER};
use crate::template::filled;

const PAGE: &str = include_str!("live/live.html");
const CONTROLS: &str = include_str!("live/controls.html");
const LIVE_STYLE: &str = include_str!("live/live.css");
const HOST: &str = include_str!("live/host.js");
const WORKER: &str = include_str!("live/worker.js");
const LINK: &str = include_str!("live/link.js");
const LIVE: &str = include_str!("live/live.js");
const START: &str = include_str!("live/start.js");
const PREVIEW: &str = include_str!("live/preview.js");

/// A model for a page in which it runs.
#[derive(Clone, Copy, Debug)]
pub struct LivePage<'a> {
    /// Title until the model is open.
    pub title: &'a str,
    /// File name, whose ending tells what the text is, and text of the model, without other files; none for a page that a server tells.
    pub model: Option<(&'a str, &'a str)>,
    /// Files of shapes, by their names in the model.
    pub shapes: &'a [(String, Vec<u8>)],
    /// The builder in WebAssembly, packed by gzip.
    pub wasm: &'a [u8],
}

/// The page: one file that needs no network.
pub fn live_page(page: &LivePage<'_>) -> String {
    let source = page.model.map(|model| model_json(model, page.shapes)).unwrap_or_default();
    // A digest of the model, so that the same model gives the same page.
    let nonce = BASE64_STANDARD.encode(Sha1::digest(&source));
    filled(PAGE, |field| match field {
        "nonce" => nonce.as_str().into(),
        "title" => escape(page.title),
        "generator" => escape(crate::content::GENERATOR),
        "style" => [STYLE, LIVE_STYLE].concat().into(),
        "controls" => CONTROLS.into(),
        "source" => source.as_str().into(),
        "worker" => [HOST, WORKER].concat().into(),
        "wasm" => BASE64_STANDARD.encode(page.wasm).into(),
        "viewer" => VIEWER.into(),
        "stage" => STAGE.into(),
        "link" => LINK.into(),
        "live" => LIVE.into(),
        "start" => if page.model.is_some() { START } else { PREVIEW }.into(),
        "connect" => if page.model.is_some() { "'none'" } else { "'self'" }.into(),
        _ => "".into(),
    })
}

/// The model of a page: an object with `name`, `text` and `shapes`.
pub fn model_json((name, text): (&str, &str), shapes: &[(String, Vec<u8>)]) -> String {
    let shape = |(name, bytes): &(String, Vec<u8>)| {
        format!("{{\"name\":{},\"data\":\"{}\"}}", string(name), BASE64_STANDARD.encode(bytes))
    };
    let shapes: Vec<String> = shapes.iter().map(shape).collect();
    format!("{{\"name\":{},\"text\":{},\"shapes\":[{}]}}", string(name), string(text), shapes.join(","))
}
