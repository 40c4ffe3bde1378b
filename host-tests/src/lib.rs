//! Hosts, written by others, that the tests of the workspace's root run FMUs in. Each is a program in `examples/`, which is built
//! alone: features of its dependencies would otherwise be those of the builder's as well, when both are built together.
//!
//! A host is called as `<host> validate <folder>` or `<host> simulate <folder>` and does so with each `<case>.fmu` of the folder, in
//! one process:
//!
//! - validate writes `<case>.problems.txt`, one problem a line;
//! - simulate runs the default experiment and writes `<case>.result.csv`, which has a row for each communication point and a column for
//!   `time` and for each variable that is not a text, and `<case>.messages.txt` with what the FMU logged. `<case>.start.csv`, with the
//!   columns `name` and `value`, holds parameters and start values; `<case>.input.csv` the signals at the inputs, with the column `time`
//!   and one for each input. Signals are linear between rows; a time that occurs twice is a jump.
