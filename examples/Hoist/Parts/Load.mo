within Hoist.Parts;
model Load "A mass that its weight pulls down; s counts upwards"
  extends Modelica.Mechanics.Translational.Interfaces.PartialTwoFlanges;
  parameter SI.Mass m = 100 "Mass";
  Modelica.Mechanics.Translational.Components.Mass mass(m = m, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -m*g);
equation
  connect(flange_a, mass.flange_a);
  connect(mass.flange_b, flange_b);
  connect(weight.flange, mass.flange_b);
end Load;
