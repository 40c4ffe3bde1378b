//! Modelica.Blocks: signals.

mod continuous;
mod discrete;
mod interfaces;
mod logical;
mod math;
mod nonlinear;
mod routing;
mod sources;
mod tables;

pub use sources::{PLAIN_INPUT, SAMPLED_VARIABLE, VARIABLE};

classes! {
    sources::waves: CONSTANT CONTINUOUS_CLOCK SINE STEP RAMP TRAPEZOID;
    sources::time_tables: COMBI_TIME_TABLE;
    sources::waves: PULSE SAW_TOOTH EXP_SINE;
    sources::time_tables: TIME_TABLE;
    sources::point_to_point: KINEMATIC_PTP KINEMATIC_PTP2;
    sources::discrete: BOOLEAN_CONSTANT BOOLEAN_STEP BOOLEAN_PULSE BOOLEAN_TABLE INTEGER_CONSTANT INTEGER_STEP;
    sources::time_tables: INTEGER_TABLE;
    sources::real_expression: REAL_EXPRESSION;
    math::sums: ADD ADD3 GAIN MATRIX_GAIN FEEDBACK;
    math::functions: ABS SIGN SQRT SIN COS TAN ASIN ACOS ATAN SINH COSH TANH EXP LOG LOG10 PRODUCT DIVISION ATAN2 MAX
        MIN;
    math::sums: SUM MULTI_SUM;
    math::functions: MULTI_PRODUCT;
    math::conversions: REAL_TO_INTEGER INTEGER_TO_REAL BOOLEAN_TO_INTEGER INTEGER_TO_BOOLEAN;
    math::sums: TO_DEG FROM_DEG;
    routing::selections: REAL_PASS_THROUGH INTEGER_PASS_THROUGH REAL_REPLICATOR INTEGER_REPLICATOR BOOLEAN_REPLICATOR
        EXTRACT_SIGNAL EXTRACTOR MULTIPLEX2 DE_MULTIPLEX2 MULTIPLEX3 DE_MULTIPLEX3 MULTIPLEX4 DE_MULTIPLEX4 MULTIPLEX5
        DE_MULTIPLEX5 MULTIPLEX6 DE_MULTIPLEX6 MULTIPLEX BOOLEAN_PASS_THROUGH DE_MULTIPLEX;
    continuous::der: DER;
    continuous::integrators: INTEGRATOR LIM_INTEGRATOR;
    continuous::lim_pid: LIM_PID;
    nonlinear::limiters: LIMITER VARIABLE_LIMITER DEAD_ZONE;
    nonlinear::limited_rate: SLEW_RATE_LIMITER;
    nonlinear::delays: FIXED_DELAY VARIABLE_DELAY;
    continuous::low_order: DERIVATIVE FIRST_ORDER SECOND_ORDER PI PID;
    continuous::transfer_function: TRANSFER_FUNCTION;
    continuous::state_space: STATE_SPACE;
    continuous::simple_filters: CRITICAL_DAMPING LOWPASS_BUTTERWORTH;
    continuous::filter: FILTER;
    logical::comparisons: LESS_EQUAL_THRESHOLD GREATER GREATER_THRESHOLD GREATER_EQUAL GREATER_EQUAL_THRESHOLD LESS
        LESS_THRESHOLD LESS_EQUAL;
    logical::gates: AND OR XOR NAND NOR NOT;
    math::conversions: BOOLEAN_TO_REAL REAL_TO_BOOLEAN;
    logical::hysteresis: HYSTERESIS ON_OFF_CONTROLLER;
    logical::gates: SWITCH;
    logical::events: TIMER;
    logical::gates: LOGICAL_SWITCH;
    logical::memory: PRE EDGE FALLING_EDGE CHANGE;
    logical::events: ZERO_CROSSING TRIGGERED_TRAPEZOID LOGICAL_DELAY;
    logical::memory: RS_FLIP_FLOP;
    logical::events: TERMINATE_SIMULATION;
    discrete: SAMPLER ZERO_ORDER_HOLD FIRST_ORDER_HOLD UNIT_DELAY DISCRETE_TRANSFER_FUNCTION DISCRETE_STATE_SPACE
        TRIGGERED_SAMPLER TRIGGERED_MAX SAMPLE_TRIGGER;
    tables::combi_table1: COMBI_TABLE1_DS COMBI_TABLE1_DV;
    tables::combi_table2: COMBI_TABLE2_DS COMBI_TABLE2_DV;
}
