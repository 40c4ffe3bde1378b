//! Expressions of time, parameters and variables.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Formula, Instant, Jump, Law, Parameters, ScalarOut, SignalIn, Signals, Source, Stage,
    TimeView, after, relation_holds, relation_indicator,
};

/// `y` is an expression of time, parameters and variables; the mode contains its conditions on time and on variables.
///
/// Its indicators are those of its conditions on variables, and one more if it terminates the simulation. The former
/// are computed by the evaluation, which has the variables: [`Self::indicators_of_conditions`],
/// [`Self::switch_conditions`].
#[derive(Clone, Debug, Binary)]
pub struct ExpressionLaw {
    /// Number among the formulas of the model.
    pub number: usize,
    /// The expression, once its names are resolved: its first variable is time, the others are those in `sources`.
    pub formula: Formula,
    /// Variables in it, at most [`mechanism::Derived::MOST_SOURCES`]. If there are any, the expression is not evaluated
    /// from a view, since only the evaluation has all variables.
    pub sources: Vec<Source>,
    /// Signals among these.
    pub inputs: Vec<SignalIn>,
    /// Its signal.
    pub y: ScalarOut,
    /// Name of the component, if it terminates the simulation when the value becomes positive.
    pub ends: Option<String>,
}

impl ExpressionLaw {
    /// An expression whose names are not resolved yet.
    pub fn pending(number: usize, y: ScalarOut) -> Self {
        Self { number, formula: Formula::pending(), sources: Vec::new(), inputs: Vec::new(), y, ends: None }
    }

    /// Writes the indicators of its conditions on variables, whose values are `variables`.
    pub fn indicators_of_conditions(&self, parameters: &[f64], variables: &[f64], mode: i32, indicators: &mut [f64]) {
        for (relation, indicator) in indicators.iter_mut().enumerate().take(self.formula.relations()) {
            let difference = self.formula.difference(relation, parameters, variables, mode);
            *indicator = relation_indicator(Formula::holds(relation, mode), difference);
        }
    }

    /// The mode with the conditions on variables that hold from an event on.
    pub fn switch_conditions(&self, parameters: &[f64], variables: &[f64], mode: i32, is_initial: bool) -> i32 {
        (0..self.formula.relations()).fold(mode, |next, relation| {
            let difference = self.formula.difference(relation, parameters, variables, mode);
            let holds = relation_holds(Formula::holds(relation, mode), difference, is_initial);
            Formula::switched(relation, next, holds)
        })
    }
}

impl Law for ExpressionLaw {
    type Stage = after::Time;

    fn stage(&self) -> Stage {
        // The order of the laws already takes account of the signals.
        let own = self.sources.iter().filter(|source| !matches!(source, Source::Signal(..)));
        own.map(Source::stage).max().unwrap_or(Stage::Time).max(Stage::Time)
    }

    fn reads_speeds(&self) -> bool {
        self.stage() >= Stage::Motion
    }

    fn connections(&self) -> Connections {
        Connections::default().reads(self.inputs.iter().copied()).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, view.formula(&self.formula));
    }

    fn next_event(&self, parameters: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        now.first_after(self.formula.changes(parameters.array()))
    }

    fn mode(&self, parameters: Parameters<'_, f64>, time: f64) -> i32 {
        self.formula.mode(parameters.array(), time, 0)
    }

    fn has_mode(&self, mode: i32) -> bool {
        self.formula.has_mode(mode)
    }

    fn held(&self) -> usize {
        usize::from(self.ends.is_some())
    }

    fn relations(&self) -> usize {
        self.formula.relations() + self.held()
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        if let Some(last) = indicators.get_mut(self.formula.relations()) {
            *last = relation_indicator(view.held(0) > 0.5, signals.output(self.y));
        }
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = self.formula.mode(event.parameters.array(), event.time, event.mode);
        let Some(name) = &self.ends else { return };
        let held = event.held[0] > 0.5;
        let holds = relation_holds(held, signals.output(self.y), event.is_initial);
        if holds && !held && !event.is_initial {
            event.jumps.push(Jump::Terminate(format!("the condition of {name} holds")));
        }
        event.held[0] = f64::from(u8::from(holds));
    }
}
