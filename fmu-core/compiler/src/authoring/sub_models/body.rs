//! Expansion of the components of a model or of a use of a sub-model.

use super::indices::Numbers;
use super::scope::Scope;
use super::values::{Class, Element, Here};
use super::{Expander, MOST_COMPONENTS, SubModelProblem};
use crate::model_file::{
    self, Access, Body, Component, FINAL, LibraryProblem, Modifier, NESTING_LIMIT, PROTECTED, Spanned, SubModel, Value,
    nearest,
};

/// A component, or an element of an array.
struct Member {
    name: String,
    numbers: Numbers,
    element: Option<Element>,
}

impl<'a> Expander<'a> {
    /// Adds the content of a body. `settings` come from the enclosing model, with its names.
    pub(super) fn body(&mut self, body: &'a Body, mut scope: Scope<'a>, mut settings: Vec<Modifier>) {
        scope.parameters = body.parameters.iter().map(|parameter| parameter.name.value.as_str()).collect();
        let plain = body.inputs.iter().filter(|input| input.is_plain_input());
        scope.variables = body.variables.iter().chain(plain).map(|variable| variable.name.value.as_str()).collect();
        self.parameters(body, &mut scope, &mut settings);
        let members: Vec<Vec<Member>> =
            body.components.iter().map(|component| self.declare(component, &mut scope)).collect();
        for (component, members) in body.components.iter().zip(members) {
            let own = settings.extract_if(.., |setting| setting.name.value == component.name.value);
            let own: Vec<Modifier> = own.filter_map(|setting| self.allowed(setting, component.access)).collect();
            for member in members {
                self.component(component, member, &scope, &own);
            }
        }
        self.own_connectors(body, &scope);
        self.connect(body, &scope);
        self.public_names(body, &scope);
        self.set_connectors(body, &mut settings, &scope);
        settings.iter().for_each(|setting| self.unknown_setting(body, setting, &scope));
    }

    /// The names of a component, one for each element if it is an array.
    fn declare(&mut self, component: &'a Component, scope: &mut Scope<'a>) -> Vec<Member> {
        let name = &component.name.value;
        let model = self.models.get(component.class.value.as_str()).copied();
        let Some(range) = component.modifiers.iter().find(|modifier| modifier.name.value == super::FOR) else {
            scope.components.insert(name.clone(), model);
            return vec![Member { name: name.clone(), numbers: scope.numbers.clone(), element: None }];
        };
        let found = match &range.value.value {
            Value::String(text) => scope.indices(text),
            other => Err(SubModelProblem::Range { found: other.describe() }),
        };
        // An error has been reported for an array with unknown elements.
        let Some(indices) = self.valid(&range.value.span, found) else { return Vec::new() };
        let of = indices.len();
        let member = |(position, indices): (usize, Vec<(String, i64)>)| {
            let subscripts: Vec<String> = indices.iter().map(|(_, index)| index.to_string()).collect();
            let mut numbers = scope.numbers.clone();
            numbers.extend(indices);
            let element = Some(Element { position, of, array: name.clone() });
            Member { name: format!("{name}[{}]", subscripts.join(",")), numbers, element }
        };
        let members: Vec<Member> = indices.into_iter().enumerate().map(member).collect();
        scope.components.extend(members.iter().map(|member| (member.name.clone(), model)));
        scope.arrays.insert(name, members.iter().map(|member| member.name.clone()).collect());
        members
    }

    /// Adds a component, or the content of its sub-model.
    fn component(&mut self, component: &'a Component, member: Member, scope: &Scope<'a>, settings: &[Modifier]) {
        // Sub-models count as components, as they may be empty.
        if self.parts.components.len() + self.sub_models >= MOST_COMPONENTS {
            if !std::mem::replace(&mut self.is_full, true) {
                let problem = SubModelProblem::TooMany { what: "components", limit: MOST_COMPONENTS };
                self.report(&component.name.span, problem);
            }
            return;
        }
        let name = scope.outside(&member.name);
        let here = Here {
            scope,
            numbers: &member.numbers,
            element: member.element.as_ref(),
            component: &component.name.value,
        };
        let class = self.class(component);
        let mut modifiers: Vec<Modifier> = Vec::with_capacity(component.modifiers.len());
        for modifier in component.modifiers.iter().filter(|modifier| modifier.name.value != super::FOR) {
            let value = self.value(&here, class, &modifier.name.value, &modifier.value);
            modifiers.push(Modifier { name: modifier.name.clone(), value });
        }
        settings.iter().for_each(|setting| self.merge_table(&mut modifiers, setting, &name));
        if member.element.is_some() {
            let common = if scope.is_model() { String::new() } else { format!("{}.", scope.class) };
            self.repeated.insert(name.clone(), format!("{common}{}", component.name.value));
        }
        match class {
            Class::Model(model) => self.sub_model(model, component, &name, scope, modifiers),
            Class::Library(class) => {
                if class.is_none() {
                    self.unknown_class(component, &name);
                }
                self.numbers.insert(name.clone(), self.parts.components.len());
                let name = Spanned { value: name, span: component.name.span.clone() };
                let (class, description) = (component.class.clone(), scope.described(component));
                let access = component.access.within(scope.access);
                self.parts.components.push(Component { name, class, description, access, modifiers });
            }
        }
    }

    /// Class of a component.
    pub(super) fn class(&self, component: &Component) -> Class<'a> {
        match self.models.get(component.class.value.as_str()) {
            Some(model) => Class::Model(model),
            None => Class::Library(library::find_class(&component.class.value)),
        }
    }

    fn sub_model(
        &mut self,
        model: &'a SubModel,
        component: &Component,
        name: &str,
        around: &Scope<'a>,
        settings: Vec<Modifier>,
    ) {
        let class = model.name.value.as_str();
        self.used.insert(class);
        if let Some(start) = self.around.iter().position(|around| *around == class) {
            let path = self.around[start..].iter().chain([&class]).map(|name| (*name).to_owned()).collect();
            return self.report(&component.class.span, SubModelProblem::Recursion { path });
        }
        if self.around.len() >= NESTING_LIMIT {
            return self.problems.report(&component.class.span, model_file::Problem::TooDeep);
        }
        self.sub_models += 1;
        self.repeated.insert(name.to_owned(), class.to_owned());
        let scope = Scope {
            name: name.to_owned(),
            span: component.name.span.clone(),
            class,
            description: around.described(component),
            access: component.access.within(around.access),
            ..Scope::default()
        };
        self.around.push(class);
        self.body(&model.body, scope, settings);
        self.around.pop();
    }

    /// Reports an unknown class whose name is similar to a sub-model's. The library refuses others.
    fn unknown_class(&mut self, component: &Component, name: &str) {
        let class = &component.class.value;
        let nearest: Vec<String> = nearest(class, self.models.keys().copied()).map(str::to_owned).into_iter().collect();
        if !nearest.is_empty() && super::super::absent_class(class).is_none() {
            let problem = LibraryProblem::UnknownClass {
                component: name.to_owned(),
                class: class.clone(),
                nearest,
                known: String::new(),
            };
            self.problems.report(&component.class.span, problem);
        }
    }

    /// Settings of a component inside a sub-model, `corner = { spring = { c = 100 } }`, override the sub-model's.
    fn merge_table(&mut self, modifiers: &mut Vec<Modifier>, setting: &Modifier, component: &str) {
        let Value::Table(entries) = &setting.value.value else {
            let found = setting.value.value.describe();
            let (component, parameter) = component.rsplit_once('.').unwrap_or((component, &setting.name.value));
            let expected = "a table of settings, since it is a component";
            let problem = LibraryProblem::wrong_value(component, parameter, found, expected);
            return self.problems.report(&setting.value.span, problem);
        };
        for (name, value) in entries {
            let finals = merge(modifiers, Modifier { name: name.clone(), value: value.clone() });
            finals.into_iter().for_each(|name| self.closed(name, FINAL));
        }
    }

    /// Moves settings of connectors of a sub-model to the components' connectors that they expose.
    fn set_connectors(&mut self, body: &Body, settings: &mut Vec<Modifier>, scope: &Scope<'_>) {
        for connector in &body.connectors {
            let of_connector = |setting: &mut Modifier| setting.name.value == connector.name.value;
            for mut setting in settings.extract_if(.., of_connector).collect::<Vec<_>>() {
                let alias = self.aliases.get(&scope.outside(&connector.name.value));
                let Some((component, inner)) = alias.and_then(|alias| alias.target().rsplit_once('.')) else {
                    continue;
                };
                let Some(component) = self.numbers.get(component) else { continue };
                setting.name.value = inner.to_owned();
                if let Some(component) = self.parts.components.get_mut(*component) {
                    let finals = merge(&mut component.modifiers, setting);
                    finals.into_iter().for_each(|name| self.closed(name, FINAL));
                }
            }
        }
    }

    fn unknown_setting(&mut self, body: &Body, setting: &Modifier, scope: &Scope<'_>) {
        let parameters = body.parameters.iter().map(|parameter| &parameter.name);
        let components = body.components.iter().map(|component| &component.name);
        let connectors = body.connectors.iter().map(|connector| &connector.name);
        let names = parameters.chain(components).chain(connectors).map(|name| name.value.as_str());
        let problem = LibraryProblem::unknown_member(
            model_file::Member::Parameter,
            &scope.name,
            scope.class,
            &setting.name.value,
            names,
        );
        self.problems.report(&setting.name.span, problem);
    }

    /// The setting, if it is allowed; otherwise an error is reported.
    pub(super) fn allowed(&mut self, setting: Modifier, access: Access) -> Option<Modifier> {
        if !access.is_closed() {
            return Some(setting);
        }
        self.closed(setting.name, if access.is_protected { PROTECTED } else { FINAL });
        None
    }

    fn closed(&mut self, name: Spanned<String>, access: &'static str) {
        self.report(&name.span, SubModelProblem::Closed { name: name.value, access });
    }
}

/// Adds a setting, or replaces an existing one; in tables of attributes, only the given ones. Returns the names of
/// final settings, which are kept.
fn merge(modifiers: &mut Vec<Modifier>, setting: Modifier) -> Vec<Spanned<String>> {
    let mut finals = Vec::new();
    match modifiers.iter_mut().find(|modifier| modifier.name.value == setting.name.value) {
        Some(there) => merge_values(&mut there.value, setting.value, &setting.name, &mut finals),
        None => modifiers.push(setting),
    }
    finals
}

fn merge_values(
    there: &mut Spanned<Value>,
    setting: Spanned<Value>,
    name: &Spanned<String>,
    finals: &mut Vec<Spanned<String>>,
) {
    if is_final(&there.value) {
        return finals.push(name.clone());
    }
    match (&mut there.value, setting) {
        (Value::Table(there), Spanned { value: Value::Table(entries), .. }) => {
            for (name, value) in entries {
                match there.iter_mut().find(|(known, _)| known.value == name.value) {
                    Some((_, there)) => merge_values(there, value, &name, finals),
                    None => there.push((name, value)),
                }
            }
        }
        (_, setting) => *there = setting,
    }
}

/// True for a table of attributes with `final = true`.
fn is_final(value: &Value) -> bool {
    let Value::Table(entries) = value else { return false };
    entries.iter().any(|(key, value)| key.value == FINAL && value.value == Value::Boolean(true))
}
