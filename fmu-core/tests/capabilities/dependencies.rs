//! The dependencies in ModelStructure are complete: what is not listed has a zero derivative everywhere.

use super::common::{Random, cases, get};
use fmu_core::instance::Interface;

#[test]
fn what_is_not_listed_does_not_matter() {
    let mut random = Random(5);
    for case in cases() {
        let mut instance = case.ready(Interface::ModelExchange, 1e-9);
        let (states, unknowns) = (case.states(), case.unknowns());
        let knowns: Vec<u32> = case.inputs().into_iter().chain(states.iter().copied()).collect();
        let start = get(&mut instance, &states);
        for time in [0.1, 0.3, 0.5] {
            instance.set_time(time).unwrap();
            instance.enter_event_mode().unwrap();
            instance.new_discrete_states().unwrap();
            instance.enter_continuous_time_mode().unwrap();
            let x: Vec<f64> = start.iter().map(|x| x + 0.2 * random.number()).collect();
            instance.set_continuous_states(&x).unwrap();
            for &known in &knowns {
                let mut found = vec![f64::NAN; unknowns.len()];
                instance.directional_derivatives(&unknowns, &[known], &[1.0], &mut found).unwrap();
                for (unknown, derivative) in unknowns.iter().zip(found) {
                    let unknown = &case.variables()[*unknown as usize];
                    let listed = unknown.dependencies.as_ref().is_none_or(|list| list.contains(&(known as usize)));
                    let known = &case.variables()[known as usize].name;
                    assert!(listed || derivative == 0.0, "{}: {} depends on {known}", case.name, unknown.name);
                }
            }
        }
    }
}

/// Lists are sorted, hold inputs and states only, and positions do not depend on forces.
#[test]
fn lists_are_as_short_as_the_structure_tells() {
    for case in cases() {
        let catalogue = &case.model.catalogue;
        for unknown in case.unknowns() {
            let Some(list) = &catalogue.variables[unknown as usize].dependencies else { continue };
            assert!(list.is_sorted());
            assert!(list.iter().all(|known| catalogue.inputs.contains(known) || catalogue.states.contains(known)));
        }
        for (state, derivative) in catalogue.states.iter().zip(&catalogue.derivatives) {
            let state = &catalogue.variables[*state].name;
            if let Some(joint) = state.strip_suffix(".phi") {
                let speed = catalogue.find(&format!("{joint}.w")).unwrap();
                let expected = if catalogue.states.contains(&speed) { vec![speed] } else { vec![] };
                assert_eq!(catalogue.variables[*derivative].dependencies, Some(expected), "{}: {joint}", case.name);
            }
        }
    }
    let case = cases().into_iter().find(|case| case.name == "spring_pendulum").unwrap();
    let catalogue = &case.model.catalogue;
    let height = &catalogue.variables[catalogue.find("height").unwrap()];
    let list = height.dependencies.as_ref().unwrap();
    assert!(!list.is_empty() && list.iter().all(|known| catalogue.states.contains(known)), "{list:?}");
}
