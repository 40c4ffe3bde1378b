//! Units, enumerations and types in the documents of an SSP.

use roxmltree::Node;

use super::Signal;
use crate::host::{BaseUnit, Kind, Unit};

pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.is_element() && child.tag_name().name() == name)
}

pub(super) fn elements<'a, 'i: 'a>(parent: Option<Node<'a, 'i>>) -> impl Iterator<Item = Node<'a, 'i>> {
    parent.into_iter().flat_map(|parent| parent.children()).filter(Node::is_element)
}

/// Units and enumerations that a description defines.
#[derive(Default)]
pub(super) struct Definitions {
    units: Vec<Unit>,
    enumerations: Vec<(String, Vec<(String, i32)>)>,
}

impl Definitions {
    pub(super) fn of(root: Node<'_, '_>) -> Self {
        Self { units: units(root), enumerations: enumerations(root) }
    }

    /// Type and unit of a connector, where it says a type that is known here; the name of a unit that is not defined.
    pub(super) fn signal(&self, connector: Node<'_, '_>) -> Result<Option<Signal>, String> {
        let typed = elements(Some(connector)).find_map(|node| Some((node, kind(node.tag_name().name())?)));
        let Some((node, kind)) = typed else { return Ok(None) };
        // An array is of another type than its elements.
        let kind = if child(connector, "Dimension").is_some() { Kind::Other } else { kind };
        let defined = |name: &str| self.units.iter().find(|unit| unit.name == name).cloned();
        let unit = node.attribute("unit").map(|name| defined(name).ok_or(name)).transpose()?;
        let enumeration = node.attribute("name").and_then(|name| self.enumerations.iter().find(|(n, _)| n == name));
        Ok(Some(Signal { kind, unit, enumeration: enumeration.cloned() }))
    }
}

/// The kind of an element of SSP 1 or 2.
fn kind(name: &str) -> Option<Kind> {
    match name {
        "Float64" => Some(Kind::Real),
        "Int32" => Some(Kind::Integer),
        name => Kind::ALL.into_iter().find(|kind| kind.name() == name),
    }
}

pub(super) fn units(root: Node<'_, '_>) -> Vec<Unit> {
    let number = |node: Node<'_, '_>, name| node.attribute(name).and_then(|text: &str| text.trim().parse::<f64>().ok());
    let unit = |node: Node<'_, '_>| {
        let base = child(node, "BaseUnit").map(|base| BaseUnit {
            exponents: compiler::units::BASE_UNITS
                .map(|name| base.attribute(name).and_then(|text| text.trim().parse().ok()).unwrap_or_default()),
            factor: number(base, "factor").unwrap_or(1.0),
            offset: number(base, "offset").unwrap_or(0.0),
        });
        Some(Unit { name: node.attribute("name")?.to_owned(), base, display_units: Vec::new(), line: 0 })
    };
    elements(child(root, "Units")).filter_map(unit).collect()
}

fn enumerations(root: Node<'_, '_>) -> Vec<(String, Vec<(String, i32)>)> {
    let item =
        |node: Node<'_, '_>| Some((node.attribute("name")?.to_owned(), node.attribute("value")?.trim().parse().ok()?));
    let list = elements(child(root, "Enumerations"));
    list.map(|node| {
        let name = node.attribute("name").unwrap_or_default().to_owned();
        (name, elements(Some(node)).filter_map(item).collect())
    })
    .collect()
}
