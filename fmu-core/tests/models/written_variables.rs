//! Variables in the format of model.bin.

use compiler::compile;
use compiler::model_file::ModelFile;
use simulation::variables::{VariableAttributes, Variables};

#[test]
fn names_and_what_is_known_of_variables_are_read_back() {
    let text = r#"{"name": "Fall", "components": {"body": {"class": "Parts.Body", "m": 2, "r_CM": [0, 0, 0]}}}"#;
    let mut variables = compile(&ModelFile::from_json(text).unwrap()).unwrap().catalogue.variables;
    // Names that share bytes, and not a letter, with the one before; a name that stands apart from the others.
    let attributes: VariableAttributes = variables.at(0).attributes();
    for name in ["ä", "ö", "öä", "öäö", ""] {
        variables.push(&[name], attributes.clone());
    }
    variables.rename(1, "another");
    let written = binary::to_bytes(&variables).unwrap();
    let read: Variables = binary::from_bytes(&written).unwrap();
    assert_eq!(read.len(), variables.len());
    for (read, variable) in read.iter().zip(variables.iter()) {
        assert_eq!((read.name, read.source, read.target), (variable.name, variable.source, variable.target));
        assert_eq!((read.start, read.alias_of), (variable.start, variable.alias_of), "{}", read.name);
        assert_eq!((read.causality, read.variability), (variable.causality, variable.variability), "{}", read.name);
        assert_eq!((read.initial, read.derivative_of), (variable.initial, variable.derivative_of), "{}", read.name);
    }
    assert!(written.len() < 40 * read.len(), "{} bytes for {} variables", written.len(), read.len());
    for end in 0..written.len() {
        assert!(binary::from_bytes::<Variables>(&written[..end]).is_none(), "{end}");
    }
}
