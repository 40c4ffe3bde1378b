//! `final` and `protected`: what hosts and enclosing models cannot set, and the messages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::model_file::{Access, ModelFile};
use crate::{Compilation, compile};
use simulation::model::Model;
use simulation::variables::{Causality, Target, Variable};

fn compiled(text: &str) -> Model {
    let file = ModelFile::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    compile(&file).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

/// The first problem of a model.
fn problem(text: &str) -> String {
    let result = ModelFile::from_toml(text).and_then(|file| compile(&file));
    result.err().unwrap_or_else(|| panic!("nothing is wrong with\n{text}"))[0].problem.to_string()
}

fn is_settable(variable: &Variable) -> bool {
    matches!(variable.target, Some(Target::Parameter(_)))
}

fn settable(model: &Model) -> Vec<&str> {
    let parameters = model.catalogue.variables.iter().filter(|variable| variable.causality == Causality::Parameter);
    parameters.map(|variable| variable.name).collect()
}

#[test]
fn no_parameter_of_a_final_component_can_be_set() {
    let mut count = 0;
    for class in library::classes() {
        let mut file = ModelFile::from_toml(class.documentation().example()).unwrap();
        let Compilation { model: open, warnings: of_open, .. } = Compilation::new(&file).unwrap();
        let access = Access { is_final: true, is_protected: false };
        file.components.iter_mut().for_each(|component| component.access = access);
        let Compilation { model: closed, warnings, .. } =
            Compilation::new(&file).unwrap_or_else(|problems| panic!("{}: {problems:?}", class.name));
        let of_model = |name: &&str| file.parameters.iter().any(|own| name.split('[').next() == Some(&own.name.value));
        let left: Vec<&str> = settable(&closed).into_iter().filter(|name| !of_model(name)).collect();
        // The World that is added to a model without one is not among its components.
        let own = |name: &&&str| file.components.iter().any(|c| name.starts_with(&format!("{}.", c.name.value)));
        // Structural parameters cannot be changed or have no effect afterwards.
        let shapes = |name: &str| {
            let mut settled = class.parameters.iter().filter(|parameter| parameter.is_settled);
            settled.any(|parameter| name.split(['.', '[']).nth(1) == Some(parameter.name))
        };
        let left: Vec<&&str> = left.iter().filter(own).filter(|name| !shapes(name)).collect();
        assert!(left.is_empty(), "{}: {left:?}", class.name);
        count += settable(&open).len();
        // All else is unchanged.
        assert_eq!(open.catalogue.variables.len(), closed.catalogue.variables.len(), "{}", class.name);
        let values = |model: &Model| model.parameters.slots.iter().map(|slot| slot.value).collect::<Vec<f64>>();
        assert_eq!(values(&open), values(&closed), "{}", class.name);
        assert_eq!(of_open.len(), warnings.len(), "{}: {warnings:?}", class.name);
    }
    assert!(count > 1000, "{count}");
}

const LEG: &str = r#"
name = "M"
connections = [["world.frame_b", "leg.top"]]
[components.world]
class = "World"
[components.leg]
class = "Leg"
SETTINGS
[models.Leg]
connections = [["slide.frame_b", "foot.frame_a"], ["slide.frame_b", "toe.frame_a"], ["slide.frame_b", "heel.frame_a"]]
[models.Leg.parameters]
mass = 1
hard = { value = 2, final = true }
inner = { value = 3, protected = true }
[models.Leg.connectors]
top = "slide.frame_a"
[models.Leg.components.slide]
class = "Joints.Prismatic"
s = { start = 0.5, fixed = true, final = true }
[models.Leg.components.foot]
class = "Parts.Body"
m = { value = 4, final = true }
r_CM = [0, 0, 0]
I_11 = "mass"
I_22 = "hard*inner"
[models.Leg.components.toe]
class = "Parts.Body"
protected = true
m = 1
r_CM = [0, 0, 0]
[models.Leg.components.heel]
class = "Parts.Body"
final = true
m = 1
r_CM = [0, 0, 0]
"#;

#[test]
fn a_place_sets_what_its_sub_model_leaves_open() {
    let model = compiled(&LEG.replace("SETTINGS", "mass = 7\nfoot = { r_CM = [0.1, 0, 0] }"));
    let named = settable(&model);
    for open in ["leg.mass", "leg.foot.r_CM[1]", "leg.foot.I_33"] {
        assert!(named.contains(&open), "{open}: {named:?}");
    }
    for closed in ["leg.hard", "leg.inner", "leg.foot.m", "leg.toe.m", "leg.heel.m", "leg.heel.I_33"] {
        assert!(model.catalogue.find(closed).is_some() && !named.contains(&closed), "{closed}: {named:?}");
    }
    let slide = &model.catalogue.variables.at(model.catalogue.find("leg.slide.s").unwrap());
    assert!(!is_settable(slide) && slide.start.is_none(), "{slide:?}");
    let speed = &model.catalogue.variables.at(model.catalogue.find("leg.slide.v").unwrap());
    assert!(is_settable(speed), "{speed:?}");
}

#[test]
fn a_place_closes_all_of_its_sub_model() {
    for word in ["final = true", "protected = true"] {
        let model = compiled(&LEG.replace("SETTINGS", word));
        let named = settable(&model);
        assert!(named.iter().all(|name| !name.starts_with("leg.")), "{word}: {named:?}");
    }
    let model = compiled(
        &LEG.replace("SETTINGS", "mass = { value = 7, final = true }\nfoot = { I_33 = { value = 2, final = true } }"),
    );
    assert!(settable(&model).iter().all(|name| !["leg.mass", "leg.foot.I_33"].contains(name)));
}

#[test]
fn a_place_does_not_set_what_its_sub_model_closes() {
    for (setting, expected) in [
        ("hard = 3", "`hard` is final in the sub-model: it cannot be set from outside"),
        ("inner = 3", "`inner` is protected in the sub-model: it cannot be set from outside"),
        ("foot = { m = 3 }", "`m` is final in the sub-model"),
        ("slide = { s = { start = 1 } }", "`s` is final in the sub-model"),
        ("toe = { m = 3 }", "`toe` is protected in the sub-model"),
        ("heel = { m = 3 }", "`heel` is final in the sub-model"),
    ] {
        let told = problem(&LEG.replace("SETTINGS", setting));
        assert!(told.contains(expected), "{setting}: {told}");
    }
}

#[test]
fn what_cannot_be_final_is_refused_by_name() {
    let body =
        |text: &str| format!("name = \"M\"\n[components.bob]\nclass = \"Parts.Body\"\nm = 1\nr_CM = [0, 0, 0]\n{text}");
    let parameter = |text: &str| format!("name = \"M\"\n[parameters]\n{text}\n[components.world]\nclass = \"World\"\n");
    for (text, expected) in [
        (body("final = 1"), "`final` of component `bob` is the number 1: expected `true` or `false`"),
        (body("I_33 = { value = 1, final = 2 }"), "`final` is the number 2: expected true or false"),
        (body("r_0 = { fixed = true, final = true }"), "`final` has no effect without `value` or `start`"),
        (body("I_33 = { value = 1, protected = true }"), "has no attribute `protected`"),
        (parameter("k = { value = 1, final = \"yes\" }"), "`final` of model parameter `k` is the string `yes`"),
        (parameter("k = { final = true }"), "model parameter `k` has no `value`"),
    ] {
        let told = problem(&text);
        assert!(told.contains(expected), "{text}: {told}");
    }
}
