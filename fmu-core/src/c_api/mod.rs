//! Plain C functions for programs that link this library without FMI: load a model, step it, use the orientation algebra.
//!
//! `include/fmu_core.h` declares them; the build of the workspace writes it from this module, documentation included, so what is said
//! here is said to C programmers. [`model`] loads, [`instance`] runs, [`frames`] has the functions of Frames.
//!
//! # Contract of all functions
//! - A function returns [`MbfStatus`] unless it cannot fail. What failed has written nothing through its pointers, but for messages.
//! - NULL is refused ([`MbfStatus::NullArgument`]), and so is a pointer that is not aligned. Every other pointer has to be valid
//!   during the call: an array of at least the size of its type, a string that ends with NUL, a handle that this library made and
//!   that has not been freed. Output arrays may be input arrays as well, and may overlap them.
//! - No panic leaves a function ([`MbfStatus::InternalError`]).
//! - No thread-local and no global data: models may be shared by threads, an instance is used by one thread at a time.
//! - Nothing of the caller's is kept after a call.

// The contract above is the one safety section of all functions, and names are those that C programmers read (T, Q, R).
#![allow(clippy::missing_safety_doc, non_snake_case)]

mod arrays;
mod boundary;
#[cfg(test)]
mod tests;

// In the order of the header.
mod status;

mod message;

mod variable;

pub mod model;

pub mod instance;

pub mod frames;

pub use message::MbfMessage;
pub use status::{MbfStatus, mbf_status_text};
pub use variable::{MbfCausality, MbfDataType, MbfVariability, MbfVariable};

use std::ffi::c_char;

/// Version of the library, such as "0.2.0".
#[unsafe(no_mangle)]
pub extern "C" fn mbf_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}
