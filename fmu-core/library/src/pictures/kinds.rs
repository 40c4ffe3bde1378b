//! Types of shapes, quantities of arrows, groups of pictures.

/// Type of a shape. Coordinates x, y, z are along length, width and height; the origin is at one end in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeType {
    /// Box.
    Box,
    /// Ellipsoid; its origin lies on its surface.
    Sphere,
    /// Cylinder; `extra > 0` shows its rotation by a black line.
    Cylinder,
    /// Cone; the far end is `extra` times as wide.
    Cone,
    /// Cylinder with a hole, `extra` = inner/outer diameter.
    Pipe,
    /// Box with round ends.
    Beam,
    /// Toothed wheel with `extra` teeth, inside if negative.
    Gearwheel,
    /// Coil of `extra` windings, outer diameter width, height = twice the diameter of the wire.
    Spring,
}

impl ShapeType {
    /// The type with this name in a model; none for files ([`is_file`]).
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "box" => Self::Box,
            "sphere" => Self::Sphere,
            "cylinder" => Self::Cylinder,
            "cone" => Self::Cone,
            "pipe" | "pipecylinder" => Self::Pipe,
            "beam" => Self::Beam,
            "gearwheel" => Self::Gearwheel,
            "spring" => Self::Spring,
            _ => return None,
        })
    }
}

/// File extensions of shapes: those of MSL's `shapeType`, and COLLADA for robot descriptions.
const SHAPE_FILES: [&str; 5] = ["stl", "obj", "dxf", "3ds", "dae"];

/// Returns true if the type of a shape is a file: a URI (`modelica://`, `package://`, `file:///`), a path with the
/// extension of such a file, or the number of a DXF file.
pub fn is_file(name: &str) -> bool {
    let is_address = ["modelica://", "package://", "file:///"].iter().any(|scheme| name.starts_with(scheme));
    let ending = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, ending)| ending);
    let is_path = ending.is_some_and(|ending| SHAPE_FILES.iter().any(|known| ending.eq_ignore_ascii_case(known)));
    is_address || is_path || name.parse::<u32>().is_ok()
}

/// Quantity of an arrow; the numbers are those of MSL's enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// Force, N.
    Force = 1,
    /// Torque, N.m.
    Torque,
    /// Velocity, m/s.
    Velocity,
    /// Acceleration, m/s2.
    Acceleration,
    /// Angular velocity, rad/s.
    AngularVelocity,
    /// Angular acceleration, rad/s2.
    AngularAcceleration,
    /// Position, m: true to scale.
    RelativePosition,
}

impl Quantity {
    const ALL: [Self; 7] = [
        Self::Force,
        Self::Torque,
        Self::Velocity,
        Self::Acceleration,
        Self::AngularVelocity,
        Self::AngularAcceleration,
        Self::RelativePosition,
    ];

    const fn name_and_unit(self) -> (&'static str, &'static str) {
        match self {
            Self::Force => ("Force", "N"),
            Self::Torque => ("Torque", "N.m"),
            Self::Velocity => ("Velocity", "m/s"),
            Self::Acceleration => ("Acceleration", "m/s2"),
            Self::AngularVelocity => ("AngularVelocity", "rad/s"),
            Self::AngularAcceleration => ("AngularAcceleration", "rad/s2"),
            Self::RelativePosition => ("RelativePosition", "m"),
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.name_and_unit().0
    }

    /// Its unit.
    pub const fn unit(self) -> &'static str {
        self.name_and_unit().1
    }

    /// The quantity with this name in a model, with or without the name of the enumeration.
    pub fn from_name(name: &str) -> Option<Self> {
        let last = name.rsplit('.').next().unwrap_or(name);
        Self::ALL.into_iter().find(|quantity| quantity.name() == last)
    }
}

/// Pictures that are shown and hidden together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Bodies and masses.
    Bodies,
    /// Joints.
    Joints,
    /// Springs, dampers, lines.
    Lines,
    /// Forces and torques.
    Forces,
    /// Arrows of sensors.
    Sensors,
    /// Coordinate systems, gravity, ground and planes of contacts.
    Frames,
    /// Visualizers.
    Visualizers,
}

impl Group {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bodies => "bodies",
            Self::Joints => "joints",
            Self::Lines => "lines",
            Self::Forces => "forces",
            Self::Sensors => "sensors",
            Self::Frames => "frames",
            Self::Visualizers => "visualizers",
        }
    }
}
