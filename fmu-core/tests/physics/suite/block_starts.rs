//! Start of blocks with limits or a choice of states.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, compile, near};

fn host(text: &str) -> Host {
    let mut host = Host::new(compile(text), 1e-9);
    host.start();
    host
}

fn start_error(host: &mut Host) -> String {
    host.instance.enter_initialization_mode().unwrap();
    host.instance.exit_initialization_mode().unwrap_err().to_string()
}

/// A controller whose error is not zero is at rest beyond the limit that the error drives it to: what the limit takes away flows back into the
/// integral as fast as the error flows in.
#[test]
fn a_controller_starts_at_rest_in_saturation() {
    for strict in [false, true] {
        for (reference, k, limit) in [(2.0, 3.0, 0.5), (-2.0, 3.0, -0.4), (2.0, -3.0, -0.4)] {
            let text = format!(
                r#"
name = "Saturated"
connections = [["wish.y", "pid.u_s"]]
components.wish = {{ class = "Blocks.Sources.Constant", k = {reference:?} }}
components.pid = {{ class = "Blocks.Continuous.LimPID", k = {k:?}, Ti = 0.5, Td = 0.1, wp = 0.7, yMax = 0.5, yMin = -0.4, Ni = 0.9, initType = "SteadyState", strict = {strict} }}
inputs.measured = {{ variable = "pid.u_m", start = 0.5 }}
"#
            );
            let mut run = host(&text);
            let error = reference - 0.5;
            let unlimited = limit + k * 0.9 * error;
            let integral = unlimited / k - (0.7 * reference - 0.5);
            for at in ["at the start", "later"] {
                near(run.get("pid.y"), limit, 1e-12, at);
                near(run.get("pid.I.y"), integral, 1e-9, at);
                run.steps(1, 0.5);
            }
            // With the opposite error it leaves the limit for the other one.
            run.set("measured", 2.0 * reference);
            run.steps(20, 0.5);
            near(run.get("pid.y"), if limit > 0.0 { -0.4 } else { 0.5 }, 1e-12, "at the other limit");
        }
    }
}

/// If the error vanishes at rest, the output is between its limits: a loop finds the set-point.
#[test]
fn a_controller_that_reaches_its_reference_starts_at_rest_there() {
    let text = r#"
name = "Loop"
connections = [["wish.y", "pi.u_s"], ["pi.y", "plant.u"], ["plant.y", "pi.u_m"]]
components.wish = { class = "Blocks.Sources.Constant", k = 2 }
components.pi = { class = "Blocks.Continuous.LimPID", controllerType = "PI", k = 3, yMax = 5, initType = "SteadyState" }
components.plant = { class = "Blocks.Continuous.FirstOrder", k = 0.5, T = 0.3, initType = "SteadyState" }
"#;
    let mut run = host(text);
    near(run.get("plant.y"), 2.0, 1e-9, "at the reference");
    near(run.get("pi.y"), 4.0, 1e-9, "what holds it there");
    // The plant cannot reach what it should: it rests where the limit holds it.
    let mut run = host(&text.replace("yMax = 5", "yMax = 3"));
    near(run.get("pi.y"), 3.0, 1e-9, "the limit");
    near(run.get("plant.y"), 1.5, 1e-9, "what the limit reaches");
    run.steps(1, 1.0);
    near(run.get("plant.y"), 1.5, 1e-9, "at rest");
}

/// If limits do not hold at the start, an integrator at rest has an input of zero; with them it may stand at a limit.
#[test]
fn integrators_start_with_their_limits_or_without() {
    for strict in [false, true] {
        let text = |start: f64, max: f64| {
            format!(
                r#"
name = "Start"
connections = [["gap.y", "store.u"], ["wish.y", "gap.u1"], ["store.y", "gap.u2"]]
components.wish = {{ class = "Blocks.Sources.Constant", k = 0.7 }}
components.gap = {{ class = "Blocks.Math.Feedback" }}
components.store = {{ class = "Blocks.Continuous.LimIntegrator", k = 2, outMax = {max:?}, initType = "SteadyState", y_start = {start:?}, limitsAtInit = false, strict = {strict} }}
"#
            )
        };
        let mut run = host(&text(0.2, 1.0));
        near(run.get("store.y"), 0.7, 1e-10, "at rest where the input is zero");
        run.steps(1, 1.0);
        near(run.get("store.y"), 0.7, 1e-9, "and stays");
        // Beyond its limits nothing holds it.
        let mut run = Host::new(compile(&text(0.2, 0.5)), 1e-9);
        let error = start_error(&mut run);
        assert!(error.contains("store") && error.contains("limitsAtInit") && error.contains("0.5"), "{error}");
    }
    // With an initial state within them, limits hold from the start on.
    let text = r#"
name = "Start"
connections = [["up.y", "store.u"]]
components.up = { class = "Blocks.Sources.Constant", k = 1 }
components.store = { class = "Blocks.Continuous.LimIntegrator", outMax = 1, y_start = 1, limitsAtInit = false }
"#;
    let mut run = host(text);
    run.steps(5, 0.3);
    near(run.get("store.y"), 1.0, 1e-9, "at its limit");
}

/// Of all states with the given output those that move least: for der(x1) = x2 - x1 + u, der(x2) = -x2 + u, y = x1 + x2 the sum of the squares of
/// the rates is least, with x1 = y - x2, where 2 (2 x2 - y + u) - (u - x2) = 0.
#[test]
fn a_state_space_starts_with_its_output_and_moves_least() {
    let text = |more: &str| {
        format!(
            r#"
name = "Space"
connections = [["u.y", "s.u[1]"]]
components.u = {{ class = "Blocks.Sources.Constant", k = 0.4 }}
components.s = {{ class = "Blocks.Continuous.StateSpace", A = [[-1, 1], [0, -1]], B = [[1], [1]], C = [[1, 1]], D = [[0.5]], initType = "InitialOutput", {more} }}
"#
        )
    };
    let (u, y_start) = (0.4, 3.0);
    let y = y_start - 0.5 * u;
    let x2 = (2.0 * y - u) / 5.0;
    let mut run = host(&text("y_start = [3]"));
    near(run.get("s.y[1]"), y_start, 1e-10, "output");
    near(run.get("s.x[2]"), x2, 1e-9, "x2");
    near(run.get("s.x[1]"), y - x2, 1e-9, "x1");
    // As many outputs as states decide them alone; the steady output is a steady state.
    let square =
        text("y_start = [1.5, -0.5]").replace("C = [[1, 1]], D = [[0.5]]", "C = [[1, 1], [1, -1]], D = [[0], [0]]");
    let mut run = host(&square);
    near(run.get("s.x[1]"), 0.5, 1e-10, "x1");
    near(run.get("s.x[2]"), 1.0, 1e-10, "x2");
    let mut run = host(&text("y_start = [1.4]"));
    near(run.get("s.x[1]"), 0.8, 1e-9, "steady x1");
    near(run.get("s.x[2]"), 0.4, 1e-9, "steady x2");
}
