//! Classes of declarations.

use std::rc::Rc;

use compiler::model_file::Span;
use library::{Class as LibraryClass, ConnectorKind};

use crate::budget::{CHAIN_LIMIT, elements};
use crate::classes::entry::Found;
use crate::classes::{ClassRef, PREDEFINED, add_hidden, standard};
use crate::evaluation::Evaluator;
use crate::instances::constraints::constrained;
use crate::instances::modifiers::{self, Modifier, Scope};
use crate::instances::{Symbol, What};
use crate::problem::{Fault, Outcome, fault, refused};
use crate::syntax::{Body, ClassKind, Name, Redeclared, Subscript};
use crate::values::variable::TypeKind;
use crate::values::{ELEMENT, Value, filled};

/// Meaning of a class, with short classes resolved.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Value(TypeKind, Option<String>),
    Library(&'static LibraryClass),
    Connector(ConnectorKind),
    /// An expandable connector.
    Bus,
    /// A model or a record.
    Composite(ClassRef),
    /// A visualizer that the component library does not have.
    Picture,
}

/// A class, with modifiers and dimensions of short classes.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub(crate) meaning: Meaning,
    /// Modifiers of short classes; those of the declaration win over them.
    pub(crate) modifiers: Vec<Modifier>,
    /// Dimensions that the type has itself.
    pub(crate) dimensions: Vec<usize>,
}

impl Type {
    fn plain(meaning: Meaning) -> Self {
        Self { meaning, modifiers: Vec::new(), dimensions: Vec::new() }
    }
}

impl Evaluator<'_> {
    /// The type `name` of a declaration in `scope`.
    pub(crate) fn type_of(&self, name: &Name, scope: &Scope, redeclared: &[Modifier]) -> Outcome<Type> {
        let original = self.classes.find(&scope.class, name);
        let replaced = match name.parts.as_slice() {
            [simple] => redeclared.iter().find(|modifier| modifier.name == simple.text),
            _ => None,
        };
        let declared = match (replaced.and_then(|modifier| modifier.redeclare.as_ref()), &original) {
            (Some((Redeclared::Class(class), written)), _) => {
                let entry = add_hidden(&written.class, &class.class);
                self.type_of_class(&entry, &name.span, written, CHAIN_LIMIT)?
            }
            (_, Some(found)) => self.type_of_found(found.clone(), &name.span, scope, CHAIN_LIMIT)?,
            (_, None) => return fault(&name.span, self.unknown_class(name, scope)),
        };
        let modifiers = constrained(self.classes, declared.modifiers, original.as_ref(), scope);
        Ok(Type { modifiers, ..declared })
    }

    fn unknown_class(&self, name: &Name, scope: &Scope) -> Fault {
        let text = name.to_string();
        let own: Vec<Rc<str>> = scope.class.children.borrow().keys().cloned().collect();
        let short: Vec<&str> = library::classes().map(library::short_name).collect();
        let near = crate::names::suggestion(&text, own.iter().map(|name| &**name).chain(short).chain(PREDEFINED));
        match (self.known_part(name, scope), name.parts.as_slice()) {
            (Some((package, missing)), _) => {
                Fault::UnknownIn { name: text, near, package: package.to_string(), missing: missing.to_string() }
            }
            (None, [first, _, ..]) => Fault::NothingCalled { name: text, near, first: first.text.to_string() },
            _ => Fault::Unknown { kind: "class", name: text, hint: near },
        }
    }

    /// The longest known part of a name, and the rest.
    fn known_part(&self, name: &Name, scope: &Scope) -> Option<(Name, Rc<str>)> {
        (1..name.parts.len()).rev().find_map(|count| {
            let (parts, others) = name.parts.split_at(count);
            let part = Name { parts: parts.to_vec(), ..name.clone() };
            let is_there = self.classes.find(&scope.class, &part).is_some();
            is_there.then(|| others.first().map(|missing| (part, missing.text.clone()))).flatten()
        })
    }

    pub(crate) fn type_of_found(&self, found: Found, span: &Span, scope: &Scope, depth: usize) -> Outcome<Type> {
        match found {
            Found::Predefined(name) => Ok(Type::plain(Meaning::Value(
                match name {
                    "Real" => TypeKind::Real,
                    "Integer" => TypeKind::Integer,
                    "Boolean" => TypeKind::Boolean,
                    "String" => TypeKind::Text,
                    other => TypeKind::Enumeration(other.to_owned()),
                },
                None,
            ))),
            Found::Standard(full) => standard_type(&full, span),
            Found::Class(entry) => self.type_of_class(&entry, span, scope, depth),
            Found::Constant(component, _) => {
                fault(span, Fault::NotAClass { component: component.name.text.to_string() })
            }
        }
    }

    fn type_of_class(&self, entry: &ClassRef, span: &Span, scope: &Scope, depth: usize) -> Outcome<Type> {
        let Some(depth) = depth.checked_sub(1) else {
            return refused(span, &entry.name, "leads to itself through other classes");
        };
        let refuse = |why: &'static str| refused(span, &entry.name, why);
        let Some(class) = &entry.class else { return refuse("is a package") };
        if class.partial && class.kind != ClassKind::Type {
            return refuse("is partial: it is a base for other classes, not one for a component");
        }
        match (&class.body, class.kind) {
            (_, ClassKind::Function) => refuse("is a function, not a class for a component"),
            (_, ClassKind::Package) => refuse("is a package, not a class for a component"),
            (_, ClassKind::Operator) => refuse("is an operator, which is not supported"),
            (Body::Enumeration(_), _) => {
                Ok(Type::plain(Meaning::Value(TypeKind::Enumeration(entry.name.clone()), None)))
            }
            (Body::Short(short), _) => {
                let Some(around) = entry.parent.upgrade() else { return refuse("stands nowhere") };
                let Some(found) = self.classes.find(&around, &short.base) else {
                    let around = Scope { class: around, ..scope.clone() };
                    return fault(&short.base.span, self.unknown_class(&short.base, &around));
                };
                let mut inner = self.type_of_found(found, &short.base.span, scope, depth)?;
                let written = Scope { class: around, ..scope.clone() };
                let own = modifiers::collect(self.classes, &short.modifiers, &written);
                inner.modifiers = modifiers::merge(self.classes, own, inner.modifiers);
                inner.dimensions.splice(0..0, self.sizes(&short.subscripts, &written)?);
                if class.kind == ClassKind::Connector
                    && let Meaning::Value(kind, _) = &inner.meaning
                {
                    // `connector Signal = input Real`
                    inner.meaning = Meaning::Connector(match (short.prefixes.input, short.prefixes.output) {
                        (true, _) => ConnectorKind::Input(kind.signal(), 1),
                        (_, true) => ConnectorKind::Output(kind.signal(), 1),
                        _ => {
                            return refuse("is neither `input` nor `output`: only connectors of signals are supported");
                        }
                    });
                }
                if let Meaning::Value(_, unit) = &mut inner.meaning
                    && let Some(Value::Text(text)) = self.attribute(&inner.modifiers, "unit")?
                {
                    *unit = Some(text);
                }
                Ok(inner)
            }
            (Body::Long, ClassKind::Model) if standard::is_picture(&entry.name) => Ok(Type::plain(Meaning::Picture)),
            // An external object has no value here: it is an error where something reads it.
            (Body::Long, _) if class.bases().any(|extends| extends.base.to_string() == "ExternalObject") => {
                Ok(Type::plain(Meaning::Value(TypeKind::Text, None)))
            }
            (Body::Long, ClassKind::Model | ClassKind::Record) => Ok(Type::plain(Meaning::Composite(entry.clone()))),
            (Body::Long, ClassKind::Connector) if class.expandable => Ok(Type::plain(Meaning::Bus)),
            (Body::Long, ClassKind::Connector) => refuse(
                "is a connector with a text of its own, which is not supported: use connectors of the library, or an expandable connector for signals",
            ),
            _ => refuse("is written in a form that is not supported"),
        }
    }

    /// The value of an attribute among modifiers, where it is known.
    pub(crate) fn attribute(&self, modifiers: &[Modifier], name: &str) -> Outcome<Option<Value>> {
        modifiers::value_of(modifiers, name).map(|bound| self.bound(bound, true)).transpose()
    }

    /// The unit of a parameter or variable, its own or that of its type.
    pub(crate) fn unit_of(&self, symbol: &Symbol) -> Outcome<Option<String>> {
        Ok(match (self.attribute(&symbol.modifiers, "unit")?, &symbol.what) {
            (Some(Value::Text(unit)), _) => Some(unit),
            (_, What::Variable(quantity) | What::Parameter(quantity)) => quantity.unit.clone(),
            _ => None,
        })
    }

    /// Sizes between brackets; none if one is `:`.
    pub(crate) fn sizes(&self, subscripts: &[Subscript], scope: &Scope) -> Outcome<Vec<usize>> {
        let size = |subscript: &Subscript| match subscript {
            Subscript::All => fault(&scope.class.span(), Fault::OpenSize),
            Subscript::One(expression) => {
                let value = self.known(expression, scope)?;
                match value.count() {
                    Some(count) => Ok(count),
                    None => fault(&expression.span, Fault::WrongSize { found: value.describe() }),
                }
            }
        };
        let sizes: Vec<usize> = subscripts.iter().map(size).collect::<Outcome<_>>()?;
        self.budget.room(elements(&sizes).saturating_mul(ELEMENT))?;
        Ok(sizes)
    }

    /// The same with the dimensions of the type; a size is none for `:`.
    pub(crate) fn open_sizes(&self, own: &[Subscript], declared: &Type, scope: &Scope) -> Outcome<Vec<Option<usize>>> {
        let own = own.iter().map(|subscript| match subscript {
            Subscript::All => Ok(None),
            Subscript::One(_) => Ok(self.sizes(std::slice::from_ref(subscript), scope)?.first().copied()),
        });
        own.chain(declared.dimensions.iter().map(|size| Ok(Some(*size)))).collect()
    }

    /// An array of variables without a value.
    pub(crate) fn unset(&self, sizes: &[usize]) -> Outcome<Value> {
        self.budget.room(elements(sizes).saturating_mul(ELEMENT))?;
        Ok(filled(&Value::Unset, sizes))
    }

    /// Dimensions of a symbol of an instance: declared, or for `:` those of its value.
    pub(crate) fn dimensions(&self, instance: usize, symbol: &Symbol) -> Option<Vec<usize>> {
        if symbol.dimensions.is_some() {
            return symbol.dimensions.clone();
        }
        let (_, class) = symbol.declaration.as_ref()?;
        self.dimensions_in(symbol, &Scope::of(Some(instance), class))
    }

    /// The same in the scope of the declaration.
    pub(crate) fn dimensions_in(&self, symbol: &Symbol, scope: &Scope) -> Option<Vec<usize>> {
        let component = symbol.component()?;
        if let (What::Variable(variable), true) =
            (&symbol.what, component.subscripts.iter().any(|s| matches!(s, Subscript::All)))
        {
            // `Real x[:] = value`
            return Some(self.bound(variable.value.as_ref()?, false).ok()?.dimensions());
        }
        let mut dimensions = self.sizes(&component.subscripts, scope).ok()?;
        let declared = self.type_of(&component.class, scope, &[]).ok()?;
        dimensions.extend(declared.dimensions);
        Some(dimensions)
    }
}

fn standard_type(full: &str, span: &Span) -> Outcome<Type> {
    let enumeration = |of: &library::Enumeration| Meaning::Value(TypeKind::Enumeration(of.name.to_owned()), None);
    let known = standard::unit(full)
        .map(|unit| Meaning::Value(TypeKind::Real, Some(unit.to_owned())))
        .or_else(|| standard::enumeration(full).map(enumeration))
        .or_else(|| standard::connector(full).map(Meaning::Connector))
        .or_else(|| library::find_class(full).filter(|class| class.name == full).map(Meaning::Library));
    if let Some(meaning) = known {
        return Ok(Type::plain(meaning));
    }
    let value = |kind, dimensions| Ok(Type { meaning: Meaning::Value(kind, None), modifiers: Vec::new(), dimensions });
    match full.strip_prefix("Modelica.Mechanics.MultiBody.Types.") {
        Some("Axis" | "RotationSequence" | "Color" | "RealColor") => return value(TypeKind::Real, vec![3]),
        Some("SpecularCoefficient" | "ShapeExtra") => return value(TypeKind::Real, Vec::new()),
        Some("ShapeType") => return value(TypeKind::Text, Vec::new()),
        _ => {}
    }
    if standard::is_picture(full) {
        return Ok(Type::plain(Meaning::Picture));
    }
    if let Some((class, instead)) = compiler::authoring::absent_class(full) {
        return fault(span, Fault::NotYet { class: class.to_string(), instead: instead.to_string() });
    }
    let siblings: Vec<&str> = library::package_of(full).map(library::short_name).collect();
    let (full, near) = (full.to_owned(), near_class(full));
    let near = match (near.is_empty(), siblings.is_empty()) {
        (false, _) => near,
        (true, false) => format!("; its package has {}", siblings.join(", ")),
        (true, true) if full.starts_with("Modelica.Units") || full.starts_with("Modelica.SIunits.") => {
            return fault(span, Fault::UnknownType { near: standard::nearest_unit(&full), full });
        }
        (true, true) => format!(", nor its package{}", standard::nearest_package(&full)),
    };
    fault(span, Fault::NotInComponentLibrary { full, near })
}

/// A class of the library with a similar last name, preferably in the same package.
fn near_class(full: &str) -> String {
    let last = |name: &'static str| name.rsplit_once('.').unwrap_or(("", name));
    let (package, name) = full.rsplit_once('.').unwrap_or(("", full));
    let inside = || library::classes().map(|class| last(class.name)).filter(|(around, _)| *around == package);
    let found = compiler::model_file::nearest(name, inside().map(|(_, last)| last)).map(|near| (package, near));
    let found = found.or_else(|| {
        let near = compiler::model_file::nearest(name, library::classes().map(|class| last(class.name).1))?;
        library::classes().map(|class| last(class.name)).find(|(_, last)| *last == near)
    });
    found.map(|(package, near)| format!(": did you mean `{package}.{near}`?")).unwrap_or_default()
}
