//! Operators and functions on quantities (Modelica 3.6, section 10.6: `+` and `-` of equal shapes, `*` of scalars, vectors and
//! matrices as in linear algebra, `/` by a scalar, `^` of scalars).

use super::{BinaryOperator, ExpressionProblem, Function, Outcome, Quantity, Shape};
use crate::scalar::{Matrix3, Scalar, Vector3, length, vector};

/// Vectors shorter than this are not normalised (MSL's Vectors.normalize: 100 * Modelica.Constants.eps).
const SHORTEST: f64 = 1e-13;
/// `from_nxy` treats a shorter x axis as zero (MSL's Frames.TransformationMatrices.from_nxy).
const SHORTEST_AXIS: f64 = 1e-10;
/// `from_nxy` treats the x and y axes as parallel if the square of their cross product is not larger (same source).
const PARALLEL: f64 = 1e-6;

/// `left operator right`.
pub(super) fn operate<T: Scalar>(operator: BinaryOperator, left: Quantity<T>, right: Quantity<T>) -> Outcome<T> {
    match operator {
        BinaryOperator::Add => zip(operator, left, right, |a, b| a + b),
        BinaryOperator::Subtract => zip(operator, left, right, |a, b| a - b),
        BinaryOperator::Multiply => multiply(left, right),
        BinaryOperator::Divide => match (left, right) {
            (left, Quantity::Scalar(divisor)) => Ok(left.map(|x| x / divisor)),
            (left, right) => Err(mismatch(operator.symbol(), &left, &right)),
        },
        BinaryOperator::Power => match (left, right) {
            (Quantity::Scalar(base), Quantity::Scalar(exponent)) => Ok(Quantity::Scalar(base.powf(exponent))),
            (left, right) => Err(mismatch(operator.symbol(), &left, &right)),
        },
    }
}

/// `base ^ exponent` for a whole exponent, which keeps the derivatives of negative bases exact.
pub(super) fn whole_power<T: Scalar>(base: Quantity<T>, exponent: i32) -> Outcome<T> {
    match base {
        Quantity::Scalar(x) => Ok(Quantity::Scalar(x.powi(exponent))),
        other => Err(mismatch("^", &other, &Quantity::Scalar(T::constant(f64::from(exponent))))),
    }
}

/// Applies an operator element by element to operands of equal shape.
fn zip<T: Scalar>(
    operator: BinaryOperator,
    left: Quantity<T>,
    right: Quantity<T>,
    f: impl Fn(T, T) -> T,
) -> Outcome<T> {
    if left.shape() != right.shape() {
        return Err(mismatch(operator.symbol(), &left, &right));
    }
    let mut others = right.elements().iter().copied();
    Ok(left.map(|x| f(x, others.next().unwrap_or_default())))
}

fn multiply<T: Scalar>(left: Quantity<T>, right: Quantity<T>) -> Outcome<T> {
    use Quantity::{Array, Matrix, Scalar as Number};
    match (left, right) {
        (Number(a), right) => Ok(right.map(|x| a * x)),
        (left, Number(b)) => Ok(left.map(|x| x * b)),
        (Array(a), Array(b)) if a.len() == b.len() => Ok(Number(dot(&a, b.iter().copied()))),
        (Array(a), Matrix { rows, columns, elements }) if a.len() == rows => {
            Ok(Array(product(1, &a, columns, &elements)))
        }
        (Matrix { rows, columns, elements }, Array(b)) if columns == b.len() => {
            Ok(Array(product(rows, &elements, 1, &b)))
        }
        (Matrix { rows, columns: inner, elements: a }, Matrix { rows: other, columns, elements: b })
            if inner == other =>
        {
            Ok(Matrix { rows, columns, elements: product(rows, &a, columns, &b) })
        }
        (left, right) => Err(mismatch("*", &left, &right)),
    }
}

fn dot<T: Scalar>(a: &[T], b: impl Iterator<Item = T>) -> T {
    a.iter().zip(b).fold(T::zero(), |sum, (a, b)| sum + *a * b)
}

/// Product of `a` with `rows` rows and `b` with `columns` columns, all in row-major order.
fn product<T: Scalar>(rows: usize, a: &[T], columns: usize, b: &[T]) -> Vec<T> {
    let inner = a.len().checked_div(rows).unwrap_or(0);
    let element = |i: usize, j: usize| {
        let row = a.get(i * inner..(i + 1) * inner).unwrap_or_default();
        dot(row, b.iter().skip(j).step_by(columns.max(1)).copied())
    };
    (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))).map(|(i, j)| element(i, j)).collect()
}

/// Evaluates `function`.
pub(super) fn call<T: Scalar>(function: Function, arguments: Vec<Quantity<T>>) -> Outcome<T> {
    let found = arguments.len();
    let mut arguments = arguments.into_iter();
    match (arguments.next(), arguments.next()) {
        (Some(x), None) => call_one(function, x),
        (Some(x), Some(y)) if found == 2 => call_two(function, x, y),
        _ => Err(ExpressionProblem::argument_count(function, found)),
    }
}

fn call_one<T: Scalar>(function: Function, x: Quantity<T>) -> Outcome<T> {
    match function {
        Function::Min => extremum(function, x, T::min),
        Function::Max => extremum(function, x, T::max),
        Function::Length => Ok(Quantity::Scalar(norm(&any_vector(function, x)?))),
        Function::Normalize => {
            let v = any_vector(function, x)?;
            let length = norm(&v).max(T::constant(SHORTEST));
            Ok(Quantity::Array(v.into_iter().map(|x| x / length).collect()))
        }
        Function::Diagonal => Ok(diagonal(&any_vector(function, x)?)),
        Function::Transpose => transpose(x),
        Function::Pre => Err(wrong_shape(function, x.shape(), "a sampled entry of `[variables]`, in such an entry")),
        _ => function.of_number().map(|f| x.map(f)).ok_or_else(|| ExpressionProblem::argument_count(function, 1)),
    }
}

fn call_two<T: Scalar>(function: Function, x: Quantity<T>, y: Quantity<T>) -> Outcome<T> {
    let scalars: Option<fn(T, T) -> T> =
        if function == Function::Smooth { Some(|_, x| x) } else { function.of_two_numbers() };
    match (function, scalars, x, y) {
        (_, Some(f), Quantity::Scalar(x), Quantity::Scalar(y)) => Ok(Quantity::Scalar(f(x, y))),
        (_, Some(_), x, y) => Err(mismatch(function.name(), &x, &y)),
        (Function::Cross, _, x, y) => {
            let cross = vector3(function, x)?.cross(&vector3(function, y)?);
            Ok(Quantity::Array(cross.iter().copied().collect()))
        }
        (Function::FromNxy, _, x, y) => Ok(from_matrix3(&from_nxy(&vector3(function, x)?, &vector3(function, y)?))),
        (Function::ResolveDyade1, _, x, y) => {
            let (transformation, dyade) = (matrix3(function, x)?, matrix3(function, y)?);
            Ok(from_matrix3(&(transformation.transpose() * dyade * transformation)))
        }
        _ => Err(ExpressionProblem::argument_count(function, 2)),
    }
}

fn extremum<T: Scalar>(function: Function, x: Quantity<T>, choose: fn(T, T) -> T) -> Outcome<T> {
    let shape = x.shape();
    match x.elements().split_first() {
        Some((first, others)) if shape != Shape::Scalar => {
            Ok(Quantity::Scalar(others.iter().fold(*first, |best, x| choose(best, *x))))
        }
        _ => Err(wrong_shape(function, shape, "two scalars or an array with elements")),
    }
}

fn norm<T: Scalar>(v: &[T]) -> T {
    dot(v, v.iter().copied()).sqrt()
}

fn diagonal<T: Scalar>(v: &[T]) -> Quantity<T> {
    let size = v.len();
    let mut elements = vec![T::zero(); size * size];
    elements.iter_mut().step_by(size + 1).zip(v).for_each(|(element, x)| *element = *x);
    Quantity::Matrix { rows: size, columns: size, elements }
}

fn transpose<T: Scalar>(x: Quantity<T>) -> Outcome<T> {
    let Quantity::Matrix { rows, columns, elements } = x else {
        return Err(wrong_shape(Function::Transpose, x.shape(), "a matrix"));
    };
    let column = |j: usize| elements.iter().skip(j).step_by(columns).copied();
    Ok(Quantity::Matrix { rows: columns, columns: rows, elements: (0..columns).flat_map(column).collect() })
}

/// Rotation from frame 1 to frame 2 as a matrix whose rows are the axes of frame 2 resolved in frame 1. x is along
/// `n_x`, z along `n_x` x `n_y`; (nearly) parallel or zero vectors are replaced as in MSL.
fn from_nxy<T: Scalar>(n_x: &Vector3<T>, n_y: &Vector3<T>) -> Matrix3<T> {
    let e_x = unit(n_x, [1.0, 0.0, 0.0]);
    let e_y = unit(n_y, [0.0, 1.0, 0.0]);
    let across = e_x.cross(&e_y);
    let n_y = if across.dot(&across).value() > PARALLEL {
        e_y
    } else if e_x.x.value().abs() > PARALLEL {
        vector([0.0, 1.0, 0.0])
    } else {
        vector([1.0, 0.0, 0.0])
    };
    let n_z = e_x.cross(&n_y);
    let e_z = n_z / length(&n_z).max(T::constant(SHORTEST));
    Matrix3::from_rows(&[e_x.transpose(), e_z.cross(&e_x).transpose(), e_z.transpose()])
}

/// The unit vector along `v`, or `replacement` for the zero vector.
fn unit<T: Scalar>(v: &Vector3<T>, replacement: [f64; 3]) -> Vector3<T> {
    let length = length(v);
    if length.value() < SHORTEST_AXIS { vector(replacement) } else { v / length }
}

fn any_vector<T: Scalar>(function: Function, x: Quantity<T>) -> Result<Vec<T>, ExpressionProblem> {
    match x {
        Quantity::Array(elements) => Ok(elements),
        other => Err(wrong_shape(function, other.shape(), "an array")),
    }
}

fn vector3<T: Scalar>(function: Function, x: Quantity<T>) -> Result<Vector3<T>, ExpressionProblem> {
    match &x {
        Quantity::Array(elements) if elements.len() == 3 => Ok(Vector3::from_column_slice(elements)),
        _ => Err(wrong_shape(function, x.shape(), "two arrays of 3 elements")),
    }
}

fn matrix3<T: Scalar>(function: Function, x: Quantity<T>) -> Result<Matrix3<T>, ExpressionProblem> {
    match &x {
        Quantity::Matrix { rows: 3, columns: 3, elements } => Ok(Matrix3::from_row_slice(elements)),
        _ => Err(wrong_shape(function, x.shape(), "two matrices of 3 x 3 elements")),
    }
}

fn from_matrix3<T: Scalar>(matrix: &Matrix3<T>) -> Quantity<T> {
    // nalgebra stores matrices column by column.
    Quantity::Matrix { rows: 3, columns: 3, elements: matrix.transpose().iter().copied().collect() }
}

/// The operands do not fit together.
pub(super) fn mismatch<T: Scalar>(
    operation: &'static str,
    left: &Quantity<T>,
    right: &Quantity<T>,
) -> ExpressionProblem {
    ExpressionProblem::ShapeMismatch { operation, left: left.shape(), right: right.shape() }
}

fn wrong_shape(function: Function, found: Shape, expected: &'static str) -> ExpressionProblem {
    ExpressionProblem::WrongShape { operation: function.name(), found, expected }
}
