within Hoist.Parts;
model Drum = Modelica.Mechanics.Rotational.Components.IdealGearR2T(ratio = 5) "5 rad wind up 1 m of rope";
