//! terminalsAndIcons.xml (FMI 3.0.2, 2.4.9): the picture, and a terminal for each input and output, or array of them.

use std::collections::BTreeMap;
use std::io;

use simulation::variables::{Catalogue, Causality};

use crate::naming::Names;
use crate::xml::{Attributes, Xml, number};

/// Edge length of the picture, mm.
const SIZE: f64 = 100.0;

/// The document.
pub(crate) fn terminals(
    catalogue: &Catalogue,
    exposed: &[usize],
    names: &Names<'_>,
    has_picture: bool,
) -> io::Result<String> {
    let mut xml = Xml::new()?;
    xml.parent("fmiTerminalsAndIcons", Attributes::new().with("fmiVersion", "3.0"), |xml| {
        if has_picture {
            let corners = |attributes: Attributes| corners(attributes, [-SIZE; 2], [SIZE; 2]);
            xml.parent("GraphicalRepresentation", Attributes::new(), |xml| {
                let system = corners(Attributes::new()).with("suggestedScalingFactorTo_mm", "0.1");
                xml.leaf("CoordinateSystem", system)?;
                xml.leaf("Icon", corners(Attributes::new()))
            })?;
        }
        let mut signals: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        for &index in exposed {
            let Some(variable) = catalogue.variables.get(index) else { continue };
            if matches!(variable.causality, Causality::Input | Causality::Output) {
                signals.entry(*first.entry(array(names.get(index))).or_insert(index)).or_default().push(index);
            }
        }
        if signals.is_empty() {
            return Ok(());
        }
        xml.parent("Terminals", Attributes::new(), |xml| {
            signals.values().try_for_each(|members| terminal(xml, catalogue, names, members))
        })
    })?;
    xml.finish()
}

/// The name of an array that a name is an element of, or the name itself.
fn array(name: &str) -> &str {
    name.strip_suffix(']').and_then(|name| name.rsplit_once('[')).map_or(name, |(array, _)| array)
}

/// One signal is plugged in; the elements of an array are a bus, by their subscripts.
fn terminal(xml: &mut Xml, catalogue: &Catalogue, names: &Names<'_>, members: &[usize]) -> io::Result<()> {
    let Some(&first) = members.first() else { return Ok(()) };
    let is_bus = array(names.get(first)) != names.get(first);
    let variable = catalogue.variables.get(first);
    let text = variable.map(|variable| variable.description.as_ref()).filter(|text| !text.is_empty());
    let attributes = Attributes::new()
        .with("name", array(names.get(first)))
        .with("matchingRule", if is_bus { "bus" } else { "plug" })
        .option("description", text);
    xml.parent("Terminal", attributes, |xml| {
        members.iter().try_for_each(|&index| {
            let name = names.get(index);
            let member = if is_bus { &name[array(name).len()..] } else { "signal" };
            let attributes =
                Attributes::new().with("variableName", name).with("memberName", member).with("variableKind", "signal");
            xml.leaf("TerminalMemberVariable", attributes)
        })
    })
}

fn corners(attributes: Attributes, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> Attributes {
    attributes.with("x1", number(x1)).with("y1", number(y1)).with("x2", number(x2)).with("y2", number(y2))
}
