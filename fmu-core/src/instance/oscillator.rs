//! The plant of the tests: a driven oscillator with a known solution, a push at a known time, and faults on demand.
//!
//! m der(v) = u + push - k x, der(x) = v, push = 1 N from the time `t_push` on.

use super::Plant;
use mechanism::Source;
use simulation::dynamics::{EvaluationError, EventOutcome, Known, Point};
use simulation::variables::*;

/// Value references.
pub(crate) mod vr {
    pub(crate) const TIME: u32 = 0;
    pub(crate) const M: u32 = 1;
    pub(crate) const K: u32 = 2;
    pub(crate) const OMEGA: u32 = 3;
    pub(crate) const X: u32 = 4;
    pub(crate) const DER_X: u32 = 5;
    pub(crate) const V: u32 = 6;
    pub(crate) const DER_V: u32 = 7;
    pub(crate) const U: u32 = 8;
    pub(crate) const Y: u32 = 9;
    pub(crate) const PUSHED: u32 = 10;
    pub(crate) const FRAME: u32 = 11;
    pub(crate) const T_PUSH: u32 = 12;
    pub(crate) const GEAR: u32 = 13;
    pub(crate) const LOCKED: u32 = 14;
    pub(crate) const GUESS: u32 = 15;
    pub(crate) const COMPLIANCE: u32 = 16;
    /// The derivatives cannot be evaluated above this position.
    pub(crate) const LIMIT: u32 = 17;
    /// The derivatives panic from this time on.
    pub(crate) const T_PANIC: u32 = 18;
    pub(crate) const SIDE: u32 = 19;
    pub(crate) const COUNT: u32 = 20;
}

const M: usize = 0;
const K: usize = 1;
const X_START: usize = 2;
const V_START: usize = 3;
const T_PUSH: usize = 4;
const GEAR: usize = 5;
const LOCKED: usize = 6;
const GUESS: usize = 7;
const LIMIT: usize = 8;
const T_PANIC: usize = 9;
const SIDE: usize = 10;
const PARAMETERS: [f64; 11] = [2.0, 8.0, 0.5, 0.0, 1e9, 3.0, 0.0, 0.25, 1e9, 1e9, 2.0];

pub(crate) struct Oscillator {
    catalogue: Catalogue,
    parameters: [f64; 11],
    input: f64,
    input_rates: [f64; 2],
    input_time: f64,
    start: f64,
    /// Calculated by `prepare`.
    omega: f64,
    /// 1 from the push on.
    pushed: [i32; 1],
}

impl Oscillator {
    pub(crate) fn new() -> Self {
        Self {
            catalogue: catalogue(),
            parameters: PARAMETERS,
            input: 0.0,
            input_rates: [0.0; 2],
            input_time: 0.0,
            start: 0.0,
            omega: f64::NAN,
            pushed: [0],
        }
    }

    /// The input and its derivative.
    fn input_at(&self, t: f64) -> [f64; 2] {
        let ([once, twice], elapsed) = (self.input_rates, t - self.input_time);
        [self.input + elapsed * once + 0.5 * elapsed * elapsed * twice, once + elapsed * twice]
    }

    fn acceleration(&self, t: f64, x: f64) -> f64 {
        (self.input_at(t)[0] + f64::from(self.pushed[0]) - self.parameters[K] * x) / self.parameters[M]
    }
}

impl Plant for Oscillator {
    fn set_start(&mut self, start: f64) {
        self.start = start;
    }
    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }
    fn dimension(&self) -> usize {
        2
    }
    fn reset(&mut self) {
        *self = Self::new();
    }
    fn parameters(&self) -> &[f64] {
        &self.parameters
    }
    fn parameter(&self, index: usize) -> f64 {
        self.parameters[index]
    }
    fn set_parameter(&mut self, index: usize, value: f64) {
        self.parameters[index] = value;
    }
    fn input(&self, _index: usize) -> f64 {
        self.input
    }
    fn set_input(&mut self, _index: usize, value: f64) {
        self.input = value;
    }
    fn input_rates(&self, _index: usize) -> [f64; 2] {
        self.input_rates
    }
    fn set_input_rates(&mut self, _index: usize, rates: [f64; 2]) {
        self.input_rates = rates;
    }
    fn begin_inputs(&mut self, t: f64) {
        self.input_time = t;
    }
    fn advance_inputs(&mut self, t: f64) {
        [self.input, self.input_rates[0]] = self.input_at(t);
        self.input_time = t;
    }
    fn discrete_state(&self) -> &[i32] {
        &self.pushed
    }
    fn set_discrete_state(&mut self, values: &[i32]) {
        self.pushed.copy_from_slice(values);
    }
    fn prepare(&mut self) -> Result<(), EvaluationError> {
        if self.parameters[M] == 0.0 {
            return Err(EvaluationError::SingularJoint { joint: "rail".to_owned() });
        }
        self.omega = (self.parameters[K] / self.parameters[M]).sqrt();
        Ok(())
    }
    fn initialize(&mut self, t: f64, x: &mut [f64]) -> Result<(), EvaluationError> {
        x.copy_from_slice(&[self.parameters[X_START], self.parameters[V_START]]);
        self.pushed = [i32::from(self.start + t >= self.parameters[T_PUSH])];
        Ok(())
    }
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError> {
        assert!(t < self.parameters[T_PANIC], "the oscillator broke at 100%");
        if x[0] > self.parameters[LIMIT] {
            return Err(EvaluationError::NotFinite { quantity: "v".to_owned(), time: t });
        }
        dx.copy_from_slice(&[x[1], self.acceleration(t, x[0])]);
        Ok(())
    }
    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }
    /// The oscillator has no manifold; far out it pretends to have one.
    fn drift(&mut self, _t: f64, x: &[f64]) -> f64 {
        if x[0].abs() > 100.0 { 1.0 } else { 0.0 }
    }
    fn next_time_event(&self, t: f64) -> Option<f64> {
        Some(self.parameters[T_PUSH] - self.start).filter(|&event| event > t)
    }
    fn handle_event(&mut self, t: f64, _x: &mut [f64]) -> Result<EventOutcome, EvaluationError> {
        let before = std::mem::replace(&mut self.pushed, [i32::from(self.start + t >= self.parameters[T_PUSH])]);
        Ok(EventOutcome { has_changed: self.pushed != before, ..EventOutcome::default() })
    }
    fn value(&mut self, t: f64, x: &[f64], variable: usize) -> Result<f64, EvaluationError> {
        Ok(match variable as u32 {
            vr::TIME => self.start + t,
            vr::OMEGA => self.omega,
            vr::X => x[0],
            vr::V | vr::DER_X => x[1],
            vr::DER_V => self.acceleration(t, x[0]),
            vr::U => self.input_at(t)[0],
            vr::Y => 2.0 * x[0] + self.input_at(t)[0],
            vr::PUSHED => f64::from(self.pushed[0]),
            vr::GUESS => self.parameters[GUESS],
            vr::COMPLIANCE => 1.0 / self.parameters[K],
            other => unreachable!("variable {other} is not evaluated"),
        })
    }
    fn time_derivatives(&mut self, t: f64, x: &[f64], variable: usize) -> Result<[f64; 2], EvaluationError> {
        let (a, once) = (self.acceleration(t, x[0]), self.input_at(t)[1]);
        Ok(match variable as u32 {
            vr::U => [once, self.input_rates[1]],
            vr::X => [x[1], a],
            vr::Y => [2.0 * x[1] + once, 2.0 * a + self.input_rates[1]],
            vr::V => [a, (once - self.parameters[K] * x[1]) / self.parameters[M]],
            _ => [0.0, 0.0],
        })
    }
    fn directional_derivatives(
        &mut self,
        _t: f64,
        point: Point<'_>,
        direction: &[(Known, f64)],
        unknowns: &[usize],
        derivatives: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let position = match point {
            Point::State(x) => x[0],
            Point::Initial => self.parameters[X_START],
        };
        let [mut dx, mut dv, mut du, mut dk] = [0.0; 4];
        for (known, component) in direction {
            match known {
                Known::State(0) | Known::Parameter(X_START) => dx += component,
                Known::State(_) | Known::Parameter(V_START) => dv += component,
                Known::Input(_) => du += component,
                Known::Parameter(K) => dk += component,
                Known::Parameter(_) => {}
            }
        }
        for (derivative, unknown) in derivatives.iter_mut().zip(unknowns) {
            *derivative = match *unknown as u32 {
                vr::X => dx,
                vr::V | vr::DER_X => dv,
                vr::DER_V => (du - dk * position - self.parameters[K] * dx) / self.parameters[M],
                vr::Y => 2.0 * dx + du,
                _ => 0.0,
            };
        }
        Ok(())
    }
}

fn real(min: Option<f64>, max: Option<f64>) -> DataType {
    DataType::Real { unit: None, min, max }
}

fn variable(causality: Causality, variability: Variability, initial: Option<Initial>) -> VariableAttributes {
    VariableAttributes {
        description: "".into(),
        data_type: real(None, None),
        causality,
        variability,
        initial,
        start: None,
        derivative_of: None,
        alias_of: None,
        dependencies: None,
        initial_dependencies: None,
        target: None,
        source: Source::Time,
    }
}

fn parameter(index: usize, variability: Variability) -> VariableAttributes {
    VariableAttributes {
        start: Some(Value::Real(PARAMETERS[index])),
        target: Some(Target::Parameter(index)),
        ..variable(Causality::Parameter, variability, Some(Initial::Exact))
    }
}

fn state(index: usize, initial: Initial) -> VariableAttributes {
    VariableAttributes {
        causality: Causality::Local,
        initial: Some(initial),
        ..parameter(index, Variability::Continuous)
    }
}

fn catalogue() -> Catalogue {
    use Causality::{CalculatedParameter, Independent, Input, Local, Output};
    use Variability::{Constant, Continuous, Discrete, Fixed, Tunable};
    let calculated = Some(Initial::Calculated);
    let side = DataType::Enumeration { name: "Side", literals: &["left", "middle", "right"] };
    let variables = [
        ("time", variable(Independent, Continuous, None)),
        ("m", VariableAttributes { data_type: real(Some(0.0), None), ..parameter(M, Fixed) }),
        ("k", VariableAttributes { data_type: real(Some(0.0), Some(1e6)), ..parameter(K, Tunable) }),
        ("omega", variable(CalculatedParameter, Fixed, calculated)),
        ("x", state(X_START, Initial::Exact)),
        ("der(x)", variable(Local, Continuous, calculated)),
        ("v", state(V_START, Initial::Exact)),
        ("der(v)", variable(Local, Continuous, calculated)),
        (
            "u",
            VariableAttributes {
                start: Some(Value::Real(0.0)),
                target: Some(Target::Input(0)),
                ..variable(Input, Continuous, None)
            },
        ),
        ("y", variable(Output, Continuous, calculated)),
        ("pushed", VariableAttributes { data_type: DataType::Boolean, ..variable(Output, Discrete, calculated) }),
        (
            "frame",
            VariableAttributes {
                data_type: side.clone(),
                start: Some(Value::Integer(1)),
                ..variable(Local, Constant, Some(Initial::Exact))
            },
        ),
        ("t_push", parameter(T_PUSH, Fixed)),
        (
            "gear",
            VariableAttributes {
                data_type: DataType::Integer,
                start: Some(Value::Integer(3)),
                ..parameter(GEAR, Fixed)
            },
        ),
        (
            "locked",
            VariableAttributes {
                data_type: DataType::Boolean,
                start: Some(Value::Boolean(false)),
                ..parameter(LOCKED, Fixed)
            },
        ),
        ("guess", state(GUESS, Initial::Approx)),
        ("compliance", variable(Output, Tunable, calculated)),
        ("limit", parameter(LIMIT, Tunable)),
        ("t_panic", parameter(T_PANIC, Tunable)),
        ("side", VariableAttributes { data_type: side, start: Some(Value::Integer(2)), ..parameter(SIDE, Tunable) }),
    ];
    let variables = variables.into_iter().collect();
    Catalogue { variables, states: vec![4, 6], derivatives: vec![5, 7], inputs: vec![8] }
}
