//! Refusals where line forces meet without a body.

use super::common::try_compile;
use super::{BODY, FIXED, SPRING, text};

const SOFT: &str = "c = 10\ns_unstretched = 0.1";

/// Two springs in a row, and something at the point between them.
fn refusal(own: &[(&str, &str, &str)], connections: &[[&str; 2]]) -> String {
    let components = [("wall", FIXED, "r = [1, 0, 0]"), ("s1", SPRING, SOFT), ("s2", SPRING, SOFT)];
    let between = [["world.frame_b", "s1.frame_a"], ["s1.frame_b", "s2.frame_b"], ["wall.frame_b", "s2.frame_a"]];
    let components: Vec<_> = components.iter().chain(own).copied().collect();
    let connections: Vec<_> = between.iter().chain(connections).copied().collect();
    try_compile(&text("NoGravity", &components, &connections)).map(|_| ()).unwrap_err()
}

#[test]
fn what_needs_a_body_is_refused_by_name() {
    let torque =
        refusal(&[("twist", "Forces.WorldTorque", "resolveInFrame = \"world\"")], &[["twist.frame_b", "s1.frame_b"]]);
    assert!(torque.contains("twist.frame_b") && torque.contains("without mass"), "{torque}");
    let force = refusal(&[("push", "Forces.WorldForce", "")], &[["push.frame_b", "s1.frame_b"]]);
    assert!(force.contains("push.frame_b") && force.contains("only line forces"), "{force}");
    let heavy = refusal(
        &[("line", SPRING, "c = 10\nm = 1"), ("bob", BODY, "m = 1\nr_CM = [0, 0, 0]")],
        &[["line.frame_a", "s1.frame_b"], ["line.frame_b", "bob.frame_a"]],
    );
    assert!(heavy.contains("line.frame_a") && heavy.contains("without mass"), "{heavy}");
    let acceleration =
        refusal(&[("look", "Sensors.AbsoluteSensor", "get_a = true")], &[["look.frame_a", "s1.frame_b"]]);
    assert!(acceleration.contains("look.frame_a") && acceleration.contains("sensors of positions"), "{acceleration}");
    let rod = refusal(&[("rod", "Parts.FixedTranslation", "r = [1, 0, 0]")], &[["rod.frame_a", "s1.frame_b"]]);
    assert!(rod.contains("rod.frame_a") && rod.contains("without mass"), "{rod}");
}

/// A spring that ends nowhere, and springs that hold only each other.
#[test]
fn what_nothing_holds_is_refused_by_name() {
    let loose = [("s1", SPRING, SOFT), ("s2", SPRING, SOFT), ("s3", SPRING, SOFT)];
    let end = try_compile(&text("NoGravity", &loose[..1], &[["world.frame_b", "s1.frame_a"]])).map(|_| ()).unwrap_err();
    assert!(end.contains("the position of `s1.frame_b` is undetermined"), "{end}");
    let ring = [["s1.frame_b", "s2.frame_a"], ["s2.frame_b", "s3.frame_a"], ["s3.frame_b", "s1.frame_a"]];
    let ring = try_compile(&text("NoGravity", &loose, &ring)).map(|_| ()).unwrap_err();
    assert!(ring.contains("is undetermined") && ring.contains("s1.frame_a"), "{ring}");
}
