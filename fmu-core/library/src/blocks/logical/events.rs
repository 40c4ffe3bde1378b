//! Modelica.Blocks.Logical: Timer, LogicalDelay, TriggeredTrapezoid, ZeroCrossing and TerminateSimulation.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::expression::ExpressionLaw;
use crate::laws::blocks::logical_delay::LogicalDelayLaw;
use crate::laws::blocks::timer::TimerLaw;
use crate::laws::blocks::triggered_trapezoid::TriggeredTrapezoidLaw;
use crate::laws::blocks::zero_crossing::ZeroCrossingLaw;

pub static TIMER: Class = Class {
    name: "Modelica.Blocks.Logical.Timer",
    description: "Timer measuring the time from the time instant where the Boolean input became true",
    documentation: documentation!("timer.md"),
    connectors: &[boolean_input("u"), Connector { unit: "s", ..Y }],
    ..Class::element(timer)
};

fn timer(e: &mut Element<'_>) {
    let Some(y) = e.scalar_output("y") else { return };
    let u = e.scalar_input("u");
    e.add_law(TimerLaw { u, y });
}

pub static LOGICAL_DELAY: Class = Class {
    name: "Modelica.Blocks.Logical.LogicalDelay",
    description: "Delay Boolean signal",
    documentation: documentation!("logical_delay.md"),
    parameters: &[real("delayTime", "s", "Time delay").min(0.0).or(0.0)],
    connectors: &[
        boolean_input("u"),
        connector("y1", ConnectorKind::BooleanOutput(1), "", "Delay of the falling edge only"),
        connector("y2", ConnectorKind::BooleanOutput(1), "", "Delay of the rising edge only"),
    ],
    ..Class::element(logical_delay)
};

fn logical_delay(e: &mut Element<'_>) {
    let (u, delay) = (e.scalar_input("u"), e.real("delayTime"));
    for (name, is_longer) in [("y1", true), ("y2", false)] {
        if let Some(y) = e.scalar_output(name) {
            e.add_law(LogicalDelayLaw { u, delay, is_longer, y });
        }
    }
}

pub static TRIGGERED_TRAPEZOID: Class = Class {
    name: "Modelica.Blocks.Logical.TriggeredTrapezoid",
    description: "Triggered trapezoid generator",
    documentation: documentation!("triggered_trapezoid.md"),
    parameters: &[
        real("amplitude", "", "Amplitude of trapezoid").or(1.0),
        real("rising", "s", "Rising duration of trapezoid").min(0.0).or(0.0),
        real("falling", "s", "Falling duration of trapezoid").min(0.0).or_expression("rising"),
        real("offset", "", "Offset of output signal").or(0.0),
    ],
    connectors: &[Connector { description: "The output rises when this becomes true", ..boolean_input("u") }, Y],
    ..Class::element(triggered_trapezoid)
};

fn triggered_trapezoid(e: &mut Element<'_>) {
    let Some(y) = e.scalar_output("y") else { return };
    let [amplitude, rising, falling, offset] = ["amplitude", "rising", "falling", "offset"].map(|name| e.real(name));
    let u = e.scalar_input("u");
    e.add_law(TriggeredTrapezoidLaw { u, amplitude, rising, falling, offset, y });
}

pub static ZERO_CROSSING: Class = Class {
    name: "Modelica.Blocks.Logical.ZeroCrossing",
    description: "Trigger zero crossing of input u",
    documentation: documentation!("zero_crossing.md"),
    connectors: &[
        input("u"),
        Connector { description: "Zero crossings are triggered while this is true", ..boolean_input("enable") },
        BOOLEAN_Y,
    ],
    ..Class::element(zero_crossing)
};

fn zero_crossing(e: &mut Element<'_>) {
    let Some(y) = e.scalar_output("y") else { return };
    let (u, enable) = (e.scalar_input("u"), e.scalar_input("enable"));
    e.add_law(ZeroCrossingLaw { u, enable, y });
}

pub static TERMINATE_SIMULATION: Class = Class {
    name: "Modelica.Blocks.Logical.TerminateSimulation",
    description: "Terminate simulation if condition is fulfilled",
    documentation: documentation!("terminate_simulation.md"),
    parameters: &[condition("condition", "Condition that ends the simulation, such as body.r_0[2] < 0")],
    connectors: &[real_output("excess", "", "Margin of the condition, positive if it holds")],
    ..Class::element(|e| {
        if let (Some(number), Some(y)) = (e.formula("condition"), e.scalar_output("excess")) {
            let ends = Some(e.name.to_owned());
            e.add_law(ExpressionLaw { ends, ..ExpressionLaw::pending(number, y) });
        }
    })
};
