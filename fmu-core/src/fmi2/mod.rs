//! The FMI 2.0 C API, a thin shell over [`crate::instance`].
