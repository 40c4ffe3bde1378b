//! Modelica.Electrical.Analog.Sources

use super::interfaces::*;
use crate::class::*;
use crate::laws::circuit::{CircuitLaw, Effect};
use crate::laws::circuit_ports::Characteristic;
use crate::laws::given::Given;
use mechanism::{CircuitKind, CircuitSource};

pub static CONSTANT_VOLTAGE: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.ConstantVoltage",
    description: "Source of constant voltage",
    documentation: documentation!("constant_voltage.md"),
    parameters: &[real("V", "V", "Value of constant voltage").tunable()],
    ..one_port(|e| {
        let source = CircuitSource::Parameter(e.address("V"));
        CircuitLaw::build(e, CircuitKind::Voltage(source), Effect::None);
    })
};

pub static CONSTANT_CURRENT: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.ConstantCurrent",
    description: "Source of constant current",
    documentation: documentation!("constant_current.md"),
    parameters: &[real("I", "A", "Value of constant current").tunable()],
    ..one_port(|e| {
        let source = CircuitSource::Parameter(e.address("I"));
        CircuitLaw::build(e, CircuitKind::Current(source), Effect::None);
    })
};

pub static SIGNAL_VOLTAGE: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.SignalVoltage",
    description: "Voltage given by a signal",
    documentation: documentation!("signal_voltage.md"),
    connectors: &[P, N, real_input("v", "V", "Voltage between pin p and n (= p.v - n.v)")],
    variables: &[I],
    ..Class::element(|e| {
        let source = CircuitSource::Signal(e.scalar_input("v").into());
        CircuitLaw::build(e, CircuitKind::Voltage(source), Effect::None);
    })
};

pub static SIGNAL_CURRENT: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.SignalCurrent",
    description: "Current given by a signal",
    documentation: documentation!("signal_current.md"),
    connectors: &[P, N, real_input("i", "A", "Current flowing from pin p to pin n through it")],
    variables: &[V],
    ..Class::element(|e| {
        let source = CircuitSource::Signal(e.scalar_input("i").into());
        CircuitLaw::build(e, CircuitKind::Current(source), Effect::None);
    })
};

pub static SUPPLY_VOLTAGE: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.SupplyVoltage",
    description: "Supply voltage (positive and negative)",
    documentation: documentation!("supply_voltage.md"),
    parameters: &[
        real("Vps", "V", "Positive supply").or(15.0).tunable(),
        real("Vns", "V", "Negative supply").or(-15.0),
        real("V_lower", "V", "Voltage between ground and pin_n").derived("-Vns").hidden(),
    ],
    connectors: &[
        pin("pin_p", "Positive supply"),
        pin("pin_n", "Negative supply"),
        pin("ground", "Pin at the potential between them"),
    ],
    body: Body::Netlist(&Netlist {
        parts: &[
            part("positiveSupply", "Modelica.Electrical.Analog.Sources.ConstantVoltage", &[("V", "Vps")]),
            part("negativeSupply", "Modelica.Electrical.Analog.Sources.ConstantVoltage", &[("V", "V_lower")]),
        ],
        connections: &[("positiveSupply.n", "negativeSupply.p")],
        connectors: &[
            ("pin_p", &["positiveSupply.p"]),
            ("pin_n", &["negativeSupply.n"]),
            ("ground", &["positiveSupply.n"]),
        ],
        ..Netlist::EMPTY
    }),
    ..Class::EMPTY
};

const START_TIME: Parameter = real("startTime", "s", "Time offset").or(0.0);
const F: Parameter = real("f", "Hz", "Frequency of sine wave");
const PHASE: Parameter = real("phase", "rad", "Phase of sine wave").or(0.0);
const PERIOD: Parameter = real("period", "s", "Time for one period").min(1e-60);

/// A voltage source and a current source: a block and a source that it controls. The block is named with its parameters other than offset
/// and startTime, as expressions of those of the classes, in which `$amplitude` is V or I.
macro_rules! sources {
    ($($voltage:ident $current:ident $shape:literal $block:literal $file:literal $text:literal [$($parameter:expr),*] [$($given:tt)*];)+) => {
        $(
            source!($voltage "Voltage" "V" "voltage" "source.v" $shape $block $file $text [$($parameter),*] [$($given)*]);
            source!($current "Current" "A" "current" "source.i" $shape $block $file $text [$($parameter),*] [$($given)*]);
        )+
    };
}

macro_rules! source {
    (
        $class:ident $kind:literal $unit:literal $word:literal $input:literal
        $shape:literal $block:literal $file:literal $text:literal [$($parameter:expr),*] [$(($name:literal, $value:literal)),*]
    ) => {
        pub static $class: Class = Class {
            name: concat!("Modelica.Electrical.Analog.Sources.", $shape, $kind),
            description: concat!($text, " ", $word, " source"),
            documentation: documentation!($file, "_", $word, ".md"),
            parameters: &[$($parameter($unit),)* real("offset", $unit, "Offset").or(0.0), START_TIME],
            connectors: &[P, N],
            variables: &[V, I],
            body: Body::Netlist(&Netlist {
                parts: &[
                    Part {
                        name: "signalSource",
                        class: concat!("Modelica.Blocks.Sources.", $block),
                        parameters: &[$(($name, value($unit, $value)),)* ("offset", "offset"), ("startTime", "startTime")],
                    },
                    Part { name: "source", class: concat!("Modelica.Electrical.Analog.Sources.Signal", $kind), parameters: &[] },
                ],
                connections: &[("signalSource.y", $input)],
                connectors: &[("p", &["source.p"]), ("n", &["source.n"])],
                variables: &[("v", "source.v"), ("i", "source.i")],
            }),
            ..Class::EMPTY
        };
    };
}

/// An expression of a part; `amplitude` is that of the class.
const fn value(unit: &'static str, expression: &'static str) -> &'static str {
    match expression.as_bytes() {
        b"amplitude" => height(unit).name,
        _ => expression,
    }
}

/// V or I, with the unit.
const fn height(unit: &'static str) -> Parameter {
    let is_voltage = matches!(unit.as_bytes(), b"V");
    real(if is_voltage { "V" } else { "I" }, unit, "Amplitude, or height").tunable()
}

const fn f(_unit: &'static str) -> Parameter {
    F
}

const fn phase(_unit: &'static str) -> Parameter {
    PHASE
}

const fn damping(_unit: &'static str) -> Parameter {
    real("damping", "1/s", "Damping coefficient of sine wave")
}

const fn duration(_unit: &'static str) -> Parameter {
    real("duration", "s", "Duration of ramp").min(0.0)
}

const fn rising(_unit: &'static str) -> Parameter {
    real("rising", "s", "Rising duration of trapezoid").min(0.0).or(0.0)
}

const fn width(_unit: &'static str) -> Parameter {
    real("width", "s", "Width duration of trapezoid").min(0.0).or(0.5)
}

const fn falling(_unit: &'static str) -> Parameter {
    real("falling", "s", "Falling duration of trapezoid").min(0.0).or(0.0)
}

const fn period(_unit: &'static str) -> Parameter {
    PERIOD
}

const fn nperiod(_unit: &'static str) -> Parameter {
    real("nperiod", "", "Number of periods (less than 0 means infinite number of periods)").or(-1.0)
}

const fn percentage(_unit: &'static str) -> Parameter {
    real("width", "", "Width of pulse in % of period").min(f64::MIN_POSITIVE).max(100.0).or(50.0)
}

const fn points(_unit: &'static str) -> Parameter {
    table("table", "", "Table matrix (time = first column, values = second column)")
}

sources! {
    STEP_VOLTAGE STEP_CURRENT "Step" "Step" "step" "Step" [height] [("height", "amplitude")];
    RAMP_VOLTAGE RAMP_CURRENT "Ramp" "Ramp" "ramp" "Ramp" [height, duration] [("height", "amplitude"), ("duration", "duration")];
    SINE_VOLTAGE SINE_CURRENT "Sine" "Sine" "sine" "Sine" [height, f, phase] [("amplitude", "amplitude"), ("f", "f"), ("phase", "phase")];
    COSINE_VOLTAGE COSINE_CURRENT "Cosine" "Sine" "cosine" "Cosine" [height, f, phase]
        [("amplitude", "amplitude"), ("f", "f"), ("phase", "phase + 1.5707963267948966")];
    EXP_SINE_VOLTAGE EXP_SINE_CURRENT "ExpSine" "ExpSine" "exp_sine" "Exponentially damped sine" [height, f, phase, damping]
        [("amplitude", "amplitude"), ("f", "f"), ("phase", "phase"), ("damping", "damping")];
    TRAPEZOID_VOLTAGE TRAPEZOID_CURRENT "Trapezoid" "Trapezoid" "trapezoid" "Trapezoidal" [height, rising, width, falling, period, nperiod]
        [("amplitude", "amplitude"), ("rising", "rising"), ("width", "width"), ("falling", "falling"), ("period", "period"), ("nperiod", "nperiod")];
    PULSE_VOLTAGE PULSE_CURRENT "Pulse" "Pulse" "pulse" "Pulse" [height, percentage, period]
        [("amplitude", "amplitude"), ("width", "width"), ("period", "period")];
    SAW_TOOTH_VOLTAGE SAW_TOOTH_CURRENT "SawTooth" "SawTooth" "saw_tooth" "Saw tooth" [height, period]
        [("amplitude", "amplitude"), ("period", "period")];
    TABLE_VOLTAGE TABLE_CURRENT "Table" "TimeTable" "table" "Table" [points] [("table", "table")];
}

/// A sine or cosine with amplitude and frequency as signals, unless they are constant; `phi` is the integral of the frequency.
macro_rules! variable_sine {
    ($class:ident $shape:literal $kind:literal $unit:literal $amplitude:literal $file:literal $is_cosine:literal) => {
        pub static $class: Class = Class {
            name: concat!("Modelica.Electrical.Analog.Sources.", $shape, $kind, "VariableFrequencyAndAmplitude"),
            description: concat!($shape, " source with variable frequency and amplitude"),
            documentation: documentation!($file, ".md"),
            parameters: &[
                real("offset", $unit, "Offset of the wave").or(0.0).tunable(),
                boolean("useConstantAmplitude", false, "Enable constant amplitude"),
                real("constantAmplitude", $unit, "Constant amplitude").or(1.0).tunable(),
                boolean("useConstantFrequency", false, "Enable constant frequency"),
                real("constantFrequency", "Hz", "Constant frequency").or(1.0).tunable(),
            ],
            connectors: &[
                P,
                N,
                real_input($amplitude, $unit, "Amplitude").unless("useConstantAmplitude"),
                real_input("f", "Hz", "Frequency").unless("useConstantFrequency"),
            ],
            variables: &[V, I, variable("phi", "rad", "Phase of the wave").with_start()],
            ..Class::element(|e| build_wave(e, $amplitude, $is_cosine))
        };
    };
}

/// A parameter, if a Boolean parameter is true, or an input.
fn given(e: &Element<'_>, is_constant: &str, constant: &str, input: &str) -> Given {
    if e.boolean(is_constant) { Given::Parameter(e.real(constant)) } else { Given::Signal(e.scalar_input(input)) }
}

/// Registers a sine or cosine; the amplitude is the input V or I.
fn build_wave(e: &mut Element<'_>, amplitude: &'static str, is_cosine: bool) {
    let (phase, offset) = (e.add_state("phi"), e.real("offset"));
    let f = given(e, "useConstantFrequency", "constantFrequency", "f");
    let gives_voltage = amplitude == "V";
    let amplitude = given(e, "useConstantAmplitude", "constantAmplitude", amplitude);
    let wave = Characteristic::Wave { phase, amplitude, offset, is_cosine, gives_voltage };
    let element = add_port(e, &["p", "n"], wave, &[]);
    CircuitLaw::finish(e, &[element], Effect::Phase(phase, f));
}

variable_sine!(SINE_VOLTAGE_VARIABLE "Sine" "Voltage" "V" "V" "sine_voltage_variable" false);
variable_sine!(SINE_CURRENT_VARIABLE "Sine" "Current" "A" "I" "sine_current_variable" false);
variable_sine!(COSINE_VOLTAGE_VARIABLE "Cosine" "Voltage" "V" "V" "cosine_voltage_variable" true);
variable_sine!(COSINE_CURRENT_VARIABLE "Cosine" "Current" "A" "I" "cosine_current_variable" true);
