//! Eigenvalues, frequency responses and equations of dense matrices. In a crate of its own because it computes much: what is above it is
//! compiled for texts.

mod eigen;
mod elimination;
mod hessenberg;
mod least_squares;
mod transfer;

pub use eigen::{Eigen, Shapes, eigenvalues, largest_eigenvalue};
pub use elimination::{Candidate, eliminate};
pub use least_squares::{damped, loose};
pub use transfer::Transfer;
