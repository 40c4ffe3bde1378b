package Buses
  expandable connector Axis
    extends Modelica.Icons.SignalSubBus;
    Real angle; Boolean moving;
  end Axis;
  expandable connector Control
    Axis axis[2];
  end Control;
  model Motor
    Axis bus;
    Modelica.Mechanics.Rotational.Sources.Torque torque;
    Modelica.Mechanics.Rotational.Components.Inertia J(J = 1);
    Modelica.Mechanics.Rotational.Sensors.AngleSensor angle;
    Modelica.Blocks.Math.Gain gain(k = -3);
  equation
    connect(bus.ref, gain.u);
    connect(gain.y, torque.tau);
    connect(torque.flange, J.flange_a);
    connect(angle.flange, J.flange_b);
    connect(angle.phi, bus.angle);
  end Motor;
  model Plan
    Control control;
    Modelica.Blocks.Sources.Constant reference[2](k = {1, 2});
    Modelica.Blocks.Math.Gain g(k = 1);
    Modelica.Blocks.Interfaces.RealOutput y;
  equation
    connect(reference[1].y, control.axis[1].ref);
    connect(control.axis[2].ref, reference[2].y);
    connect(control.axis[1].angle, g.u);
    connect(g.y, y);
  end Plan;
  model M
    Control control;
    Plan plan;
    Motor motor[2](J(phi(start = {0.5, 0.25}, each fixed = true)));
    output Real angle = control.axis[2].angle;
  equation
    connect(plan.control, control);
    connect(control.axis[1], motor[1].bus);
    connect(motor[2].bus, control.axis[2]);
  end M;
end Buses;
