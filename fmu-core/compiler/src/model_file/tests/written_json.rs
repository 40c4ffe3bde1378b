//! `from_json` reads what `to_json` writes.

use super::{COMPLETE_TOML, read};
use crate::model_file::{ModelFile, Spanned, Value};

#[test]
fn every_section_survives() {
    let file = read(COMPLETE_TOML).unwrap();
    let json = file.to_json();
    let reread = ModelFile::from_json(&json).unwrap();
    assert_eq!(without_spans(&reread), without_spans(&file));
    assert_eq!(reread.to_json(), json);
}

#[test]
fn text_is_compact_and_escaped() {
    let json = r#"{ "name": "M", "description": "A \"b\"\\\n\u0001\ud83d\ude00", "parameters": {"p": 1.50, "q": {"value": 2, "unit": "m"}} }"#;
    let file = ModelFile::from_json(json).unwrap();
    assert_eq!(
        file.to_json(),
        "{\"name\":\"M\",\"description\":\"A \\\"b\\\"\\\\\\n\\u0001😀\",\"parameters\":{\"p\":1.5,\"q\":{\"value\":2,\"unit\":\"m\"}}}"
    );
}

#[test]
fn numbers_survive_bit_by_bit() {
    for number in [0.1, -0.0, 1.0, 1e300, 5e-324, f64::MAX, f64::MIN_POSITIVE, 1.0 / 3.0, 123456789.125, 1e16, 1e-5] {
        let mut file = ModelFile::from_json(r#"{"name":"M","parameters":{"p":1}}"#).unwrap();
        file.parameters[0].value.value = Value::Number(number);
        let reread = ModelFile::from_json(&file.to_json()).unwrap();
        let Value::Number(back) = reread.parameters[0].value.value else { panic!("no number") };
        assert_eq!(back.to_bits(), number.to_bits(), "{number}");
    }
}

/// The model with all spans empty.
pub(super) fn without_spans(file: &ModelFile) -> ModelFile {
    let mut file = file.clone();
    for parameter in &mut file.parameters {
        clear(&mut parameter.name);
        clear_value(&mut parameter.value);
        parameter.unit.iter_mut().chain(&mut parameter.display_unit).for_each(clear);
        parameter.min.iter_mut().chain(&mut parameter.max).for_each(clear_value);
    }
    for component in &mut file.components {
        clear(&mut component.name);
        clear(&mut component.class);
        for modifier in &mut component.modifiers {
            clear(&mut modifier.name);
            clear_value(&mut modifier.value);
        }
    }
    for connection in &mut file.connections {
        clear(&mut connection.from);
        clear(&mut connection.to);
    }
    for entry in file.inputs.iter_mut().chain(&mut file.outputs) {
        clear(&mut entry.name);
        clear(&mut entry.target);
        entry.start.iter_mut().for_each(clear_value);
        entry.unit.iter_mut().chain(&mut entry.display_unit).for_each(clear);
    }
    file
}

fn clear<T>(spanned: &mut Spanned<T>) {
    spanned.span = 0..0;
}

fn clear_value(value: &mut Spanned<Value>) {
    clear(value);
    match &mut value.value {
        Value::Array(elements) => elements.iter_mut().for_each(clear_value),
        Value::Table(entries) => entries.iter_mut().for_each(|(key, value)| {
            clear(key);
            clear_value(value);
        }),
        _ => {}
    }
}
