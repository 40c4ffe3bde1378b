//! Electrical circuits: their elements, known quantities, and the dependencies of voltages and currents.

use super::collected::Collected;
use super::connections::Sets;
use super::problems::Problems;
use super::structure_problem::StructureProblem;
use library::{AnyLaw, CircuitPlace, CircuitPorts, MOST_PORTS, Port, StartQuantity, current_into};
use mechanism::sort::sort_by_key;
use mechanism::union_find::UnionFind;
use mechanism::{
    Branch, Circuit, CircuitElement, CircuitKind, CircuitKnown, CircuitSource, Contact, Quantity, SignalIn, SignalOut,
    Source,
};

/// A factor below this fraction of the largest of its row is a rounding error.
const ROUNDING: f64 = 1e-12;

/// Finds the circuits, and sets the inputs of the laws of their elements.
pub(super) fn build(
    collected: &mut Collected,
    sets: &mut Sets,
    values: &[f64],
    problems: &mut Problems,
) -> Vec<Circuit> {
    let elements = std::mem::take(&mut collected.elements.circuit_elements);
    if elements.is_empty() {
        return Vec::new();
    }
    let (mut circuits, places) = divide(collected, sets, &elements);
    circuits.iter_mut().for_each(|circuit| translate(circuit, &places));
    let ports: Vec<Ports> = circuits.iter().map(|circuit| Ports::new(circuit, collected, sets)).collect();
    for (number, (circuit, ports)) in circuits.iter_mut().zip(&ports).enumerate() {
        number_unknowns(circuit, ports);
        refuse_many(circuit, ports, collected, problems);
        find_dependencies(circuit, values, collected, problems);
        refuse_given((number, circuit), &places, collected, problems);
    }
    for (number, (circuit, ports)) in circuits.iter().zip(&ports).enumerate() {
        ports.solve(number, circuit, &places, collected);
    }
    wire(collected, &circuits, &places, &ports, sets);
    circuits
}

/// Circuit and branch of each element.
type Places = Vec<(usize, usize)>;

/// Divides the elements into circuits.
fn divide(collected: &Collected, sets: &Sets, elements: &[CircuitElement]) -> (Vec<Circuit>, Places) {
    let mut parts = UnionFind::new(sets.pin_count);
    let pins = |element: usize| elements[element].pins.iter().map(|pin| sets.pins[*pin]);
    for law in &collected.elements.laws {
        let AnyLaw::Circuit(law) = law else { continue };
        let all: Vec<usize> = law.elements.iter().flat_map(|element| pins(*element)).collect();
        all.windows(2).for_each(|pair| parts.union(pair[0], pair[1]));
    }
    for element in elements {
        // The two adaptors of a pair are in one circuit.
        if let CircuitKind::Controlled(control) = element.kind {
            let own = element.pins.iter().map(|pin| sets.pins[*pin]);
            let all: Vec<usize> = pins(control.of).chain(own).collect();
            all.windows(2).for_each(|pair| parts.union(pair[0], pair[1]));
        }
    }
    let mut is_zero = vec![false; sets.pin_count];
    let grounds = elements.iter().filter(|element| element.kind == CircuitKind::Ground);
    grounds.for_each(|ground| is_zero[sets.pins[ground.pins[0]]] = true);
    let mut circuits: Vec<Circuit> = Vec::new();
    let mut of_part: Vec<Option<usize>> = vec![None; sets.pin_count];
    let mut node_of: Vec<Option<usize>> = vec![None; sets.pin_count];
    let mut places = Vec::new();
    for element in elements {
        let part = parts.find(sets.pins[element.pins[0]]);
        let number = *of_part[part].get_or_insert_with(|| {
            circuits.push(Circuit::default());
            circuits.len() - 1
        });
        let circuit = &mut circuits[number];
        let nodes = element.pins.iter().map(|pin| {
            let set = sets.pins[*pin];
            (!is_zero[set]).then(|| {
                *node_of[set].get_or_insert_with(|| {
                    circuit.nodes += 1;
                    circuit.nodes - 1
                })
            })
        });
        let nodes = nodes.collect();
        places.push((number, circuit.branches.len()));
        circuit.branches.push(Branch { element: element.clone(), nodes, current: None, known: None });
    }
    (circuits, places)
}

/// Replaces numbers of elements by those of branches.
fn translate(circuit: &mut Circuit, places: &Places) {
    for branch in &mut circuit.branches {
        match &mut branch.element.kind {
            CircuitKind::Controlled(control) => control.of = places[control.of].1,
            CircuitKind::Winding(winding) => winding.other = places[winding.other].1,
            _ => {}
        }
    }
}

/// The ports of a circuit, and the signals of their currents and discrete states.
struct Ports {
    /// Branches of the ports.
    branches: Vec<usize>,
    output: SignalOut,
    inputs: SignalIn,
}

impl Ports {
    /// Adds the signals.
    fn new(circuit: &Circuit, collected: &mut Collected, sets: &mut Sets) -> Self {
        let is_port = |branch: &Branch| branch.element.kind == CircuitKind::Port;
        let branches = (0..circuit.branches.len()).filter(|k| is_port(&circuit.branches[*k]));
        let branches: Vec<usize> = branches.collect();
        let size = 2 * branches.len();
        let (output, inputs) = collected.add_inner_signals(size, &mut sets.drivers, |k| {
            branches.get(k % branches.len()).map_or_else(String::new, |k| circuit.branches[*k].element.name.clone())
        });
        Self { branches, output, inputs }
    }

    fn number(&self, branch: usize) -> Option<usize> {
        self.branches.iter().position(|port| *port == branch)
    }

    /// The current of a port.
    fn current(&self, port: usize) -> SignalIn {
        SignalIn { first: self.inputs.first + port, size: 1 }
    }

    /// The discrete state of a port.
    fn mode(&self, port: usize) -> SignalIn {
        SignalIn { first: self.inputs.first + self.branches.len() + port, size: 1 }
    }

    /// Adds the law that computes the currents.
    fn solve(&self, number: usize, circuit: &Circuit, places: &Places, collected: &mut Collected) {
        let Some(first) = self.branches.first() else { return };
        let of_circuit = collected.elements.circuit_ports.iter().filter(|port| places[port.element].0 == number);
        let rows_of = |port: &Port| {
            let mut rows = [None; library::QUANTITIES];
            let row = |element: usize, quantity| Some(Circuit::row_of(places[element].1, quantity));
            let own = [Quantity::Voltage, Quantity::Current].map(|quantity| row(port.element, quantity));
            let watched = port.watches.iter().map(|(element, quantity)| row(*element, *quantity));
            rows.iter_mut().zip(own.into_iter().chain(watched)).for_each(|(place, row)| *place = row);
            rows
        };
        let ports: Vec<Port> = of_circuit.map(|port| Port { rows: rows_of(port), ..port.clone() }).collect();
        let rows: Vec<usize> = ports.iter().flat_map(|port| port.rows.iter().copied().flatten()).collect();
        let is_own =
            |input: &SignalIn| (self.inputs.first..self.inputs.first + self.inputs.size).contains(&input.first);
        let reads = reads(circuit, &rows).into_iter().filter(|input| !is_own(input)).collect();
        let law = CircuitPorts { circuit: number, ports, y: self.output, reads, looks_at: looks_at(circuit, &rows) };
        let component = collected.component_names.get(&circuit.branches[*first].element.name).copied();
        collected.add_law(component.unwrap_or_default(), law.into());
    }
}

fn number_unknowns(circuit: &mut Circuit, ports: &Ports) {
    circuit.unknowns = circuit.nodes;
    for (number, branch) in circuit.branches.iter_mut().enumerate() {
        let known = match branch.element.kind {
            CircuitKind::Capacitor(state, _) | CircuitKind::Inductor(state, _) => Some(CircuitKnown::State(state)),
            CircuitKind::Winding(winding) => Some(CircuitKnown::State(winding.state)),
            CircuitKind::Port => ports.number(number).map(|port| CircuitKnown::Port(ports.current(port))),
            CircuitKind::Voltage(CircuitSource::Zero) => None,
            CircuitKind::Voltage(source) | CircuitKind::Current(source) => Some(CircuitKnown::Source(source)),
            _ => None,
        };
        branch.known = known.map(|known| {
            circuit.knowns.push(known);
            let number = circuit.knowns.len() - 1;
            if let CircuitKnown::Source(CircuitSource::Signal(SignalIn { first, size: 2 })) = known {
                let derivative = SignalIn { first: first + 1, size: 1 };
                circuit.knowns.push(CircuitKnown::Source(CircuitSource::Signal(derivative)));
            }
            number
        });
        let gives_voltage = match branch.element.kind {
            CircuitKind::Capacitor(..) | CircuitKind::Voltage(_) | CircuitKind::Amplifier => true,
            CircuitKind::Controlled(control) => control.gives == Quantity::Voltage,
            _ => false,
        };
        if gives_voltage {
            branch.current = Some(circuit.unknowns);
            circuit.unknowns += 1;
        }
    }
}

fn find_dependencies(circuit: &mut Circuit, values: &[f64], collected: &Collected, problems: &mut Problems) {
    let count = circuit.knowns.len();
    circuit.depends = vec![true; circuit.rows() * count];
    match circuit.solve(values) {
        Ok(constants) => {
            for (depends, row) in circuit.depends.chunks_mut(count.max(1)).zip(constants.rows.chunks(count.max(1))) {
                let largest = row.iter().fold(0.0_f64, |most, factor| most.max(factor.abs()));
                for (depends, factor) in depends.iter_mut().zip(row) {
                    *depends = factor.abs() > ROUNDING * largest;
                }
            }
            constrain(circuit, &constants.constraints);
        }
        Err(undecided) => {
            refuse_undecided(&circuit.branches[undecided.branch], collected, problems);
        }
    }
}

fn refuse_undecided(branch: &Branch, collected: &Collected, problems: &mut Problems) {
    let component = branch.element.name.clone();
    problems.add_at(collected, &branch.element.name, StructureProblem::UndecidedCircuit { component });
}

/// Records the storages of each sum of states that must be zero. There are then several ways to express quantities by
/// states.
fn constrain(circuit: &mut Circuit, sums: &[f64]) {
    let count = circuit.knowns.len();
    if sums.is_empty() {
        return;
    }
    for sum in sums.chunks(count) {
        let largest = sum.iter().fold(0.0_f64, |most, factor| most.max(factor.abs()));
        let is_state = |known: &usize| matches!(circuit.knowns[*known], CircuitKnown::State(_));
        let is_in =
            |branch: &Branch| branch.known.filter(is_state).is_some_and(|known| sum[known].abs() > 1e-6 * largest);
        let mut storages = circuit.branches.iter().enumerate().filter(|(_, branch)| is_in(branch)).map(|(k, _)| k);
        let owner = storages.rfind(|branch| !circuit.constraints.contains(branch));
        circuit.constraints.extend(owner);
    }
    let may_matter = |k: usize| match circuit.knowns[k] {
        CircuitKnown::State(_) => true,
        // A source with its derivative, or the derivative.
        CircuitKnown::Source(_) => {
            [Some(k), k.checked_sub(1)].into_iter().flatten().any(|k| circuit.knowns[k].has_derivative())
        }
        CircuitKnown::Port(_) => false,
    };
    let may_matter: Vec<bool> = (0..count).map(may_matter).collect();
    for depends in circuit.depends.chunks_mut(count) {
        depends.iter_mut().zip(&may_matter).for_each(|(depends, may_matter)| *depends |= may_matter);
    }
}

/// Refuses inductors and sources in series with given currents, and capacitors and sources beside given voltages, that are ports.
fn refuse_given((number, circuit): (usize, &Circuit), places: &Places, collected: &Collected, problems: &mut Problems) {
    for port in collected.elements.circuit_ports.iter().filter(|port| places[port.element].0 == number) {
        let Some(gives_current) = port.characteristic.gives_current() else { continue };
        let own = places[port.element].1;
        let branch = &circuit.branches[own];
        let row = Circuit::row_of(own, if gives_current { Quantity::Current } else { Quantity::Voltage });
        let Some(known) = branch.known else { continue };
        if !circuit.depends[row * circuit.knowns.len() + known] {
            refuse_undecided(branch, collected, problems);
        }
    }
}

/// Refuses too many ports in one circuit.
fn refuse_many(circuit: &Circuit, ports: &Ports, collected: &Collected, problems: &mut Problems) {
    for branch in ports.branches.iter().skip(MOST_PORTS) {
        let component = &circuit.branches[*branch].element.name;
        let what = "another switch, diode, amplifier with limits or variable resistor in this circuit";
        let needs = format!("at most {MOST_PORTS} of them in one circuit");
        problems.refuse(collected, component, what, needs);
    }
}

/// Sets the branches of each element's law, and the signals that its voltages and currents depend on.
fn wire(collected: &mut Collected, circuits: &[Circuit], places: &Places, ports: &[Ports], sets: &Sets) {
    let mut unconstrained = Vec::new();
    for (number, law) in collected.elements.laws.iter_mut().enumerate() {
        let AnyLaw::Circuit(law) = law else { continue };
        let Some(&(circuit, first)) = law.elements.first().and_then(|element| places.get(*element)) else { continue };
        let (structure, ports) = (&circuits[circuit], &ports[circuit]);
        let branches: Vec<usize> = law.elements.iter().map(|element| places[*element].1).collect();
        let own: Vec<&CircuitElement> = branches.iter().map(|branch| &structure.branches[*branch].element).collect();
        let node = |pin: usize| {
            let mut branches = structure.branches.iter();
            let at = |branch: &Branch| {
                let k = branch.element.pins.iter().position(|other| sets.pins[*other] == sets.pins[pin])?;
                Some(branch.nodes[k])
            };
            branches.find_map(at).flatten()
        };
        let currents = law.pins.iter().map(|pin| {
            let terms = current_into(&own, *pin).into_iter();
            terms.map(|(k, sign)| (Circuit::row_of(branches[k], Quantity::Current), sign)).collect()
        });
        let modes = branches.iter().filter_map(|branch| ports.number(*branch)).map(|port| ports.mode(port));
        law.place = Some(CircuitPlace {
            circuit,
            potentials: law.pins.iter().map(|pin| node(*pin).map(|node| structure.potential_row(node))).collect(),
            currents: currents.collect(),
            modes: modes.collect(),
            branches,
        });
        let rows = law.rows();
        law.reads = reads(structure, &rows);
        law.looks_at = looks_at(structure, &rows);
        if law.shows() {
            law.reads.extend(law.place.iter().flat_map(|place| place.modes.iter().copied()));
        } else {
            law.constraint = structure.constraints.iter().position(|owner| *owner == first);
            if law.constraint.is_some() {
                let given = structure.knowns.iter().filter(|known| known.has_derivative()).filter_map(signal);
                law.reads.extend(given);
            }
        }
        if law.constraint.is_none() {
            unconstrained.push(number);
        }
    }
    // Keeps start conditions of independent storages.
    collected.elements.start_conditions.retain(|condition| match condition.quantity {
        StartQuantity::Direct(Source::Law(law, ..)) => !unconstrained.contains(&law),
        _ => true,
    });
}

/// The known quantities that rows of a circuit depend on.
fn knowns<'a>(circuit: &'a Circuit, rows: &[usize]) -> impl Iterator<Item = &'a CircuitKnown> {
    let count = circuit.knowns.len();
    let depends = |known: usize| rows.iter().any(|row| circuit.depends[row * count + known]);
    let found: Vec<usize> = (0..count).filter(|known| depends(*known)).collect();
    found.into_iter().map(|known| &circuit.knowns[known])
}

/// The signal of a known quantity.
fn signal(known: &CircuitKnown) -> Option<SignalIn> {
    match known {
        CircuitKnown::Source(CircuitSource::Signal(input)) | CircuitKnown::Port(input) => {
            Some(SignalIn { first: input.first, size: 1 })
        }
        _ => None,
    }
}

/// Signals that rows of a circuit depend on.
fn reads(circuit: &Circuit, rows: &[usize]) -> Vec<SignalIn> {
    let mut inputs: Vec<SignalIn> = knowns(circuit, rows).filter_map(signal).collect();
    sort_by_key(&mut inputs, |input| input.first);
    inputs.dedup();
    inputs
}

/// Dependencies of rows of a circuit other than signals.
fn looks_at(circuit: &Circuit, rows: &[usize]) -> Vec<Contact> {
    let mut contacts = Vec::new();
    for known in knowns(circuit, rows) {
        match known {
            CircuitKnown::State(state) => contacts.push(Contact::SeenState(*state)),
            CircuitKnown::Source(CircuitSource::Speed(flange, support, _)) => {
                contacts.extend(std::iter::once(*flange).chain(*support).map(Contact::SeenFlange));
            }
            CircuitKnown::Source(_) | CircuitKnown::Port(_) => {}
        }
    }
    contacts
}
