//! Builds FMUs from model files.
