//! Forces that depend on measured accelerations or cut forces.

use super::collected::Collected;
use super::connections::Sets;
use library::AnyLaw;
use mechanism::{Contact, Stage};
use simulation::model::Feedback;

/// Properties of the laws for the search for loops.
pub(super) struct Laws<'a> {
    pub collected: &'a Collected,
    pub sets: &'a Sets,
    /// For each signal: its law.
    pub producer: &'a [Option<usize>],
    /// For each law: the stage at which it can be evaluated.
    pub stages: &'a [Stage],
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

impl Laws<'_> {
    /// Algebraic loops among the laws that accelerations depend on, which are given in evaluation order.
    pub fn feedback(&self, acting: impl Iterator<Item = usize>) -> Feedback {
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

    fn law(&self, law: usize) -> &AnyLaw {
        &self.collected.elements.laws[law]
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
        let elements = self.law(law).inputs().into_iter().flat_map(|input| input.first..input.first + input.size);
        elements
            .filter(|input| self.producer[self.sets.drivers[*input]].is_some_and(|l| self.stages[l] > Stage::Motion))
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
}
