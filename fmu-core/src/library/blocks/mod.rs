//! Modelica.Blocks: signals.

mod constant;
mod der;
mod ramp;
mod sine;
mod step;

pub use constant::ConstantLaw;
pub use der::DerLaw;
pub use ramp::RampLaw;
pub use sine::SineLaw;
pub use step::StepLaw;

use super::Class;
use super::class::{Connector, ConnectorKind, Parameter, connector, real};

/// Classes of the package.
pub static CLASSES: &[&Class] = &[&constant::CLASS, &sine::CLASS, &step::CLASS, &ramp::CLASS, &der::CLASS];

/// The output of a source.
const Y: Connector = connector("y", ConnectorKind::SignalOutput(1), "", "Output signal");
/// offset
const OFFSET: Parameter = real("offset", "", "Offset of output signal y").or(0.0).tunable();
/// startTime
const START_TIME: Parameter = real("startTime", "s", "Output y = offset for time < startTime").or(0.0);

/// The first of `times` that is later than `time`.
fn first_after(time: f64, times: impl IntoIterator<Item = f64>) -> Option<f64> {
    times.into_iter().filter(|t| *t > time).min_by(f64::total_cmp)
}
