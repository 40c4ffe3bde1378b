package Tools
  import Modelica.Mechanics.MultiBody.{World, Joints, Parts, Forces};
  import Modelica.Blocks.Interfaces.{RealInput, RealOutput};
  record SpringData "Data of a spring"
    extends Modelica.Icons.Record;
    parameter String name = "none" "Type";
    parameter Modelica.Units.SI.TranslationalSpringConstant c = 100;
    parameter Modelica.Units.SI.Length s0 = 0.1;
  end SpringData;
  record Soft = SpringData(name = "soft", c = 10);
  record Hard = SpringData(name = "hard", c(displayUnit = "N/mm") = 1000);
  partial block Controller
    RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealOutput y;
  end Controller;
  block PD
    extends Controller;
    parameter Real k = 1; parameter Real Td = 0.1;
    Modelica.Blocks.Math.Gain P(k = k);
    Modelica.Blocks.Continuous.Derivative D(k = k*Td, T = 0.01);
  equation
    connect(u, P.u); connect(u, D.u);
    y = P.y + D.y;
  end PD;
  block Off
    extends Controller;
  equation
    y = 0*u;
  end Off;
  block Select "by string"
    parameter String kind = "pd";
    extends Controller;
    PD pd if kind == "pd";
    Off off if kind <> "pd";
  equation
    connect(u, pd.u); connect(pd.y, y);
    connect(u, off.u); connect(off.y, y);
  end Select;
  model Suspension
    replaceable parameter SpringData data = Soft() constrainedby SpringData annotation(choicesAllMatching);
    replaceable Controller controller constrainedby Controller;
    Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s(start = 0.2, fixed = true), v(fixed = true));
    Modelica.Mechanics.Translational.Components.Spring spring(c = data.c, s_rel0 = data.s0);
    Modelica.Mechanics.Translational.Components.Fixed fixed;
    Modelica.Mechanics.Translational.Sources.Force force;
    Modelica.Mechanics.Translational.Sensors.PositionSensor sensor;
  equation
    connect(fixed.flange, spring.flange_a);
    connect(spring.flange_b, mass.flange_a);
    connect(force.flange, mass.flange_b);
    connect(sensor.flange, mass.flange_b);
    connect(sensor.s, controller.u);
    connect(controller.y, force.f);
  end Suspension;
  model Test
    Suspension a(redeclare PD controller(k = -3));
    Suspension b(redeclare Select controller(kind = "off"), redeclare parameter Hard data);
    Suspension c(data = Hard(s0 = 0.3), redeclare replaceable PD controller constrainedby Controller);
    parameter Integer order[:] = {1, 2};
    parameter Boolean flags[2] = {true, false};
    parameter Real t[:, 2] = [0, 0; 1, 2; 2, 0];
    Modelica.Blocks.Sources.TimeTable table(table = t);
    output Real y[2] = {table.y*k for k in order};
    output Real z = if flags[1] then a.mass.s else b.mass.s;
    Modelica.Units.SI.Energy E = 0.5*a.data.c*(a.mass.s - a.data.s0)^2 + 0.5*a.mass.m*a.mass.v^2;
  end Test;
end Tools;
