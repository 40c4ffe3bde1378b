within Hoist.Parts;
model Motor "Torque on a rotor behind a gear"
  import Modelica.Mechanics.Rotational;
  parameter SI.Inertia J = 0.02 "Inertia of the rotor";
  parameter Real ratio = 10 "Turns of the motor for one of the shaft";
  Modelica.Blocks.Interfaces.RealInput torque(unit = "N.m");
  Rotational.Interfaces.Flange_b shaft;
  Rotational.Sources.Torque source;
  Rotational.Components.Inertia rotor(J = J);
  Rotational.Components.IdealGear gear(ratio = ratio);
equation
  connect(torque, source.tau);
  connect(source.flange, rotor.flange_a);
  connect(rotor.flange_b, gear.flange_a);
  connect(gear.flange_b, shaft);
end Motor;
