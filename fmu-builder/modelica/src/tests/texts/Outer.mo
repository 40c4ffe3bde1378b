model Outer "inner and outer of own classes, several levels"
  model Environment
    parameter Real rho(unit = "kg/m3") = 1.2;
    parameter Real wind = 0;
  end Environment;
  model Drag
    outer Environment env;
    parameter Real A = 0.1;
    Modelica.Mechanics.Translational.Interfaces.Flange_a flange;
    Modelica.Mechanics.Translational.Sources.Force force;
    Modelica.Mechanics.Translational.Sensors.SpeedSensor speed;
  equation
    connect(force.flange, flange);
    connect(speed.flange, flange);
    force.f = -0.5*env.rho*A*(speed.v - env.wind)*abs(speed.v - env.wind);
  end Drag;
  model Car
    Drag drag[2](A = {0.1, 0.2});
    Modelica.Mechanics.Translational.Components.Mass mass(m = 2, s(fixed = true), v(start = 3, fixed = true));
  equation
    for i in 1:2 loop
      connect(drag[i].flange, mass.flange_a);
    end for;
  end Car;
  inner Environment env(rho = 1.3);
  model Storm
    inner Environment env(wind = -5);
    Car car;
  end Storm;
  Car car;
  Storm storm;
  output Real F = sum(car.drag.force.f);
  output Real G[2] = storm.car.drag.force.f;
end Outer;
