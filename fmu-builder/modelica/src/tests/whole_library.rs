//! All test models of the library are read and flattened, and all of its text is parsed. `cargo bench --bench modelica` measures how long reading takes.

use compiler::model_file::ModelFile;

#[test]
fn the_test_models_of_the_library_are_read() {
    let Some(suite) = support::shared_folder::shared("reference") else { return };
    let path = suite.join("modelica/ModelicaTest/MultiBody.mo");
    let budget = crate::budget::Budget::default();
    let classes = crate::classes::Classes::new(&[], &budget);
    let found = classes.open(&path).unwrap();
    crate::invalid_if_problems(&classes).unwrap();
    let models = classes.models(&found);
    let is_read = |model: &crate::classes::ClassRef| {
        classes.problems.borrow_mut().clear();
        let flattened = crate::flattened(&classes, model, false);
        flattened.is_ok_and(|(tree, _)| ModelFile::from_tree_of_values(tree).is_ok())
    };
    let count = models.iter().filter(|model| is_read(model)).count();
    // All models together stay below the limits of one.
    assert!(count > 80 && budget.exceeded().is_none(), "{count}, {:?}", budget.exceeded());
    let class = Some("Hoist.Examples.Lift".to_owned());
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/Hoist/Examples/Lift.mo");
    let options = crate::ModelicaOptions { class, ..crate::ModelicaOptions::default() };
    crate::read_modelica(&path, &options).unwrap_or_else(|invalid| panic!("{invalid}"));
}

/// All files of the library's text, as if a model needed each.
#[test]
fn the_whole_text_of_the_library_is_parsed() {
    let Some(library) = support::shared_folder::shared("reference_text/msl") else { return };
    let mut open = vec![library];
    let mut texts = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            match entry.extension() {
                _ if entry.is_dir() => open.push(entry),
                Some(kind) if kind == "mo" => texts.push(std::fs::read_to_string(entry).unwrap()),
                _ => {}
            }
        }
    }
    let mut problems = Vec::new();
    let budget = crate::budget::Budget::default();
    texts.iter().for_each(|text| drop(crate::syntax::parser::parse(text, 0, &budget, &mut problems)));
    assert!(texts.len() > 1000 && problems.is_empty(), "{} files, {problems:?}", texts.len());
}
