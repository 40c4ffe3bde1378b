//! Parts of modelDescription.xml that both versions of FMI write in the same way.

use std::collections::HashMap;

use simulation::variables::{Causality, Initial, Variability};

use super::element::Element;
use super::{Elements, Kind, ReadError, ScalarVariable, SimpleType, Unknown};
use crate::words::Word;

/// Lists that differ between the versions.
pub(super) struct Lists {
    pub types: Vec<SimpleType>,
    pub variables: Vec<ScalarVariable>,
    pub elements: Elements,
    /// Outputs, derivatives, initial unknowns, event indicators.
    pub structure: [Vec<Unknown>; 4],
}

/// The value read, or its default after recording the error.
pub(super) fn or_default<T: Default>(read: Result<T, ReadError>, errors: &mut Vec<ReadError>) -> T {
    read.unwrap_or_else(|error| {
        errors.push(error);
        T::default()
    })
}

/// Reads the children of an element, if it is there.
pub(super) fn list<T>(
    parent: Option<Element<'_, '_>>,
    read: impl Fn(Element<'_, '_>) -> Result<T, ReadError>,
    errors: &mut Vec<ReadError>,
) -> Vec<T> {
    let children = parent.into_iter().flat_map(Element::children);
    children.filter_map(|child| read(child).map_err(|error| errors.push(error)).ok()).collect()
}

/// A type; `typed` is the element with its attributes, which FMI 2.0 has inside of the other.
pub(super) fn simple_type(
    element: Element<'_, '_>,
    typed: Element<'_, '_>,
    kind: Kind,
) -> Result<SimpleType, ReadError> {
    let items = typed.children().filter(|child| kind == Kind::Enumeration && child.name() == "Item");
    Ok(SimpleType {
        name: element.required("name")?.to_owned(),
        unit: typed.text("unit"),
        display_unit: typed.text("displayUnit"),
        min: typed.parse("min")?,
        max: typed.parse("max")?,
        items: items.map(item).collect::<Result<_, _>>()?,
        line: element.line(),
        kind,
    })
}

/// Types by their names.
pub(super) type Types<'t> = HashMap<&'t str, &'t SimpleType>;

pub(super) fn by_name(types: &[SimpleType]) -> Types<'_> {
    types.iter().map(|simple| (simple.name.as_str(), simple)).collect()
}

/// A variable of this causality and default variability, with `typed` as for [`simple_type`]; its derivative is left out.
pub(super) fn scalar_variable(
    element: Element<'_, '_>,
    typed: Element<'_, '_>,
    kind: Kind,
    (causality, default): (Causality, Variability),
    types: &Types<'_>,
) -> Result<ScalarVariable, ReadError> {
    element.required("valueReference")?;
    let variability = element.convert("variability", Variability::from_word)?.unwrap_or(default);
    let declared_type = typed.text("declaredType");
    let inherited = declared_type.as_deref().and_then(|name| types.get(name));
    let initial = element.convert("initial", Initial::from_word)?;
    Ok(ScalarVariable {
        name: element.required("name")?.to_owned(),
        value_reference: element.parse("valueReference")?.unwrap_or_default(),
        description: element.text("description"),
        says_initial: initial.is_some(),
        initial: initial.or_else(|| default_initial(causality, variability)),
        can_handle_multiple_set_per_time_instant: element.convert("canHandleMultipleSetPerTimeInstant", xs_boolean)?,
        unit: typed.text("unit").or_else(|| inherited?.unit.clone()),
        display_unit: typed.text("displayUnit"),
        start: typed.text("start"),
        min: typed.parse("min")?.or_else(|| inherited?.min),
        max: typed.parse("max")?.or_else(|| inherited?.max),
        nominal: typed.parse("nominal")?,
        reinit: typed.convert("reinit", xs_boolean)?.unwrap_or(false),
        derivative: None,
        is_alias: false,
        line: element.line(),
        causality,
        variability,
        kind,
        declared_type,
    })
}

/// An entry of ModelStructure; `position` reads a reference to a variable.
pub(super) fn unknown(
    element: Element<'_, '_>,
    attribute: &'static str,
    position: impl Fn(&str) -> Option<usize>,
) -> Result<Unknown, ReadError> {
    element.required(attribute)?;
    let positions = |text: &str| text.split_whitespace().map(&position).collect();
    let kinds = |text: String| text.split_whitespace().map(str::to_owned).collect();
    Ok(Unknown {
        index: element.convert(attribute, &position)?.unwrap_or_default(),
        dependencies: element.convert("dependencies", positions)?,
        kinds: element.text("dependenciesKind").map(kinds),
        line: element.line(),
    })
}

fn item(element: Element<'_, '_>) -> Result<(String, i32), ReadError> {
    element.required("value")?;
    Ok((element.required("name")?.to_owned(), element.parse("value")?.unwrap_or_default()))
}

/// The table "default of initial" (FMI 2.0.5, 2.2.7).
fn default_initial(causality: Causality, variability: Variability) -> Option<Initial> {
    match (causality, variability) {
        (Causality::Input | Causality::Independent, _) => None,
        (Causality::Parameter, _) | (_, Variability::Constant) => Some(Initial::Exact),
        _ => Some(Initial::Calculated),
    }
}

fn xs_boolean(text: &str) -> Option<bool> {
    match text.trim() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}
