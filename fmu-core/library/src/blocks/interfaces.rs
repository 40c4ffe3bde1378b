//! Modelica.Blocks.Interfaces: connectors of blocks, and partial blocks.
//!
//! A block takes the rest of its declaration from a partial block, like `extends` in MSL: `..siso(build)`.

use crate::class::*;
use mechanism::SignalIn;

/// Function that registers the laws of a block.
type Build = fn(&mut Element<'_>);

pub(super) const Y: Connector = real_output("y", "", "Output signal");
/// y of a block with a Boolean output.
pub(super) const BOOLEAN_Y: Connector = boolean_output("y", "Output signal");
/// y of a block with an Integer output.
pub(super) const INTEGER_Y: Connector =
    connector("y", ConnectorKind::Output(SignalType::Integer, 1), "", "Output signal");
/// y that is an angle.
const ANGLE_Y: Connector = Connector { unit: "rad", ..Y };

/// A Real input.
pub(super) const fn input(name: &'static str) -> Connector {
    real_input(name, "", "Input signal")
}

/// A Boolean input.
pub(super) const fn boolean_input(name: &'static str) -> Connector {
    connector(name, ConnectorKind::Input(SignalType::Boolean, 1), "", "Input signal")
}

/// An Integer input.
pub(super) const fn integer_input(name: &'static str) -> Connector {
    connector(name, ConnectorKind::Input(SignalType::Integer, 1), "", "Input signal")
}

/// A vector of Real inputs.
pub(super) const fn inputs(name: &'static str, size: SignalSize) -> Connector {
    real_input(name, "", "Input signals").sized(size)
}

/// A vector of Real outputs.
pub(super) const fn outputs(name: &'static str, size: SignalSize) -> Connector {
    real_output(name, "", "Output signals").sized(size)
}

/// offset of a SignalSource.
pub(super) const OFFSET: Parameter = real("offset", "", "Offset of output signal y").or(0.0).tunable();
/// startTime of a SignalSource.
pub(super) const START_TIME: Parameter = real("startTime", "s", "Output y = offset for time < startTime").or(0.0);

/// SO: a Real output.
pub(super) const fn so(build: Build) -> Class {
    of_connectors(&[Y], build)
}

/// SISO: a Real input, a Real output.
pub(super) const fn siso(build: Build) -> Class {
    of_connectors(const { &[input("u"), Y] }, build)
}

/// SISO whose input is an angle.
pub(super) const fn siso_of_angle(build: Build) -> Class {
    of_connectors(const { &[Connector { unit: "rad", ..input("u") }, Y] }, build)
}

/// SISO whose output is an angle.
pub(super) const fn siso_to_angle(build: Build) -> Class {
    of_connectors(const { &[input("u"), ANGLE_Y] }, build)
}

/// SI2SO: two Real inputs, a Real output.
pub(super) const fn si2so(build: Build) -> Class {
    of_connectors(const { &[input("u1"), input("u2"), Y] }, build)
}

/// SI2SO whose output is an angle.
pub(super) const fn si2so_to_angle(build: Build) -> Class {
    of_connectors(const { &[input("u1"), input("u2"), ANGLE_Y] }, build)
}

/// partialBooleanSource: a Boolean output.
pub(super) const fn boolean_so(build: Build) -> Class {
    of_connectors(&[BOOLEAN_Y], build)
}

/// partialBooleanSISO: a Boolean input, a Boolean output.
pub(super) const fn boolean_siso(build: Build) -> Class {
    of_connectors(const { &[boolean_input("u"), BOOLEAN_Y] }, build)
}

/// partialBooleanSI2SO: two Boolean inputs, a Boolean output.
pub(super) const fn boolean_si2so(build: Build) -> Class {
    of_connectors(const { &[boolean_input("u1"), boolean_input("u2"), BOOLEAN_Y] }, build)
}

/// IntegerSO: an Integer output.
pub(super) const fn integer_so(build: Build) -> Class {
    of_connectors(&[INTEGER_Y], build)
}

/// The signal inputs that the class of a block declares, in order.
pub(super) fn declared_inputs(e: &Element<'_>) -> Vec<SignalIn> {
    let inputs = e.class.connectors.iter().filter(|connector| connector.kind.is_input());
    inputs.map(|connector| e.input(connector.name)).collect()
}
