package Hoist "A drum that lifts a load over a gear, in folders"
  import SI = Modelica.Units.SI;
  constant SI.Acceleration g = 9.81 "Gravity";
end Hoist;
