//! Adaptors between a connector and signals.
//!
//! One kind gives the potential (angle, position, voltage) and takes the flow, the other one the reverse. Two of them whose signals are
//! connected with each other are a connection of their connectors: the assembly makes it, so that no equation goes through signals.

use super::{AnyLaw, PrescribedFlange};
use mechanism::{FlangeId, SignalOut};

/// A signal of an adaptor, differentiated that many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdaptorSignal {
    /// Angle, position or voltage.
    Potential(usize),
    /// Torque, force or current.
    Flow(usize),
}

/// An adaptor.
#[derive(Clone, Debug)]
pub struct AdaptorElement {
    /// Number of its component.
    pub component: usize,
    /// It gives the potential and takes the flow.
    pub gives_potential: bool,
    /// Elements of the signal inputs.
    pub inputs: Vec<(AdaptorSignal, usize)>,
    /// Elements of the signal outputs.
    pub outputs: Vec<(AdaptorSignal, usize)>,
    /// Signals with the outputs that are their time derivatives.
    pub derivatives: Vec<[SignalOut; 2]>,
    /// Its connector.
    pub end: AdaptorEnd,
}

/// The connector of an adaptor.
#[derive(Clone, Debug)]
pub enum AdaptorEnd {
    /// A flange; without a partner a law acts on it, or its motion is prescribed.
    Flange {
        /// The flange.
        flange: FlangeId,
        /// The law.
        law: Option<Box<AnyLaw>>,
        /// The motion.
        prescribed: Option<Box<PrescribedFlange>>,
    },
    /// An element of a circuit, which is a source without a partner.
    Branch {
        /// Its number.
        element: usize,
        /// Address of the number one.
        one: usize,
    },
}
