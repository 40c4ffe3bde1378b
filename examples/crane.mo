model Crane "A trolley with a load on a rope of links; the force on the trolley comes from outside"
  import Modelica.Mechanics.MultiBody;
  import SI = Modelica.Units.SI;

  model Link "A bar on a damped hinge"
    parameter SI.Length length = 1 "Distance between the hinges";
    parameter SI.Mass mass(min = 0) = 0.5 "Mass of the bar";
    parameter SI.RotationalDampingConstant friction = 0 "Damping of the hinge";
    parameter SI.Angle start = 0 "Angle at the start";
    MultiBody.Interfaces.Frame_a frame_a;
    MultiBody.Interfaces.Frame_b frame_b;
    MultiBody.Joints.Revolute hinge(
      useAxisFlange = true,
      phi(start = start, fixed = true),
      w(start = 0, fixed = true));
    MultiBody.Parts.BodyShape bar(
      m = mass, r = {0, -length, 0}, r_CM = bar.r/2,
      I_11 = mass*length^2/12, I_33 = mass*length^2/12);
    Modelica.Mechanics.Rotational.Components.Damper damper(d = friction);
  equation
    connect(frame_a, hinge.frame_a);
    connect(hinge.frame_b, bar.frame_a);
    connect(bar.frame_b, frame_b);
    connect(damper.flange_a, hinge.support);
    connect(damper.flange_b, hinge.axis);
  end Link;

  parameter SI.Mass m_load = 20 "Mass of the load";
  final parameter Integer n = 2 "Number of links";
  inner MultiBody.World world;
  MultiBody.Joints.Prismatic rail(useAxisFlange = true, s(start = 0, fixed = true), v(start = 0, fixed = true));
  MultiBody.Parts.Body trolley(m = 5, r_CM = zeros(3));
  Modelica.Mechanics.Translational.Sources.Force motor;
  Link rope[n](each length = 1.5, each friction = 0.2, start = {0.3, -0.1});
  MultiBody.Parts.Body load(m = m_load, r_CM = {0, -0.2, 0});
  Modelica.Blocks.Interfaces.RealInput force(unit = "N") "Force on the trolley";
  Modelica.Blocks.Interfaces.RealOutput position(unit = "m") "Position of the trolley";
  Modelica.Blocks.Interfaces.RealOutput swing(unit = "rad", displayUnit = "deg") "Sum of the angles";
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, trolley.frame_a);
  connect(motor.flange, rail.axis);
  connect(force, motor.f);
  connect(trolley.frame_a, rope[1].frame_a);
  for i in 1:n - 1 loop
    connect(rope[i].frame_b, rope[i + 1].frame_a);
  end for;
  connect(rope[n].frame_b, load.frame_a);
  position = rail.s;
  swing = rope[1].hinge.phi + rope[2].hinge.phi;
  annotation(experiment(StopTime = 10, Tolerance = 1e-7, Interval = 0.02));
end Crane;
