//! Modelica.Blocks: signals.

mod add;
mod add3;
mod combi_time_table;
mod constant;
mod der;
mod feedback;
mod gain;
mod interpolation;
mod less_equal_threshold;
mod matrix_gain;
mod ramp;
mod real_expression;
mod real_pass_through;
mod sine;
mod step;
mod trapezoid;
mod weighted_sum;

pub use combi_time_table::CombiTimeTableLaw;
pub use constant::ConstantLaw;
pub use der::DerLaw;
pub(super) use interpolation::{Smoothness, Table};
pub use less_equal_threshold::LessEqualThresholdLaw;
pub use matrix_gain::MatrixGainLaw;
pub use ramp::RampLaw;
pub use real_expression::ExpressionLaw;
pub use sine::SineLaw;
pub use step::StepLaw;
pub use trapezoid::TrapezoidLaw;
pub use weighted_sum::{Weight, WeightedSum};

use super::Class;
use super::class::{Connector, ConnectorKind, Parameter, connector, real};

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &constant::CLASS,
    &sine::CLASS,
    &step::CLASS,
    &ramp::CLASS,
    &trapezoid::CLASS,
    &combi_time_table::CLASS,
    &real_expression::CLASS,
    &add::CLASS,
    &add3::CLASS,
    &gain::CLASS,
    &matrix_gain::CLASS,
    &feedback::CLASS,
    &real_pass_through::CLASS,
    &der::CLASS,
    &less_equal_threshold::CLASS,
];

/// The output of a source or block.
const Y: Connector = connector("y", ConnectorKind::SignalOutput(1), "", "Output signal");
/// An input of a block.
const fn input(name: &'static str) -> Connector {
    connector(name, ConnectorKind::SignalInput(1), "", "Input signal")
}
/// offset
const OFFSET: Parameter = real("offset", "", "Offset of output signal y").or(0.0).tunable();
/// startTime
const START_TIME: Parameter = real("startTime", "s", "Output y = offset for time < startTime").or(0.0);

/// The first of `times` that is later than `time`.
fn first_after(time: f64, times: impl IntoIterator<Item = f64>) -> Option<f64> {
    times.into_iter().filter(|t| *t > time).min_by(f64::total_cmp)
}
