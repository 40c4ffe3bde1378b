//! Modelica.Blocks.Logical: Timer, LogicalDelay, TriggeredTrapezoid, ZeroCrossing and TerminateSimulation.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::Held;
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
    variables: &[variable("entryTime", "s", "Time instant when u became true")],
    ..Class::element(timer)
};

fn timer(e: &mut Element<'_>) {
    let Some(y) = e.scalar_output("y") else { return };
    let u = e.scalar_input("u");
    let law = e.add_law(TimerLaw { u, y });
    e.show_held("entryTime", law, (Held::Instant, 0));
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
    variables: &[variable("tSwitch", "s", "Time of the last edge")],
    ..Class::element(logical_delay)
};

fn logical_delay(e: &mut Element<'_>) {
    let (u, delay) = (e.scalar_input("u"), e.real("delayTime"));
    let laws = [("y1", true), ("y2", false)].map(|(name, is_longer)| {
        let y = e.scalar_output(name)?;
        Some(e.add_law(LogicalDelayLaw { u, delay, is_longer, y }))
    });
    if let [Some(law), _] = laws {
        e.show_held("tSwitch", law, (Held::Instant, 0));
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
    variables: &[
        variable("endValue", "", "Value of y at time of recent edge"),
        variable("rate", "", "Current rising/falling rate"),
        variable("T", "s", "Predicted time of output reaching endValue"),
    ],
    ..Class::element(triggered_trapezoid)
};

fn triggered_trapezoid(e: &mut Element<'_>) {
    let Some(y) = e.scalar_output("y") else { return };
    let [amplitude, rising, falling, offset] = ["amplitude", "rising", "falling", "offset"].map(|name| e.real(name));
    let u = e.scalar_input("u");
    let law = e.add_law(TriggeredTrapezoidLaw { u, amplitude, rising, falling, offset, y });
    e.show_held("endValue", law, (Held::Number, 0));
    e.show_held("rate", law, (Held::Number, 1));
    e.show_held("T", law, (Held::Instant, 2));
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
    inner: &[
        inner_boolean("disable", "1 - enable"),
        inner_boolean("u_pos", "if enable > 0.5 and u >= 0 then 1 else 0"),
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
    parameters: &[
        condition("condition", "Condition that ends the simulation, such as body.r_0[2] < 0"),
        reading(
            "terminationText",
            Reading::Text,
            DefaultValue::Literal("End condition reached"),
            "Text that other tools show at the end",
        ),
    ],
    connectors: &[real_output("excess", "", "Margin of the condition, positive if it holds")],
    ..Class::element(|e| {
        if let (Some(number), Some(y)) = (e.formula("condition"), e.scalar_output("excess")) {
            let ends = Some(e.name.to_owned());
            e.add_law(ExpressionLaw { ends, ..ExpressionLaw::pending(number, y) });
        }
    })
};
