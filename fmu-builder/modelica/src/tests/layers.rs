//! The order of the layers.

use std::path::{Path, PathBuf};

/// Each uses those before it.
const LAYERS: [&str; 12] = [
    "names",
    "problem",
    "budget",
    "netlist",
    "syntax",
    "classes",
    "values",
    "instances",
    "evaluation",
    "instantiation",
    "flattening",
    "export",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn layers_use_only_those_before_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fmu-builder/modelica/src");
    let mut wrong = Vec::new();
    for (position, layer) in LAYERS.iter().enumerate() {
        let folder = source.join(layer);
        let files = if folder.is_dir() { sources(&folder) } else { vec![folder.with_extension("rs")] };
        for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
            let text = std::fs::read_to_string(path).unwrap();
            let used = text.split("crate::").skip(1).map(|rest| rest.split("::").next().unwrap_or_default());
            let later = used.filter(|used| !LAYERS[..=position].contains(used) && LAYERS.contains(used));
            wrong.extend(later.map(|used| format!("{} uses {used}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
