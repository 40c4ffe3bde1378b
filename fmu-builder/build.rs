//! Puts runtime libraries inside the program: the one that the crate `runtime` has built for the builder's own platform, and those in the
//! folder that the user names; compresses each once and writes what `src/lib.rs` embeds.

#[path = "build/archive.rs"]
mod archive;
#[path = "build/platforms.rs"]
mod platforms;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use platforms::{AARCH64_LINUX, LINUX64, Platform, Result, own, prebuilt, variable};

/// The library that the crate `runtime` has built.
const BUILT: &str = "DEP_FMU_RUNTIME_LIBRARY";

fn main() -> Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-env-changed={BUILT}");
    let own = own()?;
    let mut libraries = prebuilt()?;
    if let Some(library) = env::var_os(BUILT) {
        libraries.push((own, library.into()));
    }
    // The first one is for the builder's platform.
    libraries.sort_by_key(|(platform, _)| (platform.folder != own.folder, platform.folder));
    embed(&libraries, &PathBuf::from(variable("OUT_DIR")?))
}

/// Writes an archive for each library and `runtimes.rs`, a slice of all.
fn embed(libraries: &[(&Platform, PathBuf)], out_dir: &Path) -> Result<()> {
    let alone = !libraries.iter().any(|(platform, _)| platform.folder == LINUX64);
    let mut list = String::from("&[");
    for (platform, path) in libraries {
        println!("cargo::rerun-if-changed={}", path.display());
        let bytes = fs::read(path).map_err(|error| format!("cannot read the runtime {}: {error}", path.display()))?;
        if !platform.magics.iter().any(|magic| bytes.starts_with(magic)) {
            return Err(format!("{} is not a shared library for {}", path.display(), platform.folder).into());
        }
        let file = format!("{}.zip", platform.folder);
        pack(&bytes, &out_dir.join(&file))?;
        let folders: &[&str] =
            if platform.folder == AARCH64_LINUX && alone { &[AARCH64_LINUX, LINUX64] } else { &[platform.folder] };
        let extension = Path::new(platform.library).extension().unwrap_or_default();
        list += &format!(
            "Runtime::new(&{folders:?}, {extension:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))), "
        );
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
