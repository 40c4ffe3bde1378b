//! Modelica.Electrical.Analog.Sources

use super::interfaces::*;
use crate::blocks::{DAMPING, F, FALLING, NPERIOD, PERIOD, PHASE, RISING, WIDTH};
use crate::class::*;
use crate::laws::circuit::Effect;
use crate::laws::circuit_ports::Characteristic;
use mechanism::{CircuitKind, CircuitSource};

plain_classes! {
    "Electrical.Analog.Sources":
    CONSTANT_VOLTAGE "ConstantVoltage" [real("V", "V", "Value of constant voltage").tunable()]
        one_port(|e| e.add_circuit(CircuitKind::Voltage(CircuitSource::Parameter(e.address("V"))), Effect::None))
        "Source of constant voltage";
    CONSTANT_CURRENT "ConstantCurrent" [real("I", "A", "Value of constant current").tunable()]
        one_port(|e| e.add_circuit(CircuitKind::Current(CircuitSource::Parameter(e.address("I"))), Effect::None))
        "Source of constant current";
    SIGNAL_VOLTAGE "SignalVoltage"
        {P, N, real_input("v", "V", "Voltage between pin p and n (= p.v - n.v)")}
        showing(&[I], |e| {
            e.add_circuit(CircuitKind::Voltage(CircuitSource::Signal(e.scalar_input("v").into())), Effect::None);
        })
        "Voltage given by a signal";
    SIGNAL_CURRENT "SignalCurrent"
        {P, N, real_input("i", "A", "Current flowing from pin p to pin n through it")}
        showing(&[V], |e| {
            e.add_circuit(CircuitKind::Current(CircuitSource::Signal(e.scalar_input("i").into())), Effect::None);
        })
        "Current given by a signal";
}

pub static SUPPLY_VOLTAGE: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.SupplyVoltage",
    description: "Supply voltage (positive and negative)",
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
    ..Class::netlist(&Netlist {
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
    })
};

const START_TIME: Parameter = real("startTime", "s", "Time offset").or(0.0);

/// A voltage source and a current source: a block and a source that it controls. A row: names of the two statics,
/// beginning of the class name, the block, beginning of the description, the parameter of the block that is V or I,
/// other parameters of the class, and their expressions in the block.
macro_rules! sources {
    ($($voltage:ident $current:ident $shape:literal $block:literal $text:literal $amplitude:literal
       [$($parameter:expr),*] [$($given:tt)*];)+) => {
        $(
            source!($voltage "Voltage" "V" "voltage" "source.v" $shape $block $text
                [real("V", "V", AMPLITUDE).tunable(), $($parameter),*] [($amplitude, "V"), $($given)*]);
            source!($current "Current" "A" "current" "source.i" $shape $block $text
                [real("I", "A", AMPLITUDE).tunable(), $($parameter),*] [($amplitude, "I"), $($given)*]);
        )+
    };
}

macro_rules! source {
    (
        $class:ident $kind:literal $unit:literal $word:literal $input:literal
        $shape:literal $block:literal $text:literal [$($parameter:expr),* $(,)?]
        [$(($name:literal, $value:literal)),* $(,)?]
    ) => {
        pub static $class: Class = Class {
            name: concat!("Modelica.Electrical.Analog.Sources.", $shape, $kind),
            description: concat!($text, " ", $word, " source"),
            parameters: &[$($parameter,)* real("offset", $unit, "Offset").or(0.0), START_TIME],
            connectors: &[P, N],
            variables: &[V, I],
            ..Class::netlist(&Netlist {
                parts: &[
                    part(
                        "signalSource",
                        concat!("Modelica.Blocks.Sources.", $block),
                        &[$(($name, $value),)* ("offset", "offset"), ("startTime", "startTime")],
                    ),
                    part("source", concat!("Modelica.Electrical.Analog.Sources.Signal", $kind), &[]).exposed(),
                ],
                connections: &[("signalSource.y", $input)],
                ..Netlist::EMPTY
            })
        };
    };
}

const AMPLITUDE: &str = "Amplitude, or height";
const DURATION: Parameter = real("duration", "s", "Duration of ramp").min(0.0);
const PERCENTAGE: Parameter =
    real("width", "", "Width of pulse in % of period").min(f64::MIN_POSITIVE).max(100.0).or(50.0);
const POINTS: Parameter = table("table", "", "Table matrix (time = first column, values = second column)");

sources! {
    STEP_VOLTAGE STEP_CURRENT "Step" "Step" "Step" "height" [] [];
    RAMP_VOLTAGE RAMP_CURRENT "Ramp" "Ramp" "Ramp" "height" [DURATION] [("duration", "duration")];
    SINE_VOLTAGE SINE_CURRENT "Sine" "Sine" "Sine" "amplitude" [F, PHASE] [("f", "f"), ("phase", "phase")];
    COSINE_VOLTAGE COSINE_CURRENT "Cosine" "Sine" "Cosine" "amplitude" [F, PHASE]
        [("f", "f"), ("phase", "phase + 1.5707963267948966")];
    EXP_SINE_VOLTAGE EXP_SINE_CURRENT "ExpSine" "ExpSine" "Exponentially damped sine" "amplitude" [F, PHASE, DAMPING]
        [("f", "f"), ("phase", "phase"), ("damping", "damping")];
    TRAPEZOID_VOLTAGE TRAPEZOID_CURRENT "Trapezoid" "Trapezoid" "Trapezoidal" "amplitude"
        [RISING, WIDTH, FALLING, PERIOD, NPERIOD]
        [("rising", "rising"), ("width", "width"), ("falling", "falling"), ("period", "period"),
            ("nperiod", "nperiod")];
    PULSE_VOLTAGE PULSE_CURRENT "Pulse" "Pulse" "Pulse" "amplitude"
        [PERCENTAGE, PERIOD] [("width", "width"), ("period", "period")];
    SAW_TOOTH_VOLTAGE SAW_TOOTH_CURRENT "SawTooth" "SawTooth" "Saw tooth" "amplitude" [PERIOD] [("period", "period")];
}

source!(TABLE_VOLTAGE "Voltage" "V" "voltage" "source.v" "Table" "TimeTable" "Table" [POINTS] [("table", "table")]);
source!(TABLE_CURRENT "Current" "A" "current" "source.i" "Table" "TimeTable" "Table" [POINTS] [("table", "table")]);

/// A sine or cosine with amplitude and frequency as signals, unless they are constant; `phi` is the integral of the frequency.
macro_rules! variable_sine {
    ($class:ident $shape:literal $kind:literal $unit:literal $amplitude:literal $is_cosine:literal) => {
        pub static $class: Class = Class {
            name: concat!("Modelica.Electrical.Analog.Sources.", $shape, $kind, "VariableFrequencyAndAmplitude"),
            description: concat!($shape, " source with variable frequency and amplitude"),
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
                real_input($amplitude, $unit, "Amplitude").when_is("useConstantAmplitude", "false"),
                real_input("f", "Hz", "Frequency").when_is("useConstantFrequency", "false"),
            ],
            variables: &[V, I, variable("phi", "rad", "Phase of the wave").with_start()],
            ..Class::element(|e| build_wave(e, $amplitude, $is_cosine))
        };
    };
}

/// Registers a sine or cosine; the amplitude is the input V or I.
fn build_wave(e: &mut Element<'_>, amplitude: &'static str, is_cosine: bool) {
    let (phase, offset) = (e.add_state("phi"), e.real("offset"));
    let (f, gives_voltage) = (e.given("f", "constantFrequency"), amplitude == "V");
    let amplitude = e.given(amplitude, "constantAmplitude");
    let wave = Characteristic::Wave { phase, amplitude, offset, is_cosine, gives_voltage };
    let element = e.add_port(&["p", "n"], wave, &[]);
    e.finish_circuit(&[element], &[Effect::Phase(phase, f)]);
}

variable_sine!(SINE_VOLTAGE_VARIABLE "Sine" "Voltage" "V" "V" false);
variable_sine!(SINE_CURRENT_VARIABLE "Sine" "Current" "A" "I" false);
variable_sine!(COSINE_VOLTAGE_VARIABLE "Cosine" "Voltage" "V" "V" true);
variable_sine!(COSINE_CURRENT_VARIABLE "Cosine" "Current" "A" "I" true);
