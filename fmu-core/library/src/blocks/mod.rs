//! Modelica.Blocks: signals.

mod add;
mod add3;
mod combi_time_table;
mod constant;
mod continuous;
mod der;
mod extrapolation;
mod feedback;
mod gain;
mod interpolation;
mod less_equal_threshold;
mod logical;
mod math;
mod matrix_gain;
mod nonlinear;
mod ramp;
mod real_expression;
mod real_pass_through;
mod routing;
mod sine;
mod sources;
mod step;
mod tables;
mod terminate_simulation;
mod trapezoid;
mod weighted_sum;

pub use combi_time_table::CombiTimeTableLaw;
pub use constant::ConstantLaw;
pub use continuous::{LeastRates, LimPidLaw, LinearOutput, LinearRates, ResetLaw};
pub(crate) use continuous::{LeastRatesVariable, LinearVariable};
pub use der::DerLaw;
pub(super) use interpolation::{Smoothness, Table};
pub use logical::{
    ComparisonLaw, DelayLaw, GateLaw, HysteresisLaw, MemoryLaw, SwitchLaw, TimerLaw, TriggeredTrapezoidLaw,
    ZeroCrossingLaw,
};
pub use math::{FunctionLaw, Operation, RoundingLaw};
pub use matrix_gain::MatrixGainLaw;
pub use nonlinear::{LimitedRate, LimitedRateLaw, LimiterLaw, Limiting, Limits, StateOutput};
pub use ramp::RampLaw;
pub use real_expression::{ExpressionLaw, VARIABLE};
pub use routing::{Extraction, Selection};
pub use sine::SineLaw;
pub(crate) use sources::PointToPointVariable;
pub use sources::{Output, PointToPoint, TimedValue};
pub use step::StepLaw;
pub use tables::{TableColumns, TableSurface};
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
    &sources::pulse::CLASS,
    &sources::saw_tooth::CLASS,
    &sources::exp_sine::CLASS,
    &sources::time_table::CLASS,
    &sources::kinematic_ptp::CLASS,
    &sources::kinematic_ptp2::CLASS,
    &sources::boolean_constant::CLASS,
    &sources::boolean_step::CLASS,
    &sources::boolean_pulse::CLASS,
    &sources::boolean_table::CLASS,
    &sources::integer_constant::CLASS,
    &sources::integer_step::CLASS,
    &sources::integer_table::CLASS,
    &real_expression::CLASS,
    &add::CLASS,
    &add3::CLASS,
    &gain::CLASS,
    &matrix_gain::CLASS,
    &feedback::CLASS,
    &math::abs::CLASS,
    &math::sign::CLASS,
    &math::sqrt::CLASS,
    &math::sin::CLASS,
    &math::cos::CLASS,
    &math::tan::CLASS,
    &math::asin::CLASS,
    &math::acos::CLASS,
    &math::atan::CLASS,
    &math::sinh::CLASS,
    &math::cosh::CLASS,
    &math::tanh::CLASS,
    &math::exp::CLASS,
    &math::log::CLASS,
    &math::log10::CLASS,
    &math::product::CLASS,
    &math::division::CLASS,
    &math::atan2::CLASS,
    &math::max::CLASS,
    &math::min::CLASS,
    &math::sum::CLASS,
    &math::multi_sum::CLASS,
    &math::multi_product::CLASS,
    &math::real_to_integer::CLASS,
    &math::integer_to_real::CLASS,
    &logical::boolean_to_integer::CLASS,
    &logical::integer_to_boolean::CLASS,
    &real_pass_through::CLASS,
    &routing::integer_pass_through::CLASS,
    &routing::real_replicator::CLASS,
    &routing::integer_replicator::CLASS,
    &routing::boolean_replicator::CLASS,
    &routing::extract_signal::CLASS,
    &routing::extractor::CLASS,
    &routing::multiplex2::CLASS,
    &routing::de_multiplex2::CLASS,
    &routing::multiplex3::CLASS,
    &routing::de_multiplex3::CLASS,
    &routing::multiplex4::CLASS,
    &routing::de_multiplex4::CLASS,
    &routing::multiplex5::CLASS,
    &routing::de_multiplex5::CLASS,
    &routing::multiplex6::CLASS,
    &routing::de_multiplex6::CLASS,
    &routing::multiplex::CLASS,
    &routing::boolean_pass_through::CLASS,
    &routing::de_multiplex::CLASS,
    &der::CLASS,
    &continuous::integrator::CLASS,
    &continuous::lim_integrator::CLASS,
    &continuous::lim_pid::CLASS,
    &nonlinear::limiter::CLASS,
    &nonlinear::variable_limiter::CLASS,
    &nonlinear::dead_zone::CLASS,
    &nonlinear::slew_rate_limiter::CLASS,
    &continuous::derivative::CLASS,
    &continuous::first_order::CLASS,
    &continuous::second_order::CLASS,
    &continuous::pi::CLASS,
    &continuous::pid::CLASS,
    &continuous::transfer_function::CLASS,
    &continuous::state_space::CLASS,
    &continuous::critical_damping::CLASS,
    &continuous::lowpass_butterworth::CLASS,
    &continuous::filter::CLASS,
    &less_equal_threshold::CLASS,
    &logical::greater::CLASS,
    &logical::greater_threshold::CLASS,
    &logical::greater_equal::CLASS,
    &logical::greater_equal_threshold::CLASS,
    &logical::less::CLASS,
    &logical::less_threshold::CLASS,
    &logical::less_equal::CLASS,
    &logical::and::CLASS,
    &logical::or::CLASS,
    &logical::xor::CLASS,
    &logical::nand::CLASS,
    &logical::nor::CLASS,
    &logical::not::CLASS,
    &logical::boolean_to_real::CLASS,
    &logical::real_to_boolean::CLASS,
    &logical::hysteresis::CLASS,
    &logical::on_off_controller::CLASS,
    &logical::switch::CLASS,
    &logical::timer::CLASS,
    &logical::logical_switch::CLASS,
    &logical::pre::CLASS,
    &logical::edge::CLASS,
    &logical::falling_edge::CLASS,
    &logical::change::CLASS,
    &logical::zero_crossing::CLASS,
    &logical::triggered_trapezoid::CLASS,
    &logical::logical_delay::CLASS,
    &logical::rs_flip_flop::CLASS,
    &terminate_simulation::CLASS,
    &tables::combi_table1_ds::CLASS,
    &tables::combi_table1_dv::CLASS,
    &tables::combi_table2_ds::CLASS,
];

/// The output of a source or block.
const Y: Connector = connector("y", ConnectorKind::SignalOutput(1), "", "Output signal");
/// An input of a block.
const fn input(name: &'static str) -> Connector {
    connector(name, ConnectorKind::SignalInput(1), "", "Input signal")
}
/// An input of a block that takes a Boolean.
const fn boolean_input(name: &'static str) -> Connector {
    connector(name, ConnectorKind::BooleanInput(1), "", "Input signal")
}
/// An input of a block that takes a whole number.
const fn integer_input(name: &'static str) -> Connector {
    connector(name, ConnectorKind::IntegerInput(1), "", "Input signal")
}
/// The output of a source or block that is a Boolean.
const BOOLEAN_Y: Connector = connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal");
/// The output of a source or block that is a whole number.
const INTEGER_Y: Connector = connector("y", ConnectorKind::IntegerOutput(1), "", "Output signal");
/// offset
const OFFSET: Parameter = real("offset", "", "Offset of output signal y").or(0.0).tunable();
/// startTime
const START_TIME: Parameter = real("startTime", "s", "Output y = offset for time < startTime").or(0.0);

/// Number of the period at `time`, from 0; negative before the first one. It is the largest one that has begun, whatever the rounding of the
/// division is.
fn periods_begun(time: f64, period: f64, begin: impl Fn(f64) -> f64) -> f64 {
    let count = ((time - begin(0.0)) / period).floor();
    if time >= begin(count + 1.0) {
        count + 1.0
    } else if time < begin(count) {
        count - 1.0
    } else {
        count
    }
}
