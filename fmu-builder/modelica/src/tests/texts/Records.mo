package Records
  record Geometry "a bar"
    Real L = 1 "length";
    Real d = L/20;
    Real dir[3] = {1, 0, 0};
    Integer n = 2;
  end Geometry;
  record Heavy
    extends Geometry(L = 2);
    Modelica.Units.SI.Mass m = 5;
  end Heavy;
  record Light = Heavy(m = 0.5);
  record Pair
    Geometry left;
    Heavy right(L = 3);
  end Pair;
  constant Heavy standard = Heavy(m = 7, L = 4);
  function volume
    input Geometry g;
    output Real V;
  algorithm
    V := 3*g.d^2/4*g.L;
  end volume;
  function longer
    input Geometry g;
    input Real factor = 2;
    output Geometry h;
  algorithm
    h := g;
    h.L := factor*g.L;
    h.dir[2] := 5;
  end longer;
  model Arm
    parameter Geometry g;
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a a;
    Modelica.Mechanics.MultiBody.Parts.BodyCylinder rod(r = g.L*g.dir, diameter = g.d);
  equation
    connect(a, rod.frame_a);
  end Arm;
  model M
    inner Modelica.Mechanics.MultiBody.World world;
    parameter Geometry geo(L = 0.5);
    parameter Heavy heavy = Heavy(m = 9);
    parameter Light light;
    parameter Pair pair(left(L = 0.25));
    parameter Geometry more[2] = {geo, Geometry(L = 3)};
    parameter Geometry each3[3](each d = 0.1, L = {1, 2, 3});
    parameter Real V = volume(heavy2);
    parameter Geometry heavy2 = longer(geo);
    parameter Real s = standard.m + Records.standard.L;
    Arm arm(g = geo);
    Arm arm2(g(L = 0.75));
    Arm arms[2](g = more);
    Modelica.Mechanics.MultiBody.Joints.Revolute rev(w(start = 2.5, fixed = true));
    Modelica.Mechanics.MultiBody.Parts.Body body(m = heavy.m + light.m, r_CM = {0, 0, pair.left.L});
    record State
      Real speed;
      Real twice = 2*speed;
    end State;
    State state(speed = rev.w);
    output Real sumL = sum(each3.L) + sum(more.L);
  equation
    connect(world.frame_b, rev.frame_a);
    connect(rev.frame_b, arm.a);
    connect(rev.frame_b, arm2.a);
    connect(rev.frame_b, arms[1].a);
    connect(rev.frame_b, arms[2].a);
    connect(rev.frame_b, body.frame_a);
  end M;
end Records;
