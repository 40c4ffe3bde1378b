//! Separates graphic parameters from the rest of a model: the compiled model inside an FMU does not contain them.

use crate::model_file::{Access, Component, ModelFile, Modifier};
use library::{find_class, is_graphic};

fn is_graphic_of(component: &Component, modifier: &Modifier) -> bool {
    find_class(&component.class.value).is_some_and(|class| is_graphic(class, &modifier.name.value))
}

/// True if the model sets a graphic parameter.
pub(super) fn has_graphics(file: &ModelFile) -> bool {
    file.components.iter().any(|c| c.modifiers.iter().any(|modifier| is_graphic_of(c, modifier)))
}

/// The model without graphic parameters, descriptions and access of components; and a model of these alone, if there are any.
pub fn separated(file: &ModelFile) -> (ModelFile, Option<ModelFile>) {
    let mut plain = file.clone();
    let mut graphics = ModelFile { name: file.name.clone(), expansion: file.expansion.clone(), ..ModelFile::default() };
    plain.parameters.iter_mut().for_each(|parameter| parameter.access = Access::default());
    plain.variables.iter_mut().for_each(|variable| variable.is_protected = false);
    for component in &mut plain.components {
        component.description = None;
        component.access = Access::default();
        if component.modifiers.iter().all(|modifier| !is_graphic_of(component, modifier)) {
            continue;
        }
        let whole = component.clone();
        component.modifiers.retain(|modifier| !is_graphic_of(&whole, modifier));
        let mut graphic = whole.clone();
        graphic.modifiers.retain(|modifier| is_graphic_of(&whole, modifier));
        graphics.components.push(graphic);
    }
    let graphics = (!graphics.components.is_empty()).then_some(graphics);
    (plain, graphics)
}

/// The model with the graphic parameters of `graphics`; the inverse of [`separated`].
pub fn merged(mut plain: ModelFile, graphics: ModelFile) -> ModelFile {
    for component in graphics.components {
        if let Some(target) = plain.components.iter_mut().find(|c| c.name.value == component.name.value) {
            target.modifiers.extend(component.modifiers);
        }
    }
    plain
}
