//! A compiled model as the library in an FMU has it.

use fmu_core::instance::Compiled;
use simulation::model::Model;

/// The model, written and read: what the runtime needs of it, and nothing more.
pub fn read_back(model: &Model) -> Model {
    let file = Compiled::write(model, "{read back}").unwrap();
    let read = Compiled::open(&file).unwrap().model().unwrap();
    assert_eq!(Compiled::write(&read, "{read back}").unwrap(), file);
    read
}
