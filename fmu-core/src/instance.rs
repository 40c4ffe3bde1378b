//! A running model: mode, set, get, step.
