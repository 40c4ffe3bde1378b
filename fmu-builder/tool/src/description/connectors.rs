//! Flanges and frames of sources with an input, whose motion is an output: what a host needs to connect mechanics.

use std::collections::HashMap;

use compiler::model_file::{PublicName, Target};
use simulation::variables::Causality;

use super::references::{Listed, array, element};
use crate::content::Content;

const ROTATIONAL: Row = Row {
    flow: "tau",
    connector: "flange",
    motions: &["phi"],
    kind: "Modelica.Mechanics.Rotational.Interfaces.Flange_b",
    is_flange: true,
};
const TRANSLATIONAL: Row =
    Row { flow: "f", motions: &["s"], kind: "Modelica.Mechanics.Translational.Interfaces.Flange_b", ..ROTATIONAL };
const FORCE: Row = Row {
    flow: "force",
    connector: "frame_b",
    motions: &["r_0", "R.T"],
    kind: "Modelica.Mechanics.MultiBody.Interfaces.Frame_b",
    is_flange: false,
};
static ROWS: [Row; 4] = [ROTATIONAL, TRANSLATIONAL, FORCE, Row { flow: "torque", ..FORCE }];

/// A connector of a source: signal of the source, connector, its motion, class of the connector.
pub(super) struct Row {
    flow: &'static str,
    connector: &'static str,
    motions: &'static [&'static str],
    pub kind: &'static str,
    pub is_flange: bool,
}

/// A connector with its variables in the interface of the FMU.
pub(super) struct Connector<'a> {
    /// Name in the model.
    pub name: String,
    pub row: &'static Row,
    has_motion: bool,
    /// Names in the connector, kinds, and variables.
    pub members: Vec<(String, &'static str, &'a Listed)>,
}

/// The connectors that have an input and an output.
pub(super) fn connectors<'a>(content: &Content<'_>, variables: &'a [Listed]) -> Vec<Connector<'a>> {
    let catalogue = &content.model.catalogue;
    let public = content.public_names.iter().flat_map(|list| list.iter());
    let targets: HashMap<&str, &str> = public.filter_map(target).collect();
    let in_interface = |causality| {
        let targets = &targets;
        variables.iter().filter_map(move |listed| {
            let variable = catalogue.variables.get(listed.index).filter(|v| v.causality == causality)?;
            // An array has the name of its first element in the catalogue.
            let name = if listed.dimensions.is_empty() { variable.name } else { element(variable.name)?.0 };
            Some((path(name, targets), listed))
        })
    };
    let mut found: Vec<Connector<'a>> = Vec::new();
    for (path, listed) in in_interface(Causality::Input) {
        let Some((component, signal)) = path.rsplit_once('.') else { continue };
        let flow = array(signal);
        let has = |row: &&Row| {
            let motion = row.motions.first().map(|motion| format!("{component}.{}.{motion}", row.connector));
            let is_there = |name: String| catalogue.find(&name).or(catalogue.find(&(name + "[1]")));
            row.flow == flow && motion.and_then(is_there).is_some()
        };
        let Some(row) = ROWS.iter().find(has) else { continue };
        let name = format!("{component}.{}", row.connector);
        let member = (signal.to_owned(), if row.is_flange { "inflow" } else { "signal" }, listed);
        match found.iter_mut().find(|connector| connector.name == name) {
            Some(connector) => connector.members.push(member),
            None => found.push(Connector { name, row, has_motion: false, members: vec![member] }),
        }
    }
    for (path, listed) in in_interface(Causality::Output) {
        for connector in &mut found {
            let Some(motion) = path.strip_prefix(&*connector.name).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            let is_known = connector.members.iter().any(|(member, ..)| member == motion);
            if connector.row.motions.contains(&array(motion)) && !is_known {
                connector.members.push((motion.to_owned(), "signal", listed));
                connector.has_motion = true;
            }
        }
    }
    found.retain(|connector| connector.has_motion);
    found
}

fn target(public: &PublicName) -> Option<(&str, &str)> {
    match &public.target.value {
        Target::Variable(target) => Some((&public.name.value, target)),
        Target::Derivative(_) | Target::Expression(_) => None,
    }
}

/// Name in the model of a variable that may have a public one.
fn path(name: &str, targets: &HashMap<&str, &str>) -> String {
    if let Some(target) = targets.get(name) {
        return (*target).to_owned();
    }
    let of_array =
        element(name).and_then(|(array, _)| Some(format!("{}{}", targets.get(array)?, &name[array.len()..])));
    of_array.unwrap_or_else(|| name.to_owned())
}
