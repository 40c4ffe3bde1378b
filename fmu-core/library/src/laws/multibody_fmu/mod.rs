//! Laws of contacts, ropes and bushings.

pub mod bushing;
pub mod plane_contact;
pub mod rope;
