//! MultibodyFmu.Random

use crate::class::*;
use crate::laws::blocks::sampled::{Clock, Operation, SampledLaw};
use mechanism::SignalIn;

pub static CLASS: Class = Class {
    name: "MultibodyFmu.Random",
    description: "Uniform random number between 0 and 1, drawn at sample times",
    documentation: documentation!("random.md"),
    parameters: &[
        real("samplePeriod", "s", "Period for drawing").min(100.0 * f64::EPSILON),
        real("startTime", "s", "Time of the first sample, which is the number from the start on").or(0.0),
        real("localSeed", "", "Seed of this block, an integer of 32 bits").or(1.0),
        real("globalSeed", "", "Seed of the model, an integer of 32 bits").or(67_867_967.0),
    ],
    connectors: &[real_output("y", "", "Random number")],
    ..Class::element(|e| {
        let Some(y) = e.output("y") else { return };
        let clock = Clock::Periodic { period: e.real("samplePeriod"), start_time: e.real("startTime") };
        let operation = Operation::Random { seeds: ["localSeed", "globalSeed"].map(|name| e.real(name)) };
        e.add_law(SampledLaw { clock, operation, u: SignalIn { first: 0, size: 0 }, y, y_start: None });
    })
};
