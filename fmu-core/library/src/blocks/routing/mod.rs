//! Modelica.Blocks.Routing: signals passed on, replicated, joined, split and chosen.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::functions::{Extraction, Selection, WeightedSum};
use mechanism::SignalIn;

/// Number of outputs of a replicator.
const NOUT: &[Parameter] = &[integer("nout", 1, 1, "Number of outputs")];

/// The outputs of a replicator.
const fn replicated(of: SignalType) -> Connector {
    Connector { kind: ConnectorKind::Output(of, 1), ..outputs("y", SignalSize::Integer("nout")) }
}

/// Partial block that replicates its input.
const fn replicator(connectors: &'static [Connector]) -> Class {
    Class { parameters: NOUT, connectors, ..Class::element(Selection::replicate) }
}

pub static EXTRACT_SIGNAL: Class = Class {
    name: "Modelica.Blocks.Routing.ExtractSignal",
    description: "Extract signals from an input signal vector: y[i] = u[extract[i]]",
    parameters: &[
        integer("nin", 1, 1, "Number of inputs"),
        integer("nout", 1, 1, "Number of outputs"),
        array("extract", "", "Numbers of the inputs that are connected to the outputs").or(1.0).settled(),
    ],
    connectors: &[inputs("u", SignalSize::Integer("nin")), outputs("y", SignalSize::Integer("nout"))],
    ..Class::element(Selection::extract)
};

plain_classes! {
    "Blocks.Routing":
    REAL_PASS_THROUGH "RealPassThrough" siso(WeightedSum::pass) "Pass a Real signal through: y = u";
    INTEGER_PASS_THROUGH "IntegerPassThrough" {integer_input("u"), INTEGER_Y} plain(WeightedSum::pass)
        "Pass an Integer signal through: y = u";
    BOOLEAN_PASS_THROUGH "BooleanPassThrough" boolean_siso(WeightedSum::pass) "Pass a Boolean signal through: y = u";
    REAL_REPLICATOR "RealReplicator" replicator(&[input("u"), replicated(SignalType::Real)])
        "Replicate a Real signal: y = {u, u, ..., u}";
    INTEGER_REPLICATOR "IntegerReplicator" replicator(&[integer_input("u"), replicated(SignalType::Integer)])
        "Replicate an Integer signal: y = {u, u, ..., u}";
    BOOLEAN_REPLICATOR "BooleanReplicator" replicator(&[boolean_input("u"), replicated(SignalType::Boolean)])
        "Replicate a Boolean signal: y = {u, u, ..., u}";
    MULTIPLEX "Multiplex" of_vectors(Selection::join) "Multiplexer block for arbitrary number of input connectors";
    DE_MULTIPLEX "DeMultiplex" of_vectors(Selection::join)
        "DeMultiplexer block for arbitrary number of output connectors";
}

pub static EXTRACTOR: Class = Class {
    name: "Modelica.Blocks.Routing.Extractor",
    description: "Extract a scalar signal out of a signal vector, dependent on an Integer input",
    parameters: &[
        integer("nin", 1, 1, "Number of inputs"),
        boolean("allowOutOfRange", false, "Index may be out of range"),
        real("outOfRangeValue", "", "Output signal if the index is out of range").or(1e10).tunable(),
    ],
    connectors: &[
        inputs("u", SignalSize::Integer("nin")),
        Connector { description: "Number of the input that is connected to the output", ..integer_input("index") },
        Y,
    ],
    ..Class::element(|e| {
        let (u, index, otherwise) = (e.input("u"), e.scalar_input("index"), e.real("outOfRangeValue"));
        e.add_law(Extraction { u, index, otherwise, is_allowed: e.boolean("allowOutOfRange"), y: e.scalar_y() });
    })
};

/// Partial block with a vector of `n` inputs and one of `n` outputs.
const fn of_vectors(build: fn(&mut Element<'_>)) -> Class {
    const PARAMETERS: &[Parameter] = &[integer("n", 1, 1, "Number of signals")];
    const CONNECTORS: &[Connector] = &[inputs("u", SignalSize::Integer("n")), outputs("y", SignalSize::Integer("n"))];
    Class { parameters: PARAMETERS, connectors: CONNECTORS, ..Class::element(build) }
}

/// MultiplexN, which joins N inputs, and DeMultiplexN, which splits a vector into N outputs: names, N, and the numbers of the connectors.
macro_rules! multiplexers {
    ($($multiplex:ident $de_multiplex:ident $count:literal [$($k:literal)+];)+) => {$(
        pub static $multiplex: Class = Class {
            name: concat!("Modelica.Blocks.Routing.Multiplex", $count),
            description: concat!("Multiplexer block for ", $count, " input connectors"),
            parameters: &[$(integer(concat!("n", $k), 1, 1, concat!("Dimension of input signal connector ", $k))),+],
            connectors: &[
                $(Connector {
                    description: concat!("Input signals ", $k),
                    ..inputs(concat!("u", $k), SignalSize::Integer(concat!("n", $k)))
                },)+
                outputs("y", SignalSize::Sum(&[$(concat!("n", $k)),+])),
            ],
            ..Class::element(Selection::join)
        };

        pub static $de_multiplex: Class = Class {
            name: concat!("Modelica.Blocks.Routing.DeMultiplex", $count),
            description: concat!("DeMultiplexer block for ", $count, " output connectors"),
            parameters: &[$(integer(concat!("n", $k), 1, 1, concat!("Dimension of output signal connector ", $k))),+],
            connectors: &[
                inputs("u", SignalSize::Sum(&[$(concat!("n", $k)),+])),
                $(Connector {
                    description: concat!("Output signals ", $k),
                    ..outputs(concat!("y", $k), SignalSize::Integer(concat!("n", $k)))
                },)+
            ],
            ..Class::element(Selection::split)
        };
    )+};
}

multiplexers! {
    MULTIPLEX2 DE_MULTIPLEX2 2 [1 2];
    MULTIPLEX3 DE_MULTIPLEX3 3 [1 2 3];
    MULTIPLEX4 DE_MULTIPLEX4 4 [1 2 3 4];
    MULTIPLEX5 DE_MULTIPLEX5 5 [1 2 3 4 5];
    MULTIPLEX6 DE_MULTIPLEX6 6 [1 2 3 4 5 6];
}

/// The elements of an input as signals of one element.
fn elements(input: SignalIn) -> impl Iterator<Item = SignalIn> {
    (0..input.size).map(move |k| input.element(k).into())
}

impl Selection {
    /// Registers a copy of the input u for each element of y.
    fn replicate(e: &mut Element<'_>) {
        let y = e.y();
        e.add_law(Self { inputs: vec![e.input("u"); y.size], y });
    }

    /// Registers y as the elements of u with the numbers in the parameter extract.
    fn extract(e: &mut Element<'_>) {
        let (u, y) = (e.input("u"), e.y());
        let is_number = |x: &f64| x.fract() == 0.0 && (1.0..=u.size as f64).contains(x);
        match e.settled("extract").filter(|numbers| numbers.len() == y.size && numbers.iter().all(is_number)) {
            Some(numbers) => {
                let inputs = numbers.into_iter().map(|number| u.element(number as usize - 1).into()).collect();
                e.add_law(Self { inputs, y });
            }
            None => e.refuse(
                "extract",
                "a whole number from 1 to nin for each of the nout outputs, such as [1, 3], that is no expression",
            ),
        }
    }

    /// Registers y as all inputs, one after the other.
    fn join(e: &mut Element<'_>) {
        let inputs = declared_inputs(e).into_iter().flat_map(elements).collect();
        e.add_law(Self { inputs, y: e.y() });
    }

    /// Registers the outputs of the block as parts of the input u, one after the other.
    fn split(e: &mut Element<'_>) {
        let mut inputs = elements(e.input("u"));
        for output in e.class.connectors.iter().filter(|connector| connector.kind.is_output()) {
            let y = e.output(output.name);
            e.add_law(Self { inputs: inputs.by_ref().take(y.size).collect(), y });
        }
    }
}
