//! Samples of uncertain parameters: points of the unit cube, and the distributions that make values of them.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand_pcg::Pcg64;
use sobol::Sobol;
use sobol::params::JoeKuoD6;
use statrs::distribution::{ContinuousCDF, Normal};

/// Parameters that Sobol' sequences are at hand for.
const SOBOL_DIMENSIONS: usize = 100;

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

/// Sampling method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Latin hypercube: each of as many slices of each parameter as there are samples has one.
    #[default]
    LatinHypercube,
    /// A Sobol' sequence, shifted by an amount that the seed decides.
    Sobol,
    /// Independent of each other.
    Random,
}

/// Samples of the uncertain parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// Number of samples.
    pub count: u32,
    /// Sampling method.
    pub method: Method,
    /// Another seed gives other samples.
    pub seed: u64,
    /// Names of the parameters and their distributions.
    pub distributions: Vec<(String, Distribution)>,
}

impl Samples {
    /// A column of values for each distribution.
    pub(super) fn columns(&self) -> Result<Vec<Vec<f64>>, String> {
        let dimensions = self.distributions.len();
        let each = |column: &dyn Fn(Pcg64) -> Vec<f64>| -> Vec<Vec<f64>> {
            (0..dimensions).map(|dimension| column(self.generator(dimension))).collect()
        };
        let points = match self.method {
            Method::LatinHypercube => each(&|generator| self.latin_hypercube(generator)),
            Method::Random => each(&|mut generator| (0..self.count).map(|_| unit(&mut generator)).collect()),
            Method::Sobol if dimensions > SOBOL_DIMENSIONS => {
                return Err(format!(
                    "{dimensions} parameters: Sobol' sequences are at hand for {SOBOL_DIMENSIONS}; use another method"
                ));
            }
            Method::Sobol => self.sobol(),
        };
        let columns = points.into_iter().zip(&self.distributions);
        Ok(columns.map(|(column, (_, of))| column.into_iter().map(|p| of.quantile(p)).collect()).collect())
    }

    /// Numbers of one parameter, independent of those of the others.
    fn generator(&self, dimension: usize) -> Pcg64 {
        // The stream of a parameter does not depend on how many others there are.
        let mut seed = <Pcg64 as SeedableRng>::Seed::default();
        let words = self.seed.to_le_bytes().into_iter().chain((dimension as u64).to_le_bytes());
        seed.iter_mut().zip(words).for_each(|(byte, word)| *byte = word);
        let mut generator = Pcg64::from_seed(seed);
        // Seeds that differ in one bit begin alike.
        for _ in 0..16 {
            generator.next_u64();
        }
        generator
    }

    fn latin_hypercube(&self, mut generator: Pcg64) -> Vec<f64> {
        let mut slices: Vec<u32> = (0..self.count).collect();
        for last in (1..slices.len()).rev() {
            slices.swap(last, (unit(&mut generator) * (last + 1) as f64) as usize);
        }
        let place = |slice: u32| inside((f64::from(slice) + unit(&mut generator)) / f64::from(self.count));
        slices.into_iter().map(place).collect()
    }

    fn sobol(&self) -> Vec<Vec<f64>> {
        let dimensions = self.distributions.len();
        let shifts: Vec<f64> = (0..dimensions).map(|dimension| unit(&mut self.generator(dimension))).collect();
        let mut columns = vec![Vec::with_capacity(self.count as usize); dimensions];
        for point in Sobol::<f64>::new(dimensions, &JoeKuoD6::minimal()).take(self.count as usize) {
            for ((column, value), shift) in columns.iter_mut().zip(point).zip(&shifts) {
                column.push(inside((value + shift).fract()));
            }
        }
        columns
    }
}

/// A number between 0 and 1, neither of them.
fn unit(generator: &mut Pcg64) -> f64 {
    ((generator.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

/// The number, or the nearest one between 0 and 1.
fn inside(number: f64) -> f64 {
    number.clamp(f64::EPSILON / 2.0, 1.0 - f64::EPSILON / 2.0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn samples(method: Method, count: u32, seed: u64) -> Vec<Vec<f64>> {
        let uniform = Distribution::uniform(0.0, 1.0).unwrap();
        let distributions = vec![("a".to_owned(), uniform), ("b".to_owned(), uniform)];
        Samples { count, method, seed, distributions }.columns().unwrap()
    }

    #[test]
    fn a_latin_hypercube_has_one_sample_in_each_slice() {
        for column in samples(Method::LatinHypercube, 100, 3) {
            let mut slices: Vec<u32> = column.iter().map(|value| (value * 100.0) as u32).collect();
            slices.sort_unstable();
            assert_eq!(slices, (0..100).collect::<Vec<_>>());
        }
    }

    /// The volume below x + y = 1 is one half; errors shrink as theory says.
    #[test]
    fn methods_integrate_as_well_as_they_should() {
        for (method, tolerance) in [(Method::Random, 0.05), (Method::LatinHypercube, 0.02), (Method::Sobol, 0.005)] {
            let columns = samples(method, 4096, 1);
            let below = columns[0].iter().zip(&columns[1]).filter(|(x, y)| *x + *y < 1.0).count();
            let error = (below as f64 / 4096.0 - 0.5).abs();
            assert!(error < tolerance, "{method:?}: {error}");
        }
    }

    #[test]
    fn seeds_decide() {
        for method in [Method::Random, Method::LatinHypercube, Method::Sobol] {
            assert_eq!(samples(method, 50, 1), samples(method, 50, 1));
            assert_ne!(samples(method, 50, 1), samples(method, 50, 2));
            let columns = samples(method, 50, 1);
            assert_ne!(columns[0], columns[1]);
        }
    }

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
