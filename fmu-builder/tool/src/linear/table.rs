//! As one table `[A B; C D]` with names above and before it.

use crate::host::Linearization;

pub(super) fn csv(system: &Linearization) -> String {
    let mut text = String::new();
    let knowns = system.states.iter().chain(&system.inputs);
    for signal in knowns {
        text.push(',');
        text.push_str(&quoted(&signal.name));
    }
    text.push('\n');
    let unknowns = system.derivatives.iter().chain(&system.outputs);
    let rows = system.a.iter().zip(&system.b).chain(system.c.iter().zip(&system.d));
    for (signal, (by_state, by_input)) in unknowns.zip(rows) {
        text.push_str(&quoted(&signal.name));
        by_state.iter().chain(by_input).for_each(|number| text.push_str(&format!(",{number:?}")));
        text.push('\n');
    }
    text
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
