//! Reference of the component library's classes: a text, tables of parameters, connectors and variables, and an example.
//! The command `describe` and the pages in docs/classes show the same.

mod look_up;
mod markdown;
mod tables;
mod words;

pub use look_up::{NoSuchClass, look_up, matching};
pub use markdown::{Page, pages};
pub use tables::{Table, tables};
