//! Order of evaluation of the component equations.

use super::bindings::sorted;
use super::collected::Collected;
use super::connections::Sets;
use super::problems::Problems;
use super::structure_problem::StructureProblem;
use library::{AnyLaw, PrescribedFlange, PrescribedLevel};
use mechanism::{Contact, SignalOut, Stage};
use simulation::model::{Feedback, Need, Schedule};

/// Sorts the laws so that each one comes after those whose signals it reads, determines the stage of each, and
/// separates those that the accelerations need from those for outputs only.
pub(super) fn order(collected: &Collected, sets: &Sets, problems: &mut Problems) -> Schedule {
    let mut laws = Laws::new(collected, sets);
    let all = &collected.elements.laws;
    let order = sorted(0..all.len(), all.len(), &|law| laws.needs(law), |cycle| {
        let path: Vec<String> = cycle.iter().map(|law| laws.name(*law)).collect();
        let place = path.iter().find_map(|signal| collected.span_of_owner(signal));
        problems.add(place.as_ref(), StructureProblem::SignalLoop { path });
    });
    for &law in &order {
        let before = laws.follow(law);
        if laws.derivatives[law] > MOST_DERIVATIVES && before == MOST_DERIVATIVES {
            refuse_third_derivative(&all[law], collected, problems);
        }
    }
    for &law in order.iter().filter(|law| all[**law].relations() > 0 && laws.derivatives[**law] > 0) {
        refuse_relation_of_derivative(collected, law, problems);
    }
    let mut acting = vec![false; all.len()];
    for source in collected.elements.prescribed_flanges.iter().filter(|source| source.exact) {
        for reference in source.reference.iter().chain(&source.speed) {
            let Some(law) = laws.source(reference.first) else { continue };
            if laws.stages[law] > Stage::Time || laws.derivatives[law] > 0 {
                refuse_inexact(source, reference.first, collected, problems);
            } else {
                acting[law] = true;
            }
        }
    }
    laws.refuse_late_motion(problems);
    for &law in order.iter().rev() {
        acting[law] |= all[law].acts();
        if acting[law] {
            laws.needs(law).into_iter().for_each(|l| acting[l] = true);
            if all[law].acts()
                && let Some((path, input)) = laws.late_derivative(law)
            {
                let input = collected.input_name(input);
                let path = path.into_iter().map(|law| laws.name(law)).chain([input.clone()]).collect();
                problems.add_at(collected, &input, StructureProblem::ForceReadsDerivative { path });
            }
        }
    }
    let select = |acts: bool, stage: fn(Stage) -> bool| {
        order.iter().copied().filter(|l| acting[*l] == acts && stage(laws.stages[*l])).collect::<Vec<_>>()
    };
    let given = |stage: Stage| -> Vec<(usize, SignalOut)> {
        let acts =
            |law: &usize| acting[*law] && all[*law].reads_derivatives() && laws.stages[*law].max(Stage::Time) == stage;
        order.iter().copied().filter(acts).filter_map(|law| Some((law, all[law].output()?))).collect()
    };
    let given_derivatives = [given(Stage::Time), given(Stage::Motion)];
    let feedback = laws.feedback(order.iter().copied().filter(|law| acting[*law]));
    let signal_stages: Vec<Stage> =
        laws.producer.iter().map(|p| p.map_or(Stage::Time, |law| laws.stages[law])).collect();
    let need = |(producer, stage): (&Option<usize>, &Stage)| match *producer {
        Some(law) if laws.derivatives[law] > 0 => None,
        producer => Some(Need::of_signal(*stage, producer.is_some_and(|law| !acting[law]))),
    };
    Schedule {
        time: select(true, |s| s <= Stage::Time),
        motion: select(true, |s| s == Stage::Motion),
        feedback,
        motion_outputs: select(false, |s| s <= Stage::Motion),
        acceleration_outputs: select(false, |s| matches!(s, Stage::Signals | Stage::Acceleration)),
        reaction_outputs: select(false, |s| s == Stage::Reaction),
        signal_needs: laws.producer.iter().zip(&signal_stages).map(need).collect(),
        signal_stages,
        producer: laws.producer,
        derivatives_in: laws.derivatives,
        given_derivatives,
        order,
        stages: laws.stages,
    }
}

/// Upper bound of the quantities that a law reads, besides parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Time,
    Positions,
    Speeds,
    Accelerations,
}

impl Order {
    /// The order of a time derivative: that of a position is a speed, that of a speed an acceleration.
    fn raised(self) -> Self {
        match self {
            Self::Time => Self::Time,
            Self::Positions => Self::Speeds,
            Self::Speeds | Self::Accelerations => Self::Accelerations,
        }
    }
}

/// The laws, with the quantities that they depend on.
struct Laws<'a> {
    collected: &'a Collected,
    sets: &'a Sets,
    /// For each signal: its law.
    producer: Vec<Option<usize>>,
    /// For each law: the stage at which it can be evaluated.
    stages: Vec<Stage>,
    /// For each law: the largest number of time derivatives on a way of signals to its output.
    derivatives: Vec<usize>,
    /// For each law: an upper bound of the quantities that it reads.
    orders: Vec<Order>,
    /// For each law: it is a time derivative that needs accelerations, or depends on one.
    late: Vec<bool>,
}

impl<'a> Laws<'a> {
    fn new(collected: &'a Collected, sets: &'a Sets) -> Self {
        let laws = &collected.elements.laws;
        let mut producer = vec![None; collected.signal_outputs + sets.inputs.len()];
        for (law, output) in laws.iter().enumerate().filter_map(|(i, law)| law.output().map(|o| (i, o))) {
            producer[output.first..output.first + output.size].fill(Some(law));
        }
        Self {
            collected,
            sets,
            producer,
            stages: vec![Stage::Parameters; laws.len()],
            derivatives: vec![0; laws.len()],
            orders: vec![Order::Time; laws.len()],
            late: vec![false; laws.len()],
        }
    }

    fn law(&self, law: usize) -> &'a AnyLaw {
        &self.collected.elements.laws[law]
    }

    /// Name of the first output of a law.
    fn name(&self, law: usize) -> String {
        self.law(law).output().map_or(String::new(), |output| self.collected.signal_name(output.first))
    }

    /// Elements of the inputs of a law.
    fn inputs(&self, law: usize) -> impl Iterator<Item = usize> + use<> {
        self.law(law).inputs().into_iter().flat_map(|input| input.first..input.first + input.size)
    }

    /// The law that drives an element of the inputs.
    fn source(&self, input: usize) -> Option<usize> {
        self.producer[self.sets.drivers[input]]
    }

    /// The laws whose signals a law reads.
    fn needs(&self, law: usize) -> Vec<usize> {
        self.inputs(law).filter_map(|input| self.source(input)).collect()
    }

    /// Finds what a law depends on from the laws before it; returns the number of time derivatives before it.
    fn follow(&mut self, law: usize) -> usize {
        let (own, needs) = (self.law(law), self.needs(law));
        self.stages[law] = needs.iter().map(|l| self.stages[*l]).fold(own.stage(), Stage::max);
        let differentiates = own.reads_derivatives();
        let before = needs.iter().map(|l| self.derivatives[*l]).max().unwrap_or(0);
        self.derivatives[law] = before + usize::from(differentiates);
        let reads = match own.stage() {
            stage if stage <= Stage::Time => Order::Time,
            Stage::Motion if own.reads_speeds() => Order::Speeds,
            Stage::Motion => Order::Positions,
            _ => Order::Accelerations,
        };
        let inputs = needs.iter().map(|l| self.orders[*l]).max().unwrap_or(Order::Time);
        self.orders[law] = reads.max(if differentiates { inputs.raised() } else { inputs });
        let is_late = differentiates && self.orders[law] == Order::Accelerations;
        self.late[law] = is_late || needs.iter().any(|l| self.late[*l]);
        before
    }

    /// The laws from a time derivative that needs accelerations to one of the inputs of a force, and the element of the
    /// inputs, if there is one.
    fn late_derivative(&self, force: usize) -> Option<(Vec<usize>, usize)> {
        let late = |input: usize| Some((input, self.source(input).filter(|law| self.late[*law])?));
        let (input, first) = self.inputs(force).find_map(late)?;
        let before = |law: &usize| {
            let rank = |law: &usize| (self.late[*law], self.orders[*law]);
            self.needs(*law).into_iter().max_by_key(rank).filter(|law| self.orders[*law] > Order::Time)
        };
        let mut laws: Vec<usize> = std::iter::successors(Some(first), before).collect();
        laws.reverse();
        Some((laws, input))
    }

    /// Algebraic loops among the laws that accelerations depend on, which are given in evaluation order.
    fn feedback(&self, acting: impl Iterator<Item = usize>) -> Feedback {
        let mut feedback = Feedback::default();
        for law in acting.filter(|law| self.stages[*law] > Stage::Motion) {
            match self.stages[law] {
                _ if acts_on_states_only(self.law(law)) => feedback.rates.push(law),
                _ if self.law(law).acts() => {
                    self.cut(law, &mut feedback);
                    feedback.forces.push(law);
                }
                Stage::Reaction => feedback.reactions.push(law),
                _ => feedback.accelerations.push(law),
            }
        }
        feedback
    }

    /// Cuts the loops at the inputs of a force.
    fn cut(&self, force: usize, feedback: &mut Feedback) {
        debug_assert!(self.law(force).stage() <= Stage::Motion, "a law acts too late");
        for input in self.late_inputs(force) {
            let signal = self.sets.drivers[input];
            if !feedback.signals.contains(&signal) {
                feedback.signals.push(signal);
                feedback.paths.push(self.path(input));
            }
        }
    }

    /// Elements of the inputs of a law that depend on accelerations.
    fn late_inputs(&self, law: usize) -> impl Iterator<Item = usize> {
        self.inputs(law).filter(|input| self.source(*input).is_some_and(|law| self.stages[law] > Stage::Motion))
    }

    /// Names from the sensor to an input.
    fn path(&self, input: usize) -> Vec<String> {
        let mut path = vec![self.collected.input_name(input)];
        let (mut next, mut is_whole) = (Some(input), false);
        while let Some(input) = next {
            let signal = self.sets.drivers[input];
            // A block may combine the elements of a vector.
            let name = if is_whole { Collected::whole_signal_name } else { Collected::signal_name };
            path.push(name(self.collected, signal));
            let producer = self.producer[signal].filter(|law| self.law(*law).stage() <= Stage::Motion);
            next = producer.and_then(|law| self.late_inputs(law).next());
            let reads = |law: usize, input: usize| {
                self.law(law).inputs().iter().any(|u| u.size > 1 && (u.first..u.first + u.size).contains(&input))
            };
            is_whole = producer.zip(next).is_some_and(|(law, input)| reads(law, input));
        }
        path.reverse();
        path
    }

    /// Refuses a position signal that depends on the motion.
    fn refuse_late_motion(&self, problems: &mut Problems) {
        let collected = self.collected;
        for source in collected.elements.prescribed_flanges.iter().filter(|source| !source.exact) {
            let gives_position = source.level == PrescribedLevel::Position;
            let last = if gives_position { Stage::Time } else { Stage::Motion };
            let is_late = |input: &usize| self.source(*input).is_some_and(|law| self.stages[law] > last);
            let mut elements = source.reference.iter().flat_map(|u| u.first..u.first + u.size);
            let Some(input) = elements.find(is_late) else { continue };
            if !gives_position {
                let needs = "a signal that depends on time, inputs, positions and speeds only, since it gives the start \
                    position; this one depends on accelerations or cut forces";
                problems.refuse(collected, &source.name, collected.own_input_name(input), needs);
            } else if source.is_adaptor {
                refuse_adaptor(source, input, collected, problems);
            } else {
                let needs = "signals that depend on time and inputs only, and one of these comes from a sensor; drive it by sources";
                problems.refuse(collected, &source.name, "u", needs);
            }
        }
    }
}

/// Returns true if a law only computes derivatives of its own states.
fn acts_on_states_only(law: &AnyLaw) -> bool {
    let mut gives_rates = false;
    let alone = law.contacts().iter().all(|contact| match contact {
        Contact::State(_) => {
            gives_rates = true;
            true
        }
        Contact::Seen(_) | Contact::SeenFlange(_) | Contact::SeenState(_) | Contact::SeenPort(_) => true,
        Contact::Frame(_) | Contact::Flange(_) | Contact::Port(_) | Contact::Conductor(_) => false,
    });
    law.acts() && law.output().is_none() && alone && gives_rates
}

/// Signals have at most two time derivatives.
const MOST_DERIVATIVES: usize = 2;

fn refuse_third_derivative(law: &AnyLaw, collected: &Collected, problems: &mut Problems) {
    let owner = law.output().and_then(|output| collected.owner_of_signal(output.first));
    let (component, what) = owner.as_ref().map_or(("", ""), |(component, what)| (&component.name, what));
    let needs = "a signal with at most one earlier time derivative, since the maximum is two; measure the first \
        derivative with a sensor, or remove one";
    problems.refuse(collected, component, what, needs);
}

/// Relations are evaluated without time derivatives of signals.
fn refuse_relation_of_derivative(collected: &Collected, law: usize, problems: &mut Problems) {
    let component = collected.components.get(collected.elements.law_components[law]);
    let what = "a comparison with a signal that comes from a Der block";
    let needs = "a signal that is not a time derivative; measure the speed or acceleration with a sensor, or use \
        Continuous.Derivative";
    problems.refuse(collected, component.map_or("", |component| &component.name), what, needs);
}

/// Refuses a reference that a joint should follow exactly: the derivatives of a signal that depends on the motion are
/// not available when the motion is evaluated.
fn refuse_inexact(source: &PrescribedFlange, input: usize, collected: &Collected, problems: &mut Problems) {
    if source.is_adaptor {
        return refuse_adaptor(source, input, collected, problems);
    }
    let needs = "a reference that depends on time and inputs only, and this one comes from a sensor or a derivative; \
        set exact = false or drive it by a source";
    problems.refuse(collected, &source.name, "exact = true", needs);
}

/// Refuses an adaptor whose input depends on the motion, and does not come from a partner.
fn refuse_adaptor(source: &PrescribedFlange, input: usize, collected: &Collected, problems: &mut Problems) {
    let needs = "signals that depend on time and inputs only, or all signals of one adaptor that gives the motion and takes \
        the torque or force of this one; connect the two adaptors with each other, or their flanges";
    problems.refuse(collected, &source.name, collected.own_input_name(input), needs);
}
