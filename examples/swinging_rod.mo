model SwingingRod "A rod on a hinge with a damper"
  import Modelica.Mechanics.MultiBody;
  parameter Real friction(unit = "N.m.s/rad") = 0.05 "Damping of the hinge";
  inner MultiBody.World world;
  MultiBody.Joints.Revolute hinge(useAxisFlange = true, phi(start = 0.5, fixed = true), w(start = 0, fixed = true));
  Modelica.Mechanics.Rotational.Components.Damper damper(d = friction);
  MultiBody.Parts.BodyBox rod(r = {0.8, 0, 0}, width = 0.05);
  MultiBody.Sensors.AbsolutePosition tip;
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, rod.frame_a);
  connect(hinge.support, damper.flange_a);
  connect(damper.flange_b, hinge.axis);
  connect(rod.frame_b, tip.frame_a);
  annotation(experiment(StopTime = 5, Tolerance = 1e-6));
end SwingingRod;
