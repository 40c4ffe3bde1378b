//! Modelica.Blocks.Logical, and what turns numbers into Boolean signals and back.

pub(super) mod and;
pub(super) mod boolean_to_integer;
pub(super) mod boolean_to_real;
mod comparison;
mod gate;
pub(super) mod greater;
pub(super) mod greater_equal;
pub(super) mod greater_equal_threshold;
pub(super) mod greater_threshold;
pub(super) mod hysteresis;
mod hysteresis_law;
pub(super) mod integer_to_boolean;
pub(super) mod less;
pub(super) mod less_equal;
pub(super) mod less_threshold;
pub(super) mod nand;
pub(super) mod nor;
pub(super) mod not;
pub(super) mod on_off_controller;
pub(super) mod or;
pub(super) mod real_to_boolean;
pub(super) mod switch;
pub(super) mod timer;
pub(super) mod xor;

pub(super) use comparison::Comparison;
pub use comparison::ComparisonLaw;
pub use gate::GateLaw;
pub use hysteresis_law::HysteresisLaw;
pub use switch::SwitchLaw;
pub use timer::TimerLaw;
