package Functions
  function poly
    input Real c[:]; input Real x; output Real y;
  algorithm
    y := 0;
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end poly;
  function newton
    input Real a; output Real x; output Integer steps;
  algorithm
    x := a; steps := 0;
    while abs(x^2 - a) > 1e-12*a and steps < 100 loop
      x := (x + a/x)/2; steps := steps + 1;
      if steps > 50 then break; end if;
    end while;
  end newton;
  function sat
    input Real u; input Real lim = 1; output Real y;
  algorithm
    if u > lim then y := lim; elseif u < -lim then y := -lim; else y := u; end if;
  end sat;
  function fact
    input Integer n; output Integer f;
  algorithm
    if n <= 1 then f := 1; return; end if;
    f := n*fact(n - 1);
  end fact;
  function cum
    input Real v[:]; output Real s[size(v, 1)];
  protected
    Real sum = 0;
  algorithm
    for i in 1:size(v, 1) loop sum := sum + v[i]; s[i] := sum; end for;
  end cum;
  function position "of a value in an array, 0 where it is not there"
    input Real v[:]; input Real x; output Integer k;
  algorithm
    k := 0;
    for i in 1:size(v, 1) loop
      if v[i] == x then
        k := i;
        return;
      end if;
    end for;
  end position;
  function swapped "sorted, and then less the first"
    input Real v[2]; output Real y[2];
  protected
    Real low; Real high;
  algorithm
    (low, high) := sorted(v[1], v[2]);
    y[1] := low - v[1];
    y[2] := high;
  end swapped;
  function sorted
    input Real a; input Real b; output Real low; output Real high;
  algorithm
    if a < b then
      low := a; high := b;
    else
      low := b; high := a;
    end if;
  end sorted;
  function half = sat(lim = 0.5);
  model M
    import Modelica.Mechanics.Translational.*;
    parameter Real a = 2;
    parameter Real r = newton(a);
    parameter Real f = fact(5);
    parameter Real w[3] = cum({1, 2, 3});
    Components.Mass mass(m = f/60, s(start = 1, fixed = true), v(start = 3, fixed = true));
    Sources.Force push;
    Real p = poly({1, a, 3}, mass.s);
    output Real h = half(mass.v);
    Real x; Real n;
    parameter Real found = position({4, 7, 9}, 9);
    Real turned[2] = swapped({mass.s, 3*mass.s});
  equation
    (x, n) = newton(9);
    push.f = -sat(mass.v, lim = a);
    connect(push.flange, mass.flange_a);
  end M;
end Functions;
