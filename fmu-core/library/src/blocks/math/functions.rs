//! Modelica.Blocks.Math: functions of the inputs.

use crate::Element;
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::function::{FunctionLaw, Operation};
use mechanism::expression::Function;

/// generateEvent
const GENERATE_EVENT: Parameter =
    boolean("generateEvent", false, "Events shall be generated at the zero crossing of the input");

/// Registers a function that generates events in MSL if generateEvent = true, which is refused.
fn without_events(e: &mut Element<'_>, function: Function) {
    e.refuse_if("generateEvent", "an event where the input is zero, which this version does not have; leave it false");
    FunctionLaw::build(e, function);
}

pub static ABS: Class = Class {
    name: "Modelica.Blocks.Math.Abs",
    description: "Output the absolute value of the input",
    documentation: documentation!("abs.md"),
    parameters: &[GENERATE_EVENT],
    ..siso(|e| without_events(e, Function::Abs))
};

pub static SIGN: Class = Class {
    name: "Modelica.Blocks.Math.Sign",
    description: "Output the sign of the input",
    documentation: documentation!("sign.md"),
    parameters: &[GENERATE_EVENT],
    ..siso(|e| without_events(e, Function::Sign))
};

pub static SQRT: Class = Class {
    name: "Modelica.Blocks.Math.Sqrt",
    description: "Output the square root of the input (input >= 0 required)",
    documentation: documentation!("sqrt.md"),
    ..siso(|e| FunctionLaw::build(e, Function::Sqrt))
};

pub static SIN: Class = Class {
    name: "Modelica.Blocks.Math.Sin",
    description: "Output the sine of the input",
    documentation: documentation!("sin.md"),
    ..siso_of_angle(|e| FunctionLaw::build(e, Function::Sin))
};

pub static COS: Class = Class {
    name: "Modelica.Blocks.Math.Cos",
    description: "Output the cosine of the input",
    documentation: documentation!("cos.md"),
    ..siso_of_angle(|e| FunctionLaw::build(e, Function::Cos))
};

pub static TAN: Class = Class {
    name: "Modelica.Blocks.Math.Tan",
    description: "Output the tangent of the input",
    documentation: documentation!("tan.md"),
    ..siso_of_angle(|e| FunctionLaw::build(e, Function::Tan))
};

pub static ASIN: Class = Class {
    name: "Modelica.Blocks.Math.Asin",
    description: "Output the arc sine of the input",
    documentation: documentation!("asin.md"),
    ..siso_to_angle(|e| FunctionLaw::build(e, Function::Asin))
};

pub static ACOS: Class = Class {
    name: "Modelica.Blocks.Math.Acos",
    description: "Output the arc cosine of the input",
    documentation: documentation!("acos.md"),
    ..siso_to_angle(|e| FunctionLaw::build(e, Function::Acos))
};

pub static ATAN: Class = Class {
    name: "Modelica.Blocks.Math.Atan",
    description: "Output the arc tangent of the input",
    documentation: documentation!("atan.md"),
    ..siso_to_angle(|e| FunctionLaw::build(e, Function::Atan))
};

pub static ATAN2: Class = Class {
    name: "Modelica.Blocks.Math.Atan2",
    description: "Output the angle of the point (u2, u1): y = atan2(u1, u2)",
    documentation: documentation!("atan2.md"),
    ..si2so_to_angle(|e| FunctionLaw::build(e, Function::Atan2))
};

pub static SINH: Class = Class {
    name: "Modelica.Blocks.Math.Sinh",
    description: "Output the hyperbolic sine of the input",
    documentation: documentation!("sinh.md"),
    ..siso(|e| FunctionLaw::build(e, Function::Sinh))
};

pub static COSH: Class = Class {
    name: "Modelica.Blocks.Math.Cosh",
    description: "Output the hyperbolic cosine of the input",
    documentation: documentation!("cosh.md"),
    ..siso(|e| FunctionLaw::build(e, Function::Cosh))
};

pub static TANH: Class = Class {
    name: "Modelica.Blocks.Math.Tanh",
    description: "Output the hyperbolic tangent of the input",
    documentation: documentation!("tanh.md"),
    ..siso(|e| FunctionLaw::build(e, Function::Tanh))
};

pub static EXP: Class = Class {
    name: "Modelica.Blocks.Math.Exp",
    description: "Output the exponential (base e) of the input",
    documentation: documentation!("exp.md"),
    ..siso(|e| FunctionLaw::build(e, Function::Exp))
};

pub static LOG: Class = Class {
    name: "Modelica.Blocks.Math.Log",
    description: "Output the natural (base e) logarithm of the input (input > 0 required)",
    documentation: documentation!("log.md"),
    ..siso(|e| FunctionLaw::build(e, Function::Log))
};

pub static LOG10: Class = Class {
    name: "Modelica.Blocks.Math.Log10",
    description: "Output the base 10 logarithm of the input (input > 0 required)",
    documentation: documentation!("log10.md"),
    ..siso(|e| FunctionLaw::build(e, Function::Log10))
};

pub static MAX: Class = Class {
    name: "Modelica.Blocks.Math.Max",
    description: "Pass through the larger of the two inputs",
    documentation: documentation!("max.md"),
    ..si2so(|e| FunctionLaw::build(e, Function::Max))
};

pub static MIN: Class = Class {
    name: "Modelica.Blocks.Math.Min",
    description: "Pass through the smaller of the two inputs",
    documentation: documentation!("min.md"),
    ..si2so(|e| FunctionLaw::build(e, Function::Min))
};

pub static PRODUCT: Class = Class {
    name: "Modelica.Blocks.Math.Product",
    description: "Output the product of the two inputs: y = u1 u2",
    documentation: documentation!("product.md"),
    ..si2so(|e| FunctionLaw::build(e, Operation::Product))
};

pub static DIVISION: Class = Class {
    name: "Modelica.Blocks.Math.Division",
    description: "Output the first input divided by the second input: y = u1/u2",
    documentation: documentation!("division.md"),
    ..si2so(|e| FunctionLaw::build(e, Operation::Divide))
};

pub static MULTI_PRODUCT: Class = Class {
    name: "Modelica.Blocks.Math.MultiProduct",
    description: "Product of signals: y = u[1] u[2] ... u[n]",
    documentation: documentation!("multi_product.md"),
    parameters: &[integer("nu", 1, 1, "Number of input connections")],
    connectors: &[inputs("u", SignalSize::Integer("nu")), Y],
    ..Class::element(|e| FunctionLaw::build(e, Operation::Product))
};
