//! Orientation algebra in the terms of Modelica.Mechanics.MultiBody.Frames.
