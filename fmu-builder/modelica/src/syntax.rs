//! The syntax tree, with places.

use std::rc::Rc;

use fmu_core::model_file::Span;

/// A name with its place.
#[derive(Clone, Debug)]
pub(super) struct Ident {
    pub(super) text: Rc<str>,
    pub(super) span: Span,
}

/// `A.B.C`, with a dot before it when `global`.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) parts: Vec<Ident>,
    pub(super) global: bool,
    pub(super) span: Span,
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<&str> = self.parts.iter().map(|part| &*part.text).collect();
        f.write_str(&parts.join("."))
    }
}

/// What the keyword before a class's name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClassKind {
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
pub(super) struct Class {
    pub(super) name: Ident,
    pub(super) kind: ClassKind,
    pub(super) partial: bool,
    pub(super) encapsulated: bool,
    /// `class extends A(mods)`: changes the inherited class of its name.
    pub(super) extends: Option<Rc<Vec<Argument>>>,
    /// A connector that members are added to where it is connected.
    pub(super) expandable: bool,
    pub(super) description: String,
    pub(super) body: Body,
}

/// What a class is made of.
#[derive(Debug)]
pub(super) enum Body {
    Long(Long),
    /// `= base[subscripts](mods)`
    Short(Short),
    /// `= enumeration(...)`; none for `(:)`.
    Enumeration(Option<Vec<Ident>>),
    /// `= der(...)` and other forms that nothing here uses.
    Other,
}

/// `class A ... end A`.
#[derive(Debug, Default)]
pub(super) struct Long {
    pub(super) elements: Vec<Rc<Element>>,
    pub(super) equations: Vec<Equation>,
    pub(super) initial_equations: Vec<Equation>,
    pub(super) algorithms: Vec<Algorithm>,
    /// The word `external`.
    pub(super) external: Option<Span>,
    pub(super) annotation: Vec<Argument>,
}

/// `class A = B(...)`.
#[derive(Debug)]
pub(super) struct Short {
    /// `input`, `output` or `flow` before the base.
    pub(super) prefixes: Prefixes,
    pub(super) base: Name,
    pub(super) subscripts: Vec<Subscript>,
    pub(super) modifiers: Rc<Vec<Argument>>,
}

/// An algorithm section.
#[derive(Debug)]
pub(super) struct Algorithm {
    /// The word `algorithm`.
    pub(super) span: Span,
    pub(super) statements: Vec<Statement>,
}

/// A statement of an algorithm.
#[derive(Debug)]
pub(super) enum Statement {
    /// `target := value`
    Assign { target: Reference, value: Rc<Expression>, span: Span },
    /// `(a, , b) := f(x)`
    AssignSeveral { targets: Vec<Option<Rc<Expression>>>, call: Rc<Expression>, span: Span },
    /// `if ... then ... else ... end if`
    If { branches: Vec<(Rc<Expression>, Vec<Statement>)>, otherwise: Vec<Statement> },
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
    When { span: Span },
}

/// What stands in a class beside equations and algorithms.
#[derive(Debug)]
pub(super) enum Element {
    Import(Import),
    Extends(Extends),
    Class(ClassElement),
    Component(Component),
}

/// `import ...`
#[derive(Debug)]
pub(super) struct Import {
    pub(super) name: Name,
    pub(super) what: Imported,
}

/// What an import brings.
#[derive(Debug)]
pub(super) enum Imported {
    /// The class by the last part of its name, or by another.
    As(Rc<str>),
    /// All of a package.
    All,
    /// Some of a package.
    Some(Vec<Ident>),
}

/// `extends B(...)`
#[derive(Debug)]
pub(super) struct Extends {
    pub(super) base: Name,
    pub(super) modifiers: Rc<Vec<Argument>>,
}

/// Words before a component or class.
#[derive(Clone, Debug, Default)]
pub(super) struct Prefixes {
    pub(super) is_final: bool,
    pub(super) inner: bool,
    pub(super) outer: bool,
    pub(super) replaceable: bool,
    pub(super) redeclare: bool,
    pub(super) protected: bool,
    pub(super) flow: bool,
    pub(super) parameter: bool,
    pub(super) constant: bool,
    pub(super) discrete: bool,
    pub(super) input: bool,
    pub(super) output: bool,
}

/// A class in a class.
#[derive(Debug)]
pub(super) struct ClassElement {
    pub(super) prefixes: Prefixes,
    pub(super) class: Rc<Class>,
    pub(super) constraint: Option<Constraint>,
}

/// `constrainedby A(mods)`
#[derive(Clone, Debug)]
pub(super) struct Constraint {
    pub(super) class: Name,
    pub(super) modifiers: Rc<Vec<Argument>>,
}

/// A declaration of one name.
#[derive(Debug)]
pub(super) struct Component {
    pub(super) prefixes: Prefixes,
    pub(super) class: Name,
    /// Those of the type, then those of the name.
    pub(super) subscripts: Vec<Subscript>,
    pub(super) name: Ident,
    pub(super) modifiers: Rc<Vec<Argument>>,
    pub(super) value: Option<Rc<Expression>>,
    pub(super) condition: Option<Rc<Expression>>,
    pub(super) constraint: Option<Constraint>,
    pub(super) description: String,
}

/// An argument of a modification.
#[derive(Debug)]
pub(super) struct Argument {
    pub(super) each: bool,
    pub(super) is_final: bool,
    pub(super) span: Span,
    pub(super) what: Modification,
}

/// What an argument does.
#[derive(Debug)]
pub(super) enum Modification {
    /// `a.b(mods) = value`
    Set { name: Name, modifiers: Rc<Vec<Argument>>, value: Option<Rc<Expression>> },
    /// `redeclare ...` (or `replaceable ...`, which does the same to what is there).
    Redeclare(Rc<Element>),
}

/// An equation.
#[derive(Debug)]
pub(super) enum Equation {
    Connect {
        from: Reference,
        to: Reference,
        span: Span,
    },
    Equal {
        left: Rc<Expression>,
        right: Rc<Expression>,
        span: Span,
    },
    If {
        branches: Vec<(Rc<Expression>, Vec<Equation>)>,
        otherwise: Vec<Equation>,
        span: Span,
    },
    For {
        indices: Vec<Index>,
        body: Vec<Equation>,
        span: Span,
    },
    /// `assert(...)` and other calls.
    Call {
        call: Rc<Expression>,
        span: Span,
    },
    When {
        span: Span,
    },
}

/// `i in range`
#[derive(Debug)]
pub(super) struct Index {
    pub(super) name: Ident,
    pub(super) range: Option<Rc<Expression>>,
}

/// `a.b[2].c`
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) parts: Vec<(Ident, Vec<Subscript>)>,
    pub(super) global: bool,
    pub(super) span: Span,
}

impl Reference {
    /// The names without subscripts.
    pub(super) fn name(&self) -> Name {
        let parts = self.parts.iter().map(|(part, _)| part.clone()).collect();
        Name { parts, global: self.global, span: self.span.clone() }
    }
}

/// What stands between brackets.
#[derive(Clone, Debug)]
pub(super) enum Subscript {
    /// `:`
    All,
    One(Rc<Expression>),
}

/// An expression with its place.
#[derive(Debug)]
pub(super) struct Expression {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    /// With a dot before it: element by element.
    ElementMultiply,
    ElementDivide,
    ElementPower,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    Unequal,
    And,
    Or,
}

impl Operator {
    /// As written.
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Power => "^",
            Self::ElementMultiply => ".*",
            Self::ElementDivide => "./",
            Self::ElementPower => ".^",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Equal => "==",
            Self::Unequal => "<>",
            Self::And => "and",
            Self::Or => "or",
        }
    }
}

/// What an expression is.
#[derive(Debug)]
pub(super) enum Kind {
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
    Comprehension(Rc<Expression>, Vec<Rc<Index>>),
    Range(Rc<Expression>, Option<Rc<Expression>>, Rc<Expression>),
    If(Vec<(Rc<Expression>, Rc<Expression>)>, Rc<Expression>),
    /// `(a, , b)`, the outputs of a function.
    Tuple(Vec<Option<Rc<Expression>>>),
}
