//! Coefficients of the method RODAS of order 4(3) with six stages (Hairer, Wanner, Solving Ordinary Differential Equations II, 1996,
//! IV.7 and the table of the code of that name), in the form without products of the Jacobian with vectors (IV.7.25).

/// Diagonal element.
pub(super) const GAMMA: f64 = 0.25;
/// Nodes of stages 2 to 4; the others lie at 0, 1 and 1.
pub(super) const NODES: [f64; 3] = [0.386, 0.21, 0.63];
/// Weights of the time derivative in stages 1 to 4; the others have none.
pub(super) const TIME: [f64; 4] = [0.25, -0.1043, 0.1035, -0.036_200_000_000_000_23];
/// Weights of the earlier stages in the state of stages 2 to 5. Stage 6 has that of stage 5 plus stage 5, the result that of stage 6 plus
/// stage 6, which is also the estimate of the error.
pub(super) const STATE: [&[f64]; 4] = [
    &[1.544],
    &[0.946_678_528_081_582_6, 0.255_701_169_898_328_4],
    &[3.314_825_187_068_521, 2.896_124_015_972_201, 0.998_641_913_997_781_7],
    &[1.221_224_509_226_641, 6.019_134_481_288_629, 12.537_083_329_320_87, -0.687_886_036_105_895],
];
/// Weights of the earlier stages, over the step size, on the right-hand side of stages 2 to 6.
pub(super) const RIGHT: [&[f64]; 5] = [
    &[-5.6688],
    &[-2.430_093_356_833_875, -0.206_359_915_709_191_5],
    &[-0.107_352_905_815_137_5, -9.594_562_251_023_355, -20.470_286_148_096_16],
    &[7.496_443_313_967_647, -10.246_804_314_643_52, -33.999_903_528_199_05, 11.708_908_932_061_6],
    &[
        8.083_246_795_921_522,
        -7.981_132_988_064_893,
        -31.521_594_328_743_71,
        16.319_305_431_231_36,
        -6.058_818_238_834_054,
    ],
];

/// Weights of stages 1 to 5 in the quadratic and the cubic part of the dense output (IV.7.29 and the code).
pub(super) const DENSE: [[f64; 5]; 2] = [
    [
        10.126_235_083_445_86,
        -7.487_995_877_610_167,
        -34.800_918_615_557_47,
        -7.992_771_707_568_823,
        1.025_137_723_295_662,
    ],
    [
        -0.676_280_339_280_125_3,
        6.087_714_651_680_015,
        16.430_843_208_924_78,
        24.767_225_114_183_86,
        -6.594_389_125_716_872,
    ],
];
