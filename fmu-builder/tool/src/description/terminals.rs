//! terminalsAndIcons.xml (FMI 3.0.2, 2.4.9): the picture, a terminal for each input and output, or array of them, and flanges and frames.

use std::collections::HashMap;
use std::io;

use simulation::variables::{Catalogue, Causality};

use super::connectors::{Connector, connectors};
use super::references::{Listed, References, array};
use super::variables::description;
use crate::content::Content;
use crate::naming::{Names, Naming, flatten};
use crate::xml::{Attributes, Xml, number};

/// Edge length of the picture, mm.
const SIZE: f64 = 100.0;

/// The document.
pub(crate) fn terminals(
    content: &Content<'_>,
    references: &References<'_>,
    names: &Names<'_>,
    has_picture: bool,
) -> io::Result<String> {
    let catalogue = &content.model.catalogue;
    let mut xml = Xml::new()?;
    xml.parent("fmiTerminalsAndIcons", Attributes::new().with("fmiVersion", "3.0"), |xml| {
        if has_picture {
            xml.parent("GraphicalRepresentation", Attributes::new(), |xml| {
                xml.leaf("CoordinateSystem", corners().with("suggestedScalingFactorTo_mm", "0.1"))?;
                xml.leaf("Icon", corners())
            })?;
        }
        let (mut signals, mut places) = (Vec::<Vec<&Listed>>::new(), HashMap::new());
        for listed in &references.variables {
            let Some(variable) = catalogue.variables.get(listed.index) else { continue };
            if matches!(variable.causality, Causality::Input | Causality::Output) {
                let place = *places.entry(array(listed.name(names))).or_insert(signals.len());
                if place == signals.len() {
                    signals.push(Vec::new());
                }
                signals[place].push(listed);
            }
        }
        if signals.is_empty() {
            return Ok(());
        }
        xml.parent("Terminals", Attributes::new(), |xml| {
            signals.iter().try_for_each(|members| terminal(xml, catalogue, names, members))?;
            let connectors = connectors(content, &references.variables);
            connectors.iter().try_for_each(|connector| mechanical(xml, names, connector))
        })
    })?;
    xml.finish()
}

/// One signal is plugged in; the elements of an array that are variables of their own are a bus, by their subscripts.
fn terminal(xml: &mut Xml, catalogue: &Catalogue, names: &Names<'_>, members: &[&Listed]) -> io::Result<()> {
    let Some(&first) = members.first() else { return Ok(()) };
    let name = first.name(names);
    let is_bus = array(name) != name || members.len() > 1;
    let variable = catalogue.variables.get(first.index);
    let attributes = Attributes::new()
        .with("name", array(name))
        .with("matchingRule", if is_bus { "bus" } else { "plug" })
        .option("description", variable.as_ref().and_then(description));
    xml.parent("Terminal", attributes, |xml| {
        members.iter().try_for_each(|listed| {
            let name = listed.name(names);
            let subscripts = &name[array(name).len()..];
            let member = if subscripts.is_empty() { "signal" } else { subscripts };
            let attributes =
                Attributes::new().with("variableName", name).with("memberName", member).with("variableKind", "signal");
            xml.leaf("TerminalMemberVariable", attributes)
        })
    })
}

/// A flange is plugged in; a frame is a bus, as not all of it need be in the interface.
fn mechanical(xml: &mut Xml, names: &Names<'_>, connector: &Connector<'_>) -> io::Result<()> {
    let Connector { name, row, members, .. } = connector;
    let attributes = Attributes::new()
        .with("name", if names.naming == Naming::Flat { flatten(name) } else { name.clone() })
        .with("matchingRule", if row.is_flange { "plug" } else { "bus" })
        .with("terminalKind", row.kind);
    xml.parent("Terminal", attributes, |xml| {
        members.iter().try_for_each(|(member, kind, listed)| {
            let attributes = Attributes::new().with("variableName", listed.name(names));
            let attributes = attributes.with("memberName", member.as_str()).with("variableKind", *kind);
            xml.leaf("TerminalMemberVariable", attributes)
        })
    })
}

/// The lower left and the upper right corner of the picture.
fn corners() -> Attributes {
    let [low, high] = [-SIZE, SIZE].map(number);
    Attributes::new().with("x1", &low).with("y1", &low).with("x2", &high).with("y2", &high)
}
