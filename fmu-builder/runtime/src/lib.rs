//! Runtime libraries inside a program, and the builder in WebAssembly for pages. The crate depends on nothing that computes: so cargo begins early with the runtime library, which
//! takes longest of all.

/// Folders of binaries/, the extension of file names, and an archive with the library, for each platform that the program was compiled with,
/// that of its own first: `runtime-library` compiled fmu-core for that one, `build.rs` was given those for others (released programs hold all),
/// and compressed them.
pub const RUNTIMES: &[(&[&str], &str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/runtimes.rs"));

/// The builder in WebAssembly, for pages in which models run, packed by gzip; none if the program was compiled without it.
pub const WEB: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/web.rs"));
