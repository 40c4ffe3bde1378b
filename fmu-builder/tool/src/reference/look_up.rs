//! Finding classes by what somebody types.

use compiler::authoring::{absent_class, nearest_classes};
use library::Class;

/// Why a name stands for no class.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchClass {
    #[error("several classes are called `{name}`: {}", .classes.join(", "))]
    Ambiguous { name: String, classes: Vec<&'static str> },
    #[error("`{class}` is in the library, but not supported yet; instead: {instead}")]
    Absent { class: String, instead: &'static str },
    #[error("there is no class `{name}`{}", did_you_mean(.nearest))]
    Unknown { name: String, nearest: Vec<&'static str> },
}

fn did_you_mean(nearest: &[&str]) -> String {
    if nearest.is_empty() { String::new() } else { format!("; did you mean `{}`?", nearest.join("` or `")) }
}

/// The class called `name` as in a model file, or the only one whose name ends in it, whatever its letters' case.
pub fn look_up(name: &str) -> Result<&'static Class, NoSuchClass> {
    if let Some(class) = library::classes().find(|class| library::names_of(class).any(|found| found == name)) {
        return Ok(class);
    }
    let wanted = name.to_lowercase();
    let ends_in_it = |class: &&Class| {
        let full = class.name.to_lowercase();
        full.strip_suffix(wanted.as_str()).is_some_and(|rest| rest.ends_with('.'))
    };
    let found: Vec<&'static Class> = library::classes().filter(ends_in_it).collect();
    let name = name.to_owned();
    match found[..] {
        [class] => Ok(class),
        [] => {
            if let Some((class, instead)) = absent_class(&name) {
                return Err(NoSuchClass::Absent { class, instead });
            }
            let nearest = nearest_classes(&name);
            Err(NoSuchClass::Unknown { name, nearest })
        }
        _ => Err(NoSuchClass::Ambiguous { name, classes: found.into_iter().map(library::short_name).collect() }),
    }
}

/// Packages with their classes whose name or description holds `filter`, whatever its letters' case; empty packages are left out.
pub fn matching(filter: &str) -> Vec<(&'static str, Vec<&'static Class>)> {
    let wanted = filter.to_lowercase();
    let is_wanted = |class: &Class| {
        class.name.to_lowercase().contains(&wanted) || class.description.to_lowercase().contains(&wanted)
    };
    library::packages()
        .map(|(package, classes)| (package, classes.iter().copied().filter(|class| is_wanted(class)).collect()))
        .filter(|(_, classes): &(_, Vec<_>)| !classes.is_empty())
        .collect()
}
