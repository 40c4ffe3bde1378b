//! The evaluation over jets, which `simulation` has as generic code and calls through a table. It is compiled here, for size: few models need it
//! often, and it would be a third of the runtime.

use simulation::dynamics::{Jets, System};
use simulation::model::Model;
use std::sync::Arc;

static JETS: Jets = Jets::new();

/// A system of a model.
pub fn system(model: Arc<Model>) -> System {
    System::new(model, &JETS)
}
