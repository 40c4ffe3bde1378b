//! Random chains with random conditions.

use super::*;

/// Reproducible random numbers (Knuth's MMIX linear congruential generator).
struct Random(u64);

impl Random {
    /// In [-1, 1).
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// In 0..n.
    fn below(&mut self, n: usize) -> usize {
        (((self.number() + 1.0) / 2.0) * n as f64) as usize
    }
}

#[test]
fn random_conditions_that_have_a_solution_are_solved() {
    let mut random = Random(7);
    let mut equations = 0;
    for _ in 0..60 {
        let count = 1 + random.below(5);
        let kinds: Vec<(usize, [f64; 3])> =
            (0..count).map(|_| (random.below(3), [random.number() + 1.2, random.number(), random.number()])).collect();
        // A motion, and what all variables are in it.
        let motion: Vec<[f64; 2]> = (0..count).map(|_| [random.number(), random.number()]).collect();
        let coordinate = |owner: &str, name: &str| {
            let joint: usize = owner[1..].parse().unwrap();
            match (&owner[..1], name) {
                ("j", "phi" | "s") => Some(motion[joint][0]),
                ("j", "w" | "v") => Some(motion[joint][1]),
                _ => None,
            }
        };
        let (components, connections) = chain(&kinds, |owner, name| {
            coordinate(owner, name).map_or_else(|| "{}".to_owned(), |x| format!(r#"{{"start": {x:?}, "fixed": true}}"#))
        });
        let mut truth = Run::new(&components, &connections);
        // A choice of them is fixed; coordinates start next to the motion.
        let noise: Vec<f64> = (0..2 * count).map(|_| 0.1 * random.number()).collect();
        let fixed: Vec<bool> = (0..20 * count).map(|_| random.below(4) == 0).collect();
        let truth = std::cell::RefCell::new(&mut truth);
        let attribute = |owner: &str, name: &str| {
            let i: usize = owner[1..].parse().unwrap();
            if let Some(x) = coordinate(owner, name) {
                let k = usize::from(matches!(name, "w" | "v"));
                let is_fixed = fixed[20 * i + k];
                let start = if is_fixed { x } else { x + noise[2 * i + k] };
                return format!(r#"{{"start": {start:?}, "fixed": {is_fixed}}}"#);
            }
            if name == "a" {
                let start = truth.borrow_mut().get(&format!("{owner}.a"));
                return format!(r#"{{"start": {start:?}, "fixed": {}}}"#, fixed[20 * i + 2]);
            }
            let vectors = ["r_0", "v_0", "a_0", "frame_b.r_0"];
            let first = 20 * i + 3 + 3 * vectors.iter().position(|v| *v == name).unwrap();
            let full = format!("{owner}.{name}");
            let start = truth.borrow_mut().get3(&full);
            format!(r#"{{"start": {start:?}, "fixed": {:?}}}"#, &fixed[first..first + 3])
        };
        let (components, connections) = chain(&kinds, attribute);
        let mut run = Run::begin("", &components, &connections);
        equations += run.model.initialization.conditions.len();
        run.instance.exit_initialization_mode().unwrap_or_else(|error| panic!("{error}\n{components}"));
        let names: Vec<String> = run.model.initialization.conditions.iter().map(|c| c.subject.to_string()).collect();
        for name in names {
            let (found, expected) = (run.get(&name), truth.borrow_mut().get(&name));
            assert!(
                (found - expected).abs() <= 1e-8 * (1.0 + expected.abs()),
                "{name}: {found} {expected}\n{components}"
            );
        }
    }
    assert!(equations > 500, "{equations}");
}

#[test]
fn random_conditions_hold_or_are_refused_by_name() {
    let mut random = Random(11);
    let (mut solved, mut refused) = (0, 0);
    for _ in 0..40 {
        let count = 1 + random.below(4);
        let kinds: Vec<(usize, [f64; 3])> =
            (0..count).map(|_| (random.below(3), [random.number() + 1.2, random.number(), random.number()])).collect();
        let random = std::cell::RefCell::new(&mut random);
        let attribute = |_: &str, name: &str| {
            let mut random = random.borrow_mut();
            if name.len() <= 3 && !name.contains('_') {
                return format!(r#"{{"start": {:?}, "fixed": {}}}"#, random.number(), random.below(12) == 0);
            }
            let start = [0; 3].map(|_| 2.0 * random.number());
            let fixed = [0; 3].map(|_| random.below(12) == 0);
            format!(r#"{{"start": {start:?}, "fixed": {fixed:?}}}"#)
        };
        let (components, connections) = chain(&kinds, attribute);
        let mut run = Run::begin("", &components, &connections);
        let conditions: Vec<_> = run.model.initialization.conditions.iter().map(|c| c.subject.to_string()).collect();
        match run.instance.exit_initialization_mode() {
            Ok(()) => {
                solved += 1;
                for name in conditions {
                    let variable = &run.model.catalogue.variables.at(run.reference(&name) as usize);
                    let Some(Value::Real(start)) = variable.start else { panic!("{name} has no start value") };
                    let found = run.get(&name);
                    assert!(
                        (found - start).abs() <= 1e-7 * (1.0 + start.abs()),
                        "{name}: {found} {start}\n{components}"
                    );
                }
            }
            Err(InstanceError::Initialization { cause, .. }) => {
                let (EvaluationFault::ContradictoryConditions { conditions: listed, .. }
                | EvaluationFault::InitialConditions { conditions: listed, .. }) = &*cause
                else {
                    panic!("{cause}\n{components}")
                };
                refused += 1;
                assert!(!listed.is_empty() && listed.iter().all(|l| conditions.contains(&l.name)), "{listed:?}");
            }
            Err(error) => panic!("{error}\n{components}"),
        }
    }
    assert!(solved > 10 && refused > 5, "{solved} {refused}");
}
