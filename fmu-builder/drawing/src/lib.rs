//! Triangles of shapes, and pictures of them as PNG. In a crate of its own because it computes much: what is above it is compiled for texts.

mod camera;
mod canvas;
pub mod geometry;
pub mod math;
mod palette;
mod picture;
mod placement;

pub use camera::bounds;
pub use canvas::{Canvas, Figure, Material};
pub use picture::Picture;
pub use placement::Placement;
pub use png::EncodingError;
