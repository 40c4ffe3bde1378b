//! What the user should know, and is no error.

/// What the user should know, and is no error.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum Note {
    #[error("the unit `{unit}` is not known: it is left out")]
    UnknownUnit { unit: String },
    #[error("`{attribute}` of `{name}` has no effect: an equation gives `{name}` at the start, too")]
    NoEffect { attribute: String, name: String },
    #[error("`{attribute}` of `{name}` is not watched: it has no effect")]
    NotWatched { attribute: String, name: String },
    #[error("nothing reads variable `{name}`, which is no number and no output: it is left out")]
    NothingReads { name: String },
    #[error("assertions of variables are not watched during the simulation: it is left out")]
    OpenAssertion,
    #[error("parameter `{full}` shapes the model: it is put in as a number and cannot be set in the FMU")]
    Shaping { full: String },
    #[error("parameter `{full}` is no number: it is put in and cannot be set in the FMU")]
    NotANumber { full: String },
    #[error("`{name}` of `{component}` only draws something: it is left out")]
    OnlyDrawn { name: String, component: String },
    #[error("`{name}` of `{component}` is left out of pictures: its value is not known here")]
    UnknownPicture { name: String, component: String },
    #[error("no equation that is read gives variable `{name}`: it is left out")]
    NoEquation { name: String },
    #[error("variable `{name}` is no number, nor a vector whose elements can be written: it is left out")]
    NoText { name: String },
    #[error("input `{name}` is connected to nothing and left out")]
    IdleInput { name: String },
    #[error("output `{name}` is connected to nothing and left out")]
    IdleOutput { name: String },
    #[error("there is no `inner` `{name}` around: a default `{class}` is put in{message}")]
    DefaultInner { name: String, class: String, message: String },
    #[error("visualizer `{prefix}{name}` is left out: its class is not known")]
    Visualizer { prefix: String, name: String },
    #[error("only assertions read parameter `{value}`: it is left out")]
    OnlyAsserted { value: String },
    #[error("an experiment has no `{text}`{near}: it is left out")]
    UnknownSetting { text: String, near: String },
    #[error("{modelica} of the experiment is no {expected}: it is left out")]
    WrongSetting { modelica: String, expected: String },
    #[error(
        "there is no `inner` World around: a default one is put in, with uniform gravity of 9.80665 m/s2 along -y; declare `inner Modelica.Mechanics.MultiBody.World world` to choose"
    )]
    NoWorld,
}
