//! Random networks of up to six contacts with friction at rest: the accelerations are those that the enumeration of all their modes finds.

use super::common::{Random, Rig, compile, near};
use super::random::network;

/// A network at rest: inertias and torques of the shafts, and contacts that hold a torque between a shaft and another one, or the ground.
struct Network {
    inertias: Vec<f64>,
    torques: Vec<f64>,
    contacts: Vec<Contact>,
}

struct Contact {
    name: String,
    shaft: usize,
    support: Option<usize>,
    most: f64,
}

impl Network {
    /// Accelerations of the shafts and torques of the contacts in modes -1 (slides back), 0 (sticks), 1 (slides forward); none where they are not
    /// decided.
    fn solve(&self, modes: &[i32]) -> Option<(Vec<f64>, Vec<f64>)> {
        let (n, m) = (self.inertias.len(), self.contacts.len());
        let mut rows = vec![vec![0.0; n + m + 1]; n + m];
        for (k, row) in rows.iter_mut().enumerate().take(n) {
            (row[k], row[n + m]) = (self.inertias[k], self.torques[k]);
        }
        for (c, (contact, mode)) in self.contacts.iter().zip(modes).enumerate() {
            rows[contact.shaft][n + c] += 1.0;
            contact.support.into_iter().for_each(|support| rows[support][n + c] -= 1.0);
            if *mode == 0 {
                rows[n + c][contact.shaft] += 1.0;
                contact.support.into_iter().for_each(|support| rows[n + c][support] -= 1.0);
            } else {
                (rows[n + c][n + c], rows[n + c][n + m]) = (1.0, f64::from(*mode) * contact.most);
            }
        }
        let mut solution = eliminate(rows)?;
        let torques = solution.split_off(n);
        Some((solution, torques))
    }

    fn agrees(&self, modes: &[i32], accelerations: &[f64], torques: &[f64]) -> bool {
        self.contacts.iter().zip(modes).zip(torques).all(|((contact, mode), torque)| {
            let slip = accelerations[contact.shaft] - contact.support.map_or(0.0, |support| accelerations[support]);
            match mode {
                0 => torque.abs() <= contact.most * (1.0 + 1e-10),
                mode => f64::from(*mode) * slip >= -1e-10,
            }
        })
    }

    /// Accelerations of all modes that agree with themselves.
    fn enumerate(&self) -> Vec<Vec<f64>> {
        let count = self.contacts.len() as u32;
        let modes = (0..3_u32.pow(count))
            .map(|number| -> Vec<i32> { (0..count).map(|k| (number / 3_u32.pow(k) % 3) as i32 - 1).collect() });
        let found = modes.filter_map(|modes| {
            let (accelerations, torques) = self.solve(&modes)?;
            self.agrees(&modes, &accelerations, &torques).then_some(accelerations)
        });
        found.collect()
    }
}

/// Gauss' elimination with exchanges of rows.
fn eliminate(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = rows.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|a, b| rows[*a][k].abs().total_cmp(&rows[*b][k].abs()))?;
        rows.swap(k, pivot);
        if rows[k][k].abs() < 1e-12 {
            return None;
        }
        let top = rows[k].clone();
        for row in rows.iter_mut().enumerate().filter(|(i, _)| *i != k).map(|(_, row)| row) {
            let factor = row[k] / top[k];
            row.iter_mut().zip(&top).for_each(|(x, t)| *x -= factor * t);
        }
    }
    Some((0..n).map(|k| rows[k][n] / rows[k][k]).collect())
}

#[test]
fn modes_are_those_of_the_enumeration() {
    let mut random = Random(23);
    // As many contacts as there is freedom at most, so that their torques are decided.
    for (shafts, brakes, cases) in [(1, 1, 20), (3, 0, 40), (3, 1, 40), (5, 0, 30), (5, 1, 20), (6, 1, 15)] {
        let mut rig = Rig::uninitialized(compile(&network(shafts, brakes)));
        for case in 0..cases {
            let draw = |random: &mut Random| 0.01 + 3.0 * random.positive();
            let mut contacts: Vec<Contact> = Vec::new();
            for k in 0..shafts - 1 {
                let (name, most) = (format!("clutch{k}"), draw(&mut random));
                contacts.push(Contact { name, shaft: k + 1, support: Some(k), most });
            }
            for k in 0..brakes {
                contacts.push(Contact { name: format!("brake{k}"), shaft: k, support: None, most: draw(&mut random) });
            }
            let inertias = (0..shafts).map(|_| 10_f64.powf(2.0 * random.number())).collect();
            let torques = (0..shafts).map(|_| 5.0 * random.number()).collect();
            let network = Network { inertias, torques, contacts };
            for k in 0..shafts {
                rig.set(&format!("shaft{k}.J"), network.inertias[k]);
                rig.set(&format!("motor{k}.tau_constant"), network.torques[k]);
            }
            network.contacts.iter().for_each(|contact| rig.set(&format!("{}.fn_max", contact.name), contact.most));
            rig.initialize(0.0).unwrap();
            let what = format!("{shafts} shafts, {brakes} brakes, case {case}");
            let found: Vec<f64> = (0..shafts).map(|k| rig.get(&format!("shaft{k}.a"))).collect();
            let possible = network.enumerate();
            assert!(!possible.is_empty(), "{what}: the enumeration finds no modes");
            // Without a peak the accelerations are unique, also where modes at the border between two are not.
            for accelerations in possible {
                let scale = 1.0 + accelerations.iter().fold(0.0_f64, |most, a| most.max(a.abs()));
                found.iter().zip(&accelerations).for_each(|(found, a)| near(*found, *a, 1e-8 * scale, &what));
            }
        }
    }
}
