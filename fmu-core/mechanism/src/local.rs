//! Variables of laws other than signals.
//!
//! A law lists them once ([`law_variables`]): a name, the stage after which it is known, and its value, computed from the view of that stage.

use super::{ReactionView, Signals, Stage};
use crate::scalar::{Scalar, Vector3};
use binary::Binary;

/// An element of a variable of a law. Only a [`LawVariable`] can create it, for a law that has the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct Local {
    /// Number of the variable among those of its law.
    pub(super) variable: u16,
    /// Element, counted from 0.
    pub(super) element: u16,
}

/// The variables of a law.
pub trait LawVariable: Copy {
    /// The law.
    type Law;
    /// The stage after which it is known.
    fn stage(self) -> Stage;
    /// Its element `k`.
    fn element(self, k: usize) -> Local;
    /// Value of an element; the view must contain the results of the variable's stage.
    fn value<T: Scalar>(law: &Self::Law, local: Local, view: &ReactionView<'_, T>, signals: &Signals<'_, T>) -> T;
}

/// Scalars and vectors by elements.
pub trait Elements<T> {
    /// Element `k`.
    fn element(self, k: usize) -> T;
}

impl<T: Scalar> Elements<T> for T {
    #[inline]
    fn element(self, _k: usize) -> T {
        self
    }
}

impl<T: Scalar> Elements<T> for Vector3<T> {
    #[inline]
    fn element(self, k: usize) -> T {
        self[k]
    }
}

impl<T: Scalar, const N: usize> Elements<T> for [T; N] {
    fn element(self, k: usize) -> T {
        self[k]
    }
}

/// A vector whose elements a function computes.
#[derive(Clone, Copy, Debug)]
pub struct Each<F>(pub F);

impl<T, F: FnOnce(usize) -> T> Elements<T> for Each<F> {
    fn element(self, k: usize) -> T {
        (self.0)(k)
    }
}

impl Local {
    /// Element `k` of variable number `variable`.
    pub const fn new(variable: u16, k: usize) -> Self {
        Self { variable, element: k as u16 }
    }

    /// Number of the variable.
    pub const fn variable(self) -> u16 {
        self.variable
    }

    /// Number of the element, from 0.
    pub fn element(self) -> usize {
        self.element.into()
    }

    /// The element of a variable's value.
    #[inline]
    pub fn of<T>(self, value: impl Elements<T>) -> T {
        value.element(self.element.into())
    }
}

/// Lists the variables of a law: `Name: Stage method` or `Name: Stage (expression)`. The method gets the view of the stage, with `Signals`
/// also the signals; an expression contains the names of law, view and signals that stand behind the law's type.
#[macro_export]
macro_rules! law_variables {
    ($(#[$meta:meta])* $vis:vis $name:ident of $type:ty { $($variables:tt)+ }) => {
        $crate::law_variables! { $(#[$meta])* $vis $name of $type, |law, view, signals| { $($variables)+ } }
    };
    (
        $(#[$meta:meta])* $vis:vis $name:ident of $type:ty, |$law:ident, $view:ident, $signals:ident| {
            $($variable:ident: $stage:ident $value:tt),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $(#[doc = concat!("Value of `", stringify!($value), "`.")] $variable),+
        }

        impl $crate::LawVariable for $name {
            type Law = $type;

            fn stage(self) -> $crate::Stage {
                match self { $(Self::$variable => $crate::Stage::$stage),+ }
            }

            fn element(self, k: usize) -> $crate::Local {
                $crate::Local::new(self as u16, k)
            }

            #[inline]
            #[allow(unused_variables)]
            fn value<T: $crate::scalar::Scalar>(
                $law: &$type,
                local: $crate::Local,
                $view: &$crate::ReactionView<'_, T>,
                $signals: &$crate::Signals<'_, T>,
            ) -> T {
                $(if local.variable() == Self::$variable as u16 {
                    return local.of($crate::law_variables!(@$stage $value $law, $view, $signals));
                })+
                T::zero()
            }
        }
    };
    (@Signals $method:ident $law:ident, $view:ident, $signals:ident) => {
        $law.$method($view, $signals)
    };
    (@$stage:ident $method:ident $law:ident, $view:ident, $signals:ident) => {
        $law.$method($view)
    };
    (@Signals ($value:expr) $law:ident, $view:ident, $signals:ident) => {
        $crate::law_variables!(@Motion ($value) $law, $view, $signals)
    };
    (@$stage:ident ($value:expr) $law:ident, $view:ident, $signals:ident) => {{
        let $view: &<$crate::after::$stage as $crate::LawStage>::View<'_, T> = $view;
        $value
    }};
}
