package Frames "Orientation of frames, and what is calculated with it"
  record Orientation "Orientation of a frame"
    Real T[3, 3] "From frame 1 to frame 2";
    Real w[3](each unit = "rad/s") "Angular velocity of frame 2 in frame 1, resolved in frame 2";
  end Orientation;

  function angularVelocity1 "Angular velocity, resolved in frame 1"
    input Orientation R;
    output Real w[3];
  algorithm
    w := resolve1(R, R.w);
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
  algorithm
    R := Orientation(T = TransformationMatrices.planarRotation(e, angle), w = e*der_angle);
  end planarRotation;

  function axisRotation "About the x-, y- or z-axis"
    input Integer axis(min = 1, max = 3);
    input Real angle;
    input Real der_angle;
    output Orientation R;
  algorithm
    R := Orientation(
      T = TransformationMatrices.axisRotation(axis, angle),
      w = {if axis == i then der_angle else 0 for i in 1:3});
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

  function planarRotationAngle "Angle about an axis that turns v1 into v2"
    input Real e[3];
    input Real v1[3];
    input Real v2[3];
    output Real angle;
  algorithm
    angle := TransformationMatrices.planarRotationAngle(e, v1, v2);
  end planarRotationAngle;

  function axesRotationsAngles "Angles about three axes that give an orientation"
    input Orientation R;
    input Integer sequence[3] = {1, 2, 3};
    input Real guessAngle1 = 0;
    output Real angles[3];
  algorithm
    angles := TransformationMatrices.axesRotationsAngles(R.T, sequence, guessAngle1);
  end axesRotationsAngles;

  function smallRotation "Angles about the axes, where they are small"
    input Orientation R;
    input Boolean withResidues = false;
    output Real phi[if withResidues then 6 else 3];
  algorithm
    phi := TransformationMatrices.smallRotation(R.T, withResidues);
  end smallRotation;

  function resolveDyade1 "Tensor from frame 2 to frame 1"
    input Orientation R;
    input Real D2[3, 3];
    output Real D1[3, 3];
  algorithm
    D1 := transpose(R.T)*D2*R.T;
  end resolveDyade1;

  function resolveDyade2 "Tensor from frame 1 to frame 2"
    input Orientation R;
    input Real D1[3, 3];
    output Real D2[3, 3];
  algorithm
    D2 := R.T*D1*transpose(R.T);
  end resolveDyade2;

  function multipleResolve1 "Columns from frame 2 to frame 1"
    input Orientation R;
    input Real v2[3, :];
    output Real v1[3, size(v2, 2)];
  algorithm
    v1 := transpose(R.T)*v2;
  end multipleResolve1;

  function multipleResolve2 "Columns from frame 1 to frame 2"
    input Orientation R;
    input Real v1[3, :];
    output Real v2[3, size(v1, 2)];
  algorithm
    v2 := R.T*v1;
  end multipleResolve2;

  function from_nxy "Frame with its x-axis along n_x, and n_y in its xy-plane"
    input Real n_x[3];
    input Real n_y[3];
    output Orientation R;
  algorithm
    R := Orientation(T = TransformationMatrices.from_nxy(n_x, n_y), w = zeros(3));
  end from_nxy;

  function from_nxz "Frame with its x-axis along n_x, and n_z in its xz-plane"
    input Real n_x[3];
    input Real n_z[3];
    output Orientation R;
  algorithm
    R := Orientation(T = TransformationMatrices.from_nxz(n_x, n_z), w = zeros(3));
  end from_nxz;

  function from_T2 "Orientation with this matrix and its derivative"
    input Real T[3, 3];
    input Real der_T[3, 3];
    output Orientation R;
  algorithm
    R := Orientation(T = T, w = TransformationMatrices.angularVelocity2(T, der_T));
  end from_T2;

  function from_T_inv "Orientation whose inverse has this matrix"
    input Real T_inv[3, 3];
    input Real w[3];
    output Orientation R;
  algorithm
    R := Orientation(T = transpose(T_inv), w = w);
  end from_T_inv;

  function from_Q "Orientation of a quaternion"
    input Quaternions.Orientation Q;
    input Real w[3];
    output Orientation R;
  algorithm
    R := Orientation(T = Quaternions.to_T(Q), w = w);
  end from_Q;

  function to_T_inv "Matrix of the inverse of an orientation"
    input Orientation R;
    output Real T_inv[3, 3];
  algorithm
    T_inv := transpose(R.T);
  end to_T_inv;

  function to_Q "Quaternion of an orientation, the one nearer to a guess"
    input Orientation R;
    input Quaternions.Orientation Q_guess = Quaternions.nullRotation();
    output Quaternions.Orientation Q;
  algorithm
    Q := Quaternions.from_T(R.T, Q_guess);
  end to_Q;

  function to_vector "Elements row by row"
    input Orientation R;
    output Real vec[9];
  algorithm
    vec := TransformationMatrices.to_vector(R.T);
  end to_vector;

  function to_exy "x- and y-axis of frame 2 as columns, resolved in frame 1"
    input Orientation R;
    output Real exy[3, 2];
  algorithm
    exy := TransformationMatrices.to_exy(R.T);
  end to_exy;

  function axis "Unit vector of an axis"
    input Integer axis(min = 1, max = 3);
    output Real e[3];
  algorithm
    e := {if axis == i then 1 else 0 for i in 1:3};
  end axis;

  package TransformationMatrices "Matrices that take vectors from frame 1 to frame 2"
    type Orientation = Real[3, 3] "Rows are the axes of frame 2";
    type der_Orientation = Real[3, 3](each unit = "1/s") "Its derivative";

    function angularVelocity1 "Angular velocity, resolved in frame 1"
      input Orientation T;
      input der_Orientation der_T;
      output Real w[3];
    algorithm
      w := transpose(T)*angularVelocity2(T, der_T);
    end angularVelocity1;

    function angularVelocity2 "Angular velocity, resolved in frame 2"
      input Orientation T;
      input der_Orientation der_T;
      output Real w[3];
    algorithm
      w := {der_T[2, :]*T[3, :], der_T[3, :]*T[1, :], der_T[1, :]*T[2, :]};
    end angularVelocity2;

    function resolve1 "From frame 2 to frame 1"
      input Orientation T;
      input Real v2[3];
      output Real v1[3];
    algorithm
      v1 := transpose(T)*v2;
    end resolve1;

    function resolve2 "From frame 1 to frame 2"
      input Orientation T;
      input Real v1[3];
      output Real v2[3];
    algorithm
      v2 := T*v1;
    end resolve2;

    function multipleResolve1 "Columns from frame 2 to frame 1"
      input Orientation T;
      input Real v2[3, :];
      output Real v1[3, size(v2, 2)];
    algorithm
      v1 := transpose(T)*v2;
    end multipleResolve1;

    function multipleResolve2 "Columns from frame 1 to frame 2"
      input Orientation T;
      input Real v1[3, :];
      output Real v2[3, size(v1, 2)];
    algorithm
      v2 := T*v1;
    end multipleResolve2;

    function resolveDyade1 "Tensor from frame 2 to frame 1"
      input Orientation T;
      input Real D2[3, 3];
      output Real D1[3, 3];
    algorithm
      D1 := transpose(T)*D2*T;
    end resolveDyade1;

    function resolveDyade2 "Tensor from frame 1 to frame 2"
      input Orientation T;
      input Real D1[3, 3];
      output Real D2[3, 3];
    algorithm
      D2 := T*D1*transpose(T);
    end resolveDyade2;

    function nullRotation "Frame 2 is frame 1"
      output Orientation T;
    algorithm
      T := identity(3);
    end nullRotation;

    function inverseRotation "From frame 2 to frame 1"
      input Orientation T;
      output Orientation T_inv;
    algorithm
      T_inv := transpose(T);
    end inverseRotation;

    function relativeRotation "From frame 1 to frame 2, both seen from frame 0"
      input Orientation T1;
      input Orientation T2;
      output Orientation T_rel;
    algorithm
      T_rel := T2*transpose(T1);
    end relativeRotation;

    function absoluteRotation "From frame 0 to frame 2, over frame 1"
      input Orientation T1;
      input Orientation T_rel;
      output Orientation T2;
    algorithm
      T2 := T_rel*T1;
    end absoluteRotation;

    function planarRotation "About an axis"
      input Real e[3];
      input Real angle;
      output Orientation T;
    protected
      Real c;
      Real s;
    algorithm
      c := cos(angle);
      s := sin(angle);
      for i in 1:3 loop
        for j in 1:3 loop
          T[i, j] := e[i]*e[j]*(1 - c) + (if i == j then c else 0);
        end for;
      end for;
      T[1, 2] := T[1, 2] + e[3]*s;
      T[2, 1] := T[2, 1] - e[3]*s;
      T[2, 3] := T[2, 3] + e[1]*s;
      T[3, 2] := T[3, 2] - e[1]*s;
      T[3, 1] := T[3, 1] + e[2]*s;
      T[1, 3] := T[1, 3] - e[2]*s;
    end planarRotation;

    function planarRotationAngle "Angle about an axis that turns v1 into v2"
      input Real e[3];
      input Real v1[3];
      input Real v2[3];
      output Real angle;
    algorithm
      angle := atan2(-(cross(e, v1)*v2), v1*v2 - (e*v1)*(e*v2));
    end planarRotationAngle;

    function axisRotation "About the x-, y- or z-axis"
      input Integer axis(min = 1, max = 3);
      input Real angle;
      output Orientation T;
    protected
      Real c;
      Real s;
    algorithm
      c := cos(angle);
      s := sin(angle);
      T := if axis == 1 then [1, 0, 0; 0, c, s; 0, -s, c]
        elseif axis == 2 then [c, 0, -s; 0, 1, 0; s, 0, c]
        else [c, s, 0; -s, c, 0; 0, 0, 1];
    end axisRotation;

    function axesRotations "About three axes, one after the other"
      input Integer sequence[3] = {1, 2, 3};
      input Real angles[3] = {0, 0, 0};
      output Orientation T;
    algorithm
      T := axisRotation(sequence[1], angles[1]);
      for i in 2:3 loop
        T := axisRotation(sequence[i], angles[i])*T;
      end for;
    end axesRotations;

    function axesRotationsAngles "Angles about three axes that give a matrix"
      input Orientation T;
      input Integer sequence[3] = {1, 2, 3};
      input Real guessAngle1 = 0;
      output Real angles[3];
    protected
      Real e1[3] = axis(sequence[1]);
      Real e2[3] = axis(sequence[2]);
      Real e3[3] = axis(sequence[3]);
      Real third[3] "Third axis, resolved in frame 1";
      Real along;
      Real across;
      Real one;
      Real other;
      Orientation first;
    algorithm
      third := transpose(T)*e3;
      along := e2*third;
      across := cross(e1, e2)*third;
      one := atan2(along, -across);
      other := atan2(-along, across);
      if abs(along) <= 1e-12 and abs(across) <= 1e-12 then
        angles[1] := guessAngle1;
      elseif abs(one - guessAngle1) <= abs(other - guessAngle1) then
        angles[1] := one;
      else
        angles[1] := other;
      end if;
      first := axisRotation(sequence[1], angles[1]);
      angles[2] := planarRotationAngle(e2, first*third, e3);
      angles[3] := planarRotationAngle(e3, e2, T*(transpose(first)*e2));
    end axesRotationsAngles;

    function smallRotation "Angles about the axes, where they are small"
      input Orientation T;
      input Boolean withResidues = false;
      output Real phi[if withResidues then 6 else 3];
    algorithm
      phi := if withResidues
        then {T[2, 3], T[3, 1], T[1, 2], T[1, 1] - 1, T[2, 2] - 1, T[1, 1]*T[2, 2] - T[2, 1]*T[1, 2] - 1}
        else {T[2, 3], T[3, 1], T[1, 2]};
    end smallRotation;

    function from_nxy "Frame with its x-axis along n_x, and n_y in its xy-plane"
      input Real n_x[3];
      input Real n_y[3];
      output Orientation T;
    protected
      Real e_x[3];
      Real e_z[3];
    algorithm
      e_x := firstAxis(n_x);
      e_z := normal(e_x, n_y, {0, 1, 0});
      T := {e_x, cross(e_z, e_x), e_z};
    end from_nxy;

    function from_nxz "Frame with its x-axis along n_x, and n_z in its xz-plane"
      input Real n_x[3];
      input Real n_z[3];
      output Orientation T;
    protected
      Real e_x[3];
      Real e_y[3];
    algorithm
      e_x := firstAxis(n_x);
      e_y := -normal(e_x, n_z, {0, 0, 1});
      T := {e_x, e_y, cross(e_x, e_y)};
    end from_nxz;

    function from_T "Matrix of a matrix"
      input Real T[3, 3];
      output Orientation R;
    algorithm
      R := T;
    end from_T;

    function from_T_inv "Matrix whose inverse is this one"
      input Real T_inv[3, 3];
      output Orientation R;
    algorithm
      R := transpose(T_inv);
    end from_T_inv;

    function from_Q "Matrix of a quaternion"
      input Quaternions.Orientation Q;
      output Orientation T;
    algorithm
      T := Quaternions.to_T(Q);
    end from_Q;

    function to_T "Matrix of a matrix"
      input Orientation R;
      output Real T[3, 3];
    algorithm
      T := R;
    end to_T;

    function to_T_inv "Inverse of a matrix"
      input Orientation R;
      output Real T_inv[3, 3];
    algorithm
      T_inv := transpose(R);
    end to_T_inv;

    function to_Q "Quaternion of a matrix, the one nearer to a guess"
      input Orientation T;
      input Quaternions.Orientation Q_guess = Quaternions.nullRotation();
      output Quaternions.Orientation Q;
    algorithm
      Q := Quaternions.from_T(T, Q_guess);
    end to_Q;

    function to_vector "Elements row by row"
      input Orientation T;
      output Real vec[9];
    algorithm
      vec := {T[1, 1], T[1, 2], T[1, 3], T[2, 1], T[2, 2], T[2, 3], T[3, 1], T[3, 2], T[3, 3]};
    end to_vector;

    function to_exy "x- and y-axis of frame 2 as columns, resolved in frame 1"
      input Orientation T;
      output Real exy[3, 2];
    algorithm
      exy := [T[1, 1], T[2, 1]; T[1, 2], T[2, 2]; T[1, 3], T[2, 3]];
    end to_exy;

  protected
    function firstAxis "Unit vector along a vector, the x-axis where it has no direction"
      input Real n[3];
      output Real e[3];
    algorithm
      e := if length(n) < 1e-10 then {1, 0, 0} else {n[i]/length(n) for i in 1:3};
    end firstAxis;

    function normal "Unit vector across an axis and another vector"
      input Real e_x[3];
      input Real n[3];
      input Real other[3] "In the place of n, where that is parallel to e_x";
      output Real e[3];
    protected
      Real across[3];
    algorithm
      across := cross(e_x, n);
      if length(across) <= 1e-3 then
        across := cross(e_x, if abs(e_x[1]) > 1e-6 then other else {1, 0, 0});
      end if;
      e := {across[i]/length(across) for i in 1:3};
    end normal;
  end TransformationMatrices;

  package Quaternions "Quaternions that take vectors from frame 1 to frame 2"
    type Orientation = Real[4] "Vector part, then real part";
    type der_Orientation = Real[4](each unit = "1/s") "Its derivative";

    function orientationConstraint "Zero for quaternions of length one"
      input Orientation Q;
      output Real residue[1];
    algorithm
      residue := {Q*Q - 1};
    end orientationConstraint;

    function angularVelocity1 "Angular velocity, resolved in frame 1"
      input Orientation Q;
      input der_Orientation der_Q;
      output Real w[3];
    algorithm
      w := 2*(Q[4]*der_Q[1:3] - der_Q[4]*Q[1:3] + cross(Q[1:3], der_Q[1:3]));
    end angularVelocity1;

    function angularVelocity2 "Angular velocity, resolved in frame 2"
      input Orientation Q;
      input der_Orientation der_Q;
      output Real w[3];
    algorithm
      w := 2*(Q[4]*der_Q[1:3] - der_Q[4]*Q[1:3] - cross(Q[1:3], der_Q[1:3]));
    end angularVelocity2;

    function resolve1 "From frame 2 to frame 1"
      input Orientation Q;
      input Real v2[3];
      output Real v1[3];
    algorithm
      v1 := transpose(to_T(Q))*v2;
    end resolve1;

    function resolve2 "From frame 1 to frame 2"
      input Orientation Q;
      input Real v1[3];
      output Real v2[3];
    algorithm
      v2 := to_T(Q)*v1;
    end resolve2;

    function multipleResolve1 "Columns from frame 2 to frame 1"
      input Orientation Q;
      input Real v2[3, :];
      output Real v1[3, size(v2, 2)];
    algorithm
      v1 := transpose(to_T(Q))*v2;
    end multipleResolve1;

    function multipleResolve2 "Columns from frame 1 to frame 2"
      input Orientation Q;
      input Real v1[3, :];
      output Real v2[3, size(v1, 2)];
    algorithm
      v2 := to_T(Q)*v1;
    end multipleResolve2;

    function nullRotation "Frame 2 is frame 1"
      output Orientation Q;
    algorithm
      Q := {0, 0, 0, 1};
    end nullRotation;

    function inverseRotation "From frame 2 to frame 1"
      input Orientation Q;
      output Orientation Q_inv;
    algorithm
      Q_inv := {-Q[1], -Q[2], -Q[3], Q[4]};
    end inverseRotation;

    function relativeRotation "From frame 1 to frame 2, both seen from frame 0"
      input Orientation Q1;
      input Orientation Q2;
      output Orientation Q_rel;
    algorithm
      Q_rel := absoluteRotation(inverseRotation(Q1), Q2);
    end relativeRotation;

    function absoluteRotation "From frame 0 to frame 2, over frame 1"
      input Orientation Q1;
      input Orientation Q_rel;
      output Orientation Q2;
    protected
      Real v[3];
    algorithm
      v := Q_rel[4]*Q1[1:3] + Q1[4]*Q_rel[1:3] + cross(Q1[1:3], Q_rel[1:3]);
      Q2 := {v[1], v[2], v[3], Q1[4]*Q_rel[4] - Q1[1:3]*Q_rel[1:3]};
    end absoluteRotation;

    function planarRotation "About an axis"
      input Real e[3];
      input Real angle;
      output Orientation Q;
    protected
      Real s;
    algorithm
      s := sin(angle/2);
      Q := {s*e[1], s*e[2], s*e[3], cos(angle/2)};
    end planarRotation;

    function smallRotation "Angles about the axes, where they are small"
      input Orientation Q;
      output Real phi[3];
    algorithm
      phi := 2*Q[1:3];
    end smallRotation;

    function from_T "Quaternion of a matrix, the one nearer to a guess"
      input Real T[3, 3];
      input Orientation Q_guess = nullRotation();
      output Orientation Q;
    protected
      Real square[4] "Four times the squares of the elements";
      Real q;
    algorithm
      square := {1 + T[1, 1] - T[2, 2] - T[3, 3], 1 + T[2, 2] - T[1, 1] - T[3, 3], 1 + T[3, 3] - T[1, 1] - T[2, 2],
        1 + T[1, 1] + T[2, 2] + T[3, 3]};
      // The first one that is large enough to divide by.
      if square[4] > 0.04 then
        q := sqrt(square[4]);
        Q := {(T[2, 3] - T[3, 2])/(2*q), (T[3, 1] - T[1, 3])/(2*q), (T[1, 2] - T[2, 1])/(2*q), q/2};
      elseif square[1] >= square[2] and square[1] >= square[3] then
        q := sqrt(square[1]);
        Q := {q/2, (T[1, 2] + T[2, 1])/(2*q), (T[1, 3] + T[3, 1])/(2*q), (T[2, 3] - T[3, 2])/(2*q)};
      elseif square[2] >= square[3] then
        q := sqrt(square[2]);
        Q := {(T[1, 2] + T[2, 1])/(2*q), q/2, (T[2, 3] + T[3, 2])/(2*q), (T[3, 1] - T[1, 3])/(2*q)};
      else
        q := sqrt(square[3]);
        Q := {(T[1, 3] + T[3, 1])/(2*q), (T[2, 3] + T[3, 2])/(2*q), q/2, (T[1, 2] - T[2, 1])/(2*q)};
      end if;
      if Q*Q_guess < 0 then
        Q := -Q;
      end if;
    end from_T;

    function from_T_inv "Quaternion of the inverse of a matrix, the one nearer to a guess"
      input Real T_inv[3, 3];
      input Orientation Q_guess = nullRotation();
      output Orientation Q;
    algorithm
      Q := from_T(transpose(T_inv), Q_guess);
    end from_T_inv;

    function to_T "Matrix of a quaternion"
      input Orientation Q;
      output Real T[3, 3];
    protected
      Real w;
    algorithm
      w := 2*Q[4];
      for i in 1:3 loop
        for j in 1:3 loop
          T[i, j] := 2*Q[i]*Q[j] + (if i == j then w*Q[4] - 1 else 0);
        end for;
      end for;
      T[1, 2] := T[1, 2] + w*Q[3];
      T[2, 1] := T[2, 1] - w*Q[3];
      T[2, 3] := T[2, 3] + w*Q[1];
      T[3, 2] := T[3, 2] - w*Q[1];
      T[3, 1] := T[3, 1] + w*Q[2];
      T[1, 3] := T[1, 3] - w*Q[2];
    end to_T;

    function to_T_inv "Matrix of the inverse of a quaternion"
      input Orientation Q;
      output Real T_inv[3, 3];
    algorithm
      T_inv := transpose(to_T(Q));
    end to_T_inv;
  end Quaternions;
end Frames;
