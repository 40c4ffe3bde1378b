//! Distributions of uncertain parameters.

use statrs::distribution::{ContinuousCDF, Normal};

/// The distribution of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distribution {
    /// Every value between two is as likely.
    Uniform {
        /// The smallest value.
        from: f64,
        /// The largest value.
        to: f64,
    },
    /// The normal distribution.
    Normal {
        /// Its mean.
        mean: f64,
        /// Its standard deviation, positive.
        deviation: f64,
    },
}

impl Distribution {
    /// The uniform distribution between two numbers.
    ///
    /// # Errors
    /// When the first is not below the second.
    pub fn uniform(from: f64, to: f64) -> Result<Self, String> {
        if from < to && (to - from).is_finite() {
            return Ok(Self::Uniform { from, to });
        }
        Err(format!("{from} and {to} are not a range: the smaller number comes first"))
    }

    /// The normal distribution.
    ///
    /// # Errors
    /// When the standard deviation is not positive.
    pub fn normal(mean: f64, deviation: f64) -> Result<Self, String> {
        if mean.is_finite() && deviation.is_finite() && deviation > 0.0 {
            return Ok(Self::Normal { mean, deviation });
        }
        Err(format!("{mean}, {deviation} are not a mean and a positive standard deviation"))
    }

    /// The value that a part `p` of all values is below; between 0 and 1, both excluded.
    pub(super) fn quantile(&self, p: f64) -> f64 {
        match *self {
            Self::Uniform { from, to } => from + (to - from) * p,
            Self::Normal { mean, deviation } => mean + deviation * Normal::standard().inverse_cdf(p),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        let normal = Distribution::normal(10.0, 2.0).unwrap();
        // One and two standard deviations around the mean.
        for (p, expected) in [(0.5, 10.0), (0.841_344_746_068_542_9, 12.0), (0.022_750_131_948_179_21, 6.0)] {
            assert!((normal.quantile(p) - expected).abs() < 1e-12, "{p}: {}", normal.quantile(p));
        }
        assert_eq!(Distribution::uniform(-1.0, 3.0).unwrap().quantile(0.25), 0.0);
    }

    #[test]
    fn distributions_of_nothing_are_refused() {
        assert!(Distribution::normal(1.0, 0.0).is_err());
        assert!(Distribution::uniform(2.0, 2.0).is_err());
    }
}
