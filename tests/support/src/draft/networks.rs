//! One-dimensional networks: on the axes of joints, on rotors, and of their own.

use super::Draft;

/// Names in the two domains.
struct Domain {
    package: &'static str,
    spring: (&'static str, &'static str),
    mass: (&'static str, &'static str),
    force: &'static str,
    motion: [&'static str; 4],
    sensors: [(&'static str, &'static str); 3],
    relative: [&'static str; 3],
    cut: &'static str,
}

const ROTATIONAL: Domain = Domain {
    package: "Rotational",
    spring: ("phi_rel0", "phi"),
    mass: ("Inertia", "J"),
    force: "Torque",
    motion: ["w_fixed", "phi_ref", "tau_constant", "tau"],
    sensors: [("AngleSensor", "phi"), ("SpeedSensor", "w"), ("AccSensor", "a")],
    relative: ["RelAngleSensor", "RelSpeedSensor", "RelAccSensor"],
    cut: "TorqueSensor",
};
const TRANSLATIONAL: Domain = Domain {
    package: "Translational",
    spring: ("s_rel0", "s"),
    mass: ("Mass", "m"),
    force: "Force",
    motion: ["v_fixed", "s_ref", "f_constant", "f"],
    sensors: [("PositionSensor", "s"), ("SpeedSensor", "v"), ("AccSensor", "a")],
    relative: ["RelPositionSensor", "RelSpeedSensor", "RelAccSensor"],
    cut: "ForceSensor",
};

fn domain(rotational: bool) -> &'static Domain {
    if rotational { &ROTATIONAL } else { &TRANSLATIONAL }
}

impl Draft {
    /// Something on the axis of a joint; a network of its own where there is none.
    pub fn drive(&mut self) {
        if self.axes.is_empty() {
            return self.shaft();
        }
        let k = self.random.below(self.axes.len());
        let (joint, of) = (self.axes[k].joint.clone(), domain(self.axes[k].rotational));
        let (axis, support) = (format!("{joint}.axis"), format!("{joint}.support"));
        match self.random.below(8) {
            0 | 1 => {
                let [one, other] = if self.one_in(2) { [axis, support] } else { [support, axis] };
                self.compliance(of, one, other);
            }
            2 => self.actuator(of, axis, Some(support)),
            3 => self.actuator(of, axis, None),
            4 if !self.axes[k].tied => {
                self.axes[k].tied = true;
                self.train(of, axis);
            }
            5 | 6 if !self.axes[k].prescribed => {
                self.axes[k].prescribed = true;
                self.prescribe(of, axis, support);
            }
            _ => self.flange_sensor(of, axis),
        }
    }

    fn compliance(&mut self, of: &Domain, a: String, b: String) {
        let c = 5.0 + 20.0 * self.random.positive();
        let (class, rest) = match self.random.below(3) {
            0 => ("Spring", format!("c = {c:?}\n{} = 0.2", of.spring.0)),
            1 => ("Damper", "d = 0.4".to_owned()),
            _ => ("SpringDamper", format!("c = {c:?}\nd = 0.3\n{} = -0.1", of.spring.0)),
        };
        let name = self.lossy(&format!("{}.Components.{class}", of.package), &rest);
        self.connect(a, format!("{name}.flange_a"));
        self.connect(b, format!("{name}.flange_b"));
    }

    /// A force or torque on a flange.
    fn actuator(&mut self, of: &Domain, flange: String, support: Option<String>) {
        let use_support = format!("useSupport = {}", support.is_some());
        let source = format!("{}.Sources", of.package);
        let name = match (self.random.below(4), &support) {
            (0, Some(support)) => {
                let name = self.component(&format!("{source}.{}2", of.force), "");
                self.connect(support.clone(), format!("{name}.flange_a"));
                self.connect(flange, format!("{name}.flange_b"));
                return self.feed(&format!("{name}.{}", of.motion[3]), 1.0);
            }
            (1, _) => {
                let x = self.random.number();
                self.component(
                    &format!("{source}.Constant{}", of.force),
                    &format!("{} = {x:?}\n{use_support}", of.motion[2]),
                )
            }
            (2, _) => {
                let [drive, speed] = if of.force == "Torque" { ["tau", "w"] } else { ["f", "v"] };
                let class = self.pick(&["Step", "Sign", "LinearSpeedDependent", "QuadraticSpeedDependent"]);
                let (class, rest) = match class {
                    "Step" => (format!("{}Step", of.force), format!("step{} = 0.4\nstartTime = 0.3", of.force)),
                    "Sign" => (format!("Sign{}", of.force), format!("{drive}_nominal = -0.1\n{speed}0 = 30")),
                    class => (
                        format!("{class}{}", of.force),
                        format!("{drive}_nominal = -0.3\n{}Direction = false\n{speed}_nominal = 2.0", of.force),
                    ),
                };
                self.component(&format!("{source}.{class}"), &format!("{rest}\n{use_support}"))
            }
            _ => {
                let name = self.component(&format!("{source}.{}", of.force), &use_support);
                self.feed(&format!("{name}.{}", of.motion[3]), 1.0);
                name
            }
        };
        self.connect(flange, format!("{name}.flange"));
        if let Some(support) = support {
            self.connect(support, format!("{name}.support"));
        }
    }

    /// Inertia on a flange, behind a gear or a rod.
    fn train(&mut self, of: &Domain, flange: String) {
        let mut end = flange;
        if self.one_in(2) {
            let tie = if of.package == "Rotational" && self.one_in(4) {
                self.component("Rotational.Components.Disc", "deltaPhi = 0.4")
            } else if of.package == "Rotational" {
                self.gear()
            } else {
                self.component("Translational.Components.Rod", "L = 0.3")
            };
            self.connect(end, format!("{tie}.flange_a"));
            end = format!("{tie}.flange_b");
        }
        if self.one_in(3) {
            let class = self.pick(&[of.cut, "PowerSensor", "MultiSensor"]);
            let cut = self.component(&format!("{}.Sensors.{class}", of.package), "");
            self.connect(end, format!("{cut}.flange_a"));
            end = format!("{cut}.flange_b");
        }
        let mass = self.component(&format!("{}.Components.{}", of.package, of.mass.0), &format!("{} = 0.3", of.mass.1));
        self.connect(end, format!("{mass}.flange_a"));
        if self.one_in(2) {
            self.actuator(of, format!("{mass}.flange_b"), None);
        }
    }

    /// A gear on the ground, connected to it or not.
    fn gear(&mut self) -> String {
        let supported = self.one_in(2);
        let gear =
            self.component("Rotational.Components.IdealGear", &format!("ratio = -2.5\nuseSupport = {supported}"));
        if supported {
            let ground = self.component("Rotational.Components.Fixed", "phi0 = 0.3");
            self.connect(format!("{ground}.flange"), format!("{gear}.support"));
        }
        gear
    }

    /// A source that prescribes the motion of an axis.
    fn prescribe(&mut self, of: &Domain, axis: String, support: String) {
        let supported = self.one_in(2);
        let use_support = format!("useSupport = {supported}");
        let source = format!("{}.Sources", of.package);
        // Some sources give speed or acceleration instead of a position.
        let by_rate = self.components.len() % 4 < 2;
        let rate = if of.package == "Rotational" { "w" } else { "v" };
        let name = match self.random.below(4) {
            1 if by_rate => {
                // The joint decides if the start angle is that of the source.
                let start = if of.package == "Rotational" { "phi" } else { "s" };
                let rest = format!("{start} = {{ fixed = false }}\n{use_support}");
                let name = self.component(&format!("{source}.Accelerate"), &rest);
                self.feed(&format!("{name}.a_ref"), 0.5);
                name
            }
            2 if by_rate => {
                let start = if of.package == "Rotational" { "phi" } else { "s" };
                let rest = format!("exact = true\n{start} = {{ fixed = false }}\n{use_support}");
                let name = self.component(&format!("{source}.Speed"), &rest);
                let sine = self.component("Blocks.Sources.Sine", "amplitude = 0.4\nf = 0.8\nphase = 0.3");
                self.connect(format!("{sine}.y"), format!("{name}.{rate}_ref"));
                name
            }
            0 => {
                let speed = self.random.number();
                self.component(
                    &format!("{source}.ConstantSpeed"),
                    &format!("{} = {speed:?}\n{use_support}", of.motion[0]),
                )
            }
            1 => {
                let name = self.component(&format!("{source}.Position"), &format!("f_crit = 0.9\n{use_support}"));
                self.feed(&format!("{name}.{}", of.motion[1]), 0.5);
                name
            }
            2 => {
                let name = self.component(&format!("{source}.Position"), &format!("exact = true\n{use_support}"));
                let sine = self.component("Blocks.Sources.Sine", "amplitude = 0.4\nf = 0.8\nphase = 0.3");
                self.connect(format!("{sine}.y"), format!("{name}.{}", of.motion[1]));
                name
            }
            _ => {
                let name = self.component(&format!("{source}.Move"), &use_support);
                let omega = std::f64::consts::TAU * 0.7;
                for k in 0..3_i32 {
                    // Each is the derivative of the one before.
                    let (amplitude, phase) = (0.3 * omega.powi(k), f64::from(k) * std::f64::consts::FRAC_PI_2);
                    let rest = format!("amplitude = {amplitude:?}\nf = 0.7\nphase = {phase:?}");
                    let sine = self.component("Blocks.Sources.Sine", &rest);
                    self.connect(format!("{sine}.y"), format!("{name}.u[{}]", k + 1));
                }
                name
            }
        };
        self.connect(axis, format!("{name}.flange"));
        if supported {
            self.connect(support, format!("{name}.support"));
        }
    }

    fn flange_sensor(&mut self, of: &Domain, flange: String) {
        if self.one_in(3) {
            let class = self.pick(&of.relative);
            let name = self.component(&format!("{}.Sensors.{class}", of.package), "");
            let ground = self.component(&format!("{}.Components.Fixed", of.package), "");
            self.connect(flange, format!("{name}.flange_b"));
            return self.connect(format!("{ground}.flange"), format!("{name}.flange_a"));
        }
        let (class, output) = self.pick(&of.sensors);
        let name = self.component(&format!("{}.Sensors.{class}", of.package), "");
        self.connect(flange, format!("{name}.flange"));
        if output != "a" {
            self.signals.push(format!("{name}.{output}"));
        }
    }

    /// Two inertias with something between, the first one held as well.
    pub fn shaft(&mut self) {
        let of = domain(self.one_in(2));
        let mass = |draft: &mut Self| {
            let rest = format!("{} = 0.5\n{} = {{ start = {:?} }}", of.mass.1, of.spring.1, draft.random.number());
            draft.component(&format!("{}.Components.{}", of.package, of.mass.0), &rest)
        };
        let (one, other) = (mass(self), mass(self));
        self.compliance(of, format!("{one}.flange_b"), format!("{other}.flange_a"));
        if self.components.len().is_multiple_of(2) {
            let states = self.component(&format!("{}.Components.RelativeStates", of.package), "");
            self.connect(format!("{one}.flange_b"), format!("{states}.flange_a"));
            self.connect(format!("{other}.flange_a"), format!("{states}.flange_b"));
        }
        let ground = self.component(&format!("{}.Components.Fixed", of.package), "");
        self.compliance(of, format!("{ground}.flange"), format!("{one}.flange_a"));
        if self.one_in(2) {
            self.actuator(of, format!("{other}.flange_b"), None);
        }
        self.flange_sensor(of, format!("{one}.flange_b"));
    }

    /// Three inertias on a planetary gear; one of them carries a gear to a rack, which slides against another mass.
    pub fn planetary(&mut self) {
        let of = &ROTATIONAL;
        let gear = self.component("Rotational.Components.IdealPlanetary", "ratio = 1.7");
        let mut shafts = Vec::new();
        for flange in ["sun", "carrier", "ring"] {
            let rest = format!("J = 0.4\nw = {{ start = {:?} }}", self.random.number());
            let shaft = self.component("Rotational.Components.Inertia", &rest);
            self.connect(format!("{gear}.{flange}"), format!("{shaft}.flange_a"));
            shafts.push(format!("{shaft}.flange_b"));
        }
        self.compliance(of, shafts[0].clone(), shafts[1].clone());
        let supported = self.one_in(2);
        let rack = self.component(
            "Rotational.Components.IdealGearR2T",
            &format!("ratio = 3\nuseSupportR = {supported}\nuseSupportT = {supported}"),
        );
        self.connect(shafts[1].clone(), format!("{rack}.flangeR"));
        let sides: &[&str] = if supported { &["flangeT", "supportT"] } else { &["flangeT"] };
        for side in sides {
            let mass = self.component("Translational.Components.Mass", "m = 0.8");
            self.connect(format!("{mass}.flange_a"), format!("{rack}.{side}"));
        }
        if supported {
            self.connect(shafts[2].clone(), format!("{rack}.supportR"));
        }
        self.actuator(of, shafts[2].clone(), None);
    }

    /// A wheel, or a set of two with a drive, on the ground; of the whole class or of the joint with bodies.
    pub fn wheels(&mut self) {
        let whole = self.one_in(2);
        let starts =
            "der_angles = { start = [0.5, 3, 0.4], fixed = true }\nangles = { start = [0.1, 0.2, 0.3], fixed = true }";
        if self.one_in(2) {
            if whole {
                self.component(
                    "Parts.RollingWheel",
                    &format!("radius = 0.3\nm = 2\nI_axis = 0.06\nI_long = 0.12\n{starts}"),
                );
            } else {
                let joint = self.component("Joints.RollingWheel", &format!("radius = 0.3\n{starts}"));
                self.wheel_body(&format!("{joint}.frame_a"));
            }
            return;
        }
        let set = if whole {
            let rest = "R_wheel = 0.2\nm_wheel = 0.5\nI_wheelAxis = 0.01\nI_wheelLong = 0.02\ntrack = 0.5";
            self.component("Parts.RollingWheelSet", rest)
        } else {
            let set = self.component("Joints.RollingWheelSet", "radius = 0.2\ntrack = 0.5");
            ["frame1", "frame2"].into_iter().for_each(|frame| self.wheel_body(&format!("{set}.{frame}")));
            set
        };
        self.actuator(&ROTATIONAL, format!("{set}.axis1"), Some(format!("{set}.support")));
    }

    fn wheel_body(&mut self, frame: &str) {
        let body = self.component("Parts.Body", "r_CM = [0, 0, 0]\nm = 2\nI_11 = 0.12\nI_22 = 0.06\nI_33 = 0.12");
        self.connect(frame.to_owned(), format!("{body}.frame_a"));
    }

    /// A rotor on a frame, small beside what it is part of, and a drive between it and its mounting there; behind it perhaps a bevel
    /// gear with another rotor.
    pub fn rotor(&mut self) {
        let frame = self.some_frame();
        let (rotor, n) = self.rotor_on(&frame);
        let mounting = self.component("Parts.Mounting1D", &format!("n = {n:?}"));
        self.connect(frame.clone(), format!("{mounting}.frame_a"));
        let (flange, support) = (format!("{rotor}.flange_a"), format!("{mounting}.flange_b"));
        if self.one_in(2) {
            self.compliance(&ROTATIONAL, support, flange);
        } else {
            self.actuator(&ROTATIONAL, flange, Some(support));
        }
        if self.one_in(3) {
            // The gear decides the speed of the second one.
            let (other, m) = self.rotor_on(&frame);
            let gear = self.component("Parts.BevelGear1D", &format!("ratio = -1.7\nn_a = {n:?}\nn_b = {m:?}"));
            self.connect(frame, format!("{gear}.frame_a"));
            self.connect(format!("{rotor}.flange_b"), format!("{gear}.flange_a"));
            self.connect(format!("{gear}.flange_b"), format!("{other}.flange_a"));
        }
    }

    /// A rotor and its axis, a unit vector.
    fn rotor_on(&mut self, frame: &str) -> (String, [f64; 3]) {
        let n = self.random.vector();
        let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
        let n = n.map(|x| x / length);
        let spin = 40.0 * self.random.number();
        let rotor = self.component("Parts.Rotor1D", &format!("J = 0.0005\nn = {n:?}\nw = {{ start = {spin:?} }}"));
        self.connect(frame, format!("{rotor}.frame_a"));
        (rotor, n)
    }

    /// A heat capacitor that others may warm, and where its heat goes.
    pub fn heat(&mut self) {
        let package = "Thermal.HeatTransfer";
        let store = self.component(&format!("{package}.Components.HeatCapacitor"), "C = 9\nT = { start = 330 }");
        let port = format!("{store}.port");
        let ambient = if self.one_in(2) {
            self.component(&format!("{package}.Sources.FixedTemperature"), "T = 280")
        } else {
            self.component(&format!("{package}.Celsius.FixedTemperature"), "T = 15")
        };
        let (near, far) = if self.one_in(2) {
            let name = self.component(&format!("{package}.Components.Convection"), "");
            self.feed(&format!("{name}.Gc"), 0.7);
            (format!("{name}.solid"), format!("{name}.fluid"))
        } else {
            let name = self.component(&format!("{package}.Components.ThermalConductor"), "G = 0.8");
            (format!("{name}.port_a"), format!("{name}.port_b"))
        };
        self.connect(port.clone(), near);
        self.connect(far, format!("{ambient}.port"));
        self.heat_ports.push(port);
    }
}
