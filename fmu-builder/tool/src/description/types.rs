//! TypeDefinitions (FMI 2.0.5, 2.2.3): a SimpleType for each quantity and enumeration in use.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;

use compiler::authoring::{Bounds, ShownUnits};
use compiler::units::Unit;
use fmu_core::instance::Version;
use roxmltree::{Document, Node};
use simulation::variables::{Catalogue, DataType, Variable};

use super::units::{display_unit, unit};
use crate::xml::{Attributes, Xml};

const TEMPLATE: &str = include_str!("../../../../modelDescription-templates/types.xml");

/// The table of known quantities.
pub(crate) struct Types<'a> {
    template: Option<Document<'static>>,
    /// Type of each unit, cached because every variable looks it up.
    by_unit: HashMap<String, Quantity>,
    shown: &'a ShownUnits,
}

/// A type that belongs to a unit.
struct Quantity {
    name: Option<String>,
    display_unit: Option<String>,
}

impl<'a> Types<'a> {
    /// The types, beside what the model says of units.
    pub(crate) fn new(shown: &'a ShownUnits) -> Self {
        // Part of this crate, and read by a test.
        let mut types = Self { template: Document::parse(TEMPLATE).ok(), by_unit: HashMap::new(), shown };
        let quantity = |node: Node<'_, '_>| Quantity {
            name: node.attribute("name").map(str::to_owned),
            display_unit: real(node).and_then(|real| real.attribute("displayUnit")).map(str::to_owned),
        };
        types.by_unit = types.quantities().map(|(node, unit)| (unit.to_owned(), quantity(node))).collect();
        types
    }

    pub(crate) fn unit<'v>(&self, variable: Variable<'v>) -> Option<&'v str>
    where
        'a: 'v,
    {
        unit(variable, self.shown)
    }

    /// The types, each with its unit.
    fn quantities(&self) -> impl Iterator<Item = (Node<'_, 'static>, &str)> {
        let types = self.template.iter().flat_map(|document| document.root_element().children());
        types.filter_map(|node| Some((node, real(node)?.attribute("unit")?)))
    }

    /// Name of the type of a variable, if one is defined.
    pub(super) fn declared_type(&self, variable: &Variable) -> Option<&str> {
        match variable.data_type {
            DataType::Enumeration(enumeration) => Some(enumeration.name),
            _ => self.by_unit.get(self.unit(*variable)?)?.name.as_deref(),
        }
    }

    /// Limits that the model gives a variable.
    pub(super) fn bounds(&self, variable: &Variable) -> Option<&'a Bounds> {
        if self.shown.is_empty() { None } else { self.shown.bounds(variable.name) }
    }

    /// Display unit of a variable: what the model says, or that of its type.
    pub(crate) fn display_unit(&self, variable: &Variable) -> Option<&str> {
        let own = display_unit(variable, self.shown).map(Unit::name);
        own.or_else(|| self.by_unit.get(self.unit(*variable)?)?.display_unit.as_deref())
    }

    /// The types of the listed variables: quantities in the order of the table, then enumerations by name.
    pub(super) fn write(
        &self,
        xml: &mut Xml,
        version: Version,
        catalogue: &Catalogue,
        exposed: &[usize],
    ) -> io::Result<()> {
        let variables = || exposed.iter().filter_map(|&index| catalogue.variables.get(index));
        let units: BTreeSet<&str> = variables().filter_map(|variable| self.unit(variable)).collect();
        let quantities: Vec<_> = self.quantities().filter(|(_, unit)| units.contains(unit)).collect();
        let enumerations: BTreeMap<_, _> = variables()
            .filter_map(|variable| match variable.data_type {
                DataType::Enumeration(enumeration) => Some((enumeration.name, enumeration.literals)),
                _ => None,
            })
            .collect();
        if quantities.is_empty() && enumerations.is_empty() {
            return Ok(());
        }
        xml.parent("TypeDefinitions", Attributes::new(), |xml| {
            quantities.iter().try_for_each(|&(node, _)| match version {
                Version::Fmi2 => xml.copy(node),
                Version::Fmi3 => float_type(xml, node),
            })?;
            enumerations.iter().try_for_each(|(name, literals)| match version {
                Version::Fmi2 => xml.parent("SimpleType", Attributes::new().with("name", *name), |xml| {
                    items(xml, "Enumeration", Attributes::new(), literals)
                }),
                Version::Fmi3 => items(xml, "EnumerationType", Attributes::new().with("name", *name), literals),
            })
        })
    }
}

fn real<'a, 'input>(node: Node<'a, 'input>) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name("Real"))
}

/// A type of the table as FMI 3.0 has it, without the element inside.
fn float_type(xml: &mut Xml, node: Node<'_, '_>) -> io::Result<()> {
    let inner = |name| real(node).and_then(|real| real.attribute(name));
    let attributes = Attributes::new()
        .option("name", node.attribute("name"))
        .option("quantity", inner("quantity"))
        .option("unit", inner("unit"))
        .option("displayUnit", inner("displayUnit"));
    xml.leaf("Float64Type", attributes)
}

/// An element with the literals of an enumeration.
fn items(xml: &mut Xml, element: &str, attributes: Attributes, literals: &[&str]) -> io::Result<()> {
    xml.parent(element, attributes, |xml| {
        (1..).zip(literals).try_for_each(|(value, &literal): (usize, _)| {
            xml.leaf("Item", Attributes::new().with("name", literal).with("value", value.to_string()))
        })
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use compiler::units::display_units;

    #[test]
    fn each_type_has_a_unit_of_its_own_that_is_shown_in_its_display_unit() {
        let shown = ShownUnits::default();
        let types = Types::new(&shown);
        let mut seen = BTreeSet::new();
        for (node, unit) in types.quantities() {
            assert!(seen.insert(unit), "two types for {unit}");
            assert!(node.attribute("name").is_some());
            assert!(Unit::parse(unit).is_ok(), "{unit}");
            if let Some(display) = real(node).unwrap().attribute("displayUnit") {
                assert!(display_units(unit).contains(&display), "{unit}: {display}");
            }
        }
        assert!(seen.len() > 20);
    }
}
