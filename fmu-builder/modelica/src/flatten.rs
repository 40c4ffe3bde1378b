//! Instances to the netlist: parameters and components.

use fmu_core::library::{self, Class as LibraryClass, ParameterKind};
use fmu_core::model_file::{Access, FINAL, Span};

use super::around::{Around, written};
use super::budget::{NAME, elements};
use super::context::{Context, Outcome, fault};
use super::instance::{Instance, Parameter, Symbol, TypeKind, What};
use super::modifiers::{self, Modifier};
use super::netlist::{Netlist, Pair, key, table, text, truth};
use super::places::{indexed, members, unknown};
use super::standard;
use super::value::Value;
use super::{degrees, gravity};

/// Attributes of variables that say nothing of the mechanism.
const DROPPED: [&str; 3] = ["quantity", "unit", "unbounded"];
/// Attributes that parameters of components keep.
const OF_PARAMETERS: [&str; 3] = ["min", "max", "displayUnit"];

impl Context<'_> {
    /// Parameters and components of an instance and of those in it.
    pub(super) fn flatten(&self, index: usize, around: &Around, netlist: &mut Netlist) {
        let Some(instance) = self.instance(index) else { return };
        if self.store.budget.is_exceeded() {
            return;
        }
        self.check_attributes(&instance);
        self.flatten_base(&instance, around, netlist);
        let symbols: Vec<_> = instance.symbols.borrow().all.clone();
        for symbol in symbols {
            let full = format!("{}{}", instance.prefix, symbol.name);
            let result = match &symbol.what {
                What::Parameter(parameter) => {
                    let access = parameter.access.within(around.access);
                    self.flatten_parameter(&full, &symbol, parameter, access, netlist)
                }
                What::Library(class) => {
                    let within = around.within(&symbol);
                    self.flatten_components(&full, &symbol, class, &within, netlist)
                }
                What::Composite(instances) => {
                    let within = around.within(&symbol);
                    for inner in instances {
                        self.note_protected(*inner, &within);
                        self.flatten(*inner, &within, netlist);
                    }
                    Ok(())
                }
                What::Connector(_) | What::Bus | What::Variable(_) | What::Absent | What::Outer | What::Refused => {
                    Ok(())
                }
            };
            if let Err(problem) = result {
                self.report(problem);
            }
        }
    }

    /// The library component that the instance's class extends.
    fn flatten_base(&self, instance: &Instance, around: &Around, netlist: &mut Netlist) {
        let base = instance.base.borrow();
        let Some((class, modifiers, span)) = base.as_ref() else { return };
        let own = |modifier: &Modifier| instance.symbols.borrow().get(&modifier.name).is_some();
        let modifiers: Vec<Modifier> = modifiers.iter().filter(|modifier| !own(modifier)).cloned().collect();
        let name = instance.prefix.trim_end_matches('.');
        let component = self.component_table(class, &modifiers, span, name, around);
        netlist.components.push((key(name, span), component));
    }

    fn flatten_parameter(
        &self,
        full: &str,
        symbol: &Symbol,
        parameter: &Parameter,
        access: Access,
        netlist: &mut Netlist,
    ) -> Outcome<()> {
        let span = &symbol.span;
        if parameter.constant {
            let value = self.parameter_value(full, symbol, parameter, true, span).ok();
            return match value.filter(|value| !value.all(&|scalar| scalar.is_known())) {
                Some(open) => {
                    let place = parameter.value.as_ref().map_or(span, |bound| &bound.expression.span);
                    fault(place, format!("constant `{full}` is known before the simulation, not {}", open.describe()))
                }
                None => Ok(()),
            };
        }
        if matches!(parameter.kind, TypeKind::Text) {
            return Ok(());
        }
        let unknown = self.unknown_parameter(symbol)?;
        if parameter.value.is_none() {
            if let Some(mut attributes) = unknown {
                self.add_attributes(symbol, parameter, &mut attributes)?;
                attributes.extend(written(access, span));
                netlist.parameters.push((key(full, span), table(attributes, span)));
                return Ok(());
            }
            return self.parameter_value(full, symbol, parameter, false, span).map(|_| ());
        }
        if self.structural.borrow().contains(full) {
            // Its value is in all that uses it; evaluated once more so that what is wrong with it shows.
            self.parameter_value(full, symbol, parameter, true, span)?;
            self.note(
                span,
                &format!("parameter `{full}` shapes the model: it is put in as a number and cannot be set in the FMU"),
            );
            return Ok(());
        }
        let value = self.parameter_value(full, symbol, parameter, false, span)?;
        self.check_type(full, parameter, &value, symbol)?;
        if !matches!(parameter.kind, TypeKind::Real | TypeKind::Integer) {
            self.note(span, &format!("parameter `{full}` is no number: it is put in and cannot be set in the FMU"));
            return Ok(());
        }
        let place = parameter.value.as_ref().map_or(span, |bound| &bound.expression.span);
        let mut attributes = vec![(key("value", span), value.netlist(place))];
        self.add_attributes(symbol, parameter, &mut attributes)?;
        attributes.extend(written(access, span));
        netlist.parameters.push((key(full, span), table(attributes, span)));
        Ok(())
    }

    fn check_type(&self, full: &str, parameter: &Parameter, value: &Value, symbol: &Symbol) -> Outcome<()> {
        let place = parameter.value.as_ref().map_or(&symbol.span, |bound| &bound.expression.span);
        if !value.all(&|scalar| parameter.kind.takes(scalar)) {
            let kind = parameter.kind.describe();
            return fault(place, format!("parameter `{full}` is {kind}, not {}", value.describe()));
        }
        let Some((_, class)) = &symbol.declaration else { return Ok(()) };
        let scope = modifiers::Scope {
            instance: parameter.value.as_ref().and_then(|b| b.scope.instance),
            class: class.clone(),
            locals: Default::default(),
        };
        if let Some(dimensions) = self.dimensions(symbol, &scope)
            && dimensions != value.dimensions()
        {
            let (declared, found) = (super::value::shown(&dimensions), super::value::shown(&value.dimensions()));
            let scalar =
                |dimensions: &str| if dimensions == "[]" { "a scalar".to_owned() } else { dimensions.to_owned() };
            return fault(
                place,
                format!("parameter `{full}` is declared as {}, but its value is {}", scalar(&declared), scalar(&found)),
            );
        }
        Ok(())
    }

    /// `start` and `fixed` of a parameter that the initialisation solves for.
    fn unknown_parameter(&self, symbol: &Symbol) -> Outcome<Option<Vec<Pair>>> {
        let Some(Value::Boolean(false)) = self.attribute(&symbol.modifiers, "fixed")? else { return Ok(None) };
        let mut attributes = Vec::new();
        for modifier in symbol.modifiers.iter().filter(|m| ["start", "fixed"].contains(&&*m.name)) {
            if let Some(bound) = &modifier.value {
                let value = self.bound(bound, false)?.netlist(&bound.expression.span);
                attributes.push((key(&*modifier.name, &modifier.name_span), value));
            }
        }
        Ok(Some(attributes))
    }

    fn add_attributes(&self, symbol: &Symbol, parameter: &Parameter, attributes: &mut Vec<Pair>) -> Outcome<()> {
        let span = &symbol.span;
        let own_unit = self.attribute(&symbol.modifiers, "unit")?;
        let unit = match own_unit {
            Some(Value::Text(unit)) => Some(unit),
            _ => parameter.unit.clone(),
        };
        if let Some(unit) = unit.filter(|unit| !unit.is_empty() && unit != "1" && degrees::is_si(unit)) {
            attributes.push((key("unit", span), text(unit, span)));
            if let Some(Value::Text(unit)) = self.attribute(&symbol.modifiers, "displayUnit")? {
                attributes.push((key("displayUnit", span), text(unit, span)));
            }
        }
        let description = symbol.component().map(|component| component.description.as_str()).unwrap_or_default();
        if !description.is_empty() {
            attributes.push((key("description", span), text(description, span)));
        }
        for name in ["min", "max"] {
            if let Some(Value::Number(limit)) = self.attribute(&symbol.modifiers, name)? {
                attributes.push((key(name, span), Value::Number(limit).netlist(span)));
            }
        }
        Ok(())
    }

    fn flatten_components(
        &self,
        full: &str,
        symbol: &Symbol,
        class: &'static LibraryClass,
        within: &Around,
        netlist: &mut Netlist,
    ) -> Outcome<()> {
        let dimensions = symbol.dimensions.clone().unwrap_or_default();
        let count = elements(&dimensions);
        let span = symbol.component().map_or(&symbol.span, |component| &component.class.span);
        for flat in 0..count {
            let budget = &self.store.budget;
            budget.at(&symbol.span);
            budget.work(NAME.saturating_mul(symbol.modifiers.len() + 1))?;
            budget.hold(full.len() + within.description.len())?;
            let mut index = Vec::with_capacity(dimensions.len());
            let mut rest = flat;
            for size in dimensions.iter().rev() {
                index.insert(0, rest % size);
                rest /= size;
            }
            let selected = index
                .iter()
                .zip(&dimensions)
                .fold(symbol.modifiers.clone(), |modifiers, (i, n)| modifiers::at_index(&modifiers, *i, *n));
            let from_one: Vec<usize> = index.iter().map(|i| i + 1).collect();
            let name = indexed(full, &from_one);
            let component = self.component_table(class, &selected, span, &name, within);
            netlist.components.push((key(name, &symbol.span), component));
        }
        Ok(())
    }

    /// The table of a library component. Problems are noted.
    fn component_table(
        &self,
        class: &'static LibraryClass,
        modifiers: &[Modifier],
        span: &Span,
        name: &str,
        around: &Around,
    ) -> fmu_core::model_file::Spanned<fmu_core::model_file::Value> {
        let mut entries = vec![(key("class", span), text(class.name, span))];
        if !around.description.is_empty() {
            entries.push((key("description", span), text(&*around.description, span)));
        }
        entries.extend(written(around.access, span));
        for modifier in modifiers {
            match self.entry(class, modifier, name) {
                Ok(entry) => entries.extend(entry),
                Err(problem) => self.report(problem),
            }
        }
        table(entries, span)
    }

    /// What a modifier of a library component says in the netlist.
    fn entry(&self, class: &'static LibraryClass, modifier: &Modifier, component: &str) -> Outcome<Option<Pair>> {
        let name = &*modifier.name;
        let name_key = key(name, &modifier.name_span);
        if modifier.redeclare.is_some() {
            if gravity::is_replaceable(class, name) {
                return self.gravity_field(modifier);
            }
            let message =
                format!("`{name}` of {} cannot be replaced: laws of library classes are fixed here", class.name);
            return fault(&modifier.span, message);
        }
        let declared = class.parameters.iter().find(|parameter| parameter.name == name);
        let is_graphic = library::is_graphic(class, name);
        let Some(bound) = &modifier.value else {
            if modifier.inner.is_empty() {
                return Ok(None);
            }
            if declared.is_none() && !members(class).any(|member| member == name) && !is_graphic {
                return fault(&modifier.name_span, unknown(class, name, component));
            }
            let attributes = self.attributes(modifier)?;
            let is_all_dropped = attributes.is_empty();
            return Ok((!is_all_dropped).then(|| (name_key, table(attributes, &modifier.span))));
        };
        let span = &bound.expression.span;
        let stays_open = |kind: ParameterKind| matches!(kind, ParameterKind::Real(_) | ParameterKind::Condition);
        let fold = declared.is_some_and(|parameter| !stays_open(parameter.kind));
        if declared.is_none() {
            if standard::is_only_for_pictures(name) {
                self.note(&modifier.span, &format!("`{name}` of `{component}` only draws something: it is left out"));
                return Ok(None);
            }
            if is_graphic {
                // Pictures do without what cannot be known.
                let Ok(value) = self.bound(bound, false) else {
                    self.note(
                        span,
                        &format!("`{name}` of `{component}` is left out of pictures: its value is not known here"),
                    );
                    return Ok(None);
                };
                return Ok(Some((name_key, value.netlist(span))));
            }
            if members(class).any(|member| member == name) {
                let message = format!(
                    "`{name}` of {} is no parameter: only its attributes can be set, as in `{name}(start = ...)`",
                    class.name
                );
                return fault(&modifier.span, message);
            }
            return fault(&modifier.name_span, unknown(class, name, component));
        }
        let value = match self.bound(bound, fold) {
            // What only draws something does without what cannot be known.
            Err(_) if standard::is_picture(class.name) => {
                self.note(
                    span,
                    &format!("`{name}` of `{component}` is left out of pictures: its value is not known here"),
                );
                return Ok(None);
            }
            value => value?,
        };
        if let Some(record) = value.flat().iter().find(|part| matches!(part, Value::Record(_))) {
            return fault(
                span,
                format!("`{name}` of `{component}` is set to {}: name one of its members", record.describe()),
            );
        }
        if let Some(kind) = declared.map(|parameter| parameter.kind) {
            let fits = |scalar: &Value| match scalar {
                Value::Literal { .. } => matches!(kind, ParameterKind::Enumeration(_)),
                Value::Text(_) => false,
                _ => true,
            };
            if !value.all(&fits) {
                return fault(span, format!("`{name}` of `{component}` cannot be {}", value.describe()));
            }
        }
        if let (Some(ParameterKind::Enumeration(enumeration)), Value::Literal { of, name: literal }) =
            (declared.map(|parameter| parameter.kind), &value)
            && of != enumeration.name
        {
            let message =
                format!("`{name}` of {} takes literals of {}, not {of}.{literal}", class.name, enumeration.name);
            return fault(span, message);
        }
        let in_degrees = declared.is_some_and(|parameter| parameter.kind == ParameterKind::Real(Some("deg")));
        let value = if in_degrees { self.degrees(bound, value)? } else { value };
        let mut attributes: Vec<Pair> = Vec::new();
        if declared.is_some_and(|parameter| matches!(parameter.kind, ParameterKind::Real(_))) {
            self.check_unit(modifier, declared, component)?;
            attributes = self.attributes(modifier)?;
            attributes.retain(|(key, _)| OF_PARAMETERS.contains(&key.value.as_str()));
            attributes.extend(modifier.is_final.then(|| (key(FINAL, span), truth(span))));
        }
        if attributes.is_empty() {
            return Ok(Some((name_key, value.netlist(span))));
        }
        attributes.insert(0, (key("value", span), value.netlist(span)));
        Ok(Some((name_key, table(attributes, span))))
    }

    /// A unit that a parameter of a component is given has to be its own, unless it has none: numbers are in the class's unit.
    fn check_unit(&self, modifier: &Modifier, declared: Option<&library::Parameter>, component: &str) -> Outcome<()> {
        let Some(Value::Text(unit)) = self.attribute(&modifier.inner, "unit")? else { return Ok(()) };
        let own = match declared.map(|parameter| parameter.kind) {
            Some(ParameterKind::Real(Some(own))) if !own.is_empty() && own != "1" => own,
            _ => return Ok(()),
        };
        if unit.is_empty() || unit == own {
            return Ok(());
        }
        let name = &modifier.name;
        fault(&modifier.span, format!("`{name}` of `{component}` is in {own}: its unit cannot be `{unit}`"))
    }

    /// `(start = 1, fixed = true)`, also of inner variables.
    fn attributes(&self, modifier: &Modifier) -> Outcome<Vec<Pair>> {
        let mut attributes = Vec::new();
        let is_start = |inner: &Modifier| &*inner.name == "start" && inner.value.is_some();
        if let Some(start) = modifier.inner.iter().find(|inner| is_start(inner))
            && (start.is_final || modifier.is_final)
        {
            attributes.push((key(FINAL, &start.span), truth(&start.span)));
        }
        for inner in modifier.inner.iter().filter(|inner| !DROPPED.contains(&&*inner.name)) {
            let inner_key = key(&*inner.name, &inner.name_span);
            match &inner.value {
                Some(bound) => {
                    let fold = ["fixed", "stateSelect"].contains(&&*inner.name);
                    let value = self.bound(bound, fold)?;
                    let is_text = ["unit", "displayUnit", "quantity"].contains(&&*inner.name);
                    if !is_text && !value.all(&|scalar| !matches!(scalar, Value::Text(_) | Value::Record(_))) {
                        let message = format!("`{}` cannot be {}", inner.name, value.describe());
                        return fault(&bound.expression.span, message);
                    }
                    attributes.push((inner_key, value.netlist(&bound.expression.span)));
                }
                None => {
                    let further = self.attributes(inner)?;
                    if !further.is_empty() {
                        attributes.push((inner_key, table(further, &inner.span)));
                    }
                }
            }
        }
        Ok(attributes)
    }
}
