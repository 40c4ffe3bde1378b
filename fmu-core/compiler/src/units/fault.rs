//! Errors in the name of a unit.

/// Error in the name of a unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitFault {
    /// The name is empty.
    #[error("the unit is empty")]
    Empty,
    /// Unknown name.
    #[error("there is no unit `{symbol}`")]
    Unknown {
        /// The unknown part.
        symbol: String,
        /// Most similar known unit.
        nearest: Option<String>,
    },
    /// Syntax error.
    #[error("`{unit}` is not a unit: found {found}, expected {expected}")]
    Syntax {
        /// The whole unit.
        unit: String,
        /// Text at that position.
        found: String,
        /// Legal text at that position.
        expected: &'static str,
    },
    /// Two divisions.
    #[error("`{unit}` contains two divisions, which is ambiguous")]
    DividesTwice {
        /// The whole unit.
        unit: String,
    },
    /// An offset unit, degC or degF, in a product.
    #[error("`{symbol}` is an offset unit and cannot be a part of `{unit}`")]
    OffsetInProduct {
        /// The symbol.
        symbol: String,
        /// The whole unit.
        unit: String,
    },
    /// The exponents are too large.
    #[error("`{unit}` is beyond the range of numbers")]
    OutOfRange {
        /// The whole unit.
        unit: String,
    },
}

impl UnitFault {
    /// Advice on how to correct the name.
    pub fn help(&self) -> String {
        match self {
            Self::Empty => "give a unit, such as \"mm\" or \"N.m\", or leave the unit out".to_owned(),
            Self::Unknown { nearest: Some(nearest), .. } => format!("did you mean `{nearest}`?"),
            Self::Unknown { nearest: None, .. } => {
                "known units are SI units with prefixes, and common others: mm, kN, deg, rpm, g, t, in, lbf, bar; \
                 products are \
                 written N.m, quotients m/s2 or W/(m.K)"
                    .to_owned()
            }
            Self::Syntax { .. } => "write products as N.m, powers as m2, quotients as N/m or W/(m.K)".to_owned(),
            Self::DividesTwice { .. } => "put the denominator in parentheses: W/(m.K)".to_owned(),
            Self::OffsetInProduct { .. } => "differences of temperatures are in K".to_owned(),
            Self::OutOfRange { .. } => "write smaller powers, or another prefix".to_owned(),
        }
    }
}
