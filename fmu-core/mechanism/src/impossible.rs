//! Parameters that are not physically possible.

use super::{MassElement, Mechanism, ParameterTable, Slot};
use crate::digits::four_digits;
use crate::scalar::Matrix3;

/// A principal moment of inertia may be negative by this fraction of the largest element: rounding.
const ROUNDING: f64 = 1e-9;

/// A parameter, or a combination of parameters, that is not physically possible.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ImpossibleParameter {
    #[error("{parameter} is {value}{}, and must be {}", origin(*independent), range(bounds.0, bounds.1))]
    OutOfBounds { parameter: String, value: f64, bounds: (Option<f64>, Option<f64>), independent: bool },
    #[error("{component}: {fault}")]
    Inertia { component: String, fault: InertiaFault },
}

/// An inertia tensor about the centre of mass that is not positive semidefinite.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "the inertia tensor {{{{{}, {}, {}}}, {{{}, {}, {}}}, {{{}, {}, {}}}}} kg.m2 (I_11, I_21, I_31; I_21, I_22, \
     I_32; I_31, I_32, I_33) has the negative principal moment {} kg.m2, which is not physically possible{}; \
     expected the tensor about the centre of mass, resolved in frame_a, where no product of inertia is larger than \
     the geometric mean of its two moments",
    elements[0], elements[3], elements[4], elements[3], elements[1], elements[5], elements[4], elements[5], elements[2],
    four_digits(*moment), origin(*independent)
)]
pub struct InertiaFault {
    /// 11, 22, 33, 21, 31, 32, kg.m2.
    pub elements: [f64; 6],
    /// The smallest principal moment, kg.m2.
    pub moment: f64,
    /// True if no element is bound to an expression.
    pub independent: bool,
}

/// Hint for messages that a value follows from other parameters.
fn origin(independent: bool) -> &'static str {
    if independent { "" } else { " (it follows from other parameters)" }
}

/// A range in words.
pub fn range(min: Option<f64>, max: Option<f64>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("between {min} and {max}"),
        (Some(min), None) => format!("{min} or more"),
        (_, max) => format!("{} or less", max.unwrap_or(f64::MAX)),
    }
}

impl ParameterTable {
    /// Checks the limits of bound values; independent values are checked when they are set.
    pub fn check_bounds(&self, values: &[f64]) -> Result<(), ImpossibleParameter> {
        match self.slots.iter().zip(values).find(|(slot, value)| slot.excludes(**value)) {
            None => Ok(()),
            Some((slot, value)) => Err(ImpossibleParameter::OutOfBounds {
                parameter: slot.name(),
                value: *value,
                bounds: slot.limits(),
                independent: slot.independent,
            }),
        }
    }
}

impl Mechanism {
    /// Checks for inertia tensors with a negative principal moment.
    ///
    /// Does not check that the largest moment is at most the sum of the other two, as for a real body: models lump the rotors of motors into
    /// links, and omit parts that do not move (RobotR3 and EngineV6 of the Modelica Standard Library do both).
    ///
    /// # Errors
    /// The first component with such a tensor.
    pub fn check_inertias(&self, slots: &[Slot], values: &[f64]) -> Result<(), ImpossibleParameter> {
        self.masses.iter().try_for_each(|mass| check_inertia(mass, slots, values))
    }
}

fn check_inertia(mass: &MassElement, slots: &[Slot], values: &[f64]) -> Result<(), ImpossibleParameter> {
    let Some(addresses) = mass.inertia else { return Ok(()) };
    let elements = addresses.map(|address| values[address]);
    let size = elements.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    if size == 0.0 {
        return Ok(());
    }
    // Elements of order 1 cannot overflow.
    let [i11, i22, i33, i21, i31, i32] = elements.map(|x| x / size);
    let moments = if [i21, i31, i32] == [0.0; 3] {
        [i11, i22, i33].into()
    } else {
        Matrix3::new(i11, i21, i31, i21, i22, i32, i31, i32, i33).symmetric_eigenvalues()
    };
    let moment = moments.min();
    if moment >= -ROUNDING {
        return Ok(());
    }
    let independent = addresses.iter().all(|address| slots[*address].independent);
    let fault = InertiaFault { elements, moment: moment * size, independent };
    Err(ImpossibleParameter::Inertia { component: mass.name.clone(), fault })
}
