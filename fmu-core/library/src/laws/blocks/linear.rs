//! Linear blocks with states: `der(x) = A x + B u`, `y = C x + D u`, each row a sum of terms.

use super::band::BandFactor;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Each, Law, MotionView, Parameters, Real, Reals, SignalIn, SignalOut, Signals, StateId, after,
    law_variables,
};

/// Operand of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Operand {
    State(usize),
    Input(usize),
}

/// A factor or divisor of a coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
pub enum Factor {
    /// A parameter.
    Parameter(Real),
    /// The last element of a vector, unless it is a rounding error relative to the others, otherwise one: the scale of
    /// the states of a transfer function.
    Last(Reals),
    /// A coefficient of a band filter.
    Band(BandFactor),
}

impl From<Real> for Factor {
    fn from(parameter: Real) -> Self {
        Self::Parameter(parameter)
    }
}

impl Factor {
    fn value<T: Scalar>(self, p: Parameters<'_, T>) -> T {
        match self {
            Self::Parameter(parameter) => p[parameter],
            Self::Band(factor) => factor.value(p),
            Self::Last(vector) => {
                let elements = p.all(vector);
                let norm = elements.iter().map(|x| x.value() * x.value()).sum::<f64>().sqrt();
                elements
                    .last()
                    .copied()
                    .filter(|last| last.value() > 100.0 * f64::EPSILON * norm)
                    .unwrap_or_else(T::one)
            }
        }
    }
}

/// A coefficient times a state or an input of the block, given by its number.
#[derive(Clone, Debug, Binary)]
pub struct Term {
    pub operand: Operand,
    pub constant: f64,
    pub factors: Vec<Factor>,
    pub divisors: Vec<Factor>,
}

/// State `k`, counted from 0.
pub const fn x(k: usize) -> Term {
    Term { operand: Operand::State(k), constant: 1.0, factors: Vec::new(), divisors: Vec::new() }
}

/// Input `k`, counted from 0.
pub const fn u(k: usize) -> Term {
    Term { operand: Operand::Input(k), constant: 1.0, factors: Vec::new(), divisors: Vec::new() }
}

impl Term {
    /// Multiplied by a number.
    pub fn by(mut self, constant: f64) -> Self {
        self.constant *= constant;
        self
    }

    /// Multiplied by a parameter.
    pub fn times(mut self, factor: impl Into<Factor>) -> Self {
        self.factors.push(factor.into());
        self
    }

    /// Divided by a parameter.
    pub fn over(mut self, divisor: impl Into<Factor>) -> Self {
        self.divisors.push(divisor.into());
        self
    }

    /// The term of an operand of which its operand has this term.
    fn through(&self, inner: &Self) -> Self {
        Self {
            operand: inner.operand,
            constant: self.constant * inner.constant,
            factors: [&self.factors[..], &inner.factors].concat(),
            divisors: [&self.divisors[..], &inner.divisors].concat(),
        }
    }

    fn coefficient<T: Scalar>(&self, p: Parameters<'_, T>) -> T {
        let product = self.factors.iter().fold(T::constant(self.constant), |product, factor| product * factor.value(p));
        self.divisors.iter().fold(product, |quotient, divisor| quotient / divisor.value(p))
    }
}

/// Terms of one equation.
pub type Row = Vec<Term>;

/// Value of a row.
fn sum<T: Scalar>(row: &[Term], first: StateId, u: SignalIn, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
    let p = view.parameters();
    row.iter().fold(T::zero(), |sum, term| {
        let operand = match term.operand {
            Operand::State(k) => view.state(first + k),
            Operand::Input(k) => signals.element(u, k),
        };
        sum + term.coefficient(p) * operand
    })
}

/// The elements of the input that rows read.
fn inputs(rows: &[Row], u: SignalIn) -> Vec<SignalIn> {
    let is_read = |k: &usize| rows.iter().flatten().any(|term| term.operand == Operand::Input(*k));
    (0..u.size).filter(is_read).map(|k| SignalIn { first: u.first + k, size: 1 }).collect()
}

/// Law of the derivatives of the states.
#[derive(Clone, Debug, Binary)]
pub struct LinearRates {
    pub first: StateId,
    pub rows: Vec<Row>,
    pub u: SignalIn,
    pub scale: Option<Factor>,
}

law_variables! {
    pub LinearVariable of LinearRates, |law, view, signals| {
        // Without their scale.
        States: Motion (Each(|k| view.state(law.first + k) / law.scale(view))),
    }
}

impl LinearRates {
    fn scale<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.scale.map_or_else(T::one, |scale| scale.value(view.parameters()))
    }
}

impl Law for LinearRates {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default()
            .reads(inputs(&self.rows, self.u))
            .touches((self.first..self.first + self.rows.len()).map(Contact::State))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        for (k, row) in self.rows.iter().enumerate() {
            view.set_state_derivative(self.first + k, sum(row, self.first, self.u, view, signals));
        }
    }
}

/// Law of the outputs.
#[derive(Clone, Debug, Binary)]
pub struct LinearOutput {
    /// Number of the first state.
    pub first: StateId,
    /// A row for each output.
    pub rows: Vec<Row>,
    /// The input.
    pub u: SignalIn,
    /// The outputs.
    pub y: SignalOut,
}

impl LinearOutput {
    /// The derivatives of these outputs, if they depend on states only, with the output `y`.
    pub fn derivative(&self, rates: &LinearRates, y: SignalOut) -> Option<Self> {
        let rate = |term: &Term| match term.operand {
            Operand::State(k) if self.first == rates.first => {
                Some(rates.rows.get(k)?.iter().map(|of| term.through(of)).collect::<Vec<_>>())
            }
            _ => None,
        };
        let row = |row: &Row| Some(row.iter().map(rate).collect::<Option<Vec<_>>>()?.concat());
        let rows = self.rows.iter().map(row).collect::<Option<Vec<Row>>>()?;
        let size: usize = rows.iter().flatten().map(|term| 1 + term.factors.len() + term.divisors.len()).sum();
        (size < LARGEST).then_some(Self { first: self.first, rows, u: rates.u, y })
    }
}

/// Most terms, factors and divisors of a derivative.
const LARGEST: usize = 1000;

impl Law for LinearOutput {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        let states = self.rows.iter().flatten().filter_map(|term| match term.operand {
            Operand::State(k) => Some(Contact::State(self.first + k)),
            Operand::Input(_) => None,
        });
        Connections::default().reads(inputs(&self.rows, self.u)).writes(self.y).touches(states)
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        for (k, row) in self.rows.iter().enumerate() {
            signals.set_element(self.y, k, sum(row, self.first, self.u, view, signals));
        }
    }
}

/// A row of a matrix depends on the rows before it if its component orthogonal to them is shorter than this, relative
/// to the longest row.
const DEPENDENT: f64 = 1e-10;

/// Computes `A'(A x + B u)`, half the gradient of the squared derivatives, along the states that do not change the
/// outputs `C x`. Where it is zero the derivatives are minimal. The law has no effect otherwise.
#[derive(Clone, Debug, Binary)]
pub struct LeastRates {
    pub first: StateId,
    pub a: Reals,
    pub b: Reals,
    pub c: Reals,
    /// Number of states.
    pub states: usize,
    pub u: SignalIn,
}

law_variables! {
    /// Zero at the start.
    pub LeastRatesVariable of LeastRates, |law, view, signals| {
        Gradient: Signals (Each(|k| law.gradient(view, signals).get(k).copied().unwrap_or_else(T::zero))),
    }
}

impl LeastRates {
    /// An orthonormal basis of the rows of C, from values.
    fn seen<T: Scalar>(&self, p: Parameters<'_, T>) -> Vec<Vec<f64>> {
        let rows = p.all(self.c).chunks(self.states.max(1)).map(|row| row.iter().map(|c| c.value()).collect());
        basis(rows.collect())
    }

    fn gradient<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> Vec<T> {
        let p = view.parameters();
        let (a, b, n) = (p.all(self.a), p.all(self.b), self.states);
        let mut gradient = vec![T::zero(); n];
        for (row, inputs) in a.chunks(n.max(1)).zip(b.chunks(self.u.size.max(1))) {
            let of_states = row.iter().enumerate().fold(T::zero(), |sum, (k, a)| sum + *a * view.state(self.first + k));
            let rate = inputs.iter().enumerate().fold(of_states, |sum, (k, b)| sum + *b * signals.element(self.u, k));
            gradient.iter_mut().zip(row).for_each(|(g, a)| *g += *a * rate);
        }
        for direction in self.seen(p) {
            let share = direction.iter().zip(&gradient).fold(T::zero(), |sum, (q, g)| sum + T::constant(*q) * *g);
            gradient.iter_mut().zip(&direction).for_each(|(g, q)| *g -= T::constant(*q) * share);
        }
        gradient
    }
}

/// An orthonormal basis of the span of the rows.
fn basis(rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let length = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>().sqrt();
    let largest = rows.iter().map(|row| length(row)).fold(0.0, f64::max);
    let mut found: Vec<Vec<f64>> = Vec::new();
    for mut row in rows {
        // Orthogonalising twice is sufficient against rounding errors.
        for _ in 0..2 {
            for q in &found {
                let share: f64 = q.iter().zip(&row).map(|(q, x)| q * x).sum();
                row.iter_mut().zip(q).for_each(|(x, q)| *x -= share * q);
            }
        }
        let size = length(&row);
        if size > DEPENDENT * largest {
            found.push(row.into_iter().map(|x| x / size).collect());
        }
    }
    found
}

impl Law for LeastRates {
    type Stage = after::Motion;
    // The initial state depends on its inputs, which must be known together with those of acting laws.
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).touches((self.first..self.first + self.states).map(Contact::State))
    }
}
