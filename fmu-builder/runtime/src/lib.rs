//! Runtime libraries and pages inside a program.

use fmu_tool::Runtime;

/// For all platforms that the program was compiled with, that of its own first: `runtime-library` compiled fmu-core for that one, `build.rs` was
/// given those for others (released programs hold all), and compressed them.
pub const RUNTIMES: &[Runtime] = include!(concat!(env!("OUT_DIR"), "/runtimes.rs"));

/// The builder in WebAssembly, for pages in which models run, packed by gzip; none if the program was compiled without it.
pub const WEB: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/web.rs"));
