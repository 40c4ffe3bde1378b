//! Unknowns and equations of the initial state.
//!
//! A coordinate with a fixed start value is known. All other coordinates are unknowns, with their start values as
//! initial guesses, and so are parameters with `fixed = false`. Every other variable with `fixed = true` is an
//! equation.

use super::closed_forms::{closed_forms, directions};
use super::collected::Collected;
use super::problems::Problems;
use super::spanned::Spanned;
use crate::model_file::{LibraryProblem, Span};
use crate::units;
use library::{OrientationStart, PrescribedLevel, StartCondition, StartMeaning, StartQuantity};
use mechanism::hashed::{HashMap, HashSet};
use mechanism::{ConstraintKind, Coordinate, ParameterTable, Relative, Source};
use simulation::model::{
    ComputedDistance, Dimension, Equation, InitialCondition, Initialization, Level, Motions, Schedule, Subject, Unknown,
};
use simulation::variables::{Catalogue, DataType};

/// The start value of a scalar variable.
#[derive(Debug)]
pub(super) struct NamedStart {
    /// Its name, for messages.
    subject: Subject,
    /// Its address, which identifies the variable.
    pub start: usize,
    /// Place in the model file.
    span: Option<Span>,
}

/// Coordinates that are unknowns.
#[derive(Debug, Default)]
struct FreeCoordinates {
    /// Elements of q.
    positions: HashSet<usize>,
    /// Elements of v.
    speeds: HashSet<usize>,
    /// States of laws.
    law_states: HashSet<usize>,
}

impl FreeCoordinates {
    fn add(&mut self, unknown: &Unknown) {
        match *unknown {
            Unknown::Position { coordinate, .. } => drop(self.positions.insert(coordinate)),
            Unknown::Orientation { quaternion } => self.positions.extend(quaternion..quaternion + 4),
            Unknown::Speed { coordinate, .. } => drop(self.speeds.insert(coordinate)),
            Unknown::LawState { state } => drop(self.law_states.insert(state)),
            Unknown::Parameter { .. } => {}
        }
    }
}

/// Unknowns and equations that are known before the catalogue of variables exists.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Unknowns, decided coordinates, distances and closed forms; conditions on orientations and directions, and those
    /// that follow from constraints; preferred orientations. The others are added at the end.
    known: Initialization,
    /// The coordinates among the unknowns.
    free: FreeCoordinates,
    /// Fixed variables that are not coordinates.
    pub fixed: Vec<NamedStart>,
    preferred: Vec<NamedStart>,
    /// Conditions stated by classes.
    stated: Vec<StartCondition>,
}

impl Plan {
    /// Separates known values from unknowns.
    pub fn new(collected: &Collected, spanned: &Spanned, motions: &Motions, table: &ParameterTable) -> Self {
        let elements = collected.fixed.iter().flat_map(|fixed| {
            let elements = fixed.fixed.iter().enumerate().filter(|(_, is_fixed)| **is_fixed);
            elements.map(|(k, _)| NamedStart {
                subject: variable(&fixed.component, format!("{}{}", fixed.variable, fixed.shape.subscript(k))),
                start: fixed.start + k,
                span: fixed.span.clone(),
            })
        });
        let (mut plan, fixed): (Self, Vec<NamedStart>) = (Self::default(), elements.collect());
        let fixed_starts: HashSet<usize> = fixed.iter().map(|f| f.start).collect();
        let mut decided: HashSet<usize> = motions.law_starts.iter().copied().collect();
        plan.coordinates(collected, spanned, &fixed_starts, &mut decided);
        plan.fixed = fixed.into_iter().filter(|f| !decided.contains(&f.start)).collect();
        for (state, start) in motions.law_starts.iter().enumerate() {
            let is_fixed = collected.elements.states[state].is_fixed || fixed_starts.contains(start);
            plan.coordinate(Unknown::LawState { state }, Some(is_fixed));
        }
        plan.known.unknowns.extend(table.solved.iter().map(|solved| Unknown::Parameter { address: solved.address }));
        let is_turn = |i: &usize| {
            spanned.mechanism.tree.joints[*i].kind.quaternion().is_some() && !spanned.mechanism.joints[*i].reversed
        };
        let turns = (0..spanned.mechanism.joints.len()).filter(is_turn);
        let roots: HashSet<usize> = turns.filter_map(|i| spanned.components[i]).collect();
        for start in &collected.elements.orientation_starts {
            let name = &collected.components[start.component].name;
            plan.orientation_conditions(start, name, roots.contains(&start.component));
        }
        plan.close(spanned, &collected.elements.computed_distances);
        plan.known.conditions.extend(directions(collected));
        plan.stated.clone_from(&collected.elements.start_conditions);
        plan.known.closed_forms = closed_forms(collected, spanned);
        let preferred = collected.elements.preferred_starts.iter().map(|p| NamedStart {
            subject: variable(&collected.components[p.component].name, p.variable.clone()),
            start: p.start,
            span: None,
        });
        plan.preferred = preferred.collect();
        plan
    }

    /// Separates known coordinates from unknowns; `decided` gets the addresses of their start values. A source that
    /// prescribes a motion, or the balance of forces, gives the others.
    fn coordinates(
        &mut self,
        collected: &Collected,
        spanned: &Spanned,
        fixed_starts: &HashSet<usize>,
        decided: &mut HashSet<usize>,
    ) {
        let starts = collected.elements.orientation_starts.iter();
        let starts: HashMap<usize, &OrientationStart> = starts.rev().map(|s| (s.component, s)).collect();
        for (number, joint) in spanned.mechanism.tree.joints.iter().enumerate() {
            let own = spanned.components[number].filter(|_| !spanned.mechanism.joints[number].reversed);
            let own = own.and_then(|component| starts.get(&component));
            // The first coordinate and the first speed of an orientation.
            let turn = joint.kind.quaternion();
            let source = spanned.prescriber(number, collected);
            let gives_start = source.is_some_and(|source| source.start_reference().is_some());
            let gives_speed = source.is_some_and(|source| source.level != PrescribedLevel::Acceleration);
            let is_massless = joint.kind.is_massless();
            let (has_position, has_speed) = (!is_massless && !gives_start, !is_massless && !gives_speed);
            let coordinates = spanned.coordinates(number);
            let positions = coordinates.positions.iter().filter(|_| has_position);
            let speeds = coordinates.speeds.iter().filter(|_| has_speed);
            decided.extend(positions.chain(speeds).filter_map(|coordinate| coordinate.start));
            let is_fixed = |of: &Coordinate| of.start.is_some_and(|start| fixed_starts.contains(&start));
            for k in (0..joint.kind.nq()).filter(|k| turn.is_none_or(|first| *k <= first)) {
                let coordinate = joint.q + k;
                if turn == Some(k) {
                    let fixed = own.is_some_and(|start| start.angles == StartMeaning::Fixed);
                    self.coordinate(Unknown::Orientation { quaternion: coordinate }, Some(fixed));
                } else {
                    let position = &coordinates.positions[k];
                    let dimension = units::kind_of_motion(Some(position.unit));
                    let fixed = has_position.then(|| is_fixed(position));
                    self.coordinate(Unknown::Position { coordinate, dimension }, fixed);
                }
            }
            for (k, speed) in coordinates.speeds.iter().enumerate() {
                let fixed = match own {
                    Some(start) if turn.is_some_and(|first| k >= first) => Some(start.w.is_some()),
                    _ => has_speed.then(|| is_fixed(speed)),
                };
                let dimension = units::kind_of_motion(Some(speed.unit));
                self.coordinate(Unknown::Speed { coordinate: joint.v + k, dimension }, fixed);
            }
        }
    }

    /// One coordinate: fixed by its start value or not; none if a source prescribes it.
    fn coordinate(&mut self, coordinate: Unknown, fixed: Option<bool>) {
        match fixed {
            Some(true) => self.known.decided.push(coordinate),
            Some(false) => {
                self.free.add(&coordinate);
                self.known.unknowns.push(coordinate);
            }
            None => {}
        }
    }

    /// Conditions of one set of start values of the component called `component`; `decided` if they are start values of
    /// coordinates.
    fn orientation_conditions(&mut self, start: &OrientationStart, component: &str, decided: bool) {
        let (a, b) = (start.frame_a, start.frame_b);
        let conditions = |name: &str, level: Level, equation: &dyn Fn(usize) -> Equation| {
            let condition = |element: usize| InitialCondition {
                subject: variable(component, format!("{name}[{}]", element + 1)),
                equation: equation(element),
                level,
                dimension: Dimension::Angle,
            };
            (0..3).map(condition).collect::<Vec<_>>()
        };
        let angle = |element| Equation::Orientation { frame_a: a, frame_b: b, start: start.start, element };
        match start.angles {
            StartMeaning::Fixed if !decided => {
                self.known.conditions.extend(conditions("angles_start", Level::Position, &angle));
            }
            StartMeaning::Preferred => {
                self.known.preferences.extend(conditions("angle", Level::Position, &angle));
            }
            _ => {}
        }
        let vectors = [
            (start.w.filter(|_| !decided), ["w_a", "w_rel_b"], Relative::AngularVelocity, Level::Velocity),
            (start.z, ["z_a", "z_rel_b"], Relative::AngularAcceleration, Level::Acceleration),
        ];
        for (vector, names, quantity, level) in vectors {
            let Some(vector) = vector else { continue };
            let source = |element: usize| match (a, quantity) {
                (Some(a), _) => Source::Relative(a, b, quantity, element as u8),
                (None, Relative::AngularVelocity) => Source::AngularVelocity(b, element),
                (None, _) => Source::AngularAcceleration(b, element),
            };
            let turned = |element| Equation::Turned { source: source(element), start: start.start, vector, element };
            self.known.conditions.extend(conditions(names[usize::from(a.is_some())], level, &turned));
        }
    }

    /// Positions and velocities must satisfy the constraints.
    fn close(&mut self, spanned: &Spanned, computed: &[usize]) {
        for (cluster, group) in spanned.mechanism.tree.clusters.iter().enumerate() {
            let constraints = &spanned.mechanism.constraints[group.constraints.clone()];
            let rows =
                constraints.iter().flat_map(|constraint| (0..constraint.kind.rows()).map(move |k| (constraint, k)));
            for (row, (constraint, k)) in rows.enumerate() {
                let computed = match constraint.kind {
                    ConstraintKind::Distance { length } => computed.contains(&length).then_some(length),
                    _ => None,
                };
                self.known.distances.extend(computed.map(|address| ComputedDistance { address, cluster, row }));
                let (what, is_length) = constraint.kind.row(k);
                let velocity_only = constraint.kind.is_velocity_only(k);
                for rate in [false, true].into_iter().filter(|rate| *rate || !velocity_only) {
                    self.known.conditions.push(InitialCondition {
                        subject: Subject::Demand {
                            component: constraint.name.clone(),
                            what: format!("{}{what}", if rate { "velocity of the " } else { "" }),
                        },
                        equation: Equation::Constraint { cluster, row, rate },
                        // The distance follows from the positions, so that it is not a condition on them.
                        level: match (rate, computed) {
                            (true, _) => Level::Velocity,
                            (false, None) => Level::Position,
                            (false, Some(_)) => Level::Acceleration,
                        },
                        dimension: if is_length { Dimension::Length } else { Dimension::Angle },
                    });
                }
            }
        }
    }

    /// Returns true if the start values alone do not determine the initial state.
    pub fn has_equations(&self) -> bool {
        !(self.known.conditions.is_empty()
            && self.stated.is_empty()
            && self.fixed.is_empty()
            && self.preferred.is_empty()
            && self.known.preferences.is_empty())
    }

    /// Returns true if the solution may change the coordinate `source`.
    pub fn may_move(&self, source: &Source) -> bool {
        let is_free = match source {
            Source::Coordinate(i) => self.free.positions.contains(i),
            Source::Speed(i) => self.free.speeds.contains(i),
            Source::LawState(i) => self.free.law_states.contains(i),
            _ => false,
        };
        is_free && self.has_equations()
    }

    /// Finds the fixed variables in the catalogue: `started` has their indices by the addresses of their start values.
    pub fn finish(
        mut self,
        catalogue: &Catalogue,
        started: &HashMap<usize, usize>,
        schedule: &Schedule,
        problems: &mut Problems,
    ) -> Initialization {
        let condition = |named: &NamedStart| {
            let variable = &catalogue.variables.at(*started.get(&named.start)?);
            let unit = if let DataType::Real { unit, .. } = &variable.data_type { unit.as_deref() } else { None };
            let source = variable.source.clone();
            let wraps = unit == Some("rad") && matches!(source, Source::Signal(..));
            let (level, dimension) = (level_of(&source, unit), units::kind_of_motion(unit));
            Some(InitialCondition {
                subject: named.subject.clone(),
                equation: Equation::Start { source, start: named.start, wraps },
                level,
                dimension,
            })
        };
        let mut conditions = Vec::with_capacity(self.fixed.len() + self.known.conditions.len());
        for named in &self.fixed {
            match condition(named) {
                Some(found) if found.equation.reads_derivatives(schedule) => {
                    let needs = "a search with differentiated signals, which is not supported";
                    problems.add(named.span.as_ref(), not_supported(&named.subject, needs));
                }
                Some(found) => conditions.push(found),
                None => {
                    let Subject::Variable { component, variable } = named.subject.clone() else { continue };
                    problems.add(named.span.as_ref(), LibraryProblem::CannotBeFixed { component, variable });
                }
            }
        }
        conditions.extend(self.stated.drain(..).map(|stated| stated_condition(stated, schedule)));
        conditions.append(&mut self.known.conditions);
        if !schedule.given_derivatives[1].is_empty()
            && let Some(condition) = conditions.iter().find(|condition| condition.level == Level::Acceleration)
        {
            let needs = "a search for accelerations that depend on forces driven by time derivatives, which is not \
                supported";
            problems.add(None, not_supported(&condition.subject, needs));
        }
        let mut preferences: Vec<InitialCondition> = self.preferred.iter().filter_map(condition).collect();
        preferences.append(&mut self.known.preferences);
        Initialization { conditions, preferences, ..self.known }
    }
}

fn variable(component: &str, variable: String) -> Subject {
    Subject::Variable { component: component.to_owned(), variable }
}

fn not_supported(subject: &Subject, needs: &str) -> LibraryProblem {
    LibraryProblem::not_supported(subject.component(), subject.what(), needs)
}

/// A condition stated by a class.
fn stated_condition(stated: StartCondition, schedule: &Schedule) -> InitialCondition {
    let source = match stated.quantity {
        StartQuantity::Direct(source) => source,
        StartQuantity::Signal(signal) => Source::Signal(signal, schedule.signal_stages[signal]),
    };
    InitialCondition {
        subject: Subject::Variable { component: stated.component, variable: stated.variable },
        equation: Equation::Start { source, start: stated.start, wraps: false },
        level: match stated.order {
            0 => Level::Position,
            1 => Level::Velocity,
            _ => Level::Acceleration,
        },
        dimension: Dimension::Other,
    }
}

fn level_of(source: &Source, unit: Option<&str>) -> Level {
    match (source.stage() <= mechanism::Stage::Motion, units::order_of_motion(unit)) {
        (true, Some(0)) => Level::Position,
        (true, Some(1)) => Level::Velocity,
        _ => Level::Acceleration,
    }
}
