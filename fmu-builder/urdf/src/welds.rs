//! Tensors with a negative principal moment, on links that are welded to others. Welded links are one rigid body, so
//! that any of them can take the inertia, as long as the sum is physically possible.

use compiler::model_file::{Diagnostic, Problems};
use nalgebra::Matrix3;

use super::UrdfProblem;
use super::inertia::{Tensor, is_positive, rotation, turned};
use super::robot::Robot;
use super::roles::{Role, Roles};
use super::tree::Tree;
use super::warnings::Warnings;

/// The tensors of all links, each in its own axes about its centre of mass; zero for links without one.
///
/// # Errors
/// Links with a negative principal moment that no welded link can take.
pub(super) fn tensors(
    robot: &Robot,
    tree: &Tree,
    roles: &Roles,
    warnings: &mut Warnings,
) -> Result<Vec<Tensor>, Vec<Diagnostic>> {
    let tensor = |link: &super::robot::Link| link.inertial.as_ref().map_or([0.0; 6], |inertial| inertial.inertia.value);
    let mut tensors: Vec<Tensor> = robot.links.iter().map(tensor).collect();
    let negative: Vec<usize> = (0..tensors.len()).filter(|&link| !is_positive(tensors[link])).collect();
    if negative.is_empty() {
        return Ok(tensors);
    }
    let welds = welds(robot, tree, roles);
    let mut problems = Problems::default();
    for link in negative {
        match taker(robot, &welds, &tensors, link) {
            Some((other, sum)) => {
                tensors[other] = sum;
                tensors[link] = [0.0; 6];
                warnings.moved.push(link);
            }
            None => {
                let name = &robot.links[link].name;
                let span = robot.links[link].inertial.as_ref().map_or(&name.span, |inertial| &inertial.inertia.span);
                problems.push(UrdfProblem::NegativeInertia { link: name.value.clone() }.at(span));
            }
        }
    }
    problems.into_result().map(|()| tensors)
}

/// The first link of the rigid body of each link, and the link's axes relative to it.
fn welds(robot: &Robot, tree: &Tree, roles: &Roles) -> Vec<(usize, Matrix3<f64>)> {
    let mut welds: Vec<(usize, Matrix3<f64>)> =
        (0..robot.links.len()).map(|link| (link, Matrix3::identity())).collect();
    for &joint in &tree.order {
        let [parent, child] = tree.ends[joint];
        // A joint fixed at a nonzero position is not taken into account: models do not need it.
        if roles.of(joint) == Role::Fixed(0.0) {
            let (first, axes) = welds[parent];
            welds[child] = (first, axes * rotation(robot.joints[joint].origin.rpy.value));
        }
    }
    welds
}

/// The link with the largest inertia among those welded to `link` that can take its tensor, and its new tensor.
fn taker(robot: &Robot, welds: &[(usize, Matrix3<f64>)], tensors: &[Tensor], link: usize) -> Option<(usize, Tensor)> {
    let (first, axes) = &welds[link];
    let common = turned(tensors[link], axes);
    let has_body = |&other: &usize| other != link && welds[other].0 == *first && robot.links[other].inertial.is_some();
    let size = |&other: &usize| tensors[other][..3].iter().sum::<f64>();
    let mut others: Vec<usize> = (0..welds.len()).filter(has_body).collect();
    others.sort_by(|a, b| size(b).total_cmp(&size(a)));
    others.into_iter().find_map(|other| {
        let own = turned(common, &welds[other].1.transpose());
        let sum: Tensor = std::array::from_fn(|k| tensors[other][k] + own[k]);
        is_positive(sum).then_some((other, sum))
    })
}
