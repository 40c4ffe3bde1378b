//! Mistakes in files that use each other, and in the structure of sub-models.

use super::problems;
use compiler::compile;
use compiler::model_file::ModelFile;
use std::path::PathBuf;

const HEAD: &str = "name = \"M\"\n[components.world]\nclass = \"World\"\n[components.a]\nclass = \"A\"\n";

/// Every message of `expected` is shown for the tables behind the head, whose first line is the sixth.
fn refused(tables: &str, expected: &[&str]) {
    let shown = problems(&format!("{HEAD}{tables}"));
    for words in expected {
        assert!(shown.contains(words), "no `{words}` in\n{shown}");
    }
}

#[test]
fn a_sub_model_is_no_part_of_itself() {
    refused(
        "[models.A.components.b]\nclass = \"B\"\n[models.B.components.c]\nclass = \"C\"\n[models.C.components.d]\nclass = \"B\"",
        &["m.toml:11:9: a sub-model cannot be a part of itself: B -> C -> B"],
    );
    refused("[models.A.components.a]\nclass = \"A\"", &["m.toml:7:9: a sub-model cannot be a part of itself: A -> A"]);
}

#[test]
fn names_are_not_used_twice() {
    refused(
        "[models.A.components.b]\nclass = \"Parts.Fixed\"\n[models.A.parameters]\nb = 1",
        &["m.toml:6:22: the name `b` is used twice, in `parameters` and in `components`"],
    );
    refused(
        "[models.World.components.b]\nclass = \"Parts.Fixed\"",
        &["m.toml:6:9: the sub-model `World` has the name of a class of the library"],
    );
    refused(
        "for = \"i in 1:2\"\n[components.\"a[2]\"]\nclass = \"A\"\n[models.A.components.b]\nclass = \"Parts.Fixed\"",
        &["the name `a[2].b` is used twice"],
    );
    refused("[parameters]\n\"a.k\" = 1\n[models.A.parameters]\nk = 2", &["the name `a.k` is used twice"]);
}

#[test]
fn tables_are_checked_where_they_are() {
    refused(
        "[models.A]\nconnection = []",
        &["m.toml:7:1: sub-model `A` has no key `connection`", "did you mean `connections`?"],
    );
    refused("[models.\"A.b\"]\ncomponents = {}", &["m.toml:6:9: sub-model `A.b`: `A.b` is not a legal name"]);
    refused(
        "[models.A.connectors]\nf = 3",
        &["m.toml:7:5: sub-model `A` is the number 3: expected the connector of a component"],
    );
    refused(
        "[models.A.components.b[2]]\nclass = \"B\"",
        &["m.toml:6:", "`b[2]` in `components` is split into several keys"],
    );
    refused("[models.A.components.b]\nm = 3", &["m.toml:6:22: component `b` has no `class`"]);
    refused(
        "[models.A]\nconnections = [{ connect = [\"a.b\", \"c.d\"] }]",
        &["m.toml:7:16: connection 1 has no `for`"],
    );
    refused("[models.A]\nconnections = [{ for = \"i in 1:2\", pairs = [] }]", &["connection 1 has no key `pairs`"]);
    refused(
        "[models.A.parameters]\nn = 1.5\n[models.A.components.b]\nclass = \"Parts.Fixed\"\nfor = \"i in 1:n\"",
        &["m.toml:7:5: `n` is 1.5: expected a whole number, since it is a number of elements"],
    );
    refused(
        "[models.A.parameters]\nn = \"k\"\nk = \"n\"\n[models.A.components.b]\nclass = \"Parts.Fixed\"\nfor = \"i in 1:n\"",
        &["m.toml:7:5: `n` names `k`", "m.toml:8:5: `k` names `n`"],
    );
}

/// A folder of its own that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sub-model-mistakes-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    /// The messages for model.toml.
    fn shown(&self) -> String {
        match ModelFile::from_path(&self.0.join("model.toml")) {
            Err(invalid) => invalid.to_string(),
            Ok((file, sources)) => {
                let problems = compile(&file).err().unwrap_or_default();
                let render = |(text, problem): (compiler::model_file::SourceText, _)| text.render(&problem);
                problems.iter().map(|problem| render(sources.locate(problem))).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn problems_point_into_the_file_that_they_are_in() {
    let folder = Folder::new("places");
    let model = format!("use = [\"part.toml\"]\n{HEAD}");
    let part = "# A part.\n[models.A.components.b]\nclass = \"Parts.Body\"\nr_CM = [0, 0, 0]\nm = \"3 mm\"\n";
    folder.write("model.toml", &model);
    assert!(folder.shown().contains("model.toml:1:8: ") && folder.shown().contains("part.toml cannot be read"));
    folder.write("part.toml", part);
    let shown = folder.shown();
    assert!(shown.contains("part.toml:5:5: `m` of component `a.b`: `3 mm` is in mm (length)"), "{shown}");
    assert!(shown.contains("\n  | m = \"3 mm\"\n  |     ^^^^^^"), "{shown}");
    // Syntax, keys, and what only the whole model shows.
    folder.write("part.toml", "[models.A\n");
    assert!(folder.shown().contains("part.toml:1:"), "{}", folder.shown());
    folder.write("part.toml", &part.replace("[models.A.", "[models.A.parameter]\n[models.A."));
    assert!(folder.shown().contains("part.toml:2:11: sub-model `A` has no key `parameter`"), "{}", folder.shown());
    folder.write("part.toml", &part.replace("3 mm", "3 kg").replace("Parts.Body", "Parts.Bodi"));
    assert!(folder.shown().contains("part.toml:3:9: component `a.b`: there is no class"), "{}", folder.shown());
    folder.write("part.toml", "name = \"P\"\n");
    assert!(
        folder.shown().contains("model.toml:1:8: ") && folder.shown().contains("has no sub-models"),
        "{}",
        folder.shown()
    );
    folder.write("part.toml", &part.replace("3 mm", "3 kg"));
    assert_eq!(folder.shown(), "");
    folder.write("model.toml", &format!("{model}[models.A.components.b]\nclass = \"Parts.Fixed\"\n"));
    assert!(folder.shown().contains("part.toml:2:9: the sub-model `A` is in another file, too"), "{}", folder.shown());
    folder.write("model.toml", &model.replace("part.toml", "part.txt"));
    assert!(folder.shown().contains("model.toml:1:8: ") && folder.shown().contains("expected a name that ends in"));
    // A file that has only sub-models is no model.
    folder.write("model.toml", part);
    assert!(folder.shown().contains("a file with sub-models only is for other files"), "{}", folder.shown());
}

/// A pipe that nobody writes into, a link to itself, and folders that lead to each other.
#[cfg(unix)]
#[test]
fn files_that_never_end_are_not_read() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("endless");
    let is_made = std::process::Command::new("mkfifo").arg(folder.0.join("pipe.toml")).status().unwrap().success();
    assert!(is_made, "mkfifo");
    symlink("link.toml", folder.0.join("link.toml")).unwrap();
    std::fs::create_dir(folder.0.join("a")).unwrap();
    symlink("../a", folder.0.join("a/b")).unwrap();
    let cases = [
        ("pipe.toml", "pipe.toml cannot be read: it is a pipe or a device, not a file"),
        ("link.toml", "link.toml cannot be read: "),
        ("a/b/b/b/part.toml", "part.toml cannot be read: "),
    ];
    for (name, expected) in cases {
        folder.write("model.toml", &format!("use = [\"{name}\"]\n{HEAD}"));
        let shown = folder.shown();
        assert!(shown.contains("model.toml:1:8: ") && shown.contains(expected), "{shown}");
    }
    // A file that uses itself by another way is one file.
    folder.write("a/part.toml", "use = [\"b/part.toml\"]\n[models.A.components.b]\nclass = \"Parts.Fixed\"\n");
    folder.write("model.toml", &format!("use = [\"a/b/b/part.toml\"]\n{HEAD}"));
    assert_eq!(folder.shown(), "");
}
