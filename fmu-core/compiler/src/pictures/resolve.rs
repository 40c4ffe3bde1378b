//! Converts pictures of the library and values of the model file to expressions in the variables of the catalogue.

use super::given::{given, refuse_graphics_of_parts};
use super::names::Names;
use super::{Pictures, ShapeFile, Shown, ShownFigure};
use crate::model_file::{
    Component, Diagnostic, Expression, ExpressionProblem, LibraryProblem, ModelFile, Problem, Quantity as Values, Span,
    Spanned, Value, split_subscripts, splits,
};
use library::pictures::{Figure, Graphic, GraphicDefault, GraphicKind, Picture, Quantity, ShapeType, is_file};
use library::{Class, find_class};
use mechanism::hashed::HashMap;
use simulation::variables::{self, Catalogue};
use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// Limit of nested definitions, larger than in any class; detects circular definitions.
const DEPTH: usize = 40;

/// A component with pictures or graphic parameters.
struct Pictured<'a> {
    class: &'static Class,
    /// Graphic parameters set by the model.
    given: HashMap<&'static str, Spanned<Value>>,
    /// None for an implicit world.
    component: Option<&'a Component>,
}

struct Resolver<'a> {
    names: Names<'a>,
    entries: HashMap<String, Pictured<'a>>,
    world: Option<String>,
    /// Parsed expressions of the library by their texts, shared by many components.
    library: RefCell<HashMap<&'static str, Rc<Expression>>>,
}

/// Scope of the names in an expression: a component or the model.
type Scope<'s> = Option<&'s str>;

impl Pictures {
    /// The pictures of a model that has been compiled to this catalogue.
    ///
    /// # Errors
    /// Graphic parameters with values of another type, or with expressions that contain unknown names.
    pub fn new(file: &ModelFile, catalogue: &Catalogue) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let resolver = Resolver::new(file, catalogue, &mut problems);
        resolver.check_given(catalogue, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut pictures = Self { world: resolver.world.clone(), ..Self::default() };
        let world = resolver.world.as_deref();
        if world.is_some_and(|world| resolver.is_off(world, "enableAnimation")) {
            return Ok(pictures);
        }
        let own = file.components.iter().map(|component| component.name.value.as_str());
        let added = world.filter(|world| resolver.entries.get(*world).is_some_and(|entry| entry.component.is_none()));
        for name in added.into_iter().chain(own) {
            let Some(entry) = resolver.entries.get(name) else { continue };
            if resolver.is_off(name, "animation") {
                continue;
            }
            for picture in entry.class.pictures {
                match resolver.shown(name, picture, &mut pictures.files) {
                    Ok(shown) => pictures.shown.push(shown),
                    Err(problem) => problems.push(Diagnostic { span: resolver.span(name), problem: problem.into() }),
                }
            }
        }
        if let Some(world) = world {
            pictures.force_scale = resolver.given_expression(world, "defaultN_to_m");
            pictures.torque_scale = resolver.given_expression(world, "defaultNm_to_m");
        }
        resolver.collect_variables(&mut pictures);
        if problems.is_empty() { Ok(pictures) } else { Err(problems) }
    }
}

impl<'a> Resolver<'a> {
    fn new(file: &'a ModelFile, catalogue: &'a Catalogue, problems: &mut Vec<Diagnostic>) -> Self {
        let names = Names::new(file, catalogue);
        let mut entries = HashMap::default();
        let mut world = None;
        for component in &file.components {
            let Some(class) = find_class(&component.class.value) else { continue };
            refuse_graphics_of_parts(component, class, problems);
            if class.graphics.is_empty() && class.pictures.is_empty() {
                continue;
            }
            let name = component.name.value.clone();
            if std::ptr::eq(class, &raw const library::world::CLASS) {
                world = Some(name.clone());
            }
            let given = given(component, class, problems);
            entries.insert(name, Pictured { class, given, component: Some(component) });
        }
        if world.is_none() {
            world = ["world", "world_default"]
                .into_iter()
                .find(|name| !entries.contains_key(*name) && names.find(&format!("{name}.frame_b.r_0")).is_some())
                .map(str::to_owned);
            let class = &library::world::CLASS;
            let entry = |name: &String| (name.clone(), Pictured { class, given: HashMap::default(), component: None });
            entries.extend(world.as_ref().map(entry));
        }
        Self { names, entries, world, library: RefCell::default() }
    }

    fn span(&self, component: &str) -> Option<Span> {
        let component = self.entries.get(component)?.component?;
        Some(component.name.span.clone())
    }

    /// The value of a graphic parameter set by the model.
    fn given(&self, component: &str, graphic: &str) -> Option<&Spanned<Value>> {
        self.entries.get(component)?.given.get(graphic)
    }

    /// Returns true if a Boolean graphic parameter, true by default, is set to false.
    fn is_off(&self, component: &str, flag: &str) -> bool {
        let given = self.given(component, flag).map(|given| &given.value);
        matches!(given, Some(Value::Expression(Expression::Number(x))) if *x == 0.0)
    }

    /// The resolved expression of a graphic parameter set by the model.
    fn given_expression(&self, component: &str, graphic: &str) -> Option<Expression> {
        let Value::Expression(expression) = &self.given(component, graphic)?.value else { return None };
        self.resolve(expression, None, 0, graphic).ok()
    }

    /// Resolves all values given by the model, and checks those that can be evaluated.
    fn check_given(&self, catalogue: &Catalogue, problems: &mut Vec<Diagnostic>) {
        for (name, entry) in &self.entries {
            for (graphic, given) in &entry.given {
                let Value::Expression(expression) = &given.value else { continue };
                let full = format!("{name}.{graphic}");
                let declared = entry.class.graphic(graphic);
                let problem = match self.resolve(expression, None, 0, &full) {
                    Ok(resolved) => declared.and_then(|declared| self.fault(declared, &full, &resolved, catalogue)),
                    Err(problem) => Some(problem.into()),
                };
                problems.extend(problem.map(|problem| Diagnostic::new(given.span.clone(), problem)));
            }
        }
    }

    /// Error in a value, evaluated with the start values of parameters.
    fn fault(&self, graphic: &Graphic, full: &str, expression: &Expression, catalogue: &Catalogue) -> Option<Problem> {
        let mut is_known = true;
        let value = expression.evaluate(&mut |name: &str| {
            let Some((shape, indices)) = self.names.find(name) else { return Ok(Values::Scalar(1.0)) };
            let start = |index: &usize| match catalogue.variables.at(*index).start {
                Some(variables::Value::Real(x)) => x,
                _ => {
                    is_known = false;
                    1.0
                }
            };
            let elements: Vec<f64> = indices.iter().map(start).collect();
            Ok(Values::of(shape, &elements))
        });
        let value = match value {
            Ok(value) => value,
            Err(ExpressionProblem::ResultNotFinite { .. }) if !is_known => return None,
            Err(problem) => return Some(problem.into()),
        };
        let is_vector = matches!(graphic.kind, GraphicKind::Vector(_) | GraphicKind::Colour);
        if value.elements().len() != if is_vector { 3 } else { 1 } {
            let (component, parameter) = full.rsplit_once('.')?;
            let found = value.shape().to_string();
            return Some(LibraryProblem::wrong_value(component, parameter, found, graphic.expected()).into());
        }
        let is_out = |x: &&f64| graphic.min.is_some_and(|min| **x < min) || graphic.max.is_some_and(|max| **x > max);
        let out = value.elements().iter().find(is_out).filter(|_| is_known)?;
        Some(LibraryProblem::out_of_range(full, *out, (graphic.min, graphic.max)).into())
    }

    /// An expression that contains names of variables of the catalogue only.
    fn resolve(
        &self,
        expression: &Expression,
        scope: Scope<'_>,
        depth: usize,
        owner: &str,
    ) -> Result<Expression, LibraryProblem> {
        if depth > DEPTH {
            return Err(LibraryProblem::Cycle { path: vec![owner.to_owned(), owner.to_owned()] });
        }
        let mut resolved = expression.clone();
        resolved.replace_references(&mut |name| self.reference(name, scope, depth, owner))?;
        Ok(resolved)
    }

    /// Resolves a name.
    fn reference(&self, name: &str, scope: Scope<'_>, depth: usize, owner: &str) -> Result<Expression, LibraryProblem> {
        let full = match (name.strip_prefix("world."), &self.world, scope) {
            (Some(rest), Some(world), _) => format!("{world}.{rest}"),
            (_, _, Some(scope)) => format!("{scope}.{name}"),
            (_, _, None) => name.to_owned(),
        };
        if let Some(expression) = self.graphic_value(&full, depth)? {
            return Ok(expression);
        }
        if let Some((base, subscripts)) = split_subscripts(&full)
            && let Some(Expression::Array(elements)) = self.graphic_value(base, depth)?
            && let [Some(element)] = subscripts.iter().map(|k| elements.get(k.wrapping_sub(1))).collect::<Vec<_>>()[..]
        {
            return Ok(element.clone());
        }
        if self.names.find(&full).is_some() {
            return Ok(Expression::from(full));
        }
        let nearest = self.names.nearest(&full);
        Err(LibraryProblem::UnknownReference { owner: owner.to_owned(), name: name.to_owned(), nearest })
    }

    /// The value of the graphic parameter with this full name; none if it does not exist.
    fn graphic_value(&self, full: &str, depth: usize) -> Result<Option<Expression>, LibraryProblem> {
        let found = splits(full).find_map(|(component, name)| {
            let entry = self.entries.get(component)?;
            Some((component, entry, entry.class.graphic(name)?))
        });
        let Some((component, entry, graphic)) = found else { return Ok(None) };
        if let Some(Spanned { value: Value::Expression(expression), .. }) = entry.given.get(graphic.name) {
            return self.resolve(expression, None, depth + 1, full).map(Some);
        }
        match graphic.default {
            GraphicDefault::Boolean(flag) => Ok(Some(Expression::Number(if flag { 1.0 } else { 0.0 }))),
            GraphicDefault::Expression(text) => self.own(text, component, depth + 1).map(Some),
            GraphicDefault::Name(_) => Ok(None),
        }
    }

    /// An expression of the library with names relative to a component.
    fn own(&self, text: &'static str, component: &str, depth: usize) -> Result<Expression, LibraryProblem> {
        let fault = |what, name: &str| LibraryProblem::ClassFault {
            component: component.to_owned(),
            class: self.entries.get(component).map_or("", |entry| entry.class.name),
            what,
            name: name.to_owned(),
        };
        let expression = self.parsed(text).ok_or_else(|| fault("the expression", text))?;
        self.resolve(&expression, Some(component), depth, component).map_err(|problem| match problem {
            LibraryProblem::UnknownReference { name, .. } => fault("the variable", &name),
            problem => problem,
        })
    }

    /// An expression of the library; none if it is not an expression.
    fn parsed(&self, text: &'static str) -> Option<Rc<Expression>> {
        if let Some(known) = self.library.borrow().get(text) {
            return Some(Rc::clone(known));
        }
        let expression = Rc::new(Expression::parse(text).ok()?);
        self.library.borrow_mut().insert(text, Rc::clone(&expression));
        Some(expression)
    }

    /// The name of a shape type or of a quantity.
    fn name_of(&self, component: &str, graphic: &str) -> Option<String> {
        if let Some(Spanned { value: Value::String(name), .. }) = self.given(component, graphic) {
            return Some(name.clone());
        }
        match self.entries.get(component)?.class.graphic(graphic)?.default {
            GraphicDefault::Name(name) => Some(name.to_owned()),
            _ => None,
        }
    }

    fn figure(
        &self,
        component: &str,
        figure: Figure,
        files: &mut Vec<ShapeFile>,
    ) -> Result<ShownFigure, LibraryProblem> {
        let own = |text: &'static str| self.own(text, component, 0);
        Ok(match figure {
            Figure::Shape(of) => ShownFigure::Shape(of),
            Figure::ShapeOf(parameter) => {
                let name = self.name_of(component, parameter).unwrap_or_default();
                if is_file(&name) {
                    let span = self.given(component, parameter).map(|given| given.span.clone());
                    files.push(ShapeFile { component: component.to_owned(), name, span });
                    return Ok(ShownFigure::File(files.len() - 1));
                }
                ShownFigure::Shape(ShapeType::from_name(&name).unwrap_or(ShapeType::Box))
            }
            Figure::Arrow { quantity, quantity_of, head_at_origin } => {
                let named = quantity_of.and_then(|parameter| self.name_of(component, parameter));
                let quantity = named.and_then(|name| Quantity::from_name(&name)).unwrap_or(quantity);
                ShownFigure::Arrow { quantity, head_at_origin: own(head_at_origin)? }
            }
            Figure::Axes { colours: [x, y, z], labels } => {
                ShownFigure::Axes { colours: [own(x)?, own(y)?, own(z)?], labels: own(labels)? }
            }
            Figure::Rectangle => ShownFigure::Rectangle,
            Figure::Plane => ShownFigure::Plane,
            Figure::Rope => ShownFigure::Rope,
            Figure::Torus([a, b, c, d, e]) => ShownFigure::Torus([own(a)?, own(b)?, own(c)?, own(d)?, own(e)?]),
        })
    }

    fn shown(&self, component: &str, picture: &Picture, files: &mut Vec<ShapeFile>) -> Result<Shown, LibraryProblem> {
        let own = |text: &'static str| self.own(text, component, 0);
        Ok(Shown {
            component: component.to_owned(),
            name: picture.name,
            group: picture.group,
            figure: self.figure(component, picture.figure, files)?,
            frame: picture.frame.map(|frame| format!("{component}.{frame}")),
            resolved_in_world: picture.resolved_in_world,
            centred: picture.centred,
            origin: own(picture.origin)?,
            along: own(picture.along)?,
            wide: own(picture.wide)?,
            roll: own(picture.roll)?,
            length: own(picture.length)?,
            width: own(picture.width)?,
            height: own(picture.height)?,
            extra: own(picture.extra)?,
            colour: own(picture.colour)?,
            specular: own(picture.specular)?,
            opacity: own(picture.opacity)?,
            when: picture.when.iter().map(|text| own(text)).collect::<Result<_, _>>()?,
        })
    }

    /// Collects the variables in the expressions, and positions and orientations of the frames.
    fn collect_variables(&self, pictures: &mut Pictures) {
        let scales = pictures.force_scale.iter().chain(&pictures.torque_scale);
        let expressions = pictures.shown.iter().flat_map(Shown::expressions).chain(scales);
        let named = expressions.flat_map(Expression::references).map(str::to_owned);
        let frames = pictures.shown.iter().filter_map(|shown| shown.frame.as_ref());
        let poses = frames.flat_map(|frame| [format!("{frame}.r_0"), format!("{frame}.R.T")]);
        let of_world = self.world.iter().flat_map(|world| {
            ["n", "gravityType", "nominalLength", "defaultArrowDiameter"].map(|name| format!("{world}.{name}"))
        });
        let mut variables = HashMap::default();
        for name in named.chain(poses).chain(of_world) {
            if let Entry::Vacant(place) = variables.entry(name)
                && let Some(elements) = self.names.find(place.key())
            {
                place.insert(elements);
            }
        }
        pictures.variables = variables;
    }
}
