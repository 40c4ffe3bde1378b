//! Functions that reference models define for themselves, written in what the model file has.

use serde_json::{Value, json};

/// The text of a model with such functions replaced.
pub fn replaced(text: &str) -> String {
    // The models' law of their own is a class of the library's examples.
    let text = &text.replace("local.GasForce2", "Examples.Loops.Utilities.GasForce2");
    let Ok(mut model) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
    let Some(field) = model.pointer("/components/world/gravityAcceleration/function") else { return text.to_owned() };
    if field.as_str() != Some("local.theoreticalNormalGravityWGS84") {
        return text.to_owned();
    }
    let phi = model["components"]["world"]["gravityAcceleration"]["phi"].as_str().unwrap_or_default().to_owned();
    normal_gravity(&mut model, &phi);
    model.to_string()
}

/// Normal gravity of the ellipsoid WGS84 at latitude `phi` (degrees) and height `r[2]`, along -y.
fn normal_gravity(model: &mut Value, phi: &str) {
    for (name, value) in [
        ("a", json!(6_378_137.0)),
        ("b", json!(6_356_752.314_2)),
        ("g_e", json!(9.780_325_335_9)),
        ("g_p", json!(9.832_184_937_8)),
        ("e2", json!("8.1819190842622e-2^2")),
        ("f", json!("1/298.257223563")),
        ("k", json!("(b/a)*(g_p/g_e) - 1")),
        ("m", json!("7292115e-11^2*a^2*b/3986004.418e8")),
        ("s2", json!(format!("sin(from_deg({phi}))^2"))),
        ("gn", json!("g_e*(1 + k*s2)/sqrt(1 - e2*s2)")),
    ] {
        model["parameters"][name] = value;
    }
    model["components"]["world"]["gravityAcceleration"] =
        json!([0, "-gn*(1 - r[2]/a*(2*(1 + f + m - 2*f*s2) + 3*r[2]/a))", 0]);
}
