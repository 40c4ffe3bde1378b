//! Kinetic and potential energy of a mechanism.

use super::*;

/// Kinetic energy, potential energy in the field of gravity and in springs, and heat, J; and the sum of their magnitudes.
pub fn energy(rig: &mut Rig, components: &[Component]) -> (f64, f64) {
    let (mut sum, mut scale) = (0.0, 1.0);
    let mut add = |energy: f64| {
        sum += energy;
        scale += energy.abs();
    };
    add(rig.kinetic_energy());
    add(gravity(rig, components));
    for (name, class) in components {
        let mut get = |variable: &str| rig.get(&format!("{name}.{variable}"));
        let spring = |c: f64, stretch: f64| 0.5 * c * stretch * stretch;
        match class.rsplit_once('.').map_or(class.as_str(), |(_, short)| short) {
            _ if class.starts_with("Forces.") && class.contains("Spring") => {
                let damper = if class.ends_with("Series") { get("s_damper") } else { 0.0 };
                add(spring(get("c"), get("s") - get("s_unstretched") - damper));
            }
            "Spring" | "SpringDamper" if class.starts_with("Rotational") => {
                add(spring(get("c"), get("phi_rel") - get("phi_rel0")));
            }
            "Spring" | "SpringDamper" => add(spring(get("c"), get("s_rel") - get("s_rel0"))),
            "Inertia" => add(0.5 * get("J") * get("w").powi(2)),
            "Mass" => add(0.5 * get("m") * get("v").powi(2)),
            "HeatCapacitor" => add(get("C") * (get("T") - 300.0)),
            "Rotor1D" => {
                let (inertia, spin) = (get("J"), get("w"));
                let carrier = rig.vector(&format!("{name}.e")).dot(&rig.vector(&format!("{name}.frame_a.R.w")));
                add(inertia * spin * (0.5 * spin + carrier));
            }
            _ => {}
        }
    }
    for component in components {
        masses_between(rig, component).into_iter().for_each(|(m, _, v)| add(0.5 * m * v.norm_squared()));
    }
    (sum, scale)
}

/// World.gravityType without gravity.
const NO_GRAVITY: f64 = 1.0;
/// World.gravityType of point gravity.
const POINT_GRAVITY: f64 = 3.0;

/// Potential energy in the field of the world, J.
pub(super) fn gravity(rig: &mut Rig, components: &[Component]) -> f64 {
    let kind = rig.get("world.gravityType");
    if kind == NO_GRAVITY {
        return 0.0;
    }
    let mut between = Vec::new();
    components.iter().for_each(|component| between.extend(masses_between(rig, component)));
    between.retain(|(m, ..)| *m > 0.0);
    if kind < POINT_GRAVITY {
        let g = rig.uniform_gravity();
        return rig.potential_energy() - between.iter().map(|(m, r, _)| m * g.dot(r)).sum::<f64>();
    }
    let mu = rig.get("world.mu");
    let mut sum: f64 = between.iter().map(|(m, r, _)| -mu * m / r.norm()).sum();
    for body in rig.bodies() {
        let frame = format!("{body}.frame_a");
        let r = rig.r_0(&frame) + rig.t(&frame).transpose() * rig.vector(&format!("{body}.r_CM"));
        sum -= mu * rig.get(&format!("{body}.m")) / r.norm();
    }
    for point in rig.points() {
        sum -= mu * rig.get(&format!("{point}.m")) / rig.vector(&format!("{point}.r_0")).norm();
    }
    sum
}

/// Power that the point masses between the ends of a component take, W: that of their inertia and weight.
pub(super) fn taken(rig: &mut Rig, component: &Component) -> f64 {
    if let Some(rod) = rod_with_mass(component) {
        let force = rig.vector(&format!("{rod}.f_CM_a"));
        let v = rig.vector(&format!("{rod}.v_CM_0"));
        return force.dot(&(rig.t(&format!("{rod}.frame_a")) * v));
    }
    let masses = masses_between(rig, component);
    if masses.iter().all(|(m, ..)| *m == 0.0) {
        return 0.0;
    }
    let accelerations = accelerations_between(rig, component);
    let power = |((m, r, v), a): (MassBetween, Vector3<f64>)| m * (a - weight(rig, &r)).dot(&v);
    masses.into_iter().zip(accelerations).map(power).sum()
}

/// Accelerations of the point masses on a line.
pub(super) fn accelerations_between(rig: &mut Rig, (name, class): &Component) -> Vec<Vector3<f64>> {
    let frames = ["frame_a", "frame_b"].map(|end| format!("{name}.{end}"));
    let [a_a, a_b] = frames.each_ref().map(|name| {
        let frame = frame(rig, name);
        Vector3::from([0, 1, 2].map(|k| rig.source(&Source::FrameAcceleration(frame, k))))
    });
    let mut get = |variable: &str| rig.get(&format!("{name}.{variable}"));
    if class != "Forces.LineForceWithTwoMasses" {
        return vec![a_a + (a_b - a_a) * get("lengthFraction")];
    }
    let (l_a, l_b) = (get("L_a"), get("L_b"));
    let [a, b] = frames;
    let (d, speed) = (rig.r_0(&b) - rig.r_0(&a), rig.v_0(&b) - rig.v_0(&a));
    let (s, e) = (d.norm(), d.normalize());
    let rate = e.dot(&speed);
    let turning = (speed - e * rate) / s;
    let across = |a: Vector3<f64>| a - e * e.dot(&a);
    let bend = (across(a_b - a_a) - turning * (2.0 * rate) - e * turning.dot(&speed)) / s;
    vec![a_a + bend * l_a, a_b - bend * l_b]
}

/// Acceleration of gravity at a place, m/s2.
pub(super) fn weight(rig: &mut Rig, r: &Vector3<f64>) -> Vector3<f64> {
    match rig.get("world.gravityType") {
        NO_GRAVITY => return Vector3::zeros(),
        kind if kind < POINT_GRAVITY => return rig.uniform_gravity(),
        _ => {}
    }
    r * (-rig.get("world.mu") / r.norm().powi(3))
}
