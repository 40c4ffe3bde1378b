//! States of closed loops: led back to the constraints while a host integrates, put on them at steps and events.

use super::cases::{Case, get};
use super::model_exchange::integrate;
use super::rig::{Host, Rig, compile, near};
use super::snapshots::forged;
use fmu_core::instance::{InstanceError, Interface, SnapshotError};

/// Crank, coupler and rocker whose end is held by a spherical constraint; `drive` goes to the crank's flange.
fn four_bar(drive: &str, connection: &str, flange: &str) -> String {
    format!(
        r#"
name = "FourBar"
connections = [["world.frame_b", "j1.frame_a"], ["j1.frame_b", "crank.frame_a"], ["crank.frame_b", "j2.frame_a"],
  ["j2.frame_b", "coupler.frame_a"], ["coupler.frame_b", "j3.frame_a"], ["j3.frame_b", "rocker.frame_a"],
  ["rocker.frame_b", "pin.frame_b"], ["foot.frame_b", "pin.frame_a"]{connection}]
components.world = {{ class = "World" }}
components.foot = {{ class = "Parts.Fixed", r = [0.5, 0, 0] }}
components.j1 = {{ class = "Joints.Revolute"{flange} }}
components.crank = {{ class = "Parts.BodyBox", r = [0.2, 0, 0], width = 0.04, height = 0.03 }}
components.j2 = {{ class = "Joints.Revolute", phi.start = -0.8 }}
components.coupler = {{ class = "Parts.BodyBox", r = [0.5, 0, 0], width = 0.04, height = 0.03 }}
components.j3 = {{ class = "Joints.Revolute", phi.start = -1.5 }}
components.rocker = {{ class = "Parts.BodyBox", r = [0.4, 0, 0], width = 0.04, height = 0.03 }}
components.pin = {{ class = "Joints.Constraints.Spherical" }}
{drive}"#
    )
}

/// The crank swings freely.
pub fn free() -> String {
    four_bar("", "", ", phi = { start = 1, fixed = true }, w = { start = 3, fixed = true }")
}

/// The crank follows a source exactly.
fn driven(source: &str) -> String {
    let drive = format!(
        "components.drive = {{ class = \"Rotational.Sources.Position\", exact = true }}\ncomponents.source = {{ {source} }}\n"
    );
    four_bar(&drive, r#", ["drive.flange", "j1.axis"], ["source.y", "drive.phi_ref"]"#, ", useAxisFlange = true")
}

/// The way from the foot to the end of the rocker, m.
fn gap(value: impl Fn(&str) -> f64) -> [f64; 2] {
    [value("pin.frame_b.r_0[1]") - 0.5, value("pin.frame_b.r_0[2]")]
}

/// A residual `g` dies away as `g'' + 2 a g' + a^2 g = 0`; where states are projected, accelerations alone fulfil the rows: `a = 0`.
#[test]
fn derivatives_lead_back_to_the_constraints() {
    for rate in [0.0, 1.0] {
        let mut rig = Rig::new(&free());
        rig.system.set_stabilization(rate);
        rig.x.iter_mut().zip([1e-3, -3e-3, 2e-3, 0.02, 0.01, -0.03]).for_each(|(x, off)| *x += off);
        let residual = gap(|name| {
            let source = rig.model.catalogue.variables.at(rig.index(name)).source.clone();
            rig.system.clone().value(rig.t, &rig.x, &source).unwrap()
        });
        assert!(residual.iter().all(|g| g.abs() > 1e-4), "{residual:?}");
        for (k, g) in residual.into_iter().enumerate() {
            let source =
                rig.model.catalogue.variables.at(rig.index(&format!("pin.frame_b.r_0[{}]", k + 1))).source.clone();
            let [once, twice] = rig.system.time_derivatives(rig.t, &rig.x, &source).unwrap();
            assert!(once.abs() > 1e-3, "{once}");
            near(twice + 2.0 * rate * once + rate * rate * g, 0.0, 1e-12, "residual");
        }
    }
}

/// A coarse integrator drifts: the host is asked for an event now and then, and told there that the state has changed.
#[test]
fn a_host_is_asked_for_an_event_when_a_loop_has_opened() {
    let case = Case::new("FourBar", &free());
    let count = case.states().len();
    let mut instance = case.ready(Interface::ModelExchange, 1e-6);
    let mut x = vec![0.0; count];
    instance.continuous_states(&mut x).unwrap();
    assert!(!instance.completed_integrator_step().unwrap(), "nothing has drifted");
    let before = x.clone();
    // Residuals of about 1e-5, then of about 1e-3 m in 0.5 m; the limit is at 1e-4.
    for (off, wanted) in [(1e-5, false), (1e-3, true)] {
        x[0] = before[0] + off;
        instance.set_continuous_states(&x).unwrap();
        assert_eq!(instance.completed_integrator_step().unwrap(), wanted, "{off}");
    }
    let mut same = vec![0.0; count];
    instance.continuous_states(&mut same).unwrap();
    assert_eq!(same, x, "the state stays until the event");
    instance.enter_event_mode().unwrap();
    assert!(instance.new_discrete_states().unwrap().restart, "the state has changed");
    instance.continuous_states(&mut same).unwrap();
    assert_ne!(same, x);
    assert!(!instance.new_discrete_states().unwrap().restart, "it is where it belongs");
    let names =
        ["pin.frame_b.r_0[1]", "pin.frame_b.r_0[2]"].map(|name| case.model.catalogue.find(name).unwrap() as u32);
    let mut values = [0.0; 2];
    instance.get(&names, &mut values).unwrap();
    near(values[0], 0.5, 1e-10, "gap");
    near(values[1], 0.0, 1e-10, "gap");
    instance.enter_continuous_time_mode().unwrap();
    assert!(!instance.completed_integrator_step().unwrap());
}

#[test]
fn a_host_at_a_coarse_tolerance_keeps_the_loop_closed() {
    let case = Case::new("FourBar", &free());
    let mut instance = case.ready(Interface::ModelExchange, 1e-5);
    let report = integrate(&case, &mut instance, 10.0, 1e-5);
    assert!(report.state_changes <= 20, "{report:?}");
    let name = case.model.catalogue.find("pin.frame_b.r_0[1]").unwrap() as u32;
    let mut value = [0.0];
    instance.get(&[name], &mut value).unwrap();
    near(value[0], 0.5, 1e-3, "gap");
}

/// The last evaluation was at another time: the crank is placed before the others are moved.
#[test]
fn a_projection_knows_where_prescribed_joints_are() {
    let source = r#"class = "Blocks.Sources.Sine", f = 0.5, amplitude = 0.4, offset = 1"#;
    let mut rig = Rig::new(&driven(source));
    for t in [0.7, 0.25, 1.3] {
        let early = rig.t;
        rig.get("j2.a");
        rig.t = t;
        assert!(rig.system.project(t, &mut rig.x), "from {early} s");
        near(rig.get("j1.phi"), 1.0 + 0.4 * (std::f64::consts::PI * t).sin(), 1e-14, "crank");
        let end = rig.r_0("pin.frame_b");
        near(end.x, 0.5, 1e-11, "gap");
        near(end.y, 0.0, 1e-11, "gap");
        let speed = rig.v_0("pin.frame_b");
        near(speed.norm(), 0.0, 1e-11, "speed of the gap");
    }
}

/// The crank jumps at an event; there the loop is closed again.
#[test]
fn loops_are_closed_after_an_event() {
    let text = driven(r#"class = "Blocks.Sources.Step", height = 0.2, offset = 1, startTime = 0.5"#);
    let mut host = Host::new(compile(&text), 1e-8);
    host.start();
    let before = host.get("j2.phi");
    let report = host.instance.do_step(0.0, 0.5).unwrap();
    assert_eq!(report.time_events, 1);
    near(host.get("j1.phi"), 1.2, 1e-14, "crank");
    assert!((host.get("j2.phi") - before).abs() > 0.05);
    near(host.get("pin.frame_b.r_0[1]"), 0.5, 1e-11, "gap");
    near(host.get("pin.frame_b.r_0[2]"), 0.0, 1e-11, "gap");
}

/// Four plain revolutes: only half of the six rows that close the loop are independent, which the stages of a step do not see.
fn redundant() -> Case {
    let pinned = r#"components.pin = { class = "Joints.Constraints.Spherical" }"#;
    let text = free().replace(pinned, r#"components.pin = { class = "Joints.Revolute" }"#);
    Case::new("Redundant", &text)
}

/// The rank is found at the initial state; an instance that never had one takes it from the snapshot.
#[test]
fn a_restored_instance_knows_the_ranks_of_its_loops() {
    let case = redundant();
    let observed = [case.unknowns(), case.states()].concat();
    let mut original = case.ready(Interface::CoSimulation, 1e-4);
    original.do_step(0.0, 0.3).unwrap();
    let snapshot = original.snapshot();
    let mut bytes = vec![0; snapshot.serialized_size()];
    snapshot.serialize(&mut bytes).unwrap();
    let mut other = case.instance(Interface::CoSimulation);
    let read = other.read_snapshot(&bytes).unwrap();
    other.restore(&read).unwrap();
    for step in 0..5 {
        let [expected, found] = [&mut original, &mut other].map(|instance| {
            let time = instance.time();
            instance.do_step(time, 0.1).unwrap();
            get(instance, &observed).into_iter().map(f64::to_bits).collect::<Vec<_>>()
        });
        assert!(expected == found, "step {step}");
    }
}

#[test]
fn ranks_that_cannot_be_are_refused_by_name() {
    let case = redundant();
    let instance = case.ready(Interface::CoSimulation, 1e-4);
    let snapshot = instance.snapshot();
    let mut good = vec![0; snapshot.serialized_size()];
    snapshot.serialize(&mut good).unwrap();
    let content = good.len() - 8;
    // A rank in four bytes and its threshold in eight are the last of the content.
    let rank = u32::from_le_bytes(good[content - 12..content - 8].try_into().unwrap());
    assert_eq!(rank, 3);
    assert_eq!(forged(&instance, &good, content - 12, &6_u32.to_le_bytes()).map(|_| ()), Ok(()));
    let thresholds =
        [f64::NAN, f64::INFINITY, -1e-9, 1.0].map(|threshold| (content - 8, threshold.to_le_bytes().to_vec()));
    let ranks = [7_u32, u32::MAX].map(|rank| (content - 12, rank.to_le_bytes().to_vec()));
    for (at, change) in thresholds.into_iter().chain(ranks) {
        let error = forged(&instance, &good, at, &change).unwrap_err();
        let InstanceError::Snapshot(SnapshotError::Number { quantity, .. }) = &error else { panic!("{error}") };
        assert!(["j1", "j2", "j3", "pin"].iter().any(|joint| quantity.contains(joint)), "{error}");
    }
}
