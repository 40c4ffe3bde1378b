//! Discrete states in words: what the log of events calls them, and the types of the variables that show them.

use super::common::{Host, compile};
use super::gears::TRAIN;
use super::{CLUTCHES, host};
use library::SignalType;
use simulation::variables::{DataType, Initial, Variability};

/// Messages of the log about the component `name`, without the times, in so many steps of 10 ms from the start on.
fn log(text: &str, name: &str, steps: u32) -> Vec<String> {
    let mut run = host(text, 1e-8);
    run.steps(steps, 0.01);
    let lines = run.instance.take_event_log();
    let texts = lines.iter().map(|line| line.split_once(" s: ").unwrap().1);
    texts.filter(|text| text.contains(name)).map(str::to_owned).collect()
}

/// A load that falls into a rope and a ball on the floor, with dampers that are stronger than the springs at first and pull at the end.
#[test]
fn the_log_names_the_modes_of_ropes_and_contacts() {
    let text = r#"
name = "Falls"
connections = [
  ["world.frame_b", "rope.frame_a"], ["rope.frame_b", "load.frame_a"], ["world.frame_b", "floor.frame_a"], ["floor.frame_b", "ball.frame_a"],
  ["ground.flange", "gap.flange_a"], ["gap.flange_b", "mass.flange_a"], ["mass.flange_b", "weight.flange"],
]
components.world = { class = "World", g = 9.81 }
components.rope = { class = "MultibodyFmu.Rope", length = 2, c = 5000, d = 20 }
components.load = { class = "Parts.PointMass", m = 10, r_0 = { start = [0, -1.9, 0], fixed = true }, v_0 = { start = [0, 0, 0], fixed = true } }
components.floor = { class = "MultibodyFmu.PlaneContact", c = 5000, d = 20 }
components.ball = { class = "Parts.PointMass", m = 10, r_0 = { start = [0, 0.1, 0], fixed = true }, v_0 = { start = [0, 0, 0], fixed = true } }
components.ground = { class = "Translational.Components.Fixed" }
components.gap = { class = "Translational.Components.ElastoGap", c = 5000, d = 20 }
components.mass = { class = "Translational.Components.Mass", m = 10, s = { start = 0.1, fixed = true }, v = { start = 0, fixed = true } }
components.weight = { class = "Translational.Sources.ConstantForce", f_constant = -98.1 }
"#;
    for (name, open, closed) in
        [("rope", "slack", "taut"), ("floor", "free", "in contact"), ("gap", "free", "in contact")]
    {
        let expected = [
            format!("{name} goes from {open} to {closed}"),
            format!("{name} stays {closed}, damping not limited"),
            format!("{name} stays {closed}, without force"),
            format!("{name} goes from {closed} to {open}"),
        ];
        assert_eq!(log(text, name, 35), expected);
    }
}

#[test]
fn the_log_names_the_modes_of_friction() {
    assert_eq!(log(CLUTCHES, "first", 200), ["first goes from backward sliding to stuck"]);
    let brake = r#"
name = "Press"
connections = [["motor.flange", "wheel.flange_a"], ["wheel.flange_b", "brake.flange_a"], ["pressure.y", "brake.f_normalized"]]
components.motor = { class = "Rotational.Sources.ConstantTorque", tau_constant = 3 }
components.wheel = { class = "Rotational.Components.Inertia", J = 1, w = { start = 0, fixed = true } }
components.pressure = { class = "Blocks.Sources.RealExpression", y = "2 - 2*time" }
components.brake = { class = "Rotational.Components.Brake", mu_pos = [[0, 1]], fn_max = 2 }
"#;
    let expected = ["brake goes from stuck to forward sliding", "brake goes from forward sliding to free"];
    assert_eq!(log(brake, "brake", 120), expected);
    let stop = r#"
name = "Stop"
connections = [["drive.y", "push.f"], ["push.flange", "slide.flange_a"]]
components.drive = { class = "Blocks.Sources.RealExpression", y = "if time < 1 then 20 else -20" }
components.push = { class = "Translational.Sources.Force" }
components.slide = { class = "Translational.Components.MassWithStopAndFriction", m = 1, L = 0, smin = -1, smax = 1, F_prop = 0, F_Coulomb = 3, F_Stribeck = 0, fexp = 1, v = { start = 0.1, fixed = true } }
"#;
    let expected = [
        "slide goes from forward sliding to at the right stop",
        "slide goes from at the right stop to backward sliding",
        "slide goes from backward sliding to at the left stop",
    ];
    assert_eq!(log(stop, "slide", 200), expected);
    // The motor drives the drum, until the load does.
    let gear = TRAIN
        .replace(
            "\"Rotational.Sources.ConstantTorque\", tau_constant = 1 }\ncomponents.rotor",
            "\"Rotational.Sources.Torque\" }\ncomponents.rotor",
        )
        .replace("connections = [", "connections = [\n  [\"pull.y\", \"motor.tau\"],")
        + "components.pull = { class = \"Blocks.Sources.RealExpression\", y = \"10 - 30*time\" }\n";
    assert_eq!(log(&gear, "gear", 60), ["gear stays forward rolling, driven by flange_b"]);
}

#[test]
fn the_log_names_what_blocks_and_expressions_have_become() {
    let text = r#"
name = "Signals"
connections = [["wave.y", "above.u"], ["wave.y", "limiter.u"], ["wave.y", "whole.u"], ["above.y", "delay.u"]]
outputs.chosen = "chosen.y"
components.wave = { class = "Blocks.Sources.Ramp", height = -2, duration = 2, offset = 1 }
components.above = { class = "Blocks.Logical.LessThreshold", threshold = 0.7 }
components.limiter = { class = "Blocks.Nonlinear.Limiter", uMax = 0.8 }
components.whole = { class = "Blocks.Math.RealToInteger" }
components.delay = { class = "Blocks.Logical.LogicalDelay", delayTime = 0.2 }
components.chosen = { class = "Blocks.Sources.RealExpression", y = "if wave.y < 0.3 then 1 else if wave.y < 0.1 then 2 else 3" }
"#;
    assert_eq!(log(text, "above", 100), ["above goes from false to true"]);
    assert_eq!(log(text, "limiter", 100), ["limiter goes from at the upper limit to between the limits"]);
    assert_eq!(log(text, "whole", 100), ["whole goes from 1 to 0"]);
    assert_eq!(log(text, "delay", 100), ["delay goes from false to true", "delay stays true, passed on"]);
    let expected = [1, 2].map(|condition| format!("condition {condition} on variables of chosen becomes true"));
    assert_eq!(log(text, "chosen", 100), expected);
}

/// A component of each class that shows a Boolean or an Integer.
const SHOWN: &str = r#"
name = "Shown"
connections = [
  ["shaft.flange_b", "bearing.flange_a"], ["bearing.flange_b", "brake.flange_a"], ["brake.flange_b", "clutch.flange_a"],
  ["clutch.flange_b", "second.flange_a"], ["second.flange_b", "freewheel.flange_a"], ["freewheel.flange_b", "third.flange_a"],
  ["third.flange_b", "gear.flange_a"], ["gear.flange_b", "last.flange_a"],
  ["pressed.y", "brake.f_normalized"], ["pressed.y", "clutch.f_normalized"], ["pressed.y", "freewheel.f_normalized"], ["pressed.y", "shoe.f_normalized"],
  ["block.flange_b", "guide.flange_a"], ["guide.flange_b", "shoe.flange_a"], ["shoe.flange_b", "gap.flange_a"], ["gap.flange_b", "slide.flange_a"],
  ["world.frame_b", "rope.frame_a"], ["rope.frame_b", "load.frame_a"], ["world.frame_b", "floor.frame_a"], ["floor.frame_b", "load.frame_a"],
]
outputs.is_taut = "rope.taut"
outputs.how = "clutch.mode"
outputs.choice = { expression = "if rope.taut > 0.5 then 1 else 2*clutch.mode" }
components.pressed = { class = "Blocks.Sources.Constant", k = 1 }
components.shaft = { class = "Rotational.Components.Inertia", J = 1, w = { start = 1, fixed = true } }
components.bearing = { class = "Rotational.Components.BearingFriction" }
components.brake = { class = "Rotational.Components.Brake" , fn_max = 1 }
components.clutch = { class = "Rotational.Components.Clutch", fn_max = 1 }
components.second = { class = "Rotational.Components.Inertia", J = 1 }
components.freewheel = { class = "Rotational.Components.OneWayClutch", fn_max = 1 }
components.third = { class = "Rotational.Components.Inertia", J = 1 }
components.gear = { class = "Rotational.Components.LossyGear", ratio = 2, lossTable = [[0, 0.8, 0.7, 0.2, 0.3]] }
components.last = { class = "Rotational.Components.Inertia", J = 1 }
components.block = { class = "Translational.Components.Mass", m = 1 }
components.guide = { class = "Translational.Components.SupportFriction" }
components.shoe = { class = "Translational.Components.Brake", fn_max = 1 }
components.gap = { class = "Translational.Components.ElastoGap", c = 100, d = 1 }
components.slide = { class = "Translational.Components.MassWithStopAndFriction", m = 1, smin = -1, smax = 1, L = 0, F_prop = 1, F_Coulomb = 5, F_Stribeck = 10, fexp = 2 }
components.world = { class = "World" }
components.rope = { class = "MultibodyFmu.Rope", length = 1, c = 100 }
components.load = { class = "Parts.PointMass", m = 1, r_0 = { start = [0, 0.9, 0] } }
components.floor = { class = "MultibodyFmu.PlaneContact", c = 100 }
"#;

#[test]
fn modes_are_integers_and_truths_are_booleans() {
    let model = compile(SHOWN);
    let mut run = Host::new(compile(SHOWN), 1e-6);
    run.start();
    let mut shown = 0;
    // Blocks and switches of circuits have tests of their own.
    let is_contact = |name: &str| {
        name.starts_with("Modelica.Mechanics.") || ["MultibodyFmu.Rope", "MultibodyFmu.PlaneContact"].contains(&name)
    };
    for class in library::classes().filter(|class| is_contact(class.name)) {
        for declared in class.variables.iter().filter(|variable| variable.signal_type != SignalType::Real) {
            let short = library::short_name(class);
            let text = format!("class = \"{short}\"");
            let line = SHOWN.lines().find(|line| line.contains(&text)).unwrap_or_else(|| panic!("no {short}"));
            let component = line.strip_prefix("components.").unwrap().split(' ').next().unwrap();
            let name = format!("{component}.{}", declared.name);
            let variable = model.catalogue.variables.at(model.catalogue.find(&name).unwrap());
            let data_type =
                if declared.signal_type == SignalType::Boolean { DataType::Boolean } else { DataType::Integer };
            assert_eq!((variable.data_type, variable.variability), (&data_type, Variability::Discrete), "{name}");
            assert_eq!((variable.initial, variable.start), (Some(Initial::Calculated), None), "{name}");
            run.get(&name);
            shown += 1;
        }
    }
    // Seven contacts with friction show three each, one of them its stop, and three contacts whether they touch.
    assert_eq!(shown, 7 * 3 + 1 + 3 + 3);
    for (output, data_type) in [("is_taut", DataType::Boolean), ("how", DataType::Integer)] {
        let variable = model.catalogue.variables.at(model.catalogue.find(output).unwrap());
        assert_eq!((variable.data_type, variable.variability), (&data_type, Variability::Discrete), "{output}");
    }
    // The clutch slides backwards: its other side is slower.
    assert_eq!([run.get("is_taut"), run.get("how"), run.get("choice")], [0.0, -1.0, -2.0]);
    let reference = run.reference("clutch.mode");
    assert!(run.instance.get(&[reference], &mut [0.0]).is_err(), "it is no Real");
}
