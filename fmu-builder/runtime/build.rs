//! Puts runtime libraries inside the program: the one that `runtime-library` has built for the builder's own platform, and those in the
//! folder that the user names; compresses each once and writes what `src/lib.rs` embeds, with the builder in WebAssembly.

#[path = "build/archive.rs"]
mod archive;
#[path = "build/platforms.rs"]
mod platforms;
#[path = "build/unwind_tables.rs"]
mod unwind_tables;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use platforms::{AARCH64_LINUX, LINUX64, Platform, Result, own, prebuilt, variable};

/// The library that `runtime-library` has built.
const BUILT: &str = "DEP_FMU_RUNTIME_LIBRARY";

/// Names the builder in WebAssembly, packed by gzip, for pages in which models run: what `scripts/build-web.sh` makes. Without it the program
/// is complete but for these pages.
const WEB: &str = "MULTIBODY_WEB";
const GZIP: &[u8] = b"\x1f\x8b";

fn main() -> Result<()> {
    let out_dir = PathBuf::from(variable("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-env-changed={BUILT}");
    println!("cargo::rerun-if-env-changed={WEB}");
    web(&out_dir)?;
    let own = own()?;
    let mut libraries = prebuilt()?;
    if let Some(library) = env::var_os(BUILT) {
        libraries.push((own, library.into()));
    }
    // The first one is for the builder's platform.
    libraries.sort_by_key(|(platform, _)| (platform.folder != own.folder, platform.folder));
    embed(&libraries, &out_dir)
}

/// Writes `web.rs`: the file that the variable names, or nothing.
fn web(out_dir: &Path) -> Result<()> {
    let mut value = "None".to_owned();
    if let Some(path) = env::var_os(WEB).filter(|path| !path.is_empty()).map(PathBuf::from) {
        println!("cargo::rerun-if-changed={}", path.display());
        let bytes = fs::read(&path).map_err(|error| format!("{WEB} names {}: {error}", path.display()))?;
        if !bytes.starts_with(GZIP) {
            return Err(format!(
                "{WEB} names {}, which is not packed by gzip: scripts/build-web.sh makes it",
                path.display()
            )
            .into());
        }
        fs::write(out_dir.join("fmu_web.wasm.gz"), bytes)?;
        value = "Some(include_bytes!(concat!(env!(\"OUT_DIR\"), \"/fmu_web.wasm.gz\")))".to_owned();
    }
    Ok(fs::write(out_dir.join("web.rs"), value)?)
}

/// Writes an archive for each library and `runtimes.rs`, a slice of all.
fn embed(libraries: &[(&Platform, PathBuf)], out_dir: &Path) -> Result<()> {
    let alone = !libraries.iter().any(|(platform, _)| platform.folder == LINUX64);
    let mut list = String::from("&[");
    for (platform, path) in libraries {
        println!("cargo::rerun-if-changed={}", path.display());
        let mut bytes =
            fs::read(path).map_err(|error| format!("cannot read the runtime {}: {error}", path.display()))?;
        if !platform.magics.iter().any(|magic| bytes.starts_with(magic)) {
            return Err(format!("{} is not a shared library for {}", path.display(), platform.folder).into());
        }
        unwind_tables::shorten(&mut bytes);
        let file = format!("{}.zip", platform.folder);
        pack(&bytes, &out_dir.join(&file))?;
        let folders: &[&str] =
            if platform.folder == AARCH64_LINUX && alone { &[AARCH64_LINUX, LINUX64] } else { &[platform.folder] };
        let extension = Path::new(platform.library).extension().unwrap_or_default();
        list += &format!("(&{folders:?}, {extension:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))), ");
    }
    fs::write(out_dir.join("runtimes.rs"), list + "]")?;
    Ok(())
}

/// Writes the archive of a library, unless it is there: packing takes seconds, and most changes that run this script leave the library
/// as it was.
fn pack(library: &[u8], archive: &Path) -> Result<()> {
    let packed = archive.with_extension("packed");
    if archive.is_file() && fs::read(&packed).is_ok_and(|before| before == library) {
        return Ok(());
    }
    // Written last, so that it tells of an archive that is whole.
    let _ = fs::remove_file(&packed);
    fs::write(archive, archive::of(library)?)?;
    Ok(fs::write(packed, library)?)
}
