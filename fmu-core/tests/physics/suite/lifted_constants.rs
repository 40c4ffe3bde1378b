//! Parameters do not change with time, nor does what they decide.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::circles::CIRCLES;
use common::compile;
use common::zoo::zoo_with_derivatives;
use mechanism::scalar::{Jet, Scalar};
use mechanism::{Constants, FramePose};

/// Over jets all constants have the values that they have over plain numbers, to the last bit, and no derivatives.
#[test]
fn constants_have_no_derivatives_in_time() {
    let lift = Jet::constant;
    for text in [&zoo_with_derivatives(r#"["wave.y", "lift.phi_ref"],"#), CIRCLES] {
        let model = compile(text);
        let mut plain: Vec<f64> = model.parameters.slots.iter().map(|slot| slot.value).collect();
        let mut jets: Vec<_> = plain.iter().copied().map(lift).collect();
        model.parameters.evaluate(&mut plain).unwrap();
        model.parameters.evaluate(&mut jets).unwrap();
        assert_eq!(jets, plain.iter().copied().map(lift).collect::<Vec<_>>());

        let expected = Constants::new(&model.mechanism, &plain).unwrap();
        let found = Constants::new(&model.mechanism, &jets).unwrap();
        let poses = expected.nodes.iter();
        let poses = poses.map(|pose| FramePose { axes: pose.axes.map(lift), position: pose.position.map(lift) });
        assert_eq!(found.nodes, poses.collect::<Vec<_>>());
        let edges = expected.rigid_edges.iter().map(|(t, r)| (t.map(lift), r.map(lift)));
        assert_eq!(found.rigid_edges, edges.collect::<Vec<_>>());
        assert_eq!(found.axes, expected.axes.iter().map(|axis| axis.map(lift)).collect::<Vec<_>>());
        assert_eq!(found.gravity.uniform(), expected.gravity.uniform().map(lift));
        for (found, expected) in found.tree.inertias.iter().zip(&expected.tree.inertias) {
            assert_eq!(found.mass, lift(expected.mass));
            assert_eq!(found.moment, expected.moment.map(lift));
            assert_eq!(found.inertia, expected.inertia.map(lift));
        }
        for (found, expected) in found.flanges.iter().zip(&expected.flanges) {
            assert_eq!([found.ratio, found.offset], [expected.ratio, expected.offset].map(lift));
        }
    }
}
