//! Its build script builds the shared library that FMUs hold.
