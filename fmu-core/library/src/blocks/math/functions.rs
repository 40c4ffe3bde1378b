//! Modelica.Blocks.Math: functions of the inputs.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::function::{FunctionLaw, Operation};
use mechanism::expression::Function;

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

blocks! {
    "Math" by FunctionLaw::build:
    SQRT "Sqrt" "sqrt" siso(Function::Sqrt) "Output the square root of the input (input >= 0 required)";
    SIN "Sin" "sin" siso_of_angle(Function::Sin) "Output the sine of the input";
    COS "Cos" "cos" siso_of_angle(Function::Cos) "Output the cosine of the input";
    TAN "Tan" "tan" siso_of_angle(Function::Tan) "Output the tangent of the input";
    ASIN "Asin" "asin" siso_to_angle(Function::Asin) "Output the arc sine of the input";
    ACOS "Acos" "acos" siso_to_angle(Function::Acos) "Output the arc cosine of the input";
    ATAN "Atan" "atan" siso_to_angle(Function::Atan) "Output the arc tangent of the input";
    ATAN2 "Atan2" "atan2" si2so_to_angle(Function::Atan2) "Output the angle of the point (u2, u1): y = atan2(u1, u2)";
    SINH "Sinh" "sinh" siso(Function::Sinh) "Output the hyperbolic sine of the input";
    COSH "Cosh" "cosh" siso(Function::Cosh) "Output the hyperbolic cosine of the input";
    TANH "Tanh" "tanh" siso(Function::Tanh) "Output the hyperbolic tangent of the input";
    EXP "Exp" "exp" siso(Function::Exp) "Output the exponential (base e) of the input";
    LOG10 "Log10" "log10" siso(Function::Log10) "Output the base 10 logarithm of the input (input > 0 required)";
    MAX "Max" "max" si2so(Function::Max) "Pass through the larger of the two inputs";
    MIN "Min" "min" si2so(Function::Min) "Pass through the smaller of the two inputs";
    PRODUCT "Product" "product" si2so(Operation::Product) "Output the product of the two inputs: y = u1 u2";
    DIVISION "Division" "division" si2so(Operation::Divide)
        "Output the first input divided by the second input: y = u1/u2";
}

pub static LOG: Class = Class {
    name: "Modelica.Blocks.Math.Log",
    description: "Output the logarithm (default base e) of the input (input > 0 required)",
    documentation: documentation!("log.md"),
    parameters: &[real("base", "", "Base of the logarithm").or(std::f64::consts::E).min(f64::MIN_POSITIVE)],
    ..siso(|e| {
        let base = e.real("base");
        FunctionLaw::build(e, Operation::LogTo(base));
    })
};

pub static MULTI_PRODUCT: Class = Class {
    name: "Modelica.Blocks.Math.MultiProduct",
    description: "Product of signals: y = u[1] u[2] ... u[n]",
    documentation: documentation!("multi_product.md"),
    parameters: &[integer("nu", 1, 1, "Number of input connections")],
    connectors: &[inputs("u", SignalSize::Integer("nu")), Y],
    ..Class::element(|e| FunctionLaw::build(e, Operation::Product))
};
