//! Modelica.Blocks.Interfaces: connectors of blocks, and partial blocks.
//!
//! A block takes the rest of its declaration from a partial block, like `extends` in MSL: `..siso(build)`.

use crate::class::*;
use mechanism::SignalIn;

/// Declares blocks that have only a name, a description, a documentation and an operation of their own. A partial block
/// gives the rest; its function registers the law with the operation.
macro_rules! blocks {
    ($package:literal by $build:path:
     $($id:ident $name:literal $file:literal $partial:ident($operation:expr) $description:literal;)+) => {$(
        pub static $id: Class = Class {
            name: concat!("Modelica.Blocks.", $package, ".", $name),
            description: $description,
            documentation: documentation!($file, ".md"),
            ..$partial(|e| $build(e, $operation))
        };
    )+};
}
pub(super) use blocks;

/// Function that registers the laws of a block.
type Build = fn(&mut Element<'_>);

pub(super) const Y: Connector = real_output("y", "", "Output signal");
/// y of a block with a Boolean output.
pub(super) const BOOLEAN_Y: Connector = connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal");
/// y of a block with an Integer output.
pub(super) const INTEGER_Y: Connector = connector("y", ConnectorKind::IntegerOutput(1), "", "Output signal");
/// y that is an angle.
const ANGLE_Y: Connector = Connector { unit: "rad", ..Y };

/// A Real input.
pub(super) const fn input(name: &'static str) -> Connector {
    real_input(name, "", "Input signal")
}

/// A Boolean input.
pub(super) const fn boolean_input(name: &'static str) -> Connector {
    connector(name, ConnectorKind::BooleanInput(1), "", "Input signal")
}

/// An Integer input.
pub(super) const fn integer_input(name: &'static str) -> Connector {
    connector(name, ConnectorKind::IntegerInput(1), "", "Input signal")
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
    Class { connectors: &[Y], ..Class::element(build) }
}

/// SISO: a Real input, a Real output.
pub(super) const fn siso(build: Build) -> Class {
    const CONNECTORS: &[Connector] = &[input("u"), Y];
    Class { connectors: CONNECTORS, ..Class::element(build) }
}

/// SISO whose input is an angle.
pub(super) const fn siso_of_angle(build: Build) -> Class {
    const CONNECTORS: &[Connector] = &[Connector { unit: "rad", ..input("u") }, Y];
    Class { connectors: CONNECTORS, ..Class::element(build) }
}

/// SISO whose output is an angle.
pub(super) const fn siso_to_angle(build: Build) -> Class {
    const CONNECTORS: &[Connector] = &[input("u"), ANGLE_Y];
    Class { connectors: CONNECTORS, ..Class::element(build) }
}

/// SI2SO: two Real inputs, a Real output.
pub(super) const fn si2so(build: Build) -> Class {
    const CONNECTORS: &[Connector] = &[input("u1"), input("u2"), Y];
    Class { connectors: CONNECTORS, ..Class::element(build) }
}

/// SI2SO whose output is an angle.
pub(super) const fn si2so_to_angle(build: Build) -> Class {
    const CONNECTORS: &[Connector] = &[input("u1"), input("u2"), ANGLE_Y];
    Class { connectors: CONNECTORS, ..Class::element(build) }
}

/// partialBooleanSource: a Boolean output.
pub(super) const fn boolean_so(build: Build) -> Class {
    Class { connectors: &[BOOLEAN_Y], ..Class::element(build) }
}

/// partialBooleanSISO: a Boolean input, a Boolean output.
pub(super) const fn boolean_siso(build: Build) -> Class {
    const CONNECTORS: &[Connector] = &[boolean_input("u"), BOOLEAN_Y];
    Class { connectors: CONNECTORS, ..Class::element(build) }
}

/// partialBooleanSI2SO: two Boolean inputs, a Boolean output.
pub(super) const fn boolean_si2so(build: Build) -> Class {
    const CONNECTORS: &[Connector] = &[boolean_input("u1"), boolean_input("u2"), BOOLEAN_Y];
    Class { connectors: CONNECTORS, ..Class::element(build) }
}

/// IntegerSO: an Integer output.
pub(super) const fn integer_so(build: Build) -> Class {
    Class { connectors: &[INTEGER_Y], ..Class::element(build) }
}

/// The signal inputs that the class of a block declares, in order.
pub(super) fn declared_inputs(e: &Element<'_>) -> Vec<SignalIn> {
    let inputs = e.class.connectors.iter().filter(|connector| connector.kind.is_input());
    inputs.map(|connector| e.input(connector.name)).collect()
}
