//! Checks of a modelDescription.xml that its schema cannot do (FMI 2.0.5, 2.2.7 and 2.2.8).

use std::collections::{BTreeSet, HashSet};

use fmu_core::variables::{Causality, Initial, Variability};

use super::description::{Kind, ModelDescription, ScalarVariable, Unknown};

impl ModelDescription {
    /// What is wrong, in the order of the document; empty when all is well.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut names = HashSet::new();
        for variable in &self.variables {
            if !names.insert(variable.name.as_str()) {
                problems.push(format!("two variables are called \"{}\"", variable.name));
            }
            problems.extend(self.type_problem(variable));
            problems
                .extend(variable_problems(variable).map(|problem| format!("variable \"{}\" {problem}", variable.name)));
        }
        self.structure_problems(&mut problems);
        problems
    }

    /// A unit, display unit or enumeration type that is not defined.
    fn type_problem(&self, variable: &ScalarVariable) -> Option<String> {
        let name = &variable.name;
        if let Some(unit) = &variable.unit {
            let Some(display_units) = self.units.get(unit) else {
                return Some(format!("variable \"{name}\" has the unit \"{unit}\", which is not defined"));
            };
            let display_unit = variable.display_unit.as_ref()?;
            let is_known = display_units.contains(display_unit);
            return (!is_known)
                .then(|| format!("variable \"{name}\" has the display unit \"{display_unit}\", which is not defined"));
        }
        let is_known = |type_name: &String| self.enumerations.contains_key(type_name);
        (variable.kind == Kind::Enumeration && !variable.declared_type.as_ref().is_some_and(is_known))
            .then(|| format!("variable \"{name}\" is an enumeration whose type is not defined"))
    }

    fn structure_problems(&self, problems: &mut Vec<String>) {
        let lists = [
            ("Outputs", &self.outputs, Some(self.expected_outputs())),
            ("Derivatives", &self.derivatives, None),
            ("InitialUnknowns", &self.initial_unknowns, Some(self.expected_initial_unknowns())),
        ];
        for (name, unknowns, expected) in lists {
            self.list_problems(name, unknowns, expected, problems);
        }
        for unknown in &self.derivatives {
            let variable = self.variables.get(unknown.index);
            if let Some(variable) = variable.filter(|variable| variable.derivative.is_none()) {
                problems
                    .push(format!("ModelStructure/Derivatives lists \"{}\", which is no derivative", variable.name));
            }
        }
    }

    fn list_problems(
        &self,
        list: &str,
        unknowns: &[Unknown],
        expected: Option<BTreeSet<usize>>,
        problems: &mut Vec<String>,
    ) {
        let count = self.variables.len();
        let name = |index: usize| self.variables.get(index).map_or("?", |variable| variable.name.as_str());
        let dependencies = unknowns.iter().flat_map(|unknown| unknown.dependencies.iter().flatten());
        for index in unknowns.iter().map(|unknown| unknown.index).chain(dependencies.copied()) {
            if index >= count {
                problems.push(format!("ModelStructure/{list} refers to variable {} of {count}", index + 1));
            }
        }
        let Some(expected) = expected else { return };
        let found: BTreeSet<usize> = unknowns.iter().map(|unknown| unknown.index).filter(|&i| i < count).collect();
        let missing = expected.difference(&found).map(|&index| format!("does not list \"{}\"", name(index)));
        let surplus =
            found.difference(&expected).map(|&index| format!("lists \"{}\", which does not belong there", name(index)));
        problems.extend(missing.chain(surplus).map(|problem| format!("ModelStructure/{list} {problem}")));
    }

    fn expected_outputs(&self) -> BTreeSet<usize> {
        self.select(|variable| variable.causality == Causality::Output)
    }

    fn expected_initial_unknowns(&self) -> BTreeSet<usize> {
        let is_initialized =
            |variable: &ScalarVariable| matches!(variable.initial, Some(Initial::Approx | Initial::Calculated));
        let mut expected = self.select(|variable| {
            variable.causality == Causality::CalculatedParameter
                || (variable.causality == Causality::Output && is_initialized(variable))
        });
        for unknown in &self.derivatives {
            let state = self.variables.get(unknown.index).and_then(|derivative| derivative.derivative);
            let both = [Some(unknown.index), state].into_iter().flatten();
            expected.extend(both.filter(|&index| self.variables.get(index).is_some_and(is_initialized)));
        }
        expected
    }

    fn select(&self, wanted: impl Fn(&ScalarVariable) -> bool) -> BTreeSet<usize> {
        self.variables.iter().enumerate().filter(|(_, variable)| wanted(variable)).map(|(index, _)| index).collect()
    }
}

fn variable_problems(variable: &ScalarVariable) -> impl Iterator<Item = String> {
    let start: Option<f64> = variable.start.as_ref().and_then(|start| start.trim().parse().ok());
    let needs_start =
        variable.causality == Causality::Input || matches!(variable.initial, Some(Initial::Exact | Initial::Approx));
    let must_not_start = variable.causality == Causality::Independent || variable.initial == Some(Initial::Calculated);
    let checks = [
        (needs_start && variable.start.is_none(), "has no start value".to_owned()),
        (must_not_start && variable.start.is_some(), "has a start value, which it must not have".to_owned()),
        (
            variable.kind != Kind::Real && variable.variability == Variability::Continuous,
            "is continuous but not Real".to_owned(),
        ),
        (
            matches!((start, variable.min), (Some(start), Some(min)) if start < min),
            format!("has start value {} below its minimum", variable.start.as_deref().unwrap_or_default()),
        ),
        (
            matches!((start, variable.max), (Some(start), Some(max)) if start > max),
            format!("has start value {} above its maximum", variable.start.as_deref().unwrap_or_default()),
        ),
    ];
    checks.into_iter().filter_map(|(is_wrong, problem)| is_wrong.then_some(problem))
}
