//! UnitDefinitions (FMI 2.0.5, 2.2.2).

use std::collections::BTreeSet;
use std::io;

use fmu_core::variables::{Catalogue, DataType, Variable};
use roxmltree::{Document, Node};

use crate::xml::{Attributes, Xml};

const TEMPLATE: &str = include_str!("../../../modelDescription-templates/units.xml");

/// The table of known units.
pub(super) struct Units {
    template: Option<Document<'static>>,
}

impl Units {
    pub(super) fn new() -> Self {
        // The template is part of this crate and a test reads it; were it broken, units would be declared without base units.
        Self { template: Document::parse(TEMPLATE).ok() }
    }

    fn find(&self, name: &str) -> Option<Node<'_, 'static>> {
        let root = self.template.as_ref()?.root_element();
        root.children().find(|node| node.attribute("name") == Some(name))
    }

    /// The units of the listed variables, in the order of their names; a unit that the table does not hold is declared without
    /// base units, as the standard allows.
    pub(super) fn write(&self, xml: &mut Xml, catalogue: &Catalogue, exposed: &[usize]) -> io::Result<()> {
        let names: BTreeSet<&str> =
            exposed.iter().filter_map(|&index| catalogue.variables.get(index)).filter_map(unit).collect();
        if names.is_empty() {
            return Ok(());
        }
        xml.parent("UnitDefinitions", Attributes::new(), |xml| {
            names.iter().try_for_each(|name| match self.find(name) {
                Some(node) => xml.copy(node),
                None => xml.leaf("Unit", Attributes::new().with("name", *name)),
            })
        })
    }
}

/// Unit of a variable, if it has one.
pub(super) fn unit(variable: &Variable) -> Option<&'static str> {
    match variable.data_type {
        DataType::Real { unit, .. } => unit.filter(|unit| !unit.is_empty()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const BASE_UNITS: [&str; 8] = ["kg", "m", "s", "A", "K", "mol", "cd", "rad"];

    #[test]
    fn the_template_holds_each_unit_once_with_integer_exponents() {
        let document = Document::parse(TEMPLATE).unwrap();
        let mut seen = BTreeSet::new();
        for unit in document.root_element().children().filter(Node::is_element) {
            let name = unit.attribute("name").unwrap();
            assert!(seen.insert(name), "{name} twice");
            let base = unit.children().find(|node| node.has_tag_name("BaseUnit")).expect(name);
            for attribute in base.attributes() {
                match attribute.name() {
                    "factor" | "offset" => assert!(attribute.value().parse::<f64>().unwrap() != 0.0, "{name}"),
                    exponent => {
                        assert!(BASE_UNITS.contains(&exponent), "{name}: {exponent}");
                        assert!(attribute.value().parse::<i32>().unwrap() != 0, "{name}");
                    }
                }
            }
        }
        assert!(seen.len() > 40);
    }

    /// Exponents of the base units that a name in Modelica's notation stands for, by the symbols that the table itself defines.
    fn exponents(units: &Units, name: &str) -> [i32; 8] {
        let own = |symbol: &str| {
            let node = units.find(symbol).unwrap_or_else(|| panic!("{symbol} is no unit of the table"));
            let base = node.children().find(|node| node.has_tag_name("BaseUnit")).unwrap();
            BASE_UNITS.map(|unit| base.attribute(unit).map_or(0, |exponent| exponent.parse().unwrap()))
        };
        let Some((numerator, denominator)) = name.split_once('/') else { return product(name, &own) };
        let (up, down) = (product(numerator, &own), product(denominator, &own));
        std::array::from_fn(|i| up[i] - down[i])
    }

    fn product(text: &str, own: &impl Fn(&str) -> [i32; 8]) -> [i32; 8] {
        text.split('.').fold([0; 8], |sum, factor| {
            let symbol = factor.trim_end_matches(|c: char| c.is_ascii_digit());
            let (symbol, power) =
                if symbol.is_empty() { (factor, 1) } else { (symbol, factor[symbol.len()..].parse().unwrap_or(1)) };
            let unit = own(symbol);
            std::array::from_fn(|i| sum[i] + power * unit[i])
        })
    }

    #[test]
    fn compound_units_are_the_products_of_their_symbols() {
        let units = Units::new();
        let names: Vec<&str> = units
            .template
            .as_ref()
            .unwrap()
            .root_element()
            .children()
            .filter_map(|node| node.attribute("name"))
            .collect();
        for name in names.into_iter().filter(|name| name.contains(['.', '/']) || name.ends_with(['2', '3'])) {
            let whole = {
                let base = units.find(name).unwrap().children().find(|node| node.has_tag_name("BaseUnit")).unwrap();
                BASE_UNITS.map(|unit| base.attribute(unit).map_or(0, |exponent| exponent.parse::<i32>().unwrap()))
            };
            assert_eq!(whole, exponents(&units, name), "{name}");
        }
    }
}
