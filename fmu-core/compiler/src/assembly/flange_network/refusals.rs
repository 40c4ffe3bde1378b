//! Refusals of 1-D networks that include the length of a line force.

use crate::model_file::LibraryProblem;

/// A source that prescribes the length of a line force.
pub(super) fn prescribed_line(component: String, flange: String) -> LibraryProblem {
    LibraryProblem::NotSupported {
        component,
        what: flange,
        needs: "a prescribed length of a line force; to prescribe the distance of two points, drive the axis of \
                Joints.Assemblies.JointUPS between them"
            .to_owned(),
    }
}

/// A gear between the length of a line force and other coordinates.
pub(super) fn related_line(component: String, flange: String) -> LibraryProblem {
    LibraryProblem::NotSupported {
        component,
        what: flange,
        needs: "a gear between the length of a line force and other coordinates, which is not supported yet".to_owned(),
    }
}
