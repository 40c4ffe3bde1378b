within ;
package Lib "Models in the style of the library"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  type Mode = enumeration(Free "no damping", Viscous "viscous damping", Both "both") "Kind of damping" annotation(Evaluate = true);
  type Stiff = Real(final quantity = "Stiffness", final unit = "N/m", min = 0);
  type Point = SI.Position[3];
  constant Integer nStandard = 3;

  package Interfaces
    partial model PartialLeg "Common to all legs"
      extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
      parameter SI.Length L = 0.4 "Length" annotation(Dialog(group = "Geometry"));
      replaceable model Element = Modelica.Mechanics.MultiBody.Parts.FixedTranslation
        constrainedby Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames annotation(choicesAllMatching = true, choices(choice(redeclare model Element = Modelica.Mechanics.MultiBody.Parts.BodyCylinder "Rod")));
    protected
      outer Modelica.Mechanics.MultiBody.World world;
    end PartialLeg;
  end Interfaces;

  model RigidLeg "A leg"
    extends Interfaces.PartialLeg;
    Element element(r = {L, 0, 0}) annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}})));
  equation
    connect(frame_a, element.frame_a) annotation(Line(points = {{-100, 0}, {-10, 0}}));
    connect(element.frame_b, frame_b);
  end RigidLeg;

  model DampedJoint
    extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
    parameter Mode mode = Mode.Viscous;
    parameter Boolean useInput = false "= true, if torque is an input" annotation(Evaluate = true, HideResult = true, choices(checkBox = true));
    parameter SI.RotationalDampingConstant d(start = 1) = 0.1;
    Modelica.Blocks.Interfaces.RealInput tau(unit = "N.m") if useInput;
    Modelica.Mechanics.MultiBody.Joints.Revolute joint(n = {0, 0, 1}, final useAxisFlange = mode <> Mode.Free or useInput);
    Modelica.Mechanics.Rotational.Components.Damper damper(final d = d) if mode <> Mode.Free;
    Modelica.Mechanics.Rotational.Sources.Torque torque if useInput;
  equation
    connect(frame_a, joint.frame_a);
    connect(joint.frame_b, frame_b);
    connect(damper.flange_a, joint.support);
    connect(damper.flange_b, joint.axis);
    connect(tau, torque.tau);
    connect(torque.flange, joint.axis);
  end DampedJoint;

  model Chain
    parameter Integer n(min = 1) = nStandard "Number of links";
    parameter SI.Length lengths[n] = fill(0.3, n);
    parameter SI.Mass m[n] = {i*0.5 for i in 1:n};
    parameter Real all[:] = cat(1, lengths, m, {1});
    final parameter SI.Length total = sum(lengths);
    replaceable model Leg = RigidLeg constrainedby Interfaces.PartialLeg;
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a frame_a;
    Leg legs[n](L = lengths);
    DampedJoint joints[n](each mode = Mode.Viscous, d = linspace(0.1, 0.3, n), joint(phi(each fixed = true, start = {0.1, 0.2, 0.3})));
    Modelica.Mechanics.MultiBody.Parts.PointMass masses[n](m = m, each sphereDiameter = 0.1);
  equation
    connect(frame_a, joints[1].frame_a);
    connect(joints.frame_b, legs.frame_a);
    connect(legs[1:end - 1].frame_b, joints[2:n].frame_a);
    connect(legs.frame_b, masses.frame_a);
    assert(n >= 1, "a chain has links, not " + String(n));
  end Chain;

  package Examples
    extends Modelica.Icons.ExamplesPackage;
    model Hanging "Three chains"
      extends Modelica.Icons.Example;
      inner Modelica.Mechanics.MultiBody.World world(axisLength = 0.3, final enableAnimation = true);
      Chain plain;
      Chain heavy(m = {2, 2, size(plain.all, 1)}, redeclare model Leg = RigidLeg(redeclare model Element = Modelica.Mechanics.MultiBody.Parts.BodyCylinder(diameter = 0.02)));
      Modelica.Mechanics.MultiBody.Parts.FixedTranslation shift(r = {0, 0, 1});
    equation
      connect(world.frame_b, plain.frame_a);
      connect(world.frame_b, shift.frame_a);
      connect(shift.frame_b, heavy.frame_a);
      annotation(experiment(StopTime = 2), __Dymola_experimentSetupOutput);
    end Hanging;
    model Driven
      extends Hanging(plain(joints(each useInput = true)));
      Modelica.Blocks.Sources.Constant torques[3](k = {1, 0, -1});
      Modelica.Blocks.Interfaces.RealOutput angle(unit = "rad", displayUnit = "deg") = plain.joints[1].joint.phi "first angle";
    equation
      connect(torques.y, plain.joints.tau);
    end Driven;
  end Examples;
end Lib;
