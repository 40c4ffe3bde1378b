//! The builder for a page: reads a model, runs it, says where its shapes are, and packs it as an FMU. Compiled to WebAssembly.
//!
//! A page asks in JSON ([`Session::ask`]) for what happens at a click, and by numbers for what happens at each frame. `interface.rs` has the
//! functions that WebAssembly exports; everything else is plain Rust, which the tests of this crate call.

mod completion;
#[cfg(target_family = "wasm")]
mod interface;
mod session;

pub use session::Session;
