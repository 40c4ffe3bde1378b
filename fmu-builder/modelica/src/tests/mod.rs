//! Tests of the reader.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod frames;
mod language;
mod layers;
mod meaning;
mod mistakes;
mod multiplying;
mod mutations;
mod odd;
mod redeclared;
mod reference;
mod states;
mod whens;
mod whole_library;

use super::*;

/// The model that `text` holds.
pub(super) fn read_text(text: &str) -> Result<ReadModel, InvalidModel> {
    let source = SourceText { name: "Model.mo".to_owned(), text: text.to_owned() };
    read_modelica_text(source, &ModelicaOptions::default())
}
