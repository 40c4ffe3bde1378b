//! What `[inputs]` and `[outputs]` say of a variable besides its name.

use super::super::problems::Problems;
use super::super::units::known_unit;
use super::maker::Maker;
use crate::model_file::{LibraryProblem, PublicName};
use crate::variables::{DataType, Variable};
use std::borrow::Cow;

impl Maker<'_> {
    /// Gives a variable the description and the unit that its public name has.
    pub(super) fn describe(
        &self,
        section: &'static str,
        public: &PublicName,
        variable: &mut Variable,
        problems: &mut Problems,
    ) {
        if let Some(description) = &public.description {
            variable.description = Cow::Owned(description.clone());
        }
        let (Some(given), DataType::Real { unit, .. }) = (&public.unit, &mut variable.data_type) else { return };
        if unit.is_some_and(|unit| unit == given.value) {
            return;
        }
        match (*unit, known_unit(&given.value)) {
            (None | Some("1"), Some(known)) => *unit = Some(known),
            (own, _) => {
                let expected = own.filter(|own| *own != "1").map_or("a unit that is known".to_owned(), |own| format!("\"{own}\""));
                let (name, found) = (public.name.value.clone(), given.value.clone());
                problems.add(Some(&given.span), LibraryProblem::PublicUnit { section, name, found, expected });
            }
        }
    }
}
