//! Coefficients of the method.
//!
//! J. R. Dormand, P. J. Prince: A family of embedded Runge-Kutta formulae. J. Comput. Appl. Math. 6 (1980), pp. 19-26, RK5(4)7M;
//! table II.5.2 in Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I. Zero coefficients are left out; the indices
//! of the stages that remain are in each name's documentation.

/// Nodes of stages 2 to 5; stages 6 and 7 are at the end of the step.
pub(super) const C: [f64; 4] = [1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0];
/// Stage 2, of stage 1.
pub(super) const A2: [f64; 1] = [1.0 / 5.0];
/// Stage 3, of stages 1, 2.
pub(super) const A3: [f64; 2] = [3.0 / 40.0, 9.0 / 40.0];
/// Stage 4, of stages 1 to 3.
pub(super) const A4: [f64; 3] = [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0];
/// Stage 5, of stages 1 to 4.
pub(super) const A5: [f64; 4] = [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0];
/// Stage 6, of stages 1 to 5.
pub(super) const A6: [f64; 5] = [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0];
/// Result of order 5 and argument of stage 7, of stages 1, 3, 4, 5, 6.
pub(super) const B: [f64; 5] = [35.0 / 384.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0];
/// Result of order 5 minus result of order 4, of stages 1, 3, 4, 5, 6, 7.
pub(super) const E: [f64; 6] =
    [71.0 / 57600.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0];
/// Last term of the continuous extension of order 4 (L. F. Shampine: Some practical Runge-Kutta formulas, Math. Comp. 46 (1986);
/// in the form of the book's section II.6), of stages 1, 3, 4, 5, 6, 7.
pub(super) const D: [f64; 6] = [
    -12715105075.0 / 11282082432.0,
    87487479700.0 / 32700410799.0,
    -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0,
    -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0,
];
