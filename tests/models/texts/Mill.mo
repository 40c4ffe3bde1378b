package Mill "A rolling mill: stands with drives, controllers and rolls, written as users write"
  import SI = Modelica.Units.SI;
  import Modelica.Constants.pi;

  package Types "Types and enumerations"
    type Ratio = Real(unit = "1", min = 0) "Ratio of speeds";
    type Gain = Real(unit = "1") "Gain of a controller";
    type Grade = enumeration(
        Soft "Aluminium and copper",
        Medium "Carbon steel",
        Hard "Stainless steel") "Grade of the strip";
    type Mode = enumeration(
        Idle,
        Threading,
        Rolling) "Mode of the line";
  end Types;

  package Functions "Functions of geometry, tables and profiles"
    function cylinderInertia "Moment of inertia of a cylinder about its axis"
      extends Modelica.Icons.Function;
      input SI.Length d "Diameter";
      input SI.Length L "Length";
      input SI.Density rho = 7850 "Density";
      output SI.Inertia J "Moment of inertia";
    protected
      SI.Mass m "Mass";
      SI.Length r "Radius";
    algorithm
      r := d/2;
      m := rho*pi*r^2*L;
      J := m*r^2/2;
    end cylinderInertia;

    function tubeInertia "Moment of inertia of a tube about its axis"
      input SI.Length d_o "Outer diameter";
      input SI.Length d_i "Inner diameter";
      input SI.Length L "Length";
      input SI.Density rho = 7850 "Density";
      output SI.Inertia J "Moment of inertia";
    algorithm
      J := cylinderInertia(d_o, L, rho) - cylinderInertia(d_i, L, rho);
    end tubeInertia;

    function polynomial "Value of a polynomial, highest power first (Horner)"
      input Real c[:] "Coefficients";
      input Real x "Argument";
      output Real y "Value";
    algorithm
      y := 0;
      for i in 1:size(c, 1) loop
        y := y*x + c[i];
      end for;
    end polynomial;

    function lookup "Linear interpolation in a table with rising first column"
      input Real table[:, 2] "Table";
      input Real x "Argument";
      output Real y "Value";
    protected
      Integer k "Row below x";
      Integer n = size(table, 1) "Number of rows";
    algorithm
      k := 1;
      while k < n - 1 and table[k + 1, 1] <= x loop
        k := k + 1;
      end while;
      y := table[k, 2] + (x - table[k, 1])*(table[k + 1, 2] - table[k, 2])/(table[k + 1, 1] - table[k, 1]);
    end lookup;

    function yieldStress "Yield stress by grade"
      input Types.Grade grade "Grade";
      input Real strain "True strain";
      output SI.Pressure k "Yield stress";
    algorithm
      if grade == Types.Grade.Soft then
        k := polynomial({-20e6, 60e6, 90e6}, strain);
      elseif grade == Types.Grade.Medium then
        k := polynomial({-60e6, 190e6, 240e6}, strain);
      else
        k := polynomial({-90e6, 310e6, 380e6}, strain);
      end if;
    end yieldStress;

    function geometricSeries "Numbers with a constant ratio between neighbours"
      input Real first "First number";
      input Real ratio "Ratio";
      input Integer n "How many";
      output Real series[n] "Numbers";
    algorithm
      series := fill(first, n);
      for i in 2:n loop
        series[i] := series[i - 1]*ratio;
      end for;
    end geometricSeries;

    function reducedInertia "Inertia of a motor and a load behind a gear, seen at the load"
      input SI.Inertia J_motor "Inertia of the motor";
      input SI.Inertia J_load "Inertia of the load";
      input Types.Ratio ratio "Speed of the motor over that of the load";
      output SI.Inertia J "Inertia at the load";
    algorithm
      J := J_load + ratio^2*J_motor;
    end reducedInertia;

    function extremes "Least and largest element"
      input Real v[:] "Elements";
      output Real least "Least";
      output Real largest "Largest";
    algorithm
      least := v[1];
      largest := v[1];
      for x in v loop
        if x < least then
          least := x;
        end if;
        if x > largest then
          largest := x;
        end if;
      end for;
    end extremes;

    function ramp "Limited ramp from 0 to 1"
      input Real t "Time";
      input Real duration "Duration";
      output Real y "Share";
    algorithm
      y := if t <= 0 then 0 elseif t >= duration then 1 else t/duration;
    end ramp;
  end Functions;

  package Records "Data of machines"
    record Motor "Data of a motor"
      extends Modelica.Icons.Record;
      SI.Inertia J = 0.02 "Inertia of the rotor";
      SI.Resistance R = 0.5 "Resistance of the armature";
      SI.Inductance L = 0.01 "Inductance of the armature";
      SI.ElectricalTorqueConstant k = 1.2 "Torque constant";
      SI.Torque tau_max = 400 "Largest torque";
    end Motor;

    record SmallMotor "A small motor"
      extends Motor(J = 0.008, R = 1.1, L = 0.015, k = 0.8, tau_max = 120);
    end SmallMotor;

    record LargeMotor "A large motor"
      extends Motor(J = 0.11, R = 0.2, L = 0.006, k = 2.4, tau_max = 1500);
    end LargeMotor;

    record Gear "Data of a gear"
      extends Modelica.Icons.Record;
      Types.Ratio ratio = 8 "Speed of the motor over that of the roll";
    end Gear;

    record Roll "Data of a roll"
      extends Modelica.Icons.Record;
      SI.Length d = 0.4 "Diameter";
      SI.Length L = 1.2 "Length";
      SI.Density rho = 7850 "Density";
      SI.RotationalDampingConstant d_bearing = 15 "Damping of the bearings";
    end Roll;

    record Control "Data of a controller"
      extends Modelica.Icons.Record;
      Real k(unit = "N.m.s/rad") = 60 "Gain at the motor";
      SI.Time Ti = 0.5 "Time constant of the integrator";
    end Control;

    record Stand "Data of a stand"
      extends Modelica.Icons.Record;
      Motor motor "Motor";
      Gear gear "Gear";
      Roll roll "Roll";
      Control control "Controller";
      Types.Grade grade = Types.Grade.Medium "Grade of the strip";
      Real reduction = 0.2 "Reduction of the thickness";
    end Stand;
  end Records;

  package Interfaces "Buses and partial models"
    expandable connector StandBus "Signals of a stand"
      extends Modelica.Icons.SignalSubBus;
    end StandBus;

    expandable connector LineBus "Signals of the line"
      extends Modelica.Icons.SignalBus;
    end LineBus;

    partial block Controller "Controller of a speed"
      parameter Records.Control data "Data";
      parameter Boolean isActive = true "True if it controls";
      Modelica.Blocks.Interfaces.RealInput w_ref(unit = "rad/s") "Wanted speed of the motor"
        annotation (Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
      Modelica.Blocks.Interfaces.RealInput w(unit = "rad/s") "Speed of the motor"
        annotation (Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
      Modelica.Blocks.Interfaces.RealOutput tau(unit = "N.m") "Torque of the motor"
        annotation (Placement(transformation(extent = {{100, -10}, {120, 10}})));
    protected
      SI.AngularVelocity e "Control error";
    equation
      e = w_ref - w;
      annotation (
        Icon(
          coordinateSystem(preserveAspectRatio = false, extent = {{-100, -100}, {100, 100}}),
          graphics = {
            Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 127}),
            Text(extent = {{-150, 150}, {150, 110}}, textString = "%name")}));
    end Controller;

    partial model Drive "Motor with a flange"
      parameter Records.Motor data "Data";
      Modelica.Mechanics.Rotational.Interfaces.Flange_b flange "Shaft"
        annotation (Placement(transformation(extent = {{90, -10}, {110, 10}})));
      Modelica.Blocks.Interfaces.RealInput tau_ref(unit = "N.m") "Wanted torque"
        annotation (Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
      annotation (
        Icon(graphics = {
          Rectangle(
            extent = {{-100, 60}, {60, -60}},
            fillColor = {255, 255, 255},
            fillPattern = FillPattern.HorizontalCylinder),
          Rectangle(
            extent = {{60, 10}, {90, -10}},
            fillColor = {192, 192, 192},
            fillPattern = FillPattern.HorizontalCylinder)}));
    end Drive;

    partial model Load "Load of a shaft"
      parameter Records.Roll data "Data";
      final parameter SI.Inertia J = Functions.cylinderInertia(data.d, data.L, data.rho) "Inertia of the roll";
      Modelica.Mechanics.Rotational.Interfaces.Flange_a flange "Shaft"
        annotation (Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
      Modelica.Blocks.Interfaces.RealOutput w(unit = "rad/s") "Speed of the roll"
        annotation (Placement(transformation(extent = {{100, -10}, {120, 10}})));
    end Load;
  end Interfaces;

  model Hall "The hall: settings that hold for all stands"
    parameter SI.Temperature T = 303.15 "Temperature";
    parameter Boolean isLubricated = true "True if bearings are lubricated";
    parameter Real dryFactor = 1.5 "Factor of damping without lubrication";
    final parameter Real dampingFactor = if isLubricated then 1 else dryFactor "Factor of damping";
    annotation (
      defaultComponentName = "hall",
      defaultComponentPrefixes = "inner",
      missingInnerMessage = "A hall with default settings is used.",
      Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}), Polygon(points = {{-100, 20}, {0, 100}, {100, 20}})}));
  end Hall;

  package Controllers "Controllers of speeds"
    block P "Proportional controller"
      extends Interfaces.Controller;
    equation
      tau = if isActive then data.k*e else 0;
      annotation (Icon(graphics = {Text(extent = {{-60, 60}, {60, -60}}, textString = "P")}));
    end P;

    block PI "Proportional and integral controller"
      extends Interfaces.Controller;
      Real x(start = 0, fixed = true) "Integral of the control error over Ti";
    equation
      der(x) = e/data.Ti;
      tau = if isActive then data.k*(e + x) else 0;
      annotation (Icon(graphics = {Text(extent = {{-60, 60}, {60, -60}}, textString = "PI")}));
    end PI;

    block PIOfBlocks "The same of blocks of the library"
      extends Interfaces.Controller;
      Modelica.Blocks.Math.Feedback feedback
        annotation (Placement(transformation(extent = {{-70, 50}, {-50, 70}})));
      Modelica.Blocks.Continuous.PI pi(
        k = data.k,
        T = data.Ti,
        initType = Modelica.Blocks.Types.Init.InitialState)
        annotation (Placement(transformation(extent = {{-10, 50}, {10, 70}})));
    equation
      connect(w_ref, feedback.u1)
        annotation (Line(points = {{-120, 60}, {-68, 60}}, color = {0, 0, 127}));
      connect(w, feedback.u2)
        annotation (Line(points = {{-120, -60}, {-60, -60}, {-60, 52}}, color = {0, 0, 127}));
      connect(feedback.y, pi.u)
        annotation (Line(points = {{-51, 60}, {-12, 60}}, color = {0, 0, 127}));
      connect(pi.y, tau)
        annotation (Line(points = {{11, 60}, {60, 60}, {60, 0}, {110, 0}}, color = {0, 0, 127}));
    end PIOfBlocks;

    block Sampled "Proportional controller with a sample time"
      extends Interfaces.Controller;
      parameter SI.Time period = 0.01 "Sample period";
      discrete Real held(start = 0, fixed = true) "Error at the last sample";
    equation
      when sample(0, period) then
        held = e;
      end when;
      tau = if isActive then data.k*held else 0;
    end Sampled;
  end Controllers;

  package Drives "Motors"
    model Ideal "A torque without delay"
      extends Interfaces.Drive;
      Modelica.Mechanics.Rotational.Sources.Torque torque(useSupport = false)
        annotation (Placement(transformation(extent = {{-40, -10}, {-20, 10}})));
      Modelica.Mechanics.Rotational.Components.Inertia rotor(J = data.J)
        annotation (Placement(transformation(extent = {{20, -10}, {40, 10}})));
    equation
      connect(tau_ref, torque.tau)
        annotation (Line(points = {{-120, 0}, {-42, 0}}, color = {0, 0, 127}));
      connect(torque.flange, rotor.flange_a)
        annotation (Line(points = {{-20, 0}, {20, 0}}));
      connect(rotor.flange_b, flange)
        annotation (Line(points = {{40, 0}, {100, 0}}));
    end Ideal;

    model DCMotor "A direct current motor whose voltage is that of the wanted torque at rest"
      extends Interfaces.Drive;
      Modelica.Electrical.Analog.Sources.SignalVoltage source
        annotation (Placement(transformation(extent = {{-70, -10}, {-50, 10}}, rotation = 270)));
      Modelica.Electrical.Analog.Basic.Resistor resistor(R = data.R)
        annotation (Placement(transformation(extent = {{-50, 20}, {-30, 40}})));
      Modelica.Electrical.Analog.Basic.Inductor inductor(L = data.L, i(start = 0, fixed = true))
        annotation (Placement(transformation(extent = {{-20, 20}, {0, 40}})));
      Modelica.Electrical.Analog.Basic.RotationalEMF emf(k = data.k)
        annotation (Placement(transformation(extent = {{10, -10}, {30, 10}})));
      Modelica.Electrical.Analog.Basic.Ground ground
        annotation (Placement(transformation(extent = {{-70, -50}, {-50, -30}})));
      Modelica.Mechanics.Rotational.Components.Inertia rotor(J = data.J)
        annotation (Placement(transformation(extent = {{50, -10}, {70, 10}})));
    equation
      source.v = tau_ref*data.R/data.k;
      connect(source.p, resistor.p)
        annotation (Line(points = {{-60, 10}, {-60, 30}, {-50, 30}}, color = {0, 0, 255}));
      connect(resistor.n, inductor.p)
        annotation (Line(points = {{-30, 30}, {-20, 30}}, color = {0, 0, 255}));
      connect(inductor.n, emf.p)
        annotation (Line(points = {{0, 30}, {20, 30}, {20, 10}}, color = {0, 0, 255}));
      connect(emf.n, source.n)
        annotation (Line(points = {{20, -10}, {20, -30}, {-60, -30}, {-60, -10}}, color = {0, 0, 255}));
      connect(source.n, ground.p)
        annotation (Line(points = {{-60, -10}, {-60, -30}}, color = {0, 0, 255}));
      connect(emf.flange, rotor.flange_a)
        annotation (Line(points = {{30, 0}, {50, 0}}));
      connect(rotor.flange_b, flange)
        annotation (Line(points = {{70, 0}, {100, 0}}));
    end DCMotor;
  end Drives;

  package Loads "Rolls"
    model Roll "A roll in bearings with viscous friction"
      extends Interfaces.Load;
      outer Hall hall;
      Modelica.Mechanics.Rotational.Components.Inertia body(
        J = J,
        phi(start = 0, fixed = true),
        w(start = 0, fixed = true))
        annotation (Placement(transformation(extent = {{-40, -10}, {-20, 10}})));
      Modelica.Mechanics.Rotational.Components.Damper bearing(d = data.d_bearing*hall.dampingFactor)
        annotation (Placement(transformation(extent = {{10, -10}, {30, 10}})));
      Modelica.Mechanics.Rotational.Components.Fixed fixed
        annotation (Placement(transformation(extent = {{50, -10}, {70, 10}})));
      Modelica.Mechanics.Rotational.Sensors.SpeedSensor sensor
        annotation (Placement(transformation(extent = {{10, 30}, {30, 50}})));
    equation
      connect(flange, body.flange_a)
        annotation (Line(points = {{-100, 0}, {-40, 0}}));
      connect(body.flange_b, bearing.flange_a)
        annotation (Line(points = {{-20, 0}, {10, 0}}));
      connect(bearing.flange_b, fixed.flange)
        annotation (Line(points = {{30, 0}, {60, 0}}));
      connect(body.flange_b, sensor.flange)
        annotation (Line(points = {{-20, 0}, {0, 0}, {0, 40}, {10, 40}}));
      connect(sensor.w, w)
        annotation (Line(points = {{31, 40}, {80, 40}, {80, 0}, {110, 0}}, color = {0, 0, 127}));
    end Roll;

    model WorkedRoll "A roll on which the strip acts"
      extends Roll;
      parameter SI.Torque tau_strip = 0 "Torque of the strip against the motion";
      parameter SI.Time t_bite = 0 "Time at which the strip arrives";
      Modelica.Mechanics.Rotational.Sources.TorqueStep strip(
        stepTorque = -tau_strip,
        offsetTorque = 0,
        startTime = t_bite,
        useSupport = false)
        annotation (Placement(transformation(extent = {{0, -50}, {-20, -30}})));
    equation
      connect(strip.flange, body.flange_b)
        annotation (Line(points = {{-20, -40}, {-20, 0}}));
    end WorkedRoll;
  end Loads;

  package Stands "Stands of the line"
    model Stand "A stand: controller, drive, gear and roll"
      parameter Records.Stand data "Data";
      replaceable block Controller = Controllers.P constrainedby Interfaces.Controller "Class of the controller"
        annotation (choicesAllMatching = true);
      replaceable model Drive = Drives.Ideal constrainedby Interfaces.Drive "Class of the drive"
        annotation (choicesAllMatching = true);
      replaceable Loads.Roll roll(data = data.roll) constrainedby Interfaces.Load(data = data.roll) "Roll"
        annotation (Placement(transformation(extent = {{60, -10}, {80, 10}})));
      Controller controller(data = data.control)
        annotation (Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
      Drive drive(data = data.motor)
        annotation (Placement(transformation(extent = {{-20, -10}, {0, 10}})));
      Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio = data.gear.ratio)
        annotation (Placement(transformation(extent = {{20, -10}, {40, 10}})));
      Modelica.Mechanics.Rotational.Sensors.SpeedSensor sensor
        annotation (Placement(transformation(extent = {{0, -40}, {-20, -20}})));
      Interfaces.StandBus bus
        annotation (Placement(transformation(extent = {{-10, 80}, {10, 100}})));
    equation
      connect(controller.tau, drive.tau_ref)
        annotation (Line(points = {{-39, 0}, {-22, 0}}, color = {0, 0, 127}));
      connect(drive.flange, gear.flange_a)
        annotation (Line(points = {{0, 0}, {20, 0}}));
      connect(gear.flange_b, roll.flange)
        annotation (Line(points = {{40, 0}, {60, 0}}));
      connect(drive.flange, sensor.flange)
        annotation (Line(points = {{0, 0}, {10, 0}, {10, -30}, {0, -30}}));
      connect(sensor.w, controller.w)
        annotation (Line(points = {{-21, -30}, {-70, -30}, {-70, -6}, {-62, -6}}, color = {0, 0, 127}));
      connect(bus.w_ref, controller.w_ref)
        annotation (Line(points = {{0, 90}, {-70, 90}, {-70, 6}, {-62, 6}}, color = {255, 204, 51}));
      connect(roll.w, bus.w)
        annotation (Line(points = {{81, 0}, {90, 0}, {90, 90}, {0, 90}}, color = {255, 204, 51}));
      connect(controller.tau, bus.tau)
        annotation (Line(points = {{-39, 0}, {-30, 0}, {-30, 90}, {0, 90}}, color = {255, 204, 51}));
      annotation (
        Icon(
          coordinateSystem(preserveAspectRatio = false, extent = {{-100, -100}, {100, 100}}),
          graphics = {
            Rectangle(extent = {{-80, 80}, {80, -80}}, lineColor = {28, 108, 200}),
            Ellipse(extent = {{-40, 70}, {40, -10}}, fillColor = {215, 215, 215}, fillPattern = FillPattern.Solid),
            Ellipse(extent = {{-40, -10}, {40, -70}}, fillColor = {215, 215, 215}, fillPattern = FillPattern.Solid),
            Text(extent = {{-150, 150}, {150, 110}}, textString = "%name")}));
    end Stand;

    model ElectricStand "A stand with a direct current motor and an integrating controller"
      extends Stand(
        redeclare block Controller = Controllers.PI,
        redeclare model Drive = Drives.DCMotor);
    end ElectricStand;

    model BlockStand "The same with a controller of blocks"
      extends ElectricStand(redeclare block Controller = Controllers.PIOfBlocks);
    end BlockStand;
  end Stands;

  package Monitors "What supervises the line"
    block Counter "Number of times at which a speed passes a limit"
      parameter SI.AngularVelocity limit = 1 "Limit";
      Modelica.Blocks.Interfaces.RealInput u(unit = "rad/s") "Speed"
        annotation (Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
      Integer count(start = 0, fixed = true) "Number of passes";
      discrete SI.Time t_last(start = -1, fixed = true) "Time of the last one";
    equation
      when u > limit then
        count = pre(count) + 1;
        t_last = time;
      end when;
    end Counter;

    block Distance "Length of the strip that has passed"
      parameter SI.Length d "Diameter of the roll";
      Modelica.Blocks.Interfaces.RealInput w(unit = "rad/s") "Speed of the roll"
        annotation (Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
      Modelica.Blocks.Interfaces.RealOutput s(unit = "m") "Length"
        annotation (Placement(transformation(extent = {{100, -10}, {120, 10}})));
    protected
      SI.Length x(start = 0, fixed = true) "Length so far";
    equation
      der(x) = w*d/2;
      s = x;
    end Distance;

    block Spread "Spread of speeds, by an algorithm"
      parameter Integer n(min = 1) = 2 "Number of speeds";
      Modelica.Blocks.Interfaces.RealInput u[n](each unit = "rad/s") "Speeds"
        annotation (Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
      Modelica.Blocks.Interfaces.RealOutput mean(unit = "rad/s") "Mean speed"
        annotation (Placement(transformation(extent = {{100, 40}, {120, 60}})));
      Modelica.Blocks.Interfaces.RealOutput variance "Variance of the speeds"
        annotation (Placement(transformation(extent = {{100, -60}, {120, -40}})));
    protected
      Real total "Sum";
      Real squares "Sum of squares";
    algorithm
      total := 0;
      squares := 0;
      for i in 1:n loop
        total := total + u[i];
        squares := squares + u[i]^2;
      end for;
      mean := total/n;
      variance := squares/n - (total/n)^2;
    end Spread;

    block ModeLogic "Mode of the line by its speed"
      parameter SI.AngularVelocity w_thread = 0.5 "Speed above which the strip is threaded";
      parameter SI.AngularVelocity w_roll = 5 "Speed above which it is rolled";
      Modelica.Blocks.Interfaces.RealInput w(unit = "rad/s") "Speed"
        annotation (Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
      Modelica.Blocks.Interfaces.BooleanOutput isRolling "True if the strip is rolled"
        annotation (Placement(transformation(extent = {{100, -10}, {120, 10}})));
      Integer mode "1 idle, 2 threading, 3 rolling";
    equation
      mode = if w < w_thread then Integer(Types.Mode.Idle) elseif w < w_roll then Integer(Types.Mode.Threading)
         else Integer(Types.Mode.Rolling);
      isRolling = mode == 3;
    end ModeLogic;
  end Monitors;

  package Heating "Temperatures of motors"
    model Winding "Winding and housing of a motor"
      parameter SI.HeatCapacity C_winding = 800 "Heat capacity of the winding";
      parameter SI.HeatCapacity C_housing = 5000 "Heat capacity of the housing";
      parameter SI.ThermalConductance G = 12 "Conductance between them";
      parameter SI.ThermalConductance G_air = 6 "Conductance to the air";
      outer Hall hall;
      Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a port "Losses of the winding"
        annotation (Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
      Modelica.Thermal.HeatTransfer.Components.HeatCapacitor winding(
        C = C_winding,
        T(start = hall.T, fixed = true))
        annotation (Placement(transformation(extent = {{-60, 0}, {-40, 20}})));
      Modelica.Thermal.HeatTransfer.Components.ThermalConductor inside(G = G)
        annotation (Placement(transformation(extent = {{-30, -10}, {-10, 10}})));
      Modelica.Thermal.HeatTransfer.Components.HeatCapacitor housing(
        C = C_housing,
        T(start = hall.T, fixed = true))
        annotation (Placement(transformation(extent = {{0, 0}, {20, 20}})));
      Modelica.Thermal.HeatTransfer.Components.ThermalConductor outside(G = G_air)
        annotation (Placement(transformation(extent = {{30, -10}, {50, 10}})));
      Modelica.Thermal.HeatTransfer.Sources.FixedTemperature air(T = hall.T)
        annotation (Placement(transformation(extent = {{90, -10}, {70, 10}})));
    equation
      connect(port, winding.port)
        annotation (Line(points = {{-100, 0}, {-50, 0}}, color = {191, 0, 0}));
      connect(winding.port, inside.port_a)
        annotation (Line(points = {{-50, 0}, {-30, 0}}, color = {191, 0, 0}));
      connect(inside.port_b, housing.port)
        annotation (Line(points = {{-10, 0}, {10, 0}}, color = {191, 0, 0}));
      connect(housing.port, outside.port_a)
        annotation (Line(points = {{10, 0}, {30, 0}}, color = {191, 0, 0}));
      connect(outside.port_b, air.port)
        annotation (Line(points = {{50, 0}, {70, 0}}, color = {191, 0, 0}));
    end Winding;

    model Test "A winding with constant losses; its temperatures rise to a closed form"
      parameter SI.HeatFlowRate losses = 300 "Losses";
      inner Hall hall(T = 293.15)
        annotation (Placement(transformation(extent = {{60, 60}, {80, 80}})));
      Winding motor
        annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));
      Modelica.Thermal.HeatTransfer.Sources.FixedHeatFlow source(Q_flow = losses)
        annotation (Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
      output SI.Temperature T_winding = motor.winding.T "Temperature of the winding";
      output SI.Temperature T_housing = motor.housing.T "Temperature of the housing";
    equation
      connect(source.port, motor.port)
        annotation (Line(points = {{-40, 0}, {-10, 0}}, color = {191, 0, 0}));
      annotation (experiment(StopTime = 4000, Interval = 20, Tolerance = 1e-8));
    end Test;
  end Heating;

  package Lines "Lines of stands"
    model Schedule "Wanted speeds of the stands"
      parameter Integer n = 4 "Number of stands";
      parameter SI.AngularVelocity w[n] = Functions.geometricSeries(2, 1.25, n) "Speeds of the rolls";
      parameter Types.Ratio ratio[n] = fill(8, n) "Ratios of the gears";
      parameter SI.Time duration = 0 "Duration of a ramp; 0 is a step";
      Modelica.Blocks.Interfaces.RealOutput y[n](each unit = "rad/s") "Wanted speeds of the motors"
        annotation (Placement(transformation(extent = {{100, -10}, {120, 10}})));
    protected
      Real share "Share of the speeds";
    equation
      if duration > 0 then
        share = Functions.ramp(time, duration);
      else
        share = 1;
      end if;
      for i in 1:n loop
        y[i] = share*w[i]*ratio[i];
      end for;
    end Schedule;

    model Line "Stands with a schedule and monitors"
      parameter Integer n = 4 "Number of stands";
      parameter SI.AngularVelocity w[n] = Functions.geometricSeries(2, 1.25, n) "Speeds of the rolls";
      parameter SI.Length d[n] = linspace(0.45, 0.3, n) "Diameters of the rolls";
      parameter Types.Ratio ratio[n] = {6 + 2*i for i in 1:n} "Ratios of the gears";
      parameter Records.Control control = Records.Control(k = 45, Ti = 0.4) "Data of the controllers";
      parameter Records.Motor motor = Records.LargeMotor() "Data of the motors";
      replaceable model Stand = Stands.Stand constrainedby Stands.Stand "Class of the stands";
      Stand stand[n](
        data(
          each motor = motor,
          gear(ratio = ratio),
          roll(d = d, each L = 1.0, each d_bearing = 20),
          each control = control))
        annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));
      Schedule schedule(
        n = n,
        w = w,
        ratio = ratio)
        annotation (Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
      Monitors.Spread spread(n = n)
        annotation (Placement(transformation(extent = {{40, 20}, {60, 40}})));
      Monitors.Counter counter(limit = 0.5*w[1])
        annotation (Placement(transformation(extent = {{40, -10}, {60, 10}})));
      Monitors.Distance distance(d = d[1])
        annotation (Placement(transformation(extent = {{40, -40}, {60, -20}})));
      Monitors.ModeLogic logic(w_thread = 0.3*w[1], w_roll = 0.8*w[1])
        annotation (Placement(transformation(extent = {{40, -70}, {60, -50}})));
      Interfaces.LineBus bus
        annotation (Placement(transformation(extent = {{-10, 60}, {10, 80}})));
      output SI.AngularVelocity speed[n] "Speeds of the rolls";
      output SI.Length s = distance.s "Length of the strip";
      output Boolean isRolling = logic.isRolling "True if the strip is rolled";
      output Real mean = spread.mean "Mean speed";
      output Real variance = spread.variance "Variance of the speeds";
      output Integer passes = counter.count "Passes of half of the speed";
      output SI.Time t_pass = counter.t_last "Time of the last pass";
    equation
      for i in 1:n loop
        connect(schedule.y[i], stand[i].bus.w_ref);
        connect(stand[i].bus.w, spread.u[i]);
        speed[i] = stand[i].roll.body.w;
      end for;
      connect(stand[1].bus.w, bus.first);
      connect(bus.first, counter.u);
      connect(bus.first, distance.w);
      connect(bus.first, logic.w);
    end Line;

    model ElectricLine "A line of stands with direct current motors"
      extends Line(
        n = 3,
        redeclare model Stand = Stands.ElectricStand,
        control = Records.Control(k = 30, Ti = 0.8));
    end ElectricLine;

    model BlockLine "The same with controllers of blocks"
      extends ElectricLine(redeclare model Stand = Stands.BlockStand);
    end BlockLine;
  end Lines;

  package Coilers "Coils of strip"
    function coilDiameter "Diameter of a coil with a length of strip on it"
      input SI.Length d_core "Diameter of the core";
      input SI.Length h "Thickness of the strip";
      input SI.Length s "Length of the strip";
      output SI.Length d "Diameter of the coil";
    algorithm
      d := sqrt(d_core^2 + 4*h*s/pi);
    end coilDiameter;

    record Strip "Data of a strip"
      extends Modelica.Icons.Record;
      SI.Length h = 0.003 "Thickness";
      SI.Length b = 1.0 "Width";
      SI.Density rho = 7850 "Density";
    end Strip;

    model Coiler "A coil that grows at a constant speed of the strip"
      parameter Strip strip "Data of the strip";
      parameter SI.Length d_core = 0.5 "Diameter of the core";
      parameter SI.Length s_max = 40 "Length after which the strip is cut";
      parameter SI.Velocity v = 2 "Speed of the strip";
      SI.Length s(start = 0, fixed = true) "Length on the coil";
      SI.Length d "Diameter of the coil";
      SI.Mass m "Mass of the coil without its core";
      SI.AngularVelocity w "Speed of the coil";
      Integer coils(start = 0, fixed = true) "Number of coils that are finished";
      discrete SI.Mass m_total(start = 0, fixed = true) "Mass of these";
    equation
      der(s) = v;
      d = coilDiameter(d_core, strip.h, s);
      m = strip.rho*strip.b*pi*(d^2 - d_core^2)/4;
      w = 2*v/d;
      when s > s_max then
        coils = pre(coils) + 1;
        m_total = pre(m_total) + m;
        reinit(s, 0);
      end when;
      annotation (
        Icon(
          coordinateSystem(preserveAspectRatio = true, extent = {{-100, -100}, {100, 100}}),
          graphics = {
            Ellipse(extent = {{-90, 90}, {90, -90}}, lineColor = {95, 95, 95}),
            Ellipse(extent = {{-30, 30}, {30, -30}}, lineColor = {95, 95, 95}),
            Line(points = {{0, 90}, {100, 90}}, color = {95, 95, 95}, thickness = 0.5)}));
    end Coiler;

    model Test "Two coilers with strips of other thickness"
      Coiler thin(strip(h = 0.002))
        annotation (Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
      Coiler thick(
        strip = Strip(h = 0.006, b = 0.8),
        v = 1.5,
        s_max = 30)
        annotation (Placement(transformation(extent = {{40, -10}, {60, 10}})));
      output SI.AngularVelocity w_thin = thin.w "Speed of the first coil";
      output SI.AngularVelocity w_thick = thick.w "Speed of the second coil";
      output Integer coils = thin.coils + thick.coils "Coils that are finished";
      output SI.Mass m_total = thin.m_total + thick.m_total "Mass of these";
      annotation (experiment(StopTime = 70, Interval = 0.5, Tolerance = 1e-8));
    end Test;
  end Coilers;

  package Cooling "Cooling section of the strip"
    type State = enumeration(
        Off,
        On) "State of a zone";

    partial model Zone "A zone of the cooling section"
      parameter SI.HeatCapacity C = 2000 "Heat capacity of the strip in it";
      parameter SI.Temperature T_start = 1100 "Temperature at the start";
      Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a before "To the zone before"
        annotation (Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
      Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_b after "To the zone after"
        annotation (Placement(transformation(extent = {{90, -10}, {110, 10}})));
      Modelica.Thermal.HeatTransfer.Components.HeatCapacitor strip(C = C, T(start = T_start, fixed = true))
        annotation (Placement(transformation(extent = {{-10, 20}, {10, 40}})));
    equation
      connect(before, strip.port)
        annotation (Line(points = {{-100, 0}, {0, 0}, {0, 20}}, color = {191, 0, 0}));
    end Zone;

    model DryZone "A zone without water"
      extends Zone;
      parameter SI.ThermalConductance G = 25 "Conductance along the strip";
      Modelica.Thermal.HeatTransfer.Components.ThermalConductor along(G = G)
        annotation (Placement(transformation(extent = {{40, -10}, {60, 10}})));
    equation
      connect(strip.port, along.port_a)
        annotation (Line(points = {{0, 20}, {0, 0}, {40, 0}}, color = {191, 0, 0}));
      connect(along.port_b, after)
        annotation (Line(points = {{60, 0}, {100, 0}}, color = {191, 0, 0}));
    end DryZone;

    model WetZone "A zone with water on the strip"
      extends DryZone;
      parameter State state = State.On "State of the water";
      parameter SI.ThermalConductance G_water = 10 "Conductance to the water";
      parameter SI.Temperature T_water = 290 "Temperature of the water";
      Modelica.Thermal.HeatTransfer.Components.ThermalConductor film(G = G_water) if state == State.On
        annotation (Placement(transformation(extent = {{-40, -50}, {-20, -30}})));
      Modelica.Thermal.HeatTransfer.Sources.FixedTemperature water(T = T_water) if state == State.On
        annotation (Placement(transformation(extent = {{-80, -50}, {-60, -30}})));
    equation
      connect(water.port, film.port_a)
        annotation (Line(points = {{-60, -40}, {-40, -40}}, color = {191, 0, 0}));
      connect(film.port_b, strip.port)
        annotation (Line(points = {{-20, -40}, {0, -40}, {0, 20}}, color = {191, 0, 0}));
    end WetZone;

    model Section "A row of zones between a furnace and the hall"
      parameter Integer n(min = 2) = 5 "Number of zones";
      parameter SI.Temperature T_furnace = 1200 "Temperature of the furnace";
      parameter State states[n] = fill(State.Off, n) "States of the zones";
      outer Hall hall;
      WetZone zone[n](
        each G = 25,
        each G_water = 10,
        state = states,
        T_start = linspace(1150, 950, n))
        annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));
      Modelica.Thermal.HeatTransfer.Sources.FixedTemperature furnace(T = T_furnace)
        annotation (Placement(transformation(extent = {{-80, -10}, {-60, 10}})));
      Modelica.Thermal.HeatTransfer.Components.ThermalConductor entry(G = 25)
        annotation (Placement(transformation(extent = {{-50, -10}, {-30, 10}})));
      Modelica.Thermal.HeatTransfer.Sources.FixedTemperature exit(T = hall.T)
        annotation (Placement(transformation(extent = {{60, -10}, {40, 10}})));
      output SI.Temperature T[n] = zone.strip.T "Temperatures of the strip";
    equation
      connect(furnace.port, entry.port_a)
        annotation (Line(points = {{-60, 0}, {-50, 0}}, color = {191, 0, 0}));
      connect(entry.port_b, zone[1].before)
        annotation (Line(points = {{-30, 0}, {-10, 0}}, color = {191, 0, 0}));
      for i in 1:n - 1 loop
        connect(zone[i].after, zone[i + 1].before);
      end for;
      connect(zone[n].after, exit.port)
        annotation (Line(points = {{10, 0}, {40, 0}}, color = {191, 0, 0}));
    end Section;

    model Test "A dry section and one whose third zone has water"
      inner Hall hall(T = 300)
        annotation (Placement(transformation(extent = {{60, 60}, {80, 80}})));
      Section dry
        annotation (Placement(transformation(extent = {{-10, 20}, {10, 40}})));
      Section wet(states = {State.Off, State.Off, State.On, State.Off, State.Off})
        annotation (Placement(transformation(extent = {{-10, -40}, {10, -20}})));
      annotation (experiment(StopTime = 40000, Interval = 200, Tolerance = 1e-8));
    end Test;
  end Cooling;

  package Loopers "Arms that keep the strip tight"
    record Arm "Data of an arm"
      extends Modelica.Icons.Record;
      SI.Length L = 0.6 "Length";
      SI.Mass m = 35 "Mass of the roll at its end";
      SI.Angle phi_start = 0.4 "Angle at the start";
    end Arm;

    partial model BaseLooper "An arm on a hinge"
      parameter Arm data "Data";
      inner Modelica.Mechanics.MultiBody.World world(label2 = "z", n = {0, 0, -1})
        annotation (Placement(transformation(extent = {{-80, -10}, {-60, 10}})));
      Modelica.Mechanics.MultiBody.Joints.Revolute hinge(
        useAxisFlange = true,
        n = {0, 1, 0},
        phi(start = data.phi_start, fixed = true),
        w(start = 0, fixed = true))
        annotation (Placement(transformation(extent = {{-40, -10}, {-20, 10}})));
      Modelica.Mechanics.MultiBody.Parts.FixedTranslation arm(r = {data.L, 0, 0})
        annotation (Placement(transformation(extent = {{0, -10}, {20, 10}})));
      Modelica.Mechanics.MultiBody.Parts.PointMass roll(m = data.m)
        annotation (Placement(transformation(extent = {{40, -10}, {60, 10}})));
      output SI.Angle phi = hinge.phi "Angle of the arm";
      output SI.AngularVelocity w = hinge.w "Speed of the arm";
    equation
      connect(world.frame_b, hinge.frame_a)
        annotation (Line(points = {{-60, 0}, {-40, 0}}, color = {95, 95, 95}, thickness = 0.5));
      connect(hinge.frame_b, arm.frame_a)
        annotation (Line(points = {{-20, 0}, {0, 0}}, color = {95, 95, 95}, thickness = 0.5));
      connect(arm.frame_b, roll.frame_a)
        annotation (Line(points = {{20, 0}, {50, 0}}, color = {95, 95, 95}, thickness = 0.5));
    end BaseLooper;

    model SprungLooper "An arm with a spring"
      extends BaseLooper;
      parameter SI.RotationalSpringConstant c = 900 "Stiffness";
      parameter SI.Angle phi_rel0 = 0 "Angle at which the spring is loose";
      Modelica.Mechanics.Rotational.Components.Spring spring(c = c, phi_rel0 = phi_rel0)
        annotation (Placement(transformation(extent = {{-40, 30}, {-20, 50}})));
      Modelica.Mechanics.Rotational.Components.Fixed fixed
        annotation (Placement(transformation(extent = {{-80, 30}, {-60, 50}})));
      output SI.Energy E "Energy of the arm and its spring";
    equation
      E = data.m*(data.L*w)^2/2 - data.m*Modelica.Constants.g_n*data.L*sin(phi) + c*(phi - phi_rel0)^2/2;
      connect(fixed.flange, spring.flange_a)
        annotation (Line(points = {{-70, 40}, {-40, 40}}));
      connect(spring.flange_b, hinge.axis)
        annotation (Line(points = {{-20, 40}, {-10, 40}, {-10, 20}, {-30, 20}, {-30, 10}}));
      annotation (
        experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-9),
        Documentation(info = "<html>
<p>
The arm swings in the plane x-z, with gravity against z. Its energy is constant.
</p>
</html>"));
    end SprungLooper;
  end Loopers;

  package Shears "A flying shear, and gauges behind the last stand"
    import Modelica.Blocks.Interfaces.RealOutput;

    type State = enumeration(
        Waiting "At its place",
        Accelerating "Catches up with the strip",
        Cutting "As fast as the strip",
        Returning "Goes back") "State of the shear";

    expandable connector ShearBus "Signals of the shear and the gauges"
      extends Modelica.Icons.SignalBus;
      SI.Velocity v "Speed of the strip";
      SI.Length h "Thickness that a gauge sees";
    end ShearBus;

    record Carriage "Data of a carriage"
      extends Modelica.Icons.Record;
      SI.Acceleration a = 4 "Acceleration";
      SI.Time t_cut = 0.25 "Time that a cut takes";
      SI.Velocity v_return(min = 0.1) = 2 "Speed on the way back";
    end Carriage;

    function bestLength "The length of pieces that divides a strip with the least rest"
      input SI.Length total "Length of the strip";
      input SI.Length lengths[:] "Lengths that can be sold";
      output SI.Length best "The best of them";
      output Integer n "Number of pieces";
    protected
      SI.Length rest "Rest of a strip";
      SI.Length least "Least rest so far";
      Integer k "Number of pieces so far";
    algorithm
      least := total;
      best := lengths[1];
      n := 0;
      for L in lengths loop
        rest := total;
        k := 0;
        while rest >= L loop
          rest := rest - L;
          k := k + 1;
        end while;
        if rest < least then
          least := rest;
          best := L;
          n := k;
        end if;
      end for;
    end bestLength;

    model Strip "Strip that runs at a constant speed"
      parameter SI.Velocity v = 2 "Speed";
      SI.Length s(start = 0, fixed = true) "Length that has passed";
      ShearBus bus
        annotation (Placement(transformation(extent = {{-10, 80}, {10, 100}})));
    equation
      der(s) = v;
      bus.v = v;
      bus.s = s;
    end Strip;

    model Shear "A carriage that cuts while it runs with the strip: a state machine"
      parameter Carriage data "Data";
      parameter SI.Length L_first = 1 "Length at which it starts first";
      parameter SI.Length L = 4 "Length of the pieces";
      ShearBus bus
        annotation (Placement(transformation(extent = {{-10, 80}, {10, 100}})));
      SI.Position x(start = 0, fixed = true) "Position of the carriage";
      SI.Velocity v "Its speed";
      Integer state(start = 1, fixed = true) "Number of its state";
      Integer cuts(start = 0, fixed = true) "Number of cuts";
      discrete SI.Time t_state(start = 0, fixed = true) "Beginning of the state";
      discrete SI.Length s_next(start = L_first, fixed = true) "Length at which it starts next";
      Boolean isCutting = state == Integer(State.Cutting) "True while it cuts";
    equation
      der(x) = v;
      v = if state == Integer(State.Accelerating) then data.a*(time - t_state)
          elseif isCutting then bus.v
          elseif state == Integer(State.Returning) then -data.v_return
          else 0;
      when pre(state) == Integer(State.Waiting) and bus.s > pre(s_next) then
        state = Integer(State.Accelerating);
        t_state = time;
        s_next = pre(s_next) + L;
        cuts = pre(cuts);
      elsewhen pre(state) == Integer(State.Accelerating) and data.a*(time - pre(t_state)) > bus.v then
        state = Integer(State.Cutting);
        t_state = time;
        s_next = pre(s_next);
        cuts = pre(cuts);
      elsewhen pre(state) == Integer(State.Cutting) and time > pre(t_state) + data.t_cut then
        state = Integer(State.Returning);
        t_state = time;
        s_next = pre(s_next);
        cuts = pre(cuts) + 1;
      elsewhen pre(state) == Integer(State.Returning) and x < 0 then
        state = Integer(State.Waiting);
        t_state = time;
        s_next = pre(s_next);
        cuts = pre(cuts);
      end when;
    end Shear;

    model Gauge "A gauge sees the thickness at the stand when the strip has come there"
      parameter SI.Length distance "Distance from the stand";
      parameter SI.Velocity v = 2 "Speed of the strip";
      input SI.Length h_stand "Thickness at the stand";
      ShearBus bus
        annotation (Placement(transformation(extent = {{-10, 80}, {10, 100}})));
    equation
      bus.h = delay(h_stand, distance/v);
    end Gauge;

    model Test "A shear, and a stand whose gap is corrected by what the first gauge sees"
      parameter Integer n = 3 "Number of gauges";
      parameter SI.Length h_ref = 0.003 "Wanted thickness";
      parameter SI.Length error = 2e-4 "Error of the thickness at the start";
      parameter Real k(unit = "1/s") = 0.4 "Gain of the correction";
      Strip strip(v = 2)
        annotation (Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
      Shear shear(L = L)
        annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));
      Gauge gauge[n](each v = strip.v, each h_stand = h, distance = linspace(1, 3, n))
        annotation (Placement(transformation(extent = {{40, -10}, {60, 10}})));
      SI.Length h(start = h_ref + error, fixed = true) "Thickness at the stand";
      RealOutput seen[n](each unit = "m") "Thickness at the gauges";
      output SI.Position x = shear.x "Position of the carriage";
      output Integer cuts = shear.cuts "Number of cuts";
      output Integer state = shear.state "Number of its state";
      output Boolean isCutting = shear.isCutting "True while it cuts";
    protected
      final parameter SI.Length L = bestLength(41, {3, 4, 7, 9}) "Length of the pieces";
    equation
      der(h) = -k*(gauge[1].bus.h - h_ref);
      for i in 1:n loop
        connect(gauge[i].bus.h, seen[i]);
      end for;
      connect(strip.bus, shear.bus)
        annotation (Line(points = {{-50, 9}, {0, 9}}, color = {255, 204, 51}, thickness = 0.5));
      annotation (experiment(StopTime = 10, Interval = 0.01, Tolerance = 1e-8));
    end Test;
  end Shears;

  package Examples "Models that can be run"
    extends Modelica.Icons.ExamplesPackage;

    model Start "Start of four stands with proportional controllers"
      extends Modelica.Icons.Example;
      extends Lines.Line;
      inner Hall hall(isLubricated = false, dryFactor = 1.25)
        annotation (Placement(transformation(extent = {{60, 60}, {80, 80}})));
      annotation (
        experiment(StopTime = 1.5, Interval = 0.01, Tolerance = 1e-8),
        Documentation(info = "<html>
<p>
The rolls reach their speeds by a first order law: the torque of the motor is
proportional to the error of its speed, and the bearings are viscous.
</p>
</html>"));
    end Start;

    model ElectricStart "Start of three stands with direct current motors"
      extends Modelica.Icons.Example;
      extends Lines.ElectricLine;
      inner Hall hall
        annotation (Placement(transformation(extent = {{60, 60}, {80, 80}})));
      annotation (experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-8));
    end ElectricStart;

    model BlockStart "The same with controllers of blocks"
      extends Modelica.Icons.Example;
      extends Lines.BlockLine;
      inner Hall hall
        annotation (Placement(transformation(extent = {{60, 60}, {80, 80}})));
      annotation (experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-8));
    end BlockStart;

    model Bite "A strip bites at a time; without a controller the roll coasts"
      extends Modelica.Icons.Example;
      parameter Types.Grade grade = Types.Grade.Soft "Grade of the strip";
      parameter Real reduction = 0.3 "Reduction of the thickness";
      final parameter SI.Pressure k_f = Functions.yieldStress(grade, log(1/(1 - reduction))) "Yield stress";
      final parameter SI.Torque tau = k_f*1e-6*Functions.lookup([0, 0; 0.2, 1; 0.4, 1.5], reduction) "Torque of the strip";
      inner Hall hall
        annotation (Placement(transformation(extent = {{60, 60}, {80, 80}})));
      Stands.Stand stand(
        redeclare Loads.WorkedRoll roll(
          tau_strip = tau,
          t_bite = 0.75,
          body(phi(start = 0, fixed = true), w(start = 10, fixed = true))),
        controller(isActive = false),
        data(grade = grade, reduction = reduction))
        annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}})));
      output SI.AngularVelocity w = stand.roll.body.w "Speed of the roll";
    equation
      stand.bus.w_ref = 0;
      annotation (experiment(StopTime = 1.5, Interval = 0.01, Tolerance = 1e-8));
    end Bite;
  end Examples;
end Mill;
