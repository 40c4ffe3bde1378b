//! TypeDefinitions (FMI 2.0.5, 2.2.3): a SimpleType for each quantity and enumeration in use.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use fmu_core::variables::{Catalogue, DataType, Variable};
use roxmltree::{Document, Node};

use super::units::unit;
use crate::xml::{Attributes, Xml};

const TEMPLATE: &str = include_str!("../../../modelDescription-templates/types.xml");

/// The table of known quantities.
pub(super) struct Types {
    template: Option<Document<'static>>,
}

impl Types {
    pub(super) fn new() -> Self {
        // Part of this crate, and read by a test.
        Self { template: Document::parse(TEMPLATE).ok() }
    }

    /// The types, each with its unit.
    fn quantities(&self) -> impl Iterator<Item = (Node<'_, 'static>, &str)> {
        let types = self.template.iter().flat_map(|document| document.root_element().children());
        types.filter_map(|node| Some((node, real(node)?.attribute("unit")?)))
    }

    /// Name of the type of a variable, if one is defined.
    pub(super) fn declared_type(&self, variable: &Variable) -> Option<&str> {
        match variable.data_type {
            DataType::Enumeration { name, .. } => Some(name),
            _ => self.of_unit(unit(variable)?)?.attribute("name"),
        }
    }

    /// Display unit of the type of a variable.
    pub(super) fn display_unit(&self, variable: &Variable) -> Option<&str> {
        real(self.of_unit(unit(variable)?)?)?.attribute("displayUnit")
    }

    fn of_unit(&self, name: &str) -> Option<Node<'_, 'static>> {
        self.quantities().find_map(|(node, unit)| (unit == name).then_some(node))
    }

    /// The types of the listed variables: quantities in the order of the table, then enumerations by name.
    pub(super) fn write(&self, xml: &mut Xml, catalogue: &Catalogue, exposed: &[usize]) -> io::Result<()> {
        let variables = || exposed.iter().filter_map(|&index| catalogue.variables.get(index));
        let units: BTreeSet<&str> = variables().filter_map(unit).collect();
        let quantities: Vec<_> = self.quantities().filter(|(_, unit)| units.contains(unit)).collect();
        let enumerations: BTreeMap<_, _> = variables()
            .filter_map(|variable| match variable.data_type {
                DataType::Enumeration { name, literals } => Some((name, literals)),
                _ => None,
            })
            .collect();
        if quantities.is_empty() && enumerations.is_empty() {
            return Ok(());
        }
        xml.parent("TypeDefinitions", Attributes::new(), |xml| {
            quantities.iter().try_for_each(|&(node, _)| xml.copy(node))?;
            enumerations.iter().try_for_each(|(name, literals)| enumeration(xml, name, literals))
        })
    }
}

fn real<'a, 'input>(node: Node<'a, 'input>) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name("Real"))
}

fn enumeration(xml: &mut Xml, name: &str, literals: &[&str]) -> io::Result<()> {
    xml.parent("SimpleType", Attributes::new().with("name", name), |xml| {
        xml.parent("Enumeration", Attributes::new(), |xml| {
            (1..).zip(literals).try_for_each(|(value, &literal): (usize, _)| {
                xml.leaf("Item", Attributes::new().with("name", literal).with("value", value.to_string()))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn each_type_has_a_unit_of_its_own_that_the_unit_table_holds() {
        let units = Document::parse(include_str!("../../../modelDescription-templates/units.xml")).unwrap();
        let find = |name| units.root_element().children().find(|node| node.attribute("name") == Some(name));
        let types = Types::new();
        let mut seen = BTreeSet::new();
        for (node, unit) in types.quantities() {
            assert!(seen.insert(unit), "two types for {unit}");
            assert!(node.attribute("name").is_some());
            let unit_node = find(unit).unwrap_or_else(|| panic!("{unit} is missing in units.xml"));
            if let Some(display) = real(node).unwrap().attribute("displayUnit") {
                assert!(
                    unit_node.children().any(|child| child.attribute("name") == Some(display)),
                    "{unit}: {display}"
                );
            }
        }
        assert!(seen.len() > 20);
    }
}
