//! The syntax tree, with places.

pub(crate) mod class;
pub(crate) mod lexer;
pub(crate) mod parser;

use std::rc::Rc;

use compiler::model_file::{BinaryOperator, Relation, Span};

/// A name with its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ident {
    pub(crate) text: Rc<str>,
    pub(crate) span: Span,
}

/// `A.B.C`, with a dot before it when `global`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Name {
    pub(crate) parts: Vec<Ident>,
    pub(crate) global: bool,
    pub(crate) span: Span,
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<&str> = self.parts.iter().map(|part| &*part.text).collect();
        f.write_str(&parts.join("."))
    }
}

/// Specialised class, by the keyword before the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassKind {
    Model,
    Package,
    Record,
    Type,
    Connector,
    Function,
    Operator,
}

/// A class definition.
#[derive(Debug)]
pub(crate) struct Class {
    /// From its name to its end.
    pub(crate) span: Span,
    pub(crate) name: Ident,
    pub(crate) kind: ClassKind,
    pub(crate) partial: bool,
    pub(crate) encapsulated: bool,
    /// `class extends A(mods)`: changes the inherited class of its name.
    pub(crate) extends: Option<Rc<Vec<Argument>>>,
    /// A connector that members are added to where it is connected.
    pub(crate) expandable: bool,
    pub(crate) description: String,
    pub(crate) body: Body,
    /// Its contents if they are written out, empty otherwise.
    pub(crate) long: Long,
}

#[derive(Debug)]
pub(crate) enum Body {
    /// `class A ... end A`
    Long,
    /// `= base[subscripts](mods)`
    Short(Short),
    /// `= enumeration(...)`; none for `(:)`.
    Enumeration(Option<Vec<Ident>>),
    /// `= der(...)` and other forms that are not supported.
    Other,
}

/// Contents of a class.
#[derive(Debug, Default)]
pub(crate) struct Long {
    pub(crate) imports: Vec<Import>,
    pub(crate) classes: Vec<Rc<ClassElement>>,
    pub(crate) elements: Vec<Element>,
    pub(crate) equations: Vec<Equation>,
    pub(crate) initial_equations: Vec<Equation>,
    pub(crate) algorithms: Vec<Algorithm>,
    /// The word `external`.
    pub(crate) external: Option<Span>,
    pub(crate) annotation: Vec<Argument>,
}

/// `class A = B(...)`.
#[derive(Debug)]
pub(crate) struct Short {
    /// `input`, `output` or `flow` before the base.
    pub(crate) prefixes: Prefixes,
    pub(crate) base: Name,
    pub(crate) subscripts: Vec<Subscript>,
    pub(crate) modifiers: Rc<Vec<Argument>>,
}

/// A condition, and what happens where it holds.
pub(crate) type Branch<T> = (Rc<Expression>, Vec<T>);
/// Conditions, each with what happens where it holds.
pub(crate) type Branches<T> = Vec<Branch<T>>;

/// Targets of the outputs of a function; none for those that are not taken.
pub(crate) type Tuple = Vec<Option<Rc<Expression>>>;

/// An algorithm section.
#[derive(Debug)]
pub(crate) struct Algorithm {
    /// The word `algorithm`.
    pub(crate) span: Span,
    pub(crate) statements: Vec<Statement>,
}

/// A statement of an algorithm.
#[derive(Debug)]
pub(crate) enum Statement {
    /// `target := value`
    Assign { target: Reference, value: Rc<Expression>, span: Span },
    /// `(a, , b) := f(x)`
    AssignSeveral { targets: Tuple, call: Rc<Expression>, span: Span },
    /// `if ... then ... else ... end if`
    If { branches: Branches<Statement>, otherwise: Vec<Statement> },
    /// `for i in range loop ... end for`
    For { indices: Vec<Index>, body: Vec<Statement>, span: Span },
    /// `while condition loop ... end while`
    While { condition: Rc<Expression>, body: Vec<Statement>, span: Span },
    /// `assert(...)` and other calls.
    Call { call: Rc<Expression>, span: Span },
    /// `break`
    Break { span: Span },
    /// `return`
    Return { span: Span },
    /// `when ... end when`
    When { branches: Branches<Statement>, span: Span },
}

/// Bases and components of a class, whose order counts.
#[derive(Debug)]
pub(crate) enum Element {
    Extends(Extends),
    Component(Rc<Component>),
}

/// `import ...`
#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) name: Name,
    pub(crate) what: Imported,
}

#[derive(Debug)]
pub(crate) enum Imported {
    /// The class by the last part of its name, or by another.
    As(Rc<str>),
    /// All of a package.
    All,
    /// Some of a package.
    Some(Vec<Ident>),
}

/// `extends B(...)` or `constrainedby B(...)`
#[derive(Clone, Debug)]
pub(crate) struct Extends {
    pub(crate) base: Name,
    pub(crate) modifiers: Rc<Vec<Argument>>,
}

/// Words before a component or class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prefixes {
    pub(crate) is_final: bool,
    pub(crate) inner: bool,
    pub(crate) outer: bool,
    pub(crate) replaceable: bool,
    pub(crate) redeclare: bool,
    pub(crate) protected: bool,
    pub(crate) flow: bool,
    pub(crate) parameter: bool,
    pub(crate) constant: bool,
    pub(crate) discrete: bool,
    pub(crate) input: bool,
    pub(crate) output: bool,
}

/// A class in a class.
#[derive(Debug)]
pub(crate) struct ClassElement {
    pub(crate) prefixes: Prefixes,
    pub(crate) class: Rc<Class>,
    pub(crate) constraint: Option<Extends>,
}

/// A declaration of one name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Component {
    pub(crate) prefixes: Prefixes,
    pub(crate) class: Name,
    /// Those of the type, then those of the name.
    pub(crate) subscripts: Vec<Subscript>,
    pub(crate) name: Ident,
    pub(crate) modifiers: Rc<Vec<Argument>>,
    pub(crate) value: Option<Rc<Expression>>,
    pub(crate) condition: Option<Rc<Expression>>,
    pub(crate) constraint: Option<Extends>,
    pub(crate) description: String,
}

/// An argument of a modification.
#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) each: bool,
    pub(crate) is_final: bool,
    pub(crate) span: Span,
    pub(crate) what: Modification,
}

#[derive(Debug)]
pub(crate) enum Modification {
    /// `a.b(mods) = value`
    Set { name: Name, modifiers: Rc<Vec<Argument>>, value: Option<Rc<Expression>> },
    /// `redeclare ...` (or `replaceable ...`, which does the same to what is there).
    Redeclare(Redeclared),
}

/// The replacement of an element.
#[derive(Clone, Debug)]
pub(crate) enum Redeclared {
    Class(Rc<ClassElement>),
    Component(Rc<Component>),
}

impl Redeclared {
    pub(crate) fn name(&self) -> &Ident {
        match self {
            Self::Class(class) => &class.class.name,
            Self::Component(component) => &component.name,
        }
    }
}

/// An equation with its place; that of a `when` is the word.
#[derive(Debug)]
pub(crate) struct Equation {
    pub(crate) kind: EquationKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum EquationKind {
    /// `connect(from, to)`
    Connect { from: Reference, to: Reference },
    /// `left = right`
    Equal { left: Rc<Expression>, right: Rc<Expression> },
    /// `if ... then ... else ... end if`
    If { branches: Branches<Equation>, otherwise: Vec<Equation> },
    /// `for i in range loop ... end for`
    For { indices: Vec<Index>, body: Vec<Equation> },
    /// `assert(...)` and other calls.
    Call(Rc<Expression>),
    /// `when ... elsewhen ... end when`
    When(Branches<Equation>),
}

/// `i in range`
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) name: Ident,
    pub(crate) range: Option<Rc<Expression>>,
}

/// A name with its subscripts.
pub(crate) type Part = (Ident, Vec<Subscript>);

/// `a.b[2].c`
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    /// At least one.
    pub(crate) parts: Vec<Part>,
    pub(crate) global: bool,
    pub(crate) span: Span,
}

impl Reference {
    /// The names without subscripts.
    pub(crate) fn name(&self) -> Name {
        let parts = self.parts.iter().map(|(part, _)| part.clone()).collect();
        Name { parts, global: self.global, span: self.span.clone() }
    }
}

impl From<Ident> for Reference {
    fn from(name: Ident) -> Self {
        let span = name.span.clone();
        Self { parts: vec![(name, Vec::new())], global: false, span }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Subscript {
    /// `:`
    All,
    One(Rc<Expression>),
}

/// An expression with its place.
#[derive(Debug)]
pub(crate) struct Expression {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Arithmetic(BinaryOperator),
    /// With a dot before it: element by element.
    Element(BinaryOperator),
    Compare(Relation),
    Equal,
    Unequal,
    And,
    Or,
}

impl Operator {
    /// Sums, differences, products and quotients.
    pub(crate) fn is_arithmetic(self) -> bool {
        matches!(self, Self::Arithmetic(own) | Self::Element(own) if own != BinaryOperator::Power)
    }

    /// As written.
    pub(crate) fn symbol(self) -> String {
        match self {
            Self::Arithmetic(own) => own.symbol().to_owned(),
            Self::Element(own) => format!(".{}", own.symbol()),
            Self::Compare(relation) => relation.symbol().to_owned(),
            Self::Equal => "==".to_owned(),
            Self::Unequal => "<>".to_owned(),
            Self::And => "and".to_owned(),
            Self::Or => "or".to_owned(),
        }
    }
}

/// Arguments of a call, as written.
pub(crate) type Arguments = [(Option<Ident>, Rc<Expression>)];

#[derive(Debug)]
pub(crate) enum Kind {
    Number(f64),
    Text(String),
    Boolean(bool),
    Reference(Reference),
    /// `end` between brackets.
    End,
    Negate(Rc<Expression>),
    Not(Rc<Expression>),
    Binary(Operator, Rc<Expression>, Rc<Expression>),
    Call {
        function: Reference,
        arguments: Vec<(Option<Ident>, Rc<Expression>)>,
    },
    Array(Vec<Rc<Expression>>),
    Matrix(Vec<Vec<Rc<Expression>>>),
    /// `{e for i in range}`
    Comprehension(Rc<Expression>, Vec<Index>),
    Range(Rc<Expression>, Option<Rc<Expression>>, Rc<Expression>),
    If(Vec<(Rc<Expression>, Rc<Expression>)>, Rc<Expression>),
    /// `(a, , b)`, the outputs of a function.
    Tuple(Tuple),
}

impl Expression {
    /// The argument of a call of `name` that has only one.
    pub(crate) fn argument_of(&self, name: &str) -> Option<&Rc<Expression>> {
        match &self.kind {
            Kind::Call { arguments, .. } if self.calls(name) => match arguments.as_slice() {
                [(None, argument)] => Some(argument),
                _ => None,
            },
            _ => None,
        }
    }

    /// True if it is a call of `name`.
    pub(crate) fn calls(&self, name: &str) -> bool {
        match &self.kind {
            Kind::Call { function, .. } => function.parts.len() == 1 && *function.parts[0].0.text == *name,
            _ => false,
        }
    }
}
