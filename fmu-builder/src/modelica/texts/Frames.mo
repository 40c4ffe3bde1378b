package Frames "Orientation of frames, and what is calculated with it"
  record Orientation "Orientation of a frame"
    Real T[3, 3] "From frame 1 to frame 2";
    Real w[3](each unit = "rad/s") "Angular velocity of frame 2 in frame 1, resolved in frame 2";
  end Orientation;

  function angularVelocity1 "Angular velocity, resolved in frame 1"
    input Orientation R;
    output Real w[3];
  algorithm
    w := transpose(R.T)*R.w;
  end angularVelocity1;

  function angularVelocity2 "Angular velocity, resolved in frame 2"
    input Orientation R;
    output Real w[3];
  algorithm
    w := R.w;
  end angularVelocity2;

  function resolve1 "From frame 2 to frame 1"
    input Orientation R;
    input Real v2[3];
    output Real v1[3];
  algorithm
    v1 := transpose(R.T)*v2;
  end resolve1;

  function resolve2 "From frame 1 to frame 2"
    input Orientation R;
    input Real v1[3];
    output Real v2[3];
  algorithm
    v2 := R.T*v1;
  end resolve2;

  function resolveRelative "From one frame to another"
    input Real v1[3];
    input Orientation R1;
    input Orientation R2;
    output Real v2[3];
  algorithm
    v2 := R2.T*(transpose(R1.T)*v1);
  end resolveRelative;

  function nullRotation "Frame 2 is frame 1"
    output Orientation R;
  algorithm
    R := Orientation(T = identity(3), w = zeros(3));
  end nullRotation;

  function inverseRotation "From frame 2 to frame 1"
    input Orientation R;
    output Orientation R_inv;
  algorithm
    R_inv.T := transpose(R.T);
    R_inv.w := -(transpose(R.T)*R.w);
  end inverseRotation;

  function relativeRotation "From frame 1 to frame 2, both seen from frame 0"
    input Orientation R1;
    input Orientation R2;
    output Orientation R_rel;
  protected
    Real back[3, 3];
  algorithm
    back := transpose(R1.T);
    R_rel.T := R2.T*back;
    R_rel.w := R2.w - R2.T*(back*R1.w);
  end relativeRotation;

  function absoluteRotation "From frame 0 to frame 2, over frame 1"
    input Orientation R1;
    input Orientation R_rel;
    output Orientation R2;
  algorithm
    R2.T := R_rel.T*R1.T;
    R2.w := R_rel.T*R1.w + R_rel.w;
  end absoluteRotation;

  function from_T "Orientation with this matrix"
    input Real T[3, 3];
    input Real w[3];
    output Orientation R;
  algorithm
    R := Orientation(T = T, w = w);
  end from_T;

  function to_T "Matrix of an orientation"
    input Orientation R;
    output Real T[3, 3];
  algorithm
    T := R.T;
  end to_T;

  function planarRotation "About an axis"
    input Real e[3];
    input Real angle;
    input Real der_angle;
    output Orientation R;
  protected
    Real c;
    Real s;
  algorithm
    c := cos(angle);
    s := sin(angle);
    for i in 1:3 loop
      for j in 1:3 loop
        R.T[i, j] := e[i]*e[j]*(1 - c) + (if i == j then c else 0);
      end for;
    end for;
    R.T[1, 2] := R.T[1, 2] + e[3]*s;
    R.T[2, 1] := R.T[2, 1] - e[3]*s;
    R.T[2, 3] := R.T[2, 3] + e[1]*s;
    R.T[3, 2] := R.T[3, 2] - e[1]*s;
    R.T[3, 1] := R.T[3, 1] + e[2]*s;
    R.T[1, 3] := R.T[1, 3] - e[2]*s;
    R.w := e*der_angle;
  end planarRotation;

  function axisRotation "About the x-, y- or z-axis"
    input Integer axis(min = 1, max = 3);
    input Real angle;
    input Real der_angle;
    output Orientation R;
  algorithm
    R := planarRotation({if axis == i then 1 else 0 for i in 1:3}, angle, der_angle);
  end axisRotation;

  function axesRotations "About three axes, one after the other"
    input Integer sequence[3];
    input Real angles[3];
    input Real der_angles[3];
    output Orientation R;
  protected
    Orientation next;
  algorithm
    R := axisRotation(sequence[1], angles[1], der_angles[1]);
    for i in 2:3 loop
      next := axisRotation(sequence[i], angles[i], der_angles[i]);
      R := absoluteRotation(R, next);
    end for;
  end axesRotations;
end Frames;
