//! Graphic parameters as the model file gives them.

use super::values::{Setting, setting};
use crate::model_file::{Component, Diagnostic, LibraryProblem, Span, Value};
use library::pictures::{ClassPictures, pictures_of};
use library::{Body, Class, find_class};
use mechanism::hashed::HashMap;

/// The settings of the graphic parameters of a component.
pub(super) fn given(
    component: &Component,
    pictures: &'static ClassPictures,
    problems: &mut Vec<Diagnostic>,
) -> HashMap<&'static str, (Setting, Span)> {
    let mut given = HashMap::default();
    for modifier in &component.modifiers {
        let Some(graphic) = pictures.graphic(&modifier.name.value) else { continue };
        match setting(&component.name.value, graphic, &modifier.value) {
            Ok(setting) => {
                given.insert(graphic.name, (setting, modifier.value.span.clone()));
            }
            Err(problem) => problems.push(problem),
        }
    }
    given
}

/// The pictures of a component are those of its class: its parts have none of their own.
pub(super) fn refuse_graphics_of_parts(component: &Component, class: &Class, problems: &mut Vec<Diagnostic>) {
    let Body::Netlist(netlist) = &class.body else { return };
    for modifier in &component.modifiers {
        let part = netlist.parts.iter().find(|part| part.name == modifier.name.value);
        let (Some(part), Value::Table(entries)) = (part.and_then(|part| find_class(part.class)), &modifier.value.value)
        else {
            continue;
        };
        for (key, _) in entries.iter().filter(|(key, _)| library::is_graphic(part, &key.value)) {
            let known = pictures_of(class).into_iter().flat_map(ClassPictures::graphics).map(|graphic| graphic.name);
            let problem = LibraryProblem::UnknownParameter {
                component: component.name.value.clone(),
                class: library::short_name(class).to_owned(),
                name: format!("{}.{}", modifier.name.value, key.value),
                nearest: None,
                known: known.collect::<Vec<_>>().join(", "),
            };
            problems.push(Diagnostic::new(key.span.clone(), problem.into()));
        }
    }
}
