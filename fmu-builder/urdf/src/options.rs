//! User options beside the robot's text.

/// Mounting of the root link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// At the origin of the world.
    #[default]
    Fixed,
    /// It moves freely.
    Floating,
}

/// Treatment of joints that mimic others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MimicMode {
    /// A gear couples the two axes.
    #[default]
    Gear,
    /// It is a joint of its own.
    Free,
    /// It is fixed at zero.
    Lock,
}

/// Options of the translation from URDF.
#[derive(Clone, Debug, PartialEq)]
pub struct UrdfOptions {
    /// Mounting of the root link.
    pub base: Base,
    /// Treatment of mimic joints.
    pub mimic: MimicMode,
    /// Gravity along -z of the world, m/s2.
    pub gravity: f64,
    /// Names of joints that are fixed at zero.
    pub locked: Vec<String>,
    /// The joints have the dry friction that the text gives them.
    pub friction: bool,
    /// The joints have elastic stops at the limits of their positions.
    pub limits: bool,
}

impl Default for UrdfOptions {
    fn default() -> Self {
        Self {
            base: Base::default(),
            mimic: MimicMode::default(),
            gravity: 9.81,
            locked: Vec::new(),
            friction: false,
            limits: false,
        }
    }
}
