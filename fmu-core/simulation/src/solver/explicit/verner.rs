//! Order 6(5) with 9 stages, for usual tolerances.
//!
//! J. H. Verner: Numerically optimal Runge-Kutta pairs with interpolants. Numer. Algorithms 53 (2010), pp. 383-396; the
//! pair "most efficient" (IIIXb), whose exact coefficients the author publishes. The continuous extension of order 5
//! takes one more stage, the author's at the middle of the step. The conditions of order 5 leave one polynomial
//! undetermined: here it is the one of degree 5 that makes the extension continuously differentiable and the largest
//! coefficient of its error small.

use super::kernel::{Estimate, Pair, Weights, column};
use crate::solver::controller::Control;

/// The pair.
pub(super) static VERNER: Pair = Pair {
    order: 6.0,
    cost: 8.0,
    stability_limit: 4.75,
    control: Control::ORDER_6,
    nodes: &NODES,
    rows: &ROWS,
    estimate: Estimate::One(ERROR),
    inner_nodes: &INNER_NODES,
    inner_rows: &INNER_ROWS,
    dense: &[&column(&DENSE, 0), &column(&DENSE, 1)],
};

/// Nodes of stages 2 to 7; stages 8 and 9 are at the end of the step.
const NODES: [f64; 6] =
    [3.0 / 50.0, 1439.0 / 15000.0, 1439.0 / 10000.0, 4973.0 / 10000.0, 389.0 / 400.0, 1999.0 / 2000.0];
/// Arguments of stages 2 to 9; the last one is the result.
const ROWS: [Weights; 8] = [
    &[(0, 0.06)],
    &[(0, 0.019239962962962962), (1, 0.07669337037037037)],
    &[(0, 0.035975), (2, 0.107925)],
    &[(0, 1.3186834152331484), (2, -5.042058063628562), (3, 4.220674648395414)],
    &[(0, -41.872591664327516), (2, 159.4325621631375), (3, -122.11921356501003), (4, 5.531743066200054)],
    &[
        (0, -54.430156935316504),
        (2, 207.06725136501848),
        (3, -158.61081378459),
        (4, 6.991816585950242),
        (5, -0.018597231062203234),
    ],
    &[
        (0, -54.66374178728198),
        (2, 207.95280625538936),
        (3, -159.2889574744995),
        (4, 7.018743740796944),
        (5, -0.018338785905045722),
        (6, -0.0005119484997882099),
    ],
    &[
        (0, 0.03438957868357036),
        (3, 0.2582624555633503),
        (4, 0.4209371189673537),
        (5, 4.40539646966931),
        (6, -176.48311902429865),
        (7, 172.36413340141507),
    ],
];
/// Result minus that of order 5, up to the sign.
const ERROR: Weights = &[
    (0, 0.008623404282200852),
    (3, -0.019434029953152708),
    (4, 0.028450072588037983),
    (5, -2.109711061065291),
    (6, 103.45854289996399),
    (7, -101.39980461914911),
    (8, 0.03333333333333333),
];
/// Node of stage 10, for dense output.
const INNER_NODES: [f64; 1] = [0.5];
/// Argument of stage 10.
const INNER_ROWS: [Weights; 1] = [&[
    (0, 0.016524159013572806),
    (3, 0.3053128187514179),
    (4, 0.2071200938201979),
    (5, -1.293879140655123),
    (6, 57.11988411588149),
    (7, -55.87979207510932),
    (8, 0.024830028297766014),
]];
/// The last two terms of the continuous extension.
const DENSE: [(usize, [f64; 2]); 8] = [
    (0, [-3.416260098463985, 2.8642075574350807]),
    (3, [5.508354740386727, -5.498673855206911]),
    (4, [5.597442640829284, -11.126693468385856]),
    (5, [-47.55653642070599, -29.779917073712962]),
    (6, [2389.055882486883, 511.0873121844643]),
    (7, [-2342.288883348929, -486.34623534459365]),
    (8, [1.1, 2.8]),
    (9, [-8.0, 16.0]),
];
