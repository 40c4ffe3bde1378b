/*
 * The orientation functions of fmu_core.h: identities between them, their conventions, and what they refuse.
 * Prints each check that fails; the exit code says whether there was one.
 */
#include <fmu_core.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define COUNT(array) (sizeof(array) / sizeof *(array))
/* An array argument written in place. */
#define V(...) ((const double[]){__VA_ARGS__})
#define OK(call) expect_status(__LINE__, #call, call, MBF_STATUS_OK)
#define REFUSED(call, status) expect_status(__LINE__, #call, call, status)
#define NEAR(found, expected) expect_near(__LINE__, #found, found, expected, COUNT(found))
#define NEAR_SCALAR(found, expected) expect_near(__LINE__, #found, V(found), V(expected), 1)

static int failures = 0;
static int checks = 0;

static void expect_status(int line, const char *call, MbfStatus found, MbfStatus expected)
{
    checks++;
    if (found != expected) {
        failures++;
        printf("line %d: %s\n  gives \"%s\", expected \"%s\"\n", line, call, mbf_status_text(found), mbf_status_text(expected));
    }
}

static void expect_near(int line, const char *what, const double *found, const double *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        checks++;
        /* Also false for NaN. */
        if (!(fabs(found[i] - expected[i]) <= 1e-12 * fmax(1.0, fabs(expected[i])))) {
            failures++;
            printf("line %d: %s[%d] is %.17g, expected %.17g\n", line, what, (int)i, found[i], expected[i]);
        }
    }
}

/* Pseudorandom numbers in [-1, 1], the same on every run. */
static double random_number(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / (double)(UINT64_C(1) << 52) - 1.0;
}

static void random_vector(double v[3])
{
    for (int i = 0; i < 3; i++)
        v[i] = random_number();
}

/* Any orientation, with any angular velocity. */
static void random_orientation(double T[9], double w[3])
{
    double angles[3];
    const int32_t sequence[3] = {3, 1, 3};
    random_vector(angles);
    for (int i = 0; i < 3; i++)
        angles[i] *= PI;
    OK(mbf_transformation_matrices_axes_rotations(sequence, angles, T));
    random_vector(w);
}

/* C = A B, all 3 x 3. */
static void multiply(const double A[9], const double B[9], double C[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

static void transpose(const double A[9], double B[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            B[3 * j + i] = A[3 * i + j];
}

static const double IDENTITY[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double ZERO[6] = {0, 0, 0, 0, 0, 0};

/* v2 = T v1, row by row, and the turn of frame 1 into frame 2. */
static void conventions(void)
{
    double T[9], w[3], v2[3], Q[4], T_q[9];
    OK(mbf_frames_axis_rotation(3, PI / 2, 2.0, T, w));
    NEAR(T, V(0, 1, 0, -1, 0, 0, 0, 0, 1));
    NEAR(w, V(0, 0, 2));
    /* The x-axis of frame 1 is the negative y-axis of the turned frame. */
    OK(mbf_frames_resolve2(T, V(1, 0, 0), v2));
    NEAR(v2, V(0, -1, 0));
    OK(mbf_quaternions_planar_rotation(V(0, 0, 5), PI / 2, Q));
    NEAR(Q, V(0, 0, sqrt(0.5), sqrt(0.5)));
    OK(mbf_quaternions_to_t(Q, T_q));
    NEAR(T_q, T);
}

static void vectors_there_and_back(void)
{
    double T[9], w[3], Q[4], T_inv[9], v[3], a[3], b[3], D[9], D1[9], D2[9], product[9];
    random_orientation(T, w);
    random_vector(v);
    OK(mbf_quaternions_from_t(T, NULL, Q));

    OK(mbf_frames_resolve2(T, v, a));
    OK(mbf_frames_resolve1(T, a, b));
    NEAR(b, v);
    OK(mbf_transformation_matrices_resolve2(T, v, b));
    NEAR(b, a);
    OK(mbf_transformation_matrices_resolve1(T, a, b));
    NEAR(b, v);
    OK(mbf_quaternions_resolve2(Q, v, b));
    NEAR(b, a);
    OK(mbf_quaternions_resolve1(Q, a, b));
    NEAR(b, v);
    /* Arguments and results may be the same array. */
    memcpy(b, v, sizeof b);
    OK(mbf_frames_resolve2(T, b, b));
    NEAR(b, a);

    for (int i = 0; i < 9; i++)
        D[i] = random_number();
    transpose(T, T_inv);
    multiply(T, D, product);
    multiply(product, T_inv, D2);
    OK(mbf_frames_resolve_dyade2(T, D, D1));
    NEAR(D1, D2);
    OK(mbf_frames_resolve_dyade1(T, D1, D1));
    NEAR(D1, D);
    OK(mbf_transformation_matrices_resolve_dyade2(T, D, D1));
    NEAR(D1, D2);
    OK(mbf_transformation_matrices_resolve_dyade1(T, D1, D1));
    NEAR(D1, D);
}

static void several_vectors(void)
{
    enum { N = 5 };
    double T[9], w[3], Q[4], v1[3 * N], v2[3 * N], back[3 * N];
    random_orientation(T, w);
    OK(mbf_quaternions_from_t(T, NULL, Q));
    for (int i = 0; i < 3 * N; i++)
        v1[i] = random_number();
    OK(mbf_transformation_matrices_multiple_resolve2(T, v1, N, v2));
    for (int j = 0; j < N; j++) {
        double resolved[3];
        OK(mbf_frames_resolve2(T, V(v1[j], v1[N + j], v1[2 * N + j]), resolved));
        NEAR(resolved, V(v2[j], v2[N + j], v2[2 * N + j]));
    }
    OK(mbf_transformation_matrices_multiple_resolve1(T, v2, N, back));
    NEAR(back, v1);
    OK(mbf_quaternions_multiple_resolve2(Q, v1, N, back));
    NEAR(back, v2);
    /* In place. */
    OK(mbf_quaternions_multiple_resolve1(Q, back, N, back));
    NEAR(back, v1);
    OK(mbf_quaternions_multiple_resolve1(Q, NULL, 0, NULL));
    REFUSED(mbf_quaternions_multiple_resolve1(Q, NULL, 1, back), MBF_STATUS_NULL_ARGUMENT);
    REFUSED(mbf_transformation_matrices_multiple_resolve2(T, v1, 1, NULL), MBF_STATUS_NULL_ARGUMENT);
    REFUSED(mbf_transformation_matrices_multiple_resolve2(T, v1, SIZE_MAX, v2), MBF_STATUS_COUNT);
}

static void relative_and_absolute(void)
{
    double T1[9], w1[3], T2[9], w2[3], T_rel[9], w_rel[3], T[9], w[3], T_inv[9], w_inv[3], v[3], a[3], b[3];
    double Q1[4], Q2[4], Q_rel[4], Q[4], M[9];
    random_orientation(T1, w1);
    random_orientation(T2, w2);
    OK(mbf_frames_relative_rotation(T1, w1, T2, w2, T_rel, w_rel));
    OK(mbf_frames_absolute_rotation(T1, w1, T_rel, w_rel, T, w));
    NEAR(T, T2);
    NEAR(w, w2);
    OK(mbf_transformation_matrices_relative_rotation(T1, T2, M));
    NEAR(M, T_rel);
    OK(mbf_transformation_matrices_absolute_rotation(T1, M, M));
    NEAR(M, T2);

    /* The inverse is the null rotation relative to the orientation. */
    OK(mbf_frames_null_rotation(T, w));
    NEAR(T, IDENTITY);
    NEAR(w, ZERO);
    OK(mbf_frames_relative_rotation(T1, w1, T, w, T, w));
    OK(mbf_frames_inverse_rotation(T1, w1, T_inv, w_inv));
    NEAR(T, T_inv);
    NEAR(w, w_inv);
    OK(mbf_transformation_matrices_inverse_rotation(T1, M));
    NEAR(M, T_inv);
    OK(mbf_transformation_matrices_null_rotation(M));
    NEAR(M, IDENTITY);

    random_vector(v);
    OK(mbf_frames_resolve_relative(v, T1, T2, a));
    OK(mbf_frames_resolve2(T_rel, v, b));
    NEAR(a, b);

    OK(mbf_quaternions_from_t(T1, NULL, Q1));
    OK(mbf_quaternions_from_t(T2, NULL, Q2));
    OK(mbf_quaternions_relative_rotation(Q1, Q2, Q_rel));
    OK(mbf_quaternions_to_t(Q_rel, T));
    NEAR(T, T_rel);
    OK(mbf_quaternions_absolute_rotation(Q1, Q_rel, Q));
    NEAR(Q, Q2);
    OK(mbf_quaternions_null_rotation(Q));
    NEAR(Q, V(0, 0, 0, 1));
    OK(mbf_quaternions_relative_rotation(Q1, Q, Q_rel));
    OK(mbf_quaternions_inverse_rotation(Q1, Q));
    NEAR(Q, Q_rel);
}

/* Angular velocities against each other and against a difference quotient. */
static void angular_velocities(void)
{
    double T[9], w[3], w1[3], a[3], der_T[9], der_Q[4], Q[4], R_T[9], R_w[3], v[3], cross[3], M[9];
    random_orientation(T, w);
    OK(mbf_frames_angular_velocity1(T, w, w1));
    OK(mbf_frames_resolve1(T, w, a));
    NEAR(w1, a);
    OK(mbf_frames_angular_velocity2(T, w, a));
    NEAR(a, w);

    OK(mbf_transformation_matrices_der_orientation(T, w, der_T));
    OK(mbf_transformation_matrices_angular_velocity1(T, der_T, a));
    NEAR(a, w1);
    OK(mbf_transformation_matrices_angular_velocity2(T, der_T, a));
    NEAR(a, w);
    OK(mbf_frames_from_t2(T, der_T, R_T, R_w));
    NEAR(R_T, T);
    NEAR(R_w, w);

    OK(mbf_quaternions_from_t(T, NULL, Q));
    OK(mbf_quaternions_der_orientation(Q, w, der_Q));
    OK(mbf_quaternions_angular_velocity1(Q, der_Q, a));
    NEAR(a, w1);
    OK(mbf_quaternions_angular_velocity2(Q, der_Q, a));
    NEAR(a, w);

    /* skew(w) v = w x v, and der(T) = -skew(w) T. */
    random_vector(v);
    OK(mbf_frames_skew(w, M));
    OK(mbf_transformation_matrices_resolve2(M, v, a));
    cross[0] = w[1] * v[2] - w[2] * v[1];
    cross[1] = w[2] * v[0] - w[0] * v[2];
    cross[2] = w[0] * v[1] - w[1] * v[0];
    NEAR(a, cross);
    multiply(M, T, R_T);
    for (int i = 0; i < 9; i++)
        R_T[i] = -R_T[i];
    NEAR(der_T, R_T);

    /* A turn at a constant rate about a fixed axis. */
    const double h = 1e-6;
    double before[9], after[9], w_mid[3], unused[3];
    random_vector(v);
    OK(mbf_frames_planar_rotation(v, 0.7 - h, 1.0, before, unused));
    OK(mbf_frames_planar_rotation(v, 0.7 + h, 1.0, after, unused));
    OK(mbf_frames_planar_rotation(v, 0.7, 1.0, T, w_mid));
    for (int i = 0; i < 9; i++)
        der_T[i] = (after[i] - before[i]) / (2 * h);
    OK(mbf_frames_from_t2(T, der_T, R_T, R_w));
    for (int i = 0; i < 3; i++) {
        checks++;
        if (!(fabs(R_w[i] - w_mid[i]) < 1e-8)) {
            failures++;
            printf("difference quotient: w[%d] is %.17g, expected %.17g\n", i, w_mid[i], R_w[i]);
        }
    }
}

static void turns(void)
{
    double e[3], v1[3], v2[3], T[9], w[3], M[9], Q[4], angle, length, unit[3];
    random_vector(e);
    random_vector(v1);
    const double turn = 3.0 * random_number();
    OK(mbf_frames_planar_rotation(e, turn, 0.5, T, w));
    OK(mbf_frames_length(w, &length));
    NEAR_SCALAR(length, 0.5);
    OK(mbf_frames_normalize(e, unit));
    NEAR(w, V(0.5 * unit[0], 0.5 * unit[1], 0.5 * unit[2]));
    OK(mbf_transformation_matrices_planar_rotation(e, turn, M));
    NEAR(M, T);
    OK(mbf_quaternions_planar_rotation(e, turn, Q));
    OK(mbf_transformation_matrices_from_q(Q, M));
    NEAR(M, T);
    OK(mbf_frames_resolve2(T, v1, v2));
    OK(mbf_frames_planar_rotation_angle(e, v1, v2, &angle));
    NEAR_SCALAR(angle, turn);
    OK(mbf_transformation_matrices_planar_rotation_angle(e, v1, v2, &angle));
    NEAR_SCALAR(angle, turn);

    for (int32_t axis = 1; axis <= 3; axis++) {
        double T_axis[9], w_axis[3];
        OK(mbf_frames_axis(axis, e));
        OK(mbf_frames_planar_rotation(e, turn, -2.0, T, w));
        OK(mbf_frames_axis_rotation(axis, turn, -2.0, T_axis, w_axis));
        NEAR(T_axis, T);
        NEAR(w_axis, w);
        OK(mbf_transformation_matrices_axis_rotation(axis, turn, M));
        NEAR(M, T);
    }
}

/* All twelve sequences, at angles that are singular for some of them as well. */
static void sequences(void)
{
    const double special[] = {0.0, PI / 2, -PI / 2, PI, 0.3};
    for (int32_t i = 1; i <= 3; i++)
        for (int32_t j = 1; j <= 3; j++)
            for (int32_t k = 1; k <= 3; k++) {
                const int32_t sequence[3] = {i, j, k};
                double angles[3] = {0.4, 0, -1.1}, found[3], T[9], w[3], back[9], M[9], w_back[3];
                if (i == j || j == k) {
                    REFUSED(mbf_frames_axes_rotations(sequence, angles, ZERO, T, w), MBF_STATUS_ROTATION_SEQUENCE);
                    continue;
                }
                for (size_t s = 0; s < COUNT(special); s++) {
                    angles[1] = special[s];
                    OK(mbf_frames_axes_rotations(sequence, angles, V(1, 2, 3), T, w));
                    OK(mbf_transformation_matrices_axes_rotations(sequence, angles, M));
                    NEAR(M, T);
                    OK(mbf_frames_axes_rotations_angles(T, sequence, 0.1, found));
                    OK(mbf_frames_axes_rotations(sequence, found, ZERO, back, w_back));
                    NEAR(back, T);
                    NEAR(w_back, ZERO);
                    OK(mbf_transformation_matrices_axes_rotations_angles(T, sequence, 0.1, M));
                    expect_near(__LINE__, "angles", M, found, 3);
                }
                /* The solution near the guess. */
                angles[1] = i == k ? 0.8 : -0.6;
                OK(mbf_frames_axes_rotations(sequence, angles, ZERO, T, w));
                OK(mbf_frames_axes_rotations_angles(T, sequence, angles[0], found));
                NEAR(found, angles);
            }
}

static void small_turns(void)
{
    double T[9], w[3], Q[4], phi[3], six[6], residues[3];
    const double small = 1e-7;
    const double angles[3] = {small, -2 * small, 3 * small};
    const int32_t sequence[3] = {1, 2, 3};
    OK(mbf_frames_axes_rotations(sequence, angles, ZERO, T, w));
    OK(mbf_quaternions_from_t(T, NULL, Q));
    OK(mbf_frames_small_rotation(T, phi));
    NEAR(phi, angles);
    OK(mbf_transformation_matrices_small_rotation(T, phi));
    NEAR(phi, angles);
    OK(mbf_quaternions_small_rotation(Q, phi));
    NEAR(phi, angles);
    OK(mbf_frames_small_rotation_with_residues(T, six));
    NEAR(six, V(small, -2 * small, 3 * small, 0, 0, 0));
    OK(mbf_transformation_matrices_small_rotation_with_residues(T, six));
    NEAR(six, V(small, -2 * small, 3 * small, 0, 0, 0));
    /* A half turn has no angles either, but residues. */
    OK(mbf_transformation_matrices_axis_rotation(1, PI, T));
    OK(mbf_frames_small_rotation_with_residues(T, six));
    NEAR(six, V(0, 0, 0, 0, -2, -2));

    /* An orientation equals itself; otherwise the residues are the angles of the small turn from one to the other. */
    double T1[9], T2[9], M[9], Q1[4], Q2[4];
    random_orientation(T1, w);
    OK(mbf_frames_equality_constraint(T1, T1, residues));
    NEAR(residues, ZERO);
    OK(mbf_transformation_matrices_axes_rotations(sequence, angles, M));
    OK(mbf_transformation_matrices_absolute_rotation(T1, M, T2));
    OK(mbf_frames_equality_constraint(T1, T2, residues));
    NEAR(residues, angles);
    OK(mbf_transformation_matrices_equality_constraint(T1, T2, residues));
    NEAR(residues, angles);
    OK(mbf_quaternions_from_t(T1, NULL, Q1));
    OK(mbf_quaternions_from_t(T2, Q1, Q2));
    OK(mbf_quaternions_equality_constraint(Q1, Q2, residues));
    NEAR(residues, V(angles[0] / 2, angles[1] / 2, angles[2] / 2));
}

static void directions(void)
{
    double T[9], w[3], M[9], six[6], n_x[3], n_y[3];
    random_vector(n_x);
    random_vector(n_y);
    OK(mbf_frames_from_nxy(n_x, n_y, T, w));
    NEAR(w, ZERO);
    OK(mbf_frames_orientation_constraint(T, six));
    NEAR(six, ZERO);
    double in_2[3], length;
    OK(mbf_frames_resolve2(T, n_x, in_2));
    OK(mbf_frames_length(n_x, &length));
    NEAR(in_2, V(length, 0, 0));
    OK(mbf_frames_resolve2(T, n_y, in_2));
    NEAR_SCALAR(in_2[2], 0.0);
    NEAR_SCALAR(in_2[1] > 0 ? 1.0 : 0.0, 1.0);
    OK(mbf_transformation_matrices_from_nxy(n_x, n_y, M));
    NEAR(M, T);

    OK(mbf_frames_from_nxz(n_x, n_y, T, w));
    OK(mbf_transformation_matrices_orientation_constraint(T, six));
    NEAR(six, ZERO);
    OK(mbf_frames_resolve2(T, n_y, in_2));
    NEAR_SCALAR(in_2[1], 0.0);
    NEAR_SCALAR(in_2[2] > 0 ? 1.0 : 0.0, 1.0);
    OK(mbf_transformation_matrices_from_nxz(n_x, n_y, M));
    NEAR(M, T);

    /* Vectors that give no plane still give an orientation. */
    OK(mbf_frames_from_nxy(ZERO, ZERO, T, w));
    NEAR(T, IDENTITY);
    OK(mbf_frames_from_nxz(n_x, n_x, T, w));
    OK(mbf_frames_orientation_constraint(T, six));
    NEAR(six, ZERO);
}

static void conversions(void)
{
    double T[9], w[3], R_T[9], R_w[3], T_inv[9], Q[4], other[4], vec[9], exy[6], length, M[9];
    random_orientation(T, w);
    transpose(T, T_inv);
    OK(mbf_frames_from_t(T, w, R_T, R_w));
    NEAR(R_T, T);
    NEAR(R_w, w);
    OK(mbf_frames_from_t_inv(T_inv, w, R_T, R_w));
    NEAR(R_T, T);
    NEAR(R_w, w);
    OK(mbf_frames_to_t(T, M));
    NEAR(M, T);
    OK(mbf_frames_to_t_inv(T, M));
    NEAR(M, T_inv);
    OK(mbf_transformation_matrices_from_t(T, M));
    NEAR(M, T);
    OK(mbf_transformation_matrices_from_t_inv(T_inv, M));
    NEAR(M, T);
    OK(mbf_transformation_matrices_to_t(T, M));
    NEAR(M, T);
    OK(mbf_transformation_matrices_to_t_inv(T, M));
    NEAR(M, T_inv);

    /* Without a guess the real part is not negative; the guess decides the sign. */
    OK(mbf_frames_to_q(T, NULL, Q));
    NEAR_SCALAR(Q[3] >= 0 ? 1.0 : 0.0, 1.0);
    OK(mbf_frames_to_q(T, V(-Q[0], -Q[1], -Q[2], -Q[3]), other));
    NEAR(other, V(-Q[0], -Q[1], -Q[2], -Q[3]));
    OK(mbf_transformation_matrices_to_q(T, other, other));
    NEAR(other, V(-Q[0], -Q[1], -Q[2], -Q[3]));
    OK(mbf_quaternions_from_t_inv(T_inv, Q, other));
    NEAR(other, Q);
    OK(mbf_quaternions_orientation_constraint(Q, &length));
    NEAR_SCALAR(length, 0.0);
    OK(mbf_quaternions_normalize(V(7 * Q[0], 7 * Q[1], 7 * Q[2], 7 * Q[3]), other));
    NEAR(other, Q);
    OK(mbf_frames_from_q(Q, w, R_T, R_w));
    NEAR(R_T, T);
    NEAR(R_w, w);
    OK(mbf_transformation_matrices_from_q(Q, M));
    NEAR(M, T);
    OK(mbf_quaternions_to_t_inv(Q, M));
    NEAR(M, T_inv);

    OK(mbf_frames_to_vector(T, vec));
    NEAR(vec, T);
    OK(mbf_transformation_matrices_to_vector(T, vec));
    NEAR(vec, T);
    /* Columns are the x- and the y-axis. */
    OK(mbf_frames_to_exy(T, exy));
    NEAR(exy, V(T[0], T[3], T[1], T[4], T[2], T[5]));
    OK(mbf_transformation_matrices_to_exy(T, exy));
    NEAR(exy, V(T[0], T[3], T[1], T[4], T[2], T[5]));
}

static void bad_arguments(void)
{
    double T[9] = {7, 7, 7, 7, 7, 7, 7, 7, 7}, w[3] = {7, 7, 7}, v[3] = {7, 7, 7}, Q[4] = {7, 7, 7, 7}, angle = 7;
    const int32_t axis4[3] = {1, 2, 4}, twice[3] = {1, 1, 3};
    const double nan = NAN;
    REFUSED(mbf_frames_axis(0, v), MBF_STATUS_AXIS_NUMBER);
    REFUSED(mbf_frames_axis_rotation(4, 0.1, 0, T, w), MBF_STATUS_AXIS_NUMBER);
    REFUSED(mbf_transformation_matrices_axis_rotation(-1, 0.1, T), MBF_STATUS_AXIS_NUMBER);
    REFUSED(mbf_frames_axes_rotations(axis4, ZERO, ZERO, T, w), MBF_STATUS_ROTATION_SEQUENCE);
    REFUSED(mbf_frames_axes_rotations_angles(IDENTITY, twice, 0, v), MBF_STATUS_ROTATION_SEQUENCE);
    REFUSED(mbf_frames_normalize(ZERO, v), MBF_STATUS_ZERO_VECTOR);
    REFUSED(mbf_frames_planar_rotation(ZERO, 0.1, 0, T, w), MBF_STATUS_ZERO_VECTOR);
    REFUSED(mbf_quaternions_planar_rotation(ZERO, 0.1, Q), MBF_STATUS_ZERO_VECTOR);
    REFUSED(mbf_quaternions_normalize(ZERO, Q), MBF_STATUS_ZERO_QUATERNION);
    REFUSED(mbf_frames_planar_rotation_angle(V(0, 0, 1), V(0, 0, 2), V(1, 0, 0), &angle), MBF_STATUS_PARALLEL_VECTORS);
    /* Numbers that are not finite, where the algebra itself would go on with them as well. */
    REFUSED(mbf_frames_resolve1(IDENTITY, V(0, nan, 0), v), MBF_STATUS_NOT_FINITE);
    REFUSED(mbf_frames_resolve1(V(1, 0, 0, 0, 1, 0, 0, 0, INFINITY), V(0, 0, 0), v), MBF_STATUS_NOT_FINITE);
    REFUSED(mbf_frames_axis_rotation(1, nan, 0, T, w), MBF_STATUS_NOT_FINITE);
    REFUSED(mbf_frames_axis_rotation(1, 0, -INFINITY, T, w), MBF_STATUS_NOT_FINITE);
    REFUSED(mbf_quaternions_resolve2(V(0, 0, 0, nan), V(1, 0, 0), v), MBF_STATUS_NOT_FINITE);
    REFUSED(mbf_quaternions_from_t(IDENTITY, V(0, 0, nan, 1), Q), MBF_STATUS_NOT_FINITE);
    REFUSED(mbf_transformation_matrices_multiple_resolve1(IDENTITY, V(1, nan, 3), 1, v), MBF_STATUS_NOT_FINITE);
    /* So is a result that is too large for a number. */
    REFUSED(mbf_frames_length(V(DBL_MAX, DBL_MAX, 0), &angle), MBF_STATUS_NOT_FINITE);
    /* NULL for an argument, and for each of two results: the other one is not written either. */
    REFUSED(mbf_frames_resolve1(NULL, V(1, 0, 0), v), MBF_STATUS_NULL_ARGUMENT);
    REFUSED(mbf_frames_resolve1(IDENTITY, NULL, v), MBF_STATUS_NULL_ARGUMENT);
    REFUSED(mbf_frames_resolve1(IDENTITY, V(1, 0, 0), NULL), MBF_STATUS_NULL_ARGUMENT);
    REFUSED(mbf_frames_null_rotation(T, NULL), MBF_STATUS_NULL_ARGUMENT);
    REFUSED(mbf_frames_null_rotation(NULL, w), MBF_STATUS_NULL_ARGUMENT);
    REFUSED(mbf_frames_axes_rotations(NULL, ZERO, ZERO, T, w), MBF_STATUS_NULL_ARGUMENT);
    REFUSED(mbf_frames_length(V(1, 2, 3), NULL), MBF_STATUS_NULL_ARGUMENT);
    /* Nothing was written. */
    NEAR(T, V(7, 7, 7, 7, 7, 7, 7, 7, 7));
    NEAR(w, V(7, 7, 7));
    NEAR(v, V(7, 7, 7));
    NEAR(Q, V(7, 7, 7, 7));
    NEAR_SCALAR(angle, 7.0);
}

int main(void)
{
    conventions();
    for (int repetition = 0; repetition < 200; repetition++) {
        vectors_there_and_back();
        several_vectors();
        relative_and_absolute();
        angular_velocities();
        turns();
        directions();
        conversions();
    }
    sequences();
    small_turns();
    bad_arguments();
    printf("%d checks, %d failed\n", checks, failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
