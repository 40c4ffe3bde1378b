//! Curves over time as one SVG picture or one HTML page, which hold all that they need.

mod bode;
mod layout;
mod page;
mod reduce;
mod svg;
mod ticks;

/// Curves over a common time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Title above the curves.
    pub title: String,
    /// Times, s, ascending; two equal ones are a jump.
    pub times: Vec<f64>,
    /// Curves, in the order of the legend.
    pub curves: Vec<Curve>,
}

/// A curve: a number for each time. What is not finite is a gap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Name of the variable.
    pub name: String,
    /// Unit; curves of one unit share a panel.
    pub unit: Option<String>,
    /// Description of the variable.
    pub description: Option<String>,
    /// A value for each time.
    pub values: Vec<f64>,
}

impl Plot {
    /// In words, for those who do not see the picture.
    fn description(&self) -> String {
        let [first, last] = [self.times.first(), self.times.last()].map(|time| time.copied().unwrap_or_default());
        let panel = |group: layout::Group<'_>| {
            let names: Vec<&str> = group.curves.iter().map(|&(_, curve)| curve.name.as_str()).collect();
            let unit = group.unit.map_or_else(String::new, |unit| format!("in {unit}: "));
            unit + &names.join(", ")
        };
        let panels: Vec<String> = layout::groups(self).into_iter().map(panel).collect();
        format!("Curves over the time from {first} s to {last} s; {}", panels.join("; "))
    }
}
