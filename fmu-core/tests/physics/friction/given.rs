//! Friction on flanges whose motion is given by position, speed or acceleration.

use super::common::{Random, Rig, compile, near};
use super::random::{check_contacts, network};
use super::{begins, host};

/// A wheel behind a clutch on a flange that is accelerated: it follows while its inertia takes no more than the clutch holds, else it slips behind.
#[test]
fn a_clutch_takes_a_wheel_along_as_far_as_it_holds() {
    for (a, follows) in [(2.0, true), (3.0, false), (-2.4, true), (-4.0, false)] {
        let text = format!(
            r#"
name = "Given"
connections = [["given.y", "drive.a_ref"], ["drive.flange", "clutch.flange_a"], ["clutch.flange_b", "wheel.flange_a"], ["pressed.y", "clutch.f_normalized"]]
components.given = {{ class = "Blocks.Sources.Constant", k = {a} }}
components.drive = {{ class = "Rotational.Sources.Accelerate" }}
components.pressed = {{ class = "Blocks.Sources.Constant", k = 1 }}
components.clutch = {{ class = "Rotational.Components.Clutch", mu_pos = [[0, 0.5]], fn_max = 4 }}
components.wheel = {{ class = "Rotational.Components.Inertia", J = 0.8, phi = {{ start = 0, fixed = true }}, w = {{ start = 0, fixed = true }} }}
"#
        );
        let mut run = host(&text, 1e-9);
        for k in 1..=10 {
            run.steps(1, 0.1);
            let t = 0.1 * f64::from(k);
            let own = if follows { a } else { 2.0_f64.copysign(a) / 0.8 };
            near(run.get("wheel.w"), own * t, 1e-9, &format!("{a} at {t}"));
            near(run.get("drive.w"), a * t, 1e-9, "what is given");
            near(run.get("drive.flange.tau"), -0.8 * own, 1e-9, "torque of the source");
        }
        assert_eq!(run.get("clutch.mode") == 0.0, follows);
    }
}

/// A shaker takes a block along until its acceleration is more than the friction holds: at sin(w t) = F/(m A w^2). Position, and Move with the same
/// motion, exact; on top of both a brake that only costs power.
#[test]
fn a_block_on_a_shaker_begins_to_slip() {
    let (amplitude, omega, mass, holds) = (0.2_f64, 5.0_f64, 0.5_f64, 1.5_f64);
    let f = omega / std::f64::consts::TAU;
    let drives = [
        (
            format!(
                "components.shaker = {{ class = \"Translational.Sources.Position\", exact = true }}\n\
                 components.given = {{ class = \"Blocks.Sources.Sine\", amplitude = {amplitude}, f = {f} }}\n"
            ),
            "[\"given.y\", \"shaker.s_ref\"]".to_owned(),
        ),
        (
            format!(
                "components.shaker = {{ class = \"Translational.Sources.Move\" }}\n\
                 components.s = {{ class = \"Blocks.Sources.RealExpression\", y = \"{amplitude}*sin({omega}*time)\" }}\n\
                 components.v = {{ class = \"Blocks.Sources.RealExpression\", y = \"{}*cos({omega}*time)\" }}\n\
                 components.a = {{ class = \"Blocks.Sources.RealExpression\", y = \"-{}*sin({omega}*time)\" }}\n",
                amplitude * omega,
                amplitude * omega * omega
            ),
            "[\"s.y\", \"shaker.u[1]\"], [\"v.y\", \"shaker.u[2]\"], [\"a.y\", \"shaker.u[3]\"]".to_owned(),
        ),
    ];
    for (drive, connection) in drives {
        let text = format!(
            r#"
name = "Shaker"
connections = [{connection}, ["shaker.flange", "friction.support"], ["block.flange_b", "friction.flange_a"], ["shaker.flange", "brake.flange_a"], ["pressed.y", "brake.f_normalized"]]
components.block = {{ class = "Translational.Components.Mass", m = {mass}, s = {{ start = 0, fixed = true }}, v = {{ start = {}, fixed = true }} }}
components.friction = {{ class = "Translational.Components.SupportFriction", useSupport = true, f_pos = [[0, {holds}]] }}
components.pressed = {{ class = "Blocks.Sources.Constant", k = 1 }}
components.brake = {{ class = "Translational.Components.Brake", mu_pos = [[0, 0.5]], fn_max = 2 }}
{drive}"#,
            amplitude * omega
        );
        let slips = |run: &mut super::Host| {
            run.get("friction.mode") != 0.0
                || run.get("friction.startForward") + run.get("friction.startBackward") != 0.0
        };
        let breaks = (holds / (mass * amplitude * omega * omega)).asin() / omega;
        near(begins(&text, 1.0, slips), breaks, 1e-9, "it slips");
        let mut run = host(&text, 1e-10);
        run.instance.do_step(0.0, 0.9 * breaks).unwrap();
        let (s, c) = (0.9 * breaks * omega).sin_cos();
        near(run.get("block.s"), amplitude * s, 1e-9, "with the shaker");
        near(run.get("friction.f"), mass * amplitude * omega * omega * s, 1e-8, "held by");
        near(run.get("brake.f"), c.signum(), 1e-12, "the brake rubs on what is given");
        // Once it slips it slows down by F/m, until the shaker, which turns round before, meets its speed again.
        let later = breaks + 0.1;
        run.instance.do_step(0.9 * breaks, later - 0.9 * breaks).unwrap();
        let v = amplitude * omega * (breaks * omega).cos() - holds / mass * (later - breaks);
        near(run.get("block.v"), v, 1e-8, "it slips on");
    }
}

/// When a given flange turns round, friction on it does, too, and whatever hangs on it by friction sees no event but its own.
#[test]
fn friction_on_a_given_flange_follows_its_speed() {
    for (class, input) in [("Speed\", exact = true", "w_ref"), ("Speed\", f_crit = 1e4", "w_ref")] {
        let text = format!(
            r#"
name = "Turns"
connections = [["given.y", "drive.{input}"], ["drive.flange", "bearing.flange_a"], ["bearing.flange_b", "gear.flange_a"], ["gear.flange_b", "wheel.flange_a"]]
components.given = {{ class = "Blocks.Sources.Sine", amplitude = 3, f = 0.5, phase = 0.3 }}
components.drive = {{ class = "Rotational.Sources.{class} }}
components.bearing = {{ class = "Rotational.Components.BearingFriction", tau_pos = [[0, 0.5], [1, 0.7], [5, 1.1]], peak = 1.5 }}
components.gear = {{ class = "Rotational.Components.LossyGear", ratio = 2, lossTable = [[0, 0.9, 0.8, 0.1, 0.1]] }}
components.wheel = {{ class = "Rotational.Components.Inertia", J = 2 }}
"#
        );
        let mut run = host(&text, 1e-9);
        let exact = class.contains("exact");
        for k in 1..=40 {
            run.steps(1, 0.1);
            let angle = std::f64::consts::PI * 0.1 * f64::from(k) + 0.3;
            let (w, a) = (3.0 * angle.sin(), 3.0 * std::f64::consts::PI * angle.cos());
            near(run.get("drive.w"), w, if exact { 1e-12 } else { 1e-3 }, "speed");
            let w = run.get("drive.w");
            near(run.get("wheel.w"), 0.5 * w, 1e-9, "behind the gear");
            let table = if w.abs() < 1.0 { 0.5 + 0.2 * w.abs() } else { 0.6 + 0.1 * w.abs() };
            near(run.get("bearing.tau"), table * w.signum(), 1e-9, "the table");
            near(run.get("bearing.mode"), w.signum(), 0.0, "direction");
            // The torque of the wheel, at the input: the gear hands it on, or is driven by it.
            let needed = 2.0 * run.get("wheel.a") / 2.0;
            let (toward, taken) = (w.signum(), w.signum() * needed);
            let through = if taken + 0.1 / 0.9 > 0.0 { (taken + 0.1) / 0.9 } else { 0.8 * (taken + 0.1) };
            if exact && taken.abs() > 0.3 {
                near(run.get("wheel.a"), 0.5 * a, 1e-9, "acceleration");
                near(run.get("gear.flange_a.tau"), toward * through, 1e-9, "torque into the gear");
            }
        }
    }
}

/// Random networks with the first shaft moved by each of the sources: the contacts agree with the accelerations, and every free shaft balances.
#[test]
fn networks_with_a_given_shaft_find_consistent_modes() {
    let sources = [
        ("Accelerate\"", "a_ref", "Blocks.Sources.Constant\", k = 1", "k"),
        ("Speed\", exact = true", "w_ref", "Blocks.Sources.Ramp\", duration = 1, height = 1", "height"),
        (
            "Position\", exact = true",
            "phi_ref",
            "Blocks.Sources.Sine\", f = 0.15915494309189535, phase = 1.5707963267948966, amplitude = 1",
            "amplitude",
        ),
        ("Position\", f_crit = 1", "phi_ref", "Blocks.Sources.Constant\", k = 1", "k"),
    ];
    let mut random = Random(23);
    for (class, input, given, parameter) in sources {
        for (shafts, brakes) in [(2, 1), (3, 3), (4, 4), (6, 1)] {
            let motor = "components.motor0 = { class = \"Rotational.Sources.ConstantTorque\", tau_constant = 1 }";
            let text = network(shafts, brakes)
                .replace(motor, &format!("components.motor0 = {{ class = \"Rotational.Sources.{class} }}\ncomponents.given = {{ class = \"{given} }}"))
                .replace("connections = [", &format!("connections = [[\"given.y\", \"motor0.{input}\"], "));
            let mut rig = Rig::uninitialized(compile(&text));
            for case in 0..60 {
                for k in 0..shafts {
                    rig.set(&format!("shaft{k}.J"), 10_f64.powf(2.0 * random.number()));
                    if k > 0 {
                        rig.set(&format!("motor{k}.tau_constant"), 5.0 * random.number());
                    }
                }
                (0..shafts - 1).for_each(|k| rig.set(&format!("clutch{k}.fn_max"), 0.01 + 3.0 * random.positive()));
                (0..brakes).for_each(|k| rig.set(&format!("brake{k}.fn_max"), 0.01 + 3.0 * random.positive()));
                let value = 4.0 * random.number();
                rig.set(&format!("given.{parameter}"), value);
                rig.initialize(0.0).unwrap();
                let what = format!("{class}, {shafts} shafts, {brakes} brakes, case {case}");
                if !class.contains("f_crit") {
                    let a = if input == "phi_ref" { -value } else { value };
                    near(rig.get("shaft0.a"), a, 1e-9 * (1.0 + a.abs()), &what);
                }
                check_contacts(&mut rig, shafts, brakes, 1, &what);
            }
        }
    }
}

/// A wheel that a brake stops at a communication point, where its speed is nothing but rounding: it does not start forwards.
#[test]
fn what_a_brake_has_stopped_does_not_start() {
    let mut reversed = 0;
    for k in 1..40 {
        let text = format!(
            r#"
name = "Stopped"
connections = [["wheel.flange_b", "brake.flange_a"], ["pressed.y", "brake.f_normalized"]]
components.pressed = {{ class = "Blocks.Sources.Constant", k = 1 }}
components.brake = {{ class = "Rotational.Components.Brake", mu_pos = [[0, 0.5]], fn_max = 2 }}
components.wheel = {{ class = "Rotational.Components.Inertia", J = 1, phi = {{ start = 0, fixed = true }}, w = {{ start = {w:?}, fixed = true }} }}
"#,
            w = 0.1 * f64::from(k)
        );
        let mut run = host(&text, 1e-6);
        for row in 1..=k + 2 {
            run.steps(1, 0.1);
            let [w, mode, forward] = ["wheel.w", "brake.mode", "brake.startForward"].map(|name| run.get(name));
            reversed += u32::from(w < 0.0);
            assert_eq!((mode, forward), (f64::from(u8::from(w > 0.0)), 0.0), "{k} {row}: {w}");
        }
    }
    assert!(reversed > 0, "no row shows a speed below zero");
}
