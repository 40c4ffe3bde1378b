//! A quantity that is an expression of others.

use super::{Formula, Source, Stage};
use crate::nesting;
use serde::{Deserialize, Serialize};

/// An expression of parameters and other quantities.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Derived {
    /// The expression; its variables are the quantities in `sources`.
    pub formula: Formula,
    /// The quantities, at most [`Self::MOST_SOURCES`].
    pub sources: Vec<Source>,
}

nesting::bounded!(Derived);

impl Derived {
    /// Most quantities in one expression: its evaluation allocates nothing.
    pub const MOST_SOURCES: usize = 24;

    /// The stage after which it is known.
    pub fn stage(&self) -> Stage {
        self.sources.iter().map(Source::stage).max().unwrap_or(Stage::Parameters)
    }
}
