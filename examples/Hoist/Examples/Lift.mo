within Hoist.Examples;
model Lift "The motor lifts the load, a little more than it has to"
  extends Modelica.Icons.Example;
  Parts.Motor motor(ratio = 20);
  Parts.Drum drum;
  Parts.Load load(m = 80);
  Modelica.Blocks.Sources.Ramp torque(height = 8.5, duration = 0.5);
  output SI.Position height = load.mass.s;
equation
  connect(torque.y, motor.torque);
  connect(motor.shaft, drum.flangeR);
  connect(drum.flangeT, load.flange_a);
  annotation(experiment(StopTime = 3));
end Lift;
