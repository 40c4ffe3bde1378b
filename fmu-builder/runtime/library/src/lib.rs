//! Its build script builds the shared library that FMUs hold. A crate of its own, so that cargo begins with it early: the library takes
//! longest of all.
