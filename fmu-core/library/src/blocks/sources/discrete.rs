//! Modelica.Blocks.Sources: Boolean and Integer signals.

use crate::blocks::interfaces::*;
use crate::blocks::tables::extrapolation;
use crate::class::element::LawHandle;
use crate::class::*;
use crate::laws::blocks::tables::Extrapolation;
use crate::laws::blocks::timed_value::{Timed, TimedValue, TimedVariable, Toggle};
use mechanism::Shape;

plain_classes! {
    "Blocks.Sources":
    BOOLEAN_CONSTANT "BooleanConstant" [boolean("k", true, "Constant output value")]
        boolean_so(|e| e.add_constant(i32::from(e.boolean("k")))) "Generate constant signal of type Boolean";
    INTEGER_CONSTANT "IntegerConstant" [whole("k", 1, "Constant output value")]
        integer_so(|e| e.add_constant(e.integer("k"))) "Generate constant signal of type Integer";
}

pub static BOOLEAN_STEP: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanStep",
    description: "Generate step signal of type Boolean",
    parameters: &[
        real("startTime", "s", "Time instant of step start").or(0.0),
        boolean("startValue", false, "Output before startTime"),
    ],
    ..boolean_so(|e| {
        let (start_time, before) = (e.real("startTime"), i32::from(e.boolean("startValue")));
        e.add_timed(Timed::Step { start_time, before, after: 1 - before });
    })
};

pub static INTEGER_STEP: Class = Class {
    name: "Modelica.Blocks.Sources.IntegerStep",
    description: "Generate step signal of type Integer",
    parameters: &[whole("height", 1, "Height of step"), whole("offset", 0, "Offset of output signal y"), START_TIME],
    ..integer_so(|e| {
        let (height, before, start_time) = (e.integer("height"), e.integer("offset"), e.real("startTime"));
        match before.checked_add(height) {
            Some(after) => drop(e.add_timed(Timed::Step { start_time, before, after })),
            None => e.refuse("height", "a sum with offset that an Integer can be"),
        }
    })
};

pub static BOOLEAN_PULSE: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanPulse",
    description: "Generate pulse signal of type Boolean",
    parameters: &[
        real("width", "%", "Width of pulse in % of period").min(1e-60).max(100.0).or(50.0),
        real("period", "s", "Time for one period").min(1e-60),
        real("startTime", "s", "Time instant of first pulse").or(0.0),
        real("Twidth", "s", "Width of one pulse").derived("period*width/100"),
    ],
    variables: &[variable("pulseStart", "s", "Start time of pulse")],
    ..boolean_so(|e| {
        let [width, period, start_time] = ["width", "period", "startTime"].map(|name| e.real(name));
        let law = e.add_timed(Timed::Pulse { width, period, start_time });
        e.show("pulseStart", law, TimedVariable::PulseStart);
    })
};

pub static BOOLEAN_TABLE: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanTable",
    description: "Generate a Boolean output signal based on a vector of time instants",
    parameters: &[
        array("table", "s", "Vector of time points, at which the output toggles").checked(check_times).or_empty(),
        boolean("startValue", false, "Start value of y; it toggles at time = table[1]"),
        extrapolation("HoldLastPoint"),
        real("startTime", "s", "Output = false for time < startTime").or(-1e60),
        real("shiftTime", "s", "Shift time of table").or(0.0),
    ],
    inner: &[inner("combiTimeTable.y[1]", "y"), inner("realToBoolean.u", "y"), inner_boolean("realToBoolean.y", "y")],
    ..boolean_so(|e| {
        let (starts, extrapolation) = (e.boolean("startValue"), Extrapolation::of(e));
        let [start_time, shift_time] = ["startTime", "shiftTime"].map(|name| e.real(name));
        let table = e.reals("table");
        e.add_timed(Timed::Toggle(Toggle { table, starts, extrapolation, start_time, shift_time }));
    })
};

/// Check: time points must increase.
fn check_times(elements: &[f64], _: Shape) -> Option<&'static str> {
    (!elements.is_sorted_by(|now, next| now < next)).then_some("time points that increase")
}

impl Element<'_> {
    fn add_timed(&mut self, timed: Timed) -> LawHandle<TimedValue> {
        self.add_law(TimedValue { timed, y: self.scalar_y() })
    }

    fn add_constant(&mut self, value: i32) {
        self.add_timed(Timed::Constant(value));
    }
}
