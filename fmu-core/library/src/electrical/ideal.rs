//! Modelica.Electrical.Analog.Ideal

use super::interfaces::*;
use crate::class::*;
use crate::laws::circuit::Effect;
use crate::laws::circuit_ports::{Arc, Characteristic, Control as SwitchControl, Gate, Supply};
use crate::types::LIMITER_HOMOTOPY;
use mechanism::{CircuitKind, CircuitSource, Control, Quantity, Real};

pub static IDEAL_OP_AMP: Class = Class {
    name: "Modelica.Electrical.Analog.Ideal.IdealOpAmp",
    description: "Ideal operational amplifier (norator-nullator pair)",
    connectors: &[
        pin("p1", "Positive pin of the input"),
        pin("n1", "Negative pin of the input"),
        pin("p2", "Positive pin of the output"),
        pin("n2", "Negative pin of the output"),
    ],
    variables: &[I2],
    ..Class::element(|e| e.add_circuit(CircuitKind::Amplifier, Effect::None))
};

const IN_P: Connector = pin("in_p", "Positive pin of the input");
const IN_N: Connector = pin("in_n", "Negative pin of the input");
const OUT: Connector = pin("out", "Pin of the output");

pub static IDEAL_OP_AMP_LIMITED: Class = Class {
    name: "Modelica.Electrical.Analog.Ideal.IdealOpAmpLimited",
    description: "Ideal operational amplifier with limitation",
    connectors: &[
        IN_P,
        IN_N,
        OUT,
        pin("VMax", "Positive output voltage limitation"),
        pin("VMin", "Negative output voltage limitation"),
    ],
    variables: &[variable("vin", "V", "Input voltage")],
    ..Class::element(|e| {
        let [input, upper, lower] =
            [&["in_p", "in_n"][..], &["VMax"], &["VMin"]].map(|pins| e.add_element(pins, CircuitKind::Open));
        let characteristic = Characteristic::Amplifier { gain: None, supply: Supply::Pins, limit_before: 0 };
        let output = e.add_port(&["out"], characteristic, &[input, upper, lower]);
        e.finish_circuit(&[output, input, upper, lower], &[]);
    })
};

pub static IDEALIZED_OP_AMP_LIMITED: Class = Class {
    name: "Modelica.Electrical.Analog.Ideal.IdealizedOpAmpLimited",
    description: "Idealized operational amplifier with limitation",
    parameters: &[
        real("V0", "", "No-load amplification").or(15000.0).tunable(),
        boolean("useSupply", false, "Use supply pins (otherwise constant supply)"),
        real("Vps", "V", "Positive supply voltage").or(15.0).tunable().only_if(&[("useSupply", "false")]),
        real("Vns", "V", "Negative supply voltage").or(-15.0).tunable().only_if(&[("useSupply", "false")]),
        reading_boolean("strict", true, "Strict limits; limits are events here in any case"),
        enumeration(
            "homotopyType",
            &LIMITER_HOMOTOPY,
            "NoHomotopy",
            "UpperLimit, LowerLimit: where the search for the start begins",
        ),
    ],
    connectors: &[
        IN_P,
        IN_N,
        OUT,
        pin("s_p", "Positive supply pin: gives the power of the output").when("useSupply"),
        pin("s_n", "Negative supply pin").when("useSupply"),
    ],
    variables: &[variable("v_in", "V", "Input voltage difference"), variable("v_out", "V", "Output voltage to ground")],
    ..Class::element(|e| {
        let limit_before = match e.literal("homotopyType") {
            "UpperLimit" => 1,
            "LowerLimit" => -1,
            _ => 0,
        };
        let mut elements = vec![e.add_element(&["in_p", "in_n"], CircuitKind::Open)];
        let supply = if e.boolean("useSupply") {
            elements.extend(["s_p", "s_n"].map(|pin| e.add_element(&[pin], CircuitKind::Open)));
            Supply::Pins
        } else {
            Supply::Constant(["Vps", "Vns"].map(|name| e.real(name)))
        };
        let characteristic = Characteristic::Amplifier { gain: Some(e.real("V0")), supply, limit_before };
        let output = e.add_port(&["out"], characteristic, &elements);
        elements.insert(0, output);
        if e.boolean("useSupply") {
            let watches = vec![(output, Quantity::Voltage), (output, Quantity::Current)];
            elements.push(e.add_port_with(&["s_p", "s_n"], Characteristic::Supply, watches));
        }
        e.finish_circuit(&elements, &[]);
    })
};

const R_ON: Parameter = real("Ron", "Ohm", "Closed switch resistance").min(0.0).or(1e-5).tunable();
const G_OFF: Parameter = real("Goff", "S", "Opened switch conductance").min(0.0).or(1e-5).tunable();
const CONTROL_PIN: Connector = pin("control", "Control pin: compared with level");
const LEVEL: Parameter = real("level", "V", "Switch level").or(0.5).tunable();
const A0: Parameter = real("V0", "V", "Initial arc voltage");
const A1: Parameter = real("dVdt", "V/s", "Arc voltage slope");
const A2: Parameter = real("Vmax", "V", "Max. arc voltage");
const OFF: Variable = boolean_variable("off", "Switching state").starting_at(1.0);

/// A Boolean input.
const fn control(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::Input(SignalType::Boolean, 1), "", description)
}

/// A way between two pins, and the control value that closes it.
type Way = ([&'static str; 2], bool);

/// Registers a switch: closes its ways, according to its control and with arcs if the class has parameters for them.
fn build_switch(e: &mut Element<'_>, ways: &[Way]) {
    let (r_on, g_off) = (e.real("Ron"), e.real("Goff"));
    let arc = e.has_parameter("dVdt").then(|| Arc(["V0", "dVdt", "Vmax"].map(|name| e.real(name))));
    let level = e.has_parameter("level").then(|| e.real("level"));
    let watched = level.map(|_| e.add_element(&["control"], CircuitKind::Open));
    let mut elements = Vec::new();
    for (pins, closes) in ways {
        let control = match level {
            Some(level) => SwitchControl::Voltage(level, *closes),
            None => SwitchControl::Signal(e.scalar_input("control"), *closes),
        };
        elements.push(e.add_port(pins, Characteristic::Switch { control, r_on, g_off, arc }, watched.as_slice()));
    }
    elements.extend(watched);
    let effect = e.heater();
    e.finish_circuit(&elements, &[effect]);
}

const ONE: [&str; 2] = ["p", "n"];
const TWO_WAYS: &[Way] = &[(["p", "n1"], false), (["p", "n2"], true)];
const FOUR_WAYS: &[Way] = &[(["p1", "n1"], false), (["p2", "n2"], false), (["p1", "n2"], true), (["p2", "n1"], true)];

/// Switches with one way, each controlled by a signal and by a pin.
macro_rules! switches {
    ($($class:ident $name:literal $description:literal [$($pin:expr),+] [$($variable:expr),*] [$($parameter:expr),*] $ways:expr;)+) => {
        $(pub static $class: Class = Class {
            name: concat!("Modelica.Electrical.Analog.Ideal.", $name),
            description: $description,
            parameters: &[R_ON, G_OFF, USE_HEAT_PORT, $($parameter),*],
            connectors: &[$($pin),+, HEAT_PORT],
            variables: &[$($variable,)* LOSS_POWER],
            ..Class::element(|e| build_switch(e, $ways))
        };)+
    };
}

const CLOSER: Connector = control("control", "true => p--n connected, false => switch open");
const OPENER: Connector = control("control", "true => switch open, false => p--n connected");
const SELECTOR: Connector = control("control", "true => p--n2 connected, false => p--n1 connected");
const CROSSING: Connector = control("control", "true => p1--n2, p2--n1 connected, otherwise p1--n1, p2--n2 connected");
const PIN_1: Connector = pin("n1", "Pin connected with p if the control is false");
const PIN_2: Connector = pin("n2", "Pin connected with p if the control is true");

switches! {
    IDEAL_CLOSING_SWITCH "IdealClosingSwitch" "Ideal electrical closer" [P, N, CLOSER] [V, I, OFF] [] &[(ONE, true)];
    IDEAL_OPENING_SWITCH "IdealOpeningSwitch" "Ideal electrical opener" [P, N, OPENER] [V, I, OFF] [] &[(ONE, false)];
    CONTROLLED_IDEAL_CLOSING_SWITCH "ControlledIdealClosingSwitch" "Controlled ideal electrical closer"
        [P, N, CONTROL_PIN] [V, I, OFF] [LEVEL] &[(ONE, true)];
    CONTROLLED_IDEAL_OPENING_SWITCH "ControlledIdealOpeningSwitch" "Controlled ideal electrical opener"
        [P, N, CONTROL_PIN] [V, I, OFF] [LEVEL] &[(ONE, false)];
    CLOSER_WITH_ARC "CloserWithArc" "Ideal closing switch with simple arc model" [P, N, CLOSER] [V, I, OFF] [A0, A1, A2] &[(ONE, true)];
    OPENER_WITH_ARC "OpenerWithArc" "Ideal opening switch with simple arc model" [P, N, OPENER] [V, I, OFF] [A0, A1, A2] &[(ONE, false)];
    CONTROLLED_CLOSER_WITH_ARC "ControlledCloserWithArc" "Controlled ideal electrical closer with simple arc model"
        [P, N, CONTROL_PIN] [V, I, OFF] [LEVEL, A0, A1, A2] &[(ONE, true)];
    CONTROLLED_OPENER_WITH_ARC "ControlledOpenerWithArc" "Controlled ideal electrical opener with simple arc model"
        [P, N, CONTROL_PIN] [V, I, OFF] [LEVEL, A0, A1, A2] &[(ONE, false)];
    IDEAL_TWO_WAY_SWITCH "IdealTwoWaySwitch" "Ideal two-way switch" [P, PIN_2, PIN_1, SELECTOR] [] [] TWO_WAYS;
    CONTROLLED_IDEAL_TWO_WAY_SWITCH "ControlledIdealTwoWaySwitch" "Controlled ideal two-way switch"
        [P, PIN_2, PIN_1, CONTROL_PIN] [] [LEVEL] TWO_WAYS;
    IDEAL_INTERMEDIATE_SWITCH "IdealIntermediateSwitch" "Ideal intermediate switch" [P1, P2, N1, N2, CROSSING] [] [] FOUR_WAYS;
    CONTROLLED_IDEAL_INTERMEDIATE_SWITCH "ControlledIdealIntermediateSwitch" "Controlled ideal intermediate switch"
        [P1, P2, N1, N2, CONTROL_PIN] [] [LEVEL] FOUR_WAYS;
}

const KNEE: Parameter = real("Vknee", "V", "Forward threshold voltage").min(0.0).or(0.0).tunable();
const FIRE: Connector = control("fire", "Gate");

/// A diode or thyristor.
const fn semiconductor(connectors: &'static [Connector], build: fn(&mut Element<'_>)) -> Class {
    const T: Parameter = real("T", "K", "Temperature of the element if useHeatPort = false").or(293.15);
    Class {
        parameters: &[R_ON, G_OFF, KNEE, USE_HEAT_PORT, T],
        connectors,
        variables: &[V, I, LOSS_POWER, OFF, T_HEAT_PORT],
        ..Class::element(build)
    }
}

impl Element<'_> {
    fn add_diode(&mut self, gate: Gate) {
        let [r_on, g_off, knee] = ["Ron", "Goff", "Vknee"].map(|name| self.real(name));
        let blocks_before = Real::new(self.start("off"));
        let diode = Characteristic::Diode { r_on, g_off, knee, gate, blocks_before };
        let (element, effect) = (self.add_port(&ONE, diode, &[]), self.heater());
        self.finish_circuit(&[element], &[effect]);
    }
}

plain_classes! {
    "Electrical.Analog.Ideal":
    IDEAL_DIODE "IdealDiode" semiconductor(&[P, N, HEAT_PORT], |e| e.add_diode(Gate::None)) "Ideal diode";
    IDEAL_THYRISTOR "IdealThyristor"
        semiconductor(&[P, N, FIRE, HEAT_PORT], |e| e.add_diode(Gate::Fires(e.scalar_input("fire")))) "Ideal thyristor";
    IDEAL_GTO_THYRISTOR "IdealGTOThyristor"
        semiconductor(&[P, N, FIRE, HEAT_PORT], |e| e.add_diode(Gate::Holds(e.scalar_input("fire"))))
        "Ideal GTO thyristor";
    IDEAL_OP_AMP_3_PIN "IdealOpAmp3Pin" {IN_P, IN_N, OUT} plain(|e| e.add_circuit(CircuitKind::Amplifier, Effect::None))
        "Ideal operational amplifier (norator-nullator pair), but 3 pins";
    IDLE "Idle" one_port(|e| e.add_circuit(CircuitKind::Open, Effect::None)) "Idle branch";
    SHORT "Short" one_port(|e| e.add_circuit(CircuitKind::Voltage(CircuitSource::Zero), Effect::None))
        "Short cut branch";
}

pub static IDEAL_TRIAC: Class = Class {
    name: "Modelica.Electrical.Analog.Ideal.IdealTriac",
    description: "Ideal triac, based on ideal thyristors",
    parameters: &[
        R_ON,
        G_OFF,
        real("Vknee", "V", "Threshold voltage for positive and negative phase").min(0.0).or(0.8),
        real("Rdis", "Ohm", "Resistance of disturbance elimination").or(100.0),
        real("Cdis", "F", "Capacity of disturbance elimination").or(0.005),
    ],
    connectors: &[N, P, control("fire1", "Gate")],
    ..Class::netlist(&Netlist {
        parts: &[
            thyristor("idealThyristor"),
            thyristor("idealThyristor1"),
            part("gate", "Modelica.Blocks.Routing.BooleanPassThrough", &[]),
            part("resistor", "Modelica.Electrical.Analog.Basic.Resistor", &[("R", "Rdis")]),
            part("capacitor", "Modelica.Electrical.Analog.Basic.Capacitor", &[("C", "Cdis")]),
        ],
        connections: &[
            ("idealThyristor.n", "capacitor.n"),
            ("capacitor.n", "idealThyristor1.p"),
            ("idealThyristor1.n", "resistor.p"),
            ("resistor.p", "idealThyristor.p"),
            ("resistor.n", "capacitor.p"),
            ("gate.y", "idealThyristor.fire"),
            ("gate.y", "idealThyristor1.fire"),
        ],
        connectors: &[("n", &["idealThyristor.p"]), ("p", &["idealThyristor1.p"]), ("fire1", &["gate.u"])],
        ..Netlist::EMPTY
    })
};

/// A thyristor of a triac.
const fn thyristor(name: &'static str) -> Part {
    part(name, "Modelica.Electrical.Analog.Ideal.IdealThyristor", &[]).passing(&["Ron", "Goff", "Vknee"])
}

pub static IDEAL_TRANSFORMER: Class = Class {
    name: "Modelica.Electrical.Analog.Ideal.IdealTransformer",
    description: "Ideal transformer core with or without magnetization",
    parameters: &[
        real("n", "", "Turns ratio primary:secondary voltage").or(1.0).tunable(),
        boolean("considerMagnetization", false, "Choice of considering magnetization"),
        real("Lm1", "H", "Magnetization inductance with respect to the primary side").or(1.0).min(f64::MIN_POSITIVE),
    ],
    variables: &[
        PORT_VARIABLES[0],
        PORT_VARIABLES[1],
        I1,
        I2,
        variable("im1", "A", "Magnetization current with respect to the primary side").with_start(),
    ],
    ..two_port(|e| {
        let next = e.elements.circuit_elements.len();
        let factor = e.address("n");
        let winding =
            |gives, of, is_negative| CircuitKind::Controlled(Control { gives, by: gives, of, factor, is_negative });
        let primary = e.add_element(&["p1", "n1"], winding(Quantity::Voltage, next + 1, false));
        let secondary = e.add_element(&["p2", "n2"], winding(Quantity::Current, next, true));
        if e.boolean("considerMagnetization") {
            let (state, l) = (e.add_state("im1"), e.real("Lm1"));
            let core = e.add_element(&["p1", "n1"], CircuitKind::Inductor(state, l.address()));
            let effects = [Effect::None, Effect::None, Effect::Inductor(state, l)];
            e.finish_circuit(&[primary, secondary, core], &effects);
        } else {
            e.add_variable("im1", |_| mechanism::Source::Constant(0.0));
            e.finish_circuit(&[primary, secondary], &[]);
        }
    })
};
