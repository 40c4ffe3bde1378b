//! Writes include/fmu_core.h, the C header of the plain C functions of fmu-core, with cbindgen.
//!
//! The header belongs to the sources. It is written when it is missing or out of date, and left alone where that is not possible
//! (sources that are read-only) or not wanted: with CI=true, so that a header somebody forgot to commit is found by the tests, which
//! compare it with the copy in `OUT_DIR`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the header, in include/ and in `OUT_DIR`.
const HEADER: &str = "fmu_core.h";
/// The folder of the module with the C functions.
const MODULE: &str = "fmu-core/src/c_api";
/// The types of its tables of functions.
const TYPES: [(&str, &str); 5] = [
    (" Matrix", " [f64; 9]"),
    (" Vector", " [f64; 3]"),
    (" Quadruple", " [f64; 4]"),
    (" Six", " [f64; 6]"),
    (" Sequence", " [i32; 3]"),
];
/// The settings of cbindgen.
const CONFIGURATION: &str = "cbindgen.toml";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let committed = root.join("include").join(HEADER);
    for input in [&root.join(MODULE), &root.join(CONFIGURATION), &committed] {
        println!("cargo::rerun-if-changed={}", input.display());
    }
    println!("cargo::rerun-if-env-changed=CI");

    let header = header(&root, &out)?;
    fs::write(out.join(HEADER), &header)?;
    let found = fs::read_to_string(&committed).ok();
    let wanted = found.is_none() || env::var("CI").as_deref() != Ok("true");
    if wanted && found.as_deref() != Some(header.as_str()) {
        // The copy in OUT_DIR is there in any case.
        if let Err(error) = replace(&committed, &header) {
            println!("cargo::warning={} is out of date and cannot be written: {error}", committed.display());
        }
    }
    Ok(())
}

/// The text of the header.
fn header(root: &Path, out: &Path) -> Result<String> {
    let configuration = cbindgen::Config::from_file(root.join(CONFIGURATION))?;
    let module = out.join("c_api");
    copy(&root.join(MODULE), &module)?;
    // From the head of the module on, cbindgen follows `mod` by itself, in the order of the declarations.
    let bindings = cbindgen::Builder::new().with_config(configuration).with_src(module.join("mod.rs")).generate()?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    Ok(plain_arrays(&String::from_utf8(text)?))
}

/// Copies the sources of the module, with the rows of tables as the declarations that they stand for: cbindgen does not expand macros.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, to) = (entry?.path(), to.to_path_buf());
        let to = to.join(entry.file_name().unwrap_or_default());
        if entry.is_dir() {
            copy(&entry, &to)?;
        } else {
            fs::write(to, declared(&fs::read_to_string(entry)?))?;
        }
    }
    Ok(())
}

/// The source with a declaration for each row of `functions!`.
fn declared(source: &str) -> String {
    let (mut text, mut row, mut in_table) = (String::with_capacity(source.len()), String::new(), false);
    for line in source.lines() {
        match line {
            "functions! {" => in_table = true,
            "}" if in_table => in_table = false,
            _ if in_table && !line.trim_start().starts_with("///") => {
                row = format!("{row} {}", line.trim());
                if let Some((head, _)) = row.split_once(" = ").filter(|_| row.ends_with(';')) {
                    let c = head.replace("fn ", "#[unsafe(no_mangle)] pub unsafe extern \"C\" fn ");
                    let joined = c.replace("() -> (", "(").replace(") -> (", ", ");
                    let named = |text: String, (name, array): &(&str, &str)| text.replace(name, array);
                    text += &TYPES.iter().fold(joined, named);
                    text += " -> MbfStatus {}\n";
                    row.clear();
                }
            }
            _ => text = text + line + "\n",
        }
    }
    text
}

/// Turns parameters that point to an array, `double (*v)[3]`, into array parameters, `double v[3]`: the same address for the
/// function, but the caller passes the array itself. In Rust the pointer knows how long its array is.
fn plain_arrays(header: &str) -> String {
    let mut plain = String::with_capacity(header.len());
    let mut rest = header;
    while let Some((before, after)) = rest.split_once("(*") {
        plain.push_str(before);
        match after.split_once(')') {
            Some((name, tail)) if tail.starts_with('[') => {
                plain.push_str(name);
                rest = tail;
            }
            _ => {
                plain.push_str("(*");
                rest = after;
            }
        }
    }
    plain + rest
}

/// Writes the file at once, so that nobody sees half of it.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let temporary = folder.join(format!("{HEADER}.{}", std::process::id()));
    fs::write(&temporary, text)?;
    fs::rename(&temporary, path).inspect_err(|_| drop(fs::remove_file(&temporary)))
}
