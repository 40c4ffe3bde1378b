//! Models that do not pass, and what they need.

use compiler::compile;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use compiler::model_file::{Diagnostic, ExpressionProblem, LibraryProblem, Member, ModelFile, Problem};
use library::find_class;
use support::local_laws::replaced;

use super::case::{Case, Outcome};
use super::verdict::reached;

/// Beginnings of class names, and what there has to be for such a class.
const NEEDS: [(&str, &str); 4] = [
    ("local.GasForce2", "gas force"),
    ("Electrical.", "electrical circuit"),
    ("Rotational.Components.InitializeFlange", "initial flange"),
    ("Blocks.", "block"),
];

/// The line of a model that does not pass, `name: what it needs`; none for one that does. What is wrong with the refusal, if it tells
/// neither a class nor a component of the model.
pub fn line(case: &Case, outcome: &Outcome) -> Option<Result<String, String>> {
    let needs = match outcome {
        _ if reached(outcome).is_some() => return None,
        Outcome::Ran(_) => Ok("runs; why it misses is in reference_expected.txt".to_owned()),
        Outcome::Failed(reason) => Ok(format!("failed: {reason}")),
        Outcome::Refused(_) => needs(case),
    };
    let with_name = |text: String| format!("{}: {text}", case.name);
    Some(needs.map(with_name).map_err(with_name))
}

/// Features that a refused model needs, with the classes that are missing.
pub fn needs(case: &Case) -> Result<String, String> {
    let text = fs::read_to_string(&case.model).map_err(|error| error.to_string())?;
    let file = ModelFile::from_json(&replaced(&text)).map_err(|problems| format!("cannot be read: {problems:?}"))?;
    let problems = compile(&file).err().ok_or("is not refused any more")?;
    let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for problem in &problems {
        let (need, class) = need(&file, problem)?;
        needs.entry(need).or_default().extend(class);
    }
    let with_classes = |(need, classes): (String, BTreeSet<String>)| {
        let classes: Vec<String> = classes.into_iter().collect();
        if classes.is_empty() { need } else { format!("{need} ({})", classes.join(", ")) }
    };
    Ok(needs.into_iter().map(with_classes).collect::<Vec<_>>().join("; "))
}

/// The feature that one problem asks for, and the class that is missing.
fn need(file: &ModelFile, problem: &Diagnostic) -> Result<(String, Option<String>), String> {
    let message = problem.problem.to_string();
    if !file.components.iter().any(|component| message.contains(&format!("`{}", component.name.value))) {
        return Err(format!("the refusal names no component: {message}"));
    }
    let library = match &problem.problem {
        Problem::Library(problem) => problem,
        Problem::At { problem, .. }
            if matches!(**problem, Problem::Expression(ExpressionProblem::UnknownFunction { .. })) =>
        {
            return Ok((message, None));
        }
        _ => return Err(message),
    };
    let missing = |class: &str| {
        let need = NEEDS.iter().find(|(begin, _)| class.starts_with(begin)).map_or("class", |(_, need)| need);
        (need.to_owned(), Some(class.to_owned()))
    };
    Ok(match &**library {
        LibraryProblem::UnknownClass { class, .. } if find_class(class).is_none() => missing(class),
        LibraryProblem::AbsentClass { class, .. } if find_class(class).is_none() => {
            let packages = ["Modelica.Mechanics.MultiBody.", "Modelica.Mechanics.", "Modelica."];
            missing(packages.iter().find_map(|package| class.strip_prefix(package)).unwrap_or(class))
        }
        LibraryProblem::UnknownMember { what: Member::Parameter, class, name, .. } => {
            ("parameter".to_owned(), Some(format!("{class}.{name}")))
        }
        LibraryProblem::NotSupported { needs, .. } => (needs.clone(), None),
        _ => return Err(message),
    })
}
