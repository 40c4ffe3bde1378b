//! Modelica.Electrical.Analog.Basic

use super::interfaces::*;
use crate::class::*;
use crate::laws::circuit::Effect;
use crate::laws::circuit_ports::Characteristic;
use crate::laws::given::Given;
use crate::laws::one_dimensional::drives::SupportedFlange;
use crate::{rotational, translational};
use mechanism::{CircuitKind, CircuitSource, Control, Quantity, Winding};

const T_REF: Parameter = real("T_ref", "K", "Reference temperature").or(300.15);
const ALPHA: Parameter = real("alpha", "1/K", "Temperature coefficient of resistance").or(0.0);
const T: Parameter = real("T", "K", "Temperature of the element").or_expression("T_ref");
const C_MIN: Parameter = real("Cmin", "F", "Lower bound for variable capacitance").or(f64::EPSILON);
const L_MIN: Parameter = real("Lmin", "H", "Lower bound for variable inductance").or(f64::EPSILON);
const CHARGE: Variable = variable("Q", "C", "Electric charge").with_start();
const FLUX: Variable = variable("Psi", "Wb", "Magnetic flux").with_start();

plain_classes! {
    "Electrical.Analog.Basic":
    GROUND "Ground" {pin("p", "Pin at potential zero")} plain(|e| e.add_circuit(CircuitKind::Ground, Effect::None))
        "Ground node";
    RESISTOR "Resistor" [real("R", "Ohm", "Resistance at temperature T_ref").tunable(), T_REF, ALPHA, USE_HEAT_PORT, T]
        heated_one_port(|e| e.add_resistor("R", false)) "Ideal linear electrical resistor";
    CONDUCTOR "Conductor" [real("G", "S", "Conductance at temperature T_ref").tunable(), T_REF, ALPHA, USE_HEAT_PORT, T]
        heated_one_port(|e| e.add_resistor("G", true)) "Ideal linear electrical conductor";
    VCV "VCV" [real("gain", "", "Voltage gain").tunable()]
        two_port(|e| build_controlled(e, Quantity::Voltage, Quantity::Voltage, "gain"))
        "Linear voltage-controlled voltage source";
    VCC "VCC" [real("transConductance", "S", "Transconductance").tunable()]
        two_port(|e| build_controlled(e, Quantity::Voltage, Quantity::Current, "transConductance"))
        "Linear voltage-controlled current source";
    CCV "CCV" [real("transResistance", "Ohm", "Transresistance").tunable()]
        two_port(|e| build_controlled(e, Quantity::Current, Quantity::Voltage, "transResistance"))
        "Linear current-controlled voltage source";
    CCC "CCC" [real("gain", "", "Current gain").tunable()]
        two_port(|e| build_controlled(e, Quantity::Current, Quantity::Current, "gain"))
        "Linear current-controlled current source";
    CAPACITOR "Capacitor" [real("C", "F", "Capacitance").min(f64::MIN_POSITIVE).tunable()]
        {P, N} showing(&[V.with_start(), I], |e| {
            let (state, c) = (e.add_state("v"), e.real("C"));
            e.add_circuit(CircuitKind::Capacitor(state, c.address()), Effect::Capacitor(state, c));
        })
        "Ideal linear electrical capacitor";
    INDUCTOR "Inductor" [real("L", "H", "Inductance").min(f64::MIN_POSITIVE).tunable()]
        {P, N} showing(&[V, I.with_start()], |e| {
            let (state, l) = (e.add_state("i"), e.real("L"));
            e.add_circuit(CircuitKind::Inductor(state, l.address()), Effect::Inductor(state, l));
        })
        "Ideal linear electrical inductor";
    VARIABLE_RESISTOR "VariableResistor" {P, N, HEAT_PORT, real_input("R", "Ohm", "Resistance at temperature T_ref")}
        variable_resistor(|e| e.add_resistor("R", false)) "Ideal linear electrical resistor with variable resistance";
    VARIABLE_CONDUCTOR "VariableConductor" {P, N, HEAT_PORT, real_input("G", "S", "Conductance at temperature T_ref")}
        variable_resistor(|e| e.add_resistor("G", true)) "Ideal linear electrical conductor with variable conductance";
    VARIABLE_CAPACITOR "VariableCapacitor" [C_MIN, UIC] {P, N, real_input("C", "F", "Capacitance")}
        showing(&[V, I, CHARGE], |e| build_variable(e, ["Q", "C", "Cmin"], false))
        "Ideal linear electrical capacitor with variable capacitance";
    VARIABLE_INDUCTOR "VariableInductor" [L_MIN, UIC] {P, N, real_input("L", "H", "Inductance")}
        showing(&[V, I, FLUX], |e| build_variable(e, ["Psi", "L", "Lmin"], true))
        "Ideal linear electrical inductor with variable inductance";
}

/// A resistor or conductor whose value is a signal.
const fn variable_resistor(build: fn(&mut Element<'_>)) -> Class {
    Class { parameters: &[T_REF, ALPHA, USE_HEAT_PORT, T], ..showing(&[V, I, LOSS_POWER, T_HEAT_PORT], build) }
}

/// Registers an electric/mechanic transformer.
fn build_emf(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let k = e.real("k");
    let source = CircuitSource::Speed(driven.flange, driven.support, k.address());
    e.add_circuit(CircuitKind::Voltage(source), Effect::Machine(driven, k));
}

pub static ROTATIONAL_EMF: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.RotationalEMF",
    description: "Electromotoric force (electric/mechanic transformer)",
    parameters: &[rotational::interfaces::USE_SUPPORT, real("k", "N.m/A", "Transformation coefficient").tunable()],
    connectors: &[P, N, rotational::interfaces::FLANGE, rotational::interfaces::SUPPORT],
    variables: &[
        V,
        I,
        variable("phi", "rad", "Angle of the shaft relative to the support"),
        variable("w", "rad/s", "Angular velocity of the shaft relative to the support"),
        variable("tau", "N.m", "Torque of the flange (= -tauElectrical)"),
        variable("tauElectrical", "N.m", "Electrical torque"),
    ],
    ..Class::element(build_emf)
};

pub static TRANSLATIONAL_EMF: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.TranslationalEMF",
    description: "Electromotoric force (electric/mechanic transformer), translational",
    parameters: &[translational::interfaces::USE_SUPPORT, real("k", "N/A", "Transformation coefficient").tunable()],
    connectors: &[P, N, translational::interfaces::FLANGE, translational::interfaces::SUPPORT],
    variables: &[
        V,
        I,
        variable("s", "m", "Position of the flange relative to the support"),
        variable("vel", "m/s", "Velocity of the flange relative to the support"),
        variable("f", "N", "Force of the flange (= -fElectrical)"),
        variable("fElectrical", "N", "Electrical force"),
    ],
    ..Class::element(build_emf)
};

/// Registers a capacitor or inductor whose value is a signal; the charge or the flux is a state.
fn build_variable(e: &mut Element<'_>, [state, value, least]: [&str; 3], is_inductor: bool) {
    e.refuse_if("UIC", "an initial value of the charge or flux; give `Q` or `Psi` a start value instead");
    let (state, by, least) = (e.add_state(state), e.scalar_input(value), e.real(least));
    let element = e.add_port(&["p", "n"], Characteristic::Storage { state, by, least, is_inductor }, &[]);
    let effect = if is_inductor { Effect::Flux(state) } else { Effect::Charge(state) };
    e.finish_circuit(&[element], &[effect]);
}

const UIC: Parameter = boolean("UIC", false, "Decision if initial value IC shall be used");

pub static SATURATING_INDUCTOR: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.SaturatingInductor",
    description: "Simple model of an inductor with saturation",
    parameters: &[
        real("Inom", "A", "Nominal current").min(f64::MIN_POSITIVE).or(1.0),
        real("Lnom", "H", "Nominal inductance at Nominal current").min(f64::MIN_POSITIVE).or(1.0),
        real("Lzer", "H", "Inductance near current=0").min(f64::MIN_POSITIVE).or_expression("2*Lnom"),
        real("Linf", "H", "Inductance at large currents").min(f64::MIN_POSITIVE).or_expression("Lnom/2"),
    ],
    variables: &[V, I, variable("Psi", "Wb", "Present flux").with_start()],
    ..one_port(|e| {
        let (flux, parameters) = (e.add_state("Psi"), ["Inom", "Lnom", "Lzer", "Linf"].map(|name| e.real(name)));
        let element = e.add_port(&["p", "n"], Characteristic::Saturation { flux, parameters }, &[]);
        e.finish_circuit(&[element], &[Effect::Flux(flux)]);
    })
};

pub static POTENTIOMETER: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Potentiometer",
    description: "Adjustable resistor",
    parameters: &[
        real("R", "Ohm", "Resistance at temperature T_ref").min(f64::MIN_POSITIVE).tunable(),
        real("T_ref", "K", "Reference temperature").or(293.15),
        ALPHA,
        USE_HEAT_PORT,
        T,
        boolean("useRinput", false, "Use input for 0<r<1 (else constant)"),
        real("rConstant", "", "Contact between n (r=0) and p (r=1)").min(0.0).max(1.0).or(0.5).tunable(),
    ],
    connectors: &[
        pin("pin_p", "Positive pin"),
        pin("contact", "Sliding contact"),
        pin("pin_n", "Negative pin"),
        real_input("r", "", "Position of the contact").when("useRinput"),
        HEAT_PORT,
    ],
    variables: &[LOSS_POWER, T_HEAT_PORT],
    ..Class::element(|e| {
        let value = Given::Parameter(e.real("R"));
        let r = e.given("r", "rConstant");
        let parts = [(["pin_p", "contact"], true), (["pin_n", "contact"], false)].map(|(pins, is_upper)| {
            let characteristic = e.resistance(value, false, Some((r, is_upper)));
            e.add_port(&pins, characteristic, &[])
        });
        let effect = e.heater();
        e.finish_circuit(&parts, &[effect]);
    })
};

/// Registers a controlled source: the primary side is idle or short, the secondary side gives a multiple of its quantity.
fn build_controlled(e: &mut Element<'_>, by: Quantity, gives: Quantity, factor: &str) {
    let primary = match by {
        Quantity::Voltage => CircuitKind::Open,
        Quantity::Current => CircuitKind::Voltage(CircuitSource::Zero),
    };
    let of = e.add_element(&["p1", "n1"], primary);
    let control = Control { gives, by, of, factor: e.address(factor), is_negative: false };
    let secondary = e.add_element(&["p2", "n2"], CircuitKind::Controlled(control));
    e.finish_circuit(&[of, secondary], &[]);
}

pub static GYRATOR: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Gyrator",
    description: "Gyrator",
    parameters: &[
        real("G1", "S", "Primary gyration conductance").tunable(),
        real("G2", "S", "Secondary gyration conductance").tunable(),
    ],
    ..two_port(|e| {
        let first = e.elements.circuit_elements.len();
        let side = |of, factor, is_negative| {
            let (gives, by) = (Quantity::Current, Quantity::Voltage);
            CircuitKind::Controlled(Control { gives, by, of, factor, is_negative })
        };
        let [g1, g2] = ["G1", "G2"].map(|name| e.address(name));
        let primary = e.add_element(&["p1", "n1"], side(first + 1, g2, false));
        let secondary = e.add_element(&["p2", "n2"], side(first, g1, true));
        e.finish_circuit(&[primary, secondary], &[]);
    })
};

pub static TRANSFORMER: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Transformer",
    description: "Transformer with two ports",
    parameters: &[
        real("L1", "H", "Primary inductance").min(f64::MIN_POSITIVE).tunable(),
        real("L2", "H", "Secondary inductance").min(f64::MIN_POSITIVE).tunable(),
        real("M", "H", "Coupling inductance, with M^2 < L1*L2").tunable(),
    ],
    variables: &[PORT_VARIABLES[0], PORT_VARIABLES[1], I1.with_start(), I2.with_start()],
    ..two_port(|e| {
        let first = e.elements.circuit_elements.len();
        let [l1, l2, m] = ["L1", "L2", "M"].map(|name| e.address(name));
        let primary = Winding { state: e.add_state("i1"), inductances: [l1, l2, m], other: first + 1 };
        let secondary = Winding { state: e.add_state("i2"), inductances: [l2, l1, m], other: first };
        let elements = [(["p1", "n1"], primary), (["p2", "n2"], secondary)]
            .map(|(pins, winding)| e.add_element(&pins, CircuitKind::Winding(winding)));
        e.finish_circuit(&elements, &[primary, secondary].map(Effect::Winding));
    })
};
