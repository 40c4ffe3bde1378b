//! Modelica.Blocks.Logical: edges of a Boolean signal, Pre and RSFlipFlop.

use crate::Element;
use crate::blocks::interfaces::*;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Law, ModeName, Modes, ScalarIn, ScalarOut, Signals, TimeView, after, truth_name,
};
use serde::{Deserialize, Serialize};

/// Partial block with the value of its input before the start.
const fn pre(build: fn(&mut Element<'_>)) -> Class {
    const PARAMETERS: &[Parameter] = &[boolean("pre_u_start", false, "Value of u before the start")];
    Class { parameters: PARAMETERS, ..boolean_siso(build) }
}

pub static PRE: Class = Class {
    name: "Modelica.Blocks.Logical.Pre",
    description: "Value of a Boolean before the event: y = pre(u), which breaks algebraic loops",
    documentation: documentation!("pre.md"),
    ..pre(|e| MemoryLaw::build_pre(e, Memory::Before))
};

pub static EDGE: Class = Class {
    name: "Modelica.Blocks.Logical.Edge",
    description: "Output y is true, if the input u has a rising edge: y = edge(u)",
    documentation: documentation!("edge.md"),
    ..pre(|e| MemoryLaw::build_pre(e, Memory::Edge))
};

pub static FALLING_EDGE: Class = Class {
    name: "Modelica.Blocks.Logical.FallingEdge",
    description: "Output y is true, if the input u has a falling edge: y = edge(not u)",
    documentation: documentation!("falling_edge.md"),
    ..pre(|e| MemoryLaw::build_pre(e, Memory::FallingEdge))
};

pub static CHANGE: Class = Class {
    name: "Modelica.Blocks.Logical.Change",
    description: "Output y is true, if the input u has a rising or falling edge: y = change(u)",
    documentation: documentation!("change.md"),
    ..pre(|e| MemoryLaw::build_pre(e, Memory::Change))
};

pub static RS_FLIP_FLOP: Class = Class {
    name: "Modelica.Blocks.Logical.RSFlipFlop",
    description: "A basic RS flip-flop",
    documentation: documentation!("rs_flip_flop.md"),
    parameters: &[boolean("Qini", false, "Value of Q before the start")],
    connectors: &[
        Connector { description: "Sets Q", ..boolean_input("S") },
        Connector { description: "Resets Q, also where S is true", ..boolean_input("R") },
        connector("Q", ConnectorKind::BooleanOutput(1), "", "True since S was, until R is"),
        connector("QI", ConnectorKind::BooleanOutput(1), "", "The opposite of Q, but false where S and R are true"),
    ],
    ..Class::element(|e| {
        let (reset, before) = (e.scalar_input("R"), !e.boolean("Qini"));
        MemoryLaw::build(e, ["S", "Q"], Memory::Set(reset), before);
        MemoryLaw::build(e, ["S", "QI"], Memory::NotSet(reset), before);
    })
};

/// The output as a function of the input and of the remembered value.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Memory {
    /// The input before the event, or in the pass before of its iteration.
    Before,
    /// The input has become true.
    Edge,
    /// The input has become false.
    FallingEdge,
    /// The input has changed.
    Change,
    /// The output Q of a flip-flop that the input sets and this one resets.
    Set(ScalarIn),
    /// Its output QI.
    NotSet(ScalarIn),
}

/// `y` is a function of an input and of a remembered value, which is the mode: the input in the pass before of the iteration of an event, or
/// the output QI of a flip-flop. Edges and changes are true during the event only.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MemoryLaw {
    u: ScalarIn,
    memory: Memory,
    /// The remembered value before the start.
    before: bool,
    y: ScalarOut,
}

impl MemoryLaw {
    /// Registers the law of `e` with the remembered value before the start.
    fn build(e: &mut Element<'_>, [u, y]: [&str; 2], memory: Memory, before: bool) {
        let Some(y) = e.scalar_output(y) else { return };
        let u = e.scalar_input(u);
        e.add_law(Self { u, memory, before, y });
    }

    /// Registers the law of a block with pre_u_start.
    fn build_pre(e: &mut Element<'_>, memory: Memory) {
        let before = e.boolean("pre_u_start");
        Self::build(e, ["u", "y"], memory, before);
    }

    /// The value to be remembered.
    fn next(&self, mode: i32, signals: &Signals<'_, f64>) -> i32 {
        let is = |input: ScalarIn| signals.get(input) > 0.5;
        i32::from(match self.memory {
            Memory::Set(reset) | Memory::NotSet(reset) => !is(self.u) && (mode == 1 || is(reset)),
            _ => is(self.u),
        })
    }
}

impl Law for MemoryLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=1;
    const RELATIONS: usize = 1;

    /// An output that is the remembered value does not depend on an input, so that it breaks algebraic loops.
    fn connections(&self) -> Connections {
        let input = match self.memory {
            Memory::Before | Memory::NotSet(_) => None,
            Memory::Set(reset) => Some(reset),
            Memory::Edge | Memory::FallingEdge | Memory::Change => Some(self.u),
        };
        Connections::default().reads(input).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let is = |input: ScalarIn| signals.get(input).value() > 0.5;
        let was = view.mode() == 1;
        let y = match self.memory {
            Memory::Before | Memory::NotSet(_) => was,
            Memory::Edge => is(self.u) && !was,
            Memory::FallingEdge => !is(self.u) && was,
            Memory::Change => is(self.u) != was,
            Memory::Set(reset) => !was && !is(reset),
        };
        signals.set(self.y, truth(y));
    }

    fn first_mode(&self) -> i32 {
        i32::from(self.before)
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let was = discrete.mode == 1;
        match self.memory {
            Memory::Set(_) | Memory::NotSet(_) => Some([if was { "reset" } else { "set" }, ""]),
            _ => truth_name(was),
        }
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators.fill(agreement(self.next(view.mode(), signals) == view.mode()));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = self.next(event.mode, signals);
    }
}
