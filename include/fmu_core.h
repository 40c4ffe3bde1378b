/*
 * fmu_core.h - models and orientation algebra of multibody-fmu for C and C++, without FMI.
 *
 * - Functions return MBF_STATUS_OK or why they failed; what failed has written nothing but its message.
 * - NULL is refused where nothing else is said. Every other pointer has to be valid during the call: arrays of at least the
 *   size that the prototype shows, strings that end with NUL, handles that were made by this library and not yet freed.
 *   Output arrays may be input arrays as well.
 * - Texts are UTF-8. Times are in s, values in SI units, angles in rad.
 * - Models may be shared by threads; an instance is used by one thread at a time.
 * - Orientations (mbf_frames_, mbf_quaternions_, mbf_transformation_matrices_): a vector is double v[3], a matrix double T[9]
 *   row by row, a quaternion double Q[4] = {x, y, z, w} with the real part last. v2 = T v1 takes coordinates in frame 1 to
 *   coordinates in frame 2; w is the angular velocity of frame 2 relative to frame 1, resolved in frame 2. The functions are
 *   those of Modelica.Mechanics.MultiBody.Frames; where Frames has an orientation object, there are T and w, or T alone if the
 *   angular velocity is not needed. All numbers have to be finite, and all results are.
 */

#ifndef FMU_CORE_H
#define FMU_CORE_H

/* Written by the build from fmu-core/src/c_api; changes made here are lost. */

#include <stddef.h>
#include <stdint.h>

/**
 * What a function returns: MBF_STATUS_OK, or why it has done nothing.
 */
typedef enum {
  /**
   * Done.
   */
  MBF_STATUS_OK = 0,
  /**
   * A pointer is NULL, or not aligned for what it points to.
   */
  MBF_STATUS_NULL_ARGUMENT = 1,
  /**
   * A text is not UTF-8.
   */
  MBF_STATUS_NOT_UTF8 = 2,
  /**
   * A count of elements is more than memory can hold.
   */
  MBF_STATUS_COUNT = 3,
  /**
   * The model file cannot be read, or it is no model; the message lists every problem with its place.
   */
  MBF_STATUS_INVALID_MODEL = 4,
  /**
   * No variable has this name or value reference.
   */
  MBF_STATUS_UNKNOWN_VARIABLE = 5,
  /**
   * The variable is of another type.
   */
  MBF_STATUS_WRONG_TYPE = 6,
  /**
   * The function cannot be called now, such as a step before the initialization.
   */
  MBF_STATUS_WRONG_STATE = 7,
  /**
   * The variable cannot be set, never or not now.
   */
  MBF_STATUS_NOT_SETTABLE = 8,
  /**
   * The variable has no value before the initialization.
   */
  MBF_STATUS_NOT_READABLE = 9,
  /**
   * A number is NaN or infinite, or the result would be.
   */
  MBF_STATUS_NOT_FINITE = 10,
  /**
   * A value is outside of the range of its variable.
   */
  MBF_STATUS_OUT_OF_RANGE = 11,
  /**
   * Start time, stop time or tolerance make no experiment.
   */
  MBF_STATUS_EXPERIMENT = 12,
  /**
   * The step is not positive, starts at another time than the instance's, or ends after the stop time.
   */
  MBF_STATUS_STEP = 13,
  /**
   * Parameters and start values make no mechanism.
   */
  MBF_STATUS_INITIALIZATION = 14,
  /**
   * The model cannot be evaluated.
   */
  MBF_STATUS_EVALUATION = 15,
  /**
   * The integration ended before the end of the step.
   */
  MBF_STATUS_STEP_FAILED = 16,
  /**
   * The number of a coordinate axis is not 1, 2 or 3.
   */
  MBF_STATUS_AXIS_NUMBER = 17,
  /**
   * A rotation sequence has an element that is not 1, 2 or 3, or two equal neighbours.
   */
  MBF_STATUS_ROTATION_SEQUENCE = 18,
  /**
   * A vector that has to give a direction is zero.
   */
  MBF_STATUS_ZERO_VECTOR = 19,
  /**
   * A quaternion that has to give an orientation is zero.
   */
  MBF_STATUS_ZERO_QUATERNION = 20,
  /**
   * Two vectors that have to span a plane are parallel.
   */
  MBF_STATUS_PARALLEL_VECTORS = 21,
  /**
   * A fault of this library; please report it. An instance then needs a reset.
   */
  MBF_STATUS_INTERNAL_ERROR = 22,
  /**
   * The memory that the call may need is not there.
   */
  MBF_STATUS_OUT_OF_MEMORY = 23,
} MbfStatus;

/**
 * Type of a variable.
 */
typedef enum {
  /**
   * mbf_instance_get_real, mbf_instance_set_real.
   */
  MBF_DATA_TYPE_REAL = 0,
  /**
   * mbf_instance_get_integer, mbf_instance_set_integer.
   */
  MBF_DATA_TYPE_INTEGER = 1,
  /**
   * mbf_instance_get_boolean, mbf_instance_set_boolean.
   */
  MBF_DATA_TYPE_BOOLEAN = 2,
  /**
   * The number of a literal, counted from 1: mbf_instance_get_integer, mbf_instance_set_integer.
   */
  MBF_DATA_TYPE_ENUMERATION = 3,
} MbfDataType;

/**
 * Who decides the value of a variable (FMI 2.0.5, 2.2.7).
 */
typedef enum {
  /**
   * Set by the program.
   */
  MBF_CAUSALITY_PARAMETER = 0,
  /**
   * Computed from parameters.
   */
  MBF_CAUSALITY_CALCULATED_PARAMETER = 1,
  /**
   * Driven by the program.
   */
  MBF_CAUSALITY_INPUT = 2,
  /**
   * A result.
   */
  MBF_CAUSALITY_OUTPUT = 3,
  /**
   * An internal variable that may be looked at.
   */
  MBF_CAUSALITY_LOCAL = 4,
  /**
   * The time.
   */
  MBF_CAUSALITY_INDEPENDENT = 5,
} MbfCausality;

/**
 * When the value of a variable may change (FMI 2.0.5, 2.2.7).
 */
typedef enum {
  /**
   * Never.
   */
  MBF_VARIABILITY_CONSTANT = 0,
  /**
   * Not after the initialization.
   */
  MBF_VARIABILITY_FIXED = 1,
  /**
   * Between steps, when it is set.
   */
  MBF_VARIABILITY_TUNABLE = 2,
  /**
   * At events.
   */
  MBF_VARIABILITY_DISCRETE = 3,
  /**
   * With time.
   */
  MBF_VARIABILITY_CONTINUOUS = 4,
} MbfVariability;

/**
 * A running model: parameters, state and time of its own.
 */
typedef struct MbfInstance MbfInstance;

/**
 * A model that has been loaded. It never changes; instances are made of it, and threads may share it.
 */
typedef struct MbfModel MbfModel;

/**
 * Where a function puts its message: a buffer of the caller's.
 *
 * Fill in `text` and `capacity` and pass its address; `needed` is then the size that the whole message needs, 1 (the NUL) for none.
 * A message that is too long is cut between two characters; the text always ends with NUL if the capacity is not 0. NULL in place of
 * the structure, or of the text, means that no message is wanted.
 */
typedef struct {
  /**
   * Buffer of `capacity` bytes, or NULL.
   */
  char *text;
  /**
   * Size of the buffer, bytes.
   */
  size_t capacity;
  /**
   * Size that the message needs with the NUL at its end, bytes; written by the function.
   */
  size_t needed;
} MbfMessage;

/**
 * Start, end and precision of a run.
 */
typedef struct {
  /**
   * Start time, s.
   */
  double start_time;
  /**
   * Stop time, s; a step past it is refused. Infinity for none.
   */
  double stop_time;
  /**
   * Relative tolerance of the integration; 0 for the model's own.
   */
  double tolerance;
  /**
   * Communication step that suits the model, s; 0 if it says none. For the program's information, nothing else depends on it.
   */
  double step_size;
} MbfExperiment;

/**
 * What a variable is. The texts belong to the model and stay until it is freed.
 */
typedef struct {
  /**
   * Name in the terms of Modelica, such as `rev.phi` or `body.frame_a.r_0[1]`.
   */
  const char *name;
  /**
   * What it is; empty if nothing is said.
   */
  const char *description;
  /**
   * SI unit in Modelica's notation, such as `rad/s` or `N.m`; empty for none.
   */
  const char *unit;
  /**
   * Type.
   */
  MbfDataType data_type;
  /**
   * Who decides its value.
   */
  MbfCausality causality;
  /**
   * When its value may change.
   */
  MbfVariability variability;
} MbfVariable;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Version of the library, such as "0.2.0".
 */
const char *mbf_version(void);

/**
 * What a status means, in English: a text that stays, never NULL.
 */
const char *mbf_status_text(int32_t status);

/**
 * Loads the model file at `path`, TOML or JSON as its extension says. What is wrong with it, every problem with its line, is in
 * `message`, which may be NULL. The model has to be freed with mbf_model_free.
 */
MbfStatus mbf_model_from_file(const char *path,
                              MbfModel **model,
                              MbfMessage *message);

/**
 * Loads a model from `json`, the JSON text of a model file, which ends with NUL. Otherwise like mbf_model_from_file.
 */
MbfStatus mbf_model_from_json(const char *json, MbfModel **model, MbfMessage *message);

/**
 * Loads a model from the `size` bytes of a model file in memory. `name` is the file's name: its extension says whether it is TOML
 * or JSON, and messages show it. Otherwise like mbf_model_from_file.
 */
MbfStatus mbf_model_from_memory(const uint8_t *bytes,
                                size_t size,
                                const char *name,
                                MbfModel **model,
                                MbfMessage *message);

/**
 * Frees a model; instances of it stay. NULL is ignored.
 */
void mbf_model_free(MbfModel *model);

/**
 * Name of the model; NULL for NULL. The text stays until the model is freed.
 */
const char *mbf_model_name(const MbfModel *model);

/**
 * The experiment that the model file asks for, with what holds where it says nothing.
 */
MbfStatus mbf_model_experiment(const MbfModel *model, MbfExperiment *experiment);

/**
 * Number of variables; their value references are 0 to this number less 1. 0 for NULL.
 */
uint32_t mbf_model_variable_count(const MbfModel *model);

/**
 * What the variable with the value reference `reference` is.
 */
MbfStatus mbf_model_variable(const MbfModel *model, uint32_t reference, MbfVariable *variable);

/**
 * The value reference of the variable called `name`. If there is none, `message`, which may be NULL, proposes the nearest name.
 */
MbfStatus mbf_model_find_variable(const MbfModel *model,
                                  const char *name,
                                  uint32_t *reference,
                                  MbfMessage *message);

/**
 * Makes an instance of a model, with the parameters and start values of the model file. The model may be freed before its instances.
 * The instance has to be freed with mbf_instance_free.
 */
MbfStatus mbf_instance_new(const MbfModel *model,
                           MbfInstance **instance);

/**
 * Frees an instance, in any state. NULL is ignored.
 */
void mbf_instance_free(MbfInstance *instance);

/**
 * What the last call with this instance that failed has to say; empty if none has failed, NULL for NULL. The text stays until the
 * next call with this instance.
 */
const char *mbf_instance_message(const MbfInstance *instance);

/**
 * Sets start time, stop time and tolerance, before the initialization. Without this call the model's own start time and tolerance
 * hold, and no stop time.
 */
MbfStatus mbf_instance_setup(MbfInstance *instance,
                             const MbfExperiment *experiment);

/**
 * Computes the initial state from parameters and start values; variables then have values, and steps can be made. After a failure
 * parameters and start values can be mended, and the call repeated.
 */
MbfStatus mbf_instance_initialize(MbfInstance *instance);

/**
 * Advances from `time`, which is the time that the instance has reached, to `time + step`, both in s. Programs that step at a fixed
 * rate pass `start + k * step` for `time`: differences by rounding are evened out, so that nothing adds up.
 *
 * A refused step (MBF_STATUS_STEP) changes nothing; after one that failed (MBF_STATUS_STEP_FAILED) the instance stands at the last
 * time that was reached and can be read and reset.
 */
MbfStatus mbf_instance_do_step(MbfInstance *instance,
                               double time,
                               double step);

/**
 * The time that has been reached, s.
 */
MbfStatus mbf_instance_time(const MbfInstance *instance, double *time);

/**
 * Back to the state right after mbf_instance_new, from any state.
 */
MbfStatus mbf_instance_reset(MbfInstance *instance);

/**
 * Reads `count` variables of type Real: `values[i]` becomes the value of the variable with value reference `references[i]`, in its
 * SI unit. What was set before is already taken into account. Before the initialization parameters and start values can be read.
 */
MbfStatus mbf_instance_get_real(MbfInstance *instance,
                                const uint32_t *references,
                                size_t count,
                                double *values);

/**
 * Reads `count` variables of type Integer or enumerations; otherwise like mbf_instance_get_real.
 */
MbfStatus mbf_instance_get_integer(MbfInstance *instance, const uint32_t *references, size_t count, int32_t *values);

/**
 * Reads `count` variables of type Boolean as 0 (false) and 1 (true); otherwise like mbf_instance_get_real.
 */
MbfStatus mbf_instance_get_boolean(MbfInstance *instance, const uint32_t *references, size_t count, int32_t *values);

/**
 * Sets `count` variables of type Real: the variable with value reference `references[i]` becomes `values[i]`, in its SI unit; all
 * of them or, if one is refused, none. Parameters and start values are set before the initialization, inputs and tunable parameters
 * also between steps.
 */
MbfStatus mbf_instance_set_real(MbfInstance *instance,
                                const uint32_t *references,
                                size_t count,
                                const double *values);

/**
 * Sets `count` variables of type Integer or enumerations; otherwise like mbf_instance_set_real.
 */
MbfStatus mbf_instance_set_integer(MbfInstance *instance,
                                   const uint32_t *references,
                                   size_t count,
                                   const int32_t *values);

/**
 * Sets `count` variables of type Boolean, 0 for false and anything else for true; otherwise like mbf_instance_set_real.
 */
MbfStatus mbf_instance_set_boolean(MbfInstance *instance,
                                   const uint32_t *references,
                                   size_t count,
                                   const int32_t *values);

/**
 * Three residues (rad), zero if the two orientations are equal; for small differences they are the angles that turn frame 1 into
 * frame 2, both given by their orientation relative to frame 0 (Frames `Orientation.equalityConstraint`).
 */
MbfStatus mbf_frames_equality_constraint(const double T1[9],
                                         const double T2[9],
                                         double residues[3]);

/**
 * Six residues that are zero if the columns of `T` have length one and are perpendicular to each other (Frames
 * `orientationConstraint`).
 */
MbfStatus mbf_frames_orientation_constraint(const double T[9], double residues[6]);

/**
 * Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1 (Frames `angularVelocity1`).
 */
MbfStatus mbf_frames_angular_velocity1(const double T[9], const double w[3], double w1[3]);

/**
 * Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2, which is `w` itself (Frames `angularVelocity2`).
 */
MbfStatus mbf_frames_angular_velocity2(const double T[9],
                                       const double w[3],
                                       double w2[3]);

/**
 * The vector `v2`, resolved in frame 2, becomes `v1`, resolved in frame 1 (Frames `resolve1`).
 */
MbfStatus mbf_frames_resolve1(const double T[9], const double v2[3], double v1[3]);

/**
 * The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2 (Frames `resolve2`).
 */
MbfStatus mbf_frames_resolve2(const double T[9], const double v1[3], double v2[3]);

/**
 * The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2, where `T1` and `T2` are the orientations of these
 * frames relative to one and the same frame 0 (Frames `resolveRelative`).
 */
MbfStatus mbf_frames_resolve_relative(const double v1[3],
                                      const double T1[9],
                                      const double T2[9],
                                      double v2[3]);

/**
 * The second order tensor `D2`, resolved in frame 2, becomes `D1`, resolved in frame 1 (Frames `resolveDyade1`).
 */
MbfStatus mbf_frames_resolve_dyade1(const double T[9], const double D2[9], double D1[9]);

/**
 * The second order tensor `D1`, resolved in frame 1, becomes `D2`, resolved in frame 2 (Frames `resolveDyade2`).
 */
MbfStatus mbf_frames_resolve_dyade2(const double T[9], const double D1[9], double D2[9]);

/**
 * The orientation of a frame that is parallel to frame 1 and does not turn (Frames `nullRotation`).
 */
MbfStatus mbf_frames_null_rotation(double T[9], double w[3]);

/**
 * The orientation of frame 1 relative to frame 2 (Frames `inverseRotation`).
 */
MbfStatus mbf_frames_inverse_rotation(const double T[9],
                                      const double w[3],
                                      double T_inv[9],
                                      double w_inv[3]);

/**
 * The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0 (Frames `relativeRotation`).
 */
MbfStatus mbf_frames_relative_rotation(const double T1[9],
                                       const double w1[3],
                                       const double T2[9],
                                       const double w2[3],
                                       double T_rel[9],
                                       double w_rel[3]);

/**
 * The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1
 * (Frames `absoluteRotation`).
 */
MbfStatus mbf_frames_absolute_rotation(const double T1[9],
                                       const double w1[3],
                                       const double T_rel[9],
                                       const double w_rel[3],
                                       double T2[9],
                                       double w2[3]);

/**
 * The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero (MBF_STATUS_ZERO_VECTOR), at the rate
 * `der_angle` (rad/s) (Frames `planarRotation`).
 */
MbfStatus mbf_frames_planar_rotation(const double e[3],
                                     double angle,
                                     double der_angle,
                                     double T[9],
                                     double w[3]);

/**
 * The angle (rad, in (-pi, pi]) by which frame 1 was turned about `e` into frame 2, from one vector resolved in frame 1 (`v1`) and
 * in frame 2 (`v2`). Lengths do not matter but for zero (MBF_STATUS_ZERO_VECTOR); a vector that is parallel to `e` has no angle
 * (MBF_STATUS_PARALLEL_VECTORS) (Frames `planarRotationAngle`).
 */
MbfStatus mbf_frames_planar_rotation_angle(const double e[3],
                                           const double v1[3],
                                           const double v2[3],
                                           double *angle);

/**
 * The orientation after a turn of frame 1 by `angle` (rad) about the coordinate axis with number `axis`, which is 1, 2 or 3
 * (MBF_STATUS_AXIS_NUMBER), at the rate `der_angle` (rad/s) (Frames `axisRotation`).
 */
MbfStatus mbf_frames_axis_rotation(int32_t axis,
                                   double angle,
                                   double der_angle,
                                   double T[9],
                                   double w[3]);

/**
 * The orientation after three turns of frame 1 by `angles` (rad) about the axes with the numbers of `sequence`, each about an axis
 * of the frame as the turn before left it, at the rates `der_angles` (rad/s). The numbers are 1, 2 or 3, without equal neighbours
 * (MBF_STATUS_ROTATION_SEQUENCE) (Frames `axesRotations`).
 */
MbfStatus mbf_frames_axes_rotations(const int32_t sequence[3],
                                    const double angles[3],
                                    const double der_angles[3],
                                    double T[9],
                                    double w[3]);

/**
 * The three angles (rad, in (-pi, pi]) of the turns about the axes of `sequence` that take frame 1 into frame 2. Of the two
 * solutions the one is taken whose first angle is nearer to `guess_angle1` (rad; their plain distance). Where the third axis is
 * parallel to the first every first angle does, and it is `guess_angle1` itself. For `sequence` see mbf_frames_axes_rotations
 * (Frames `axesRotationsAngles`).
 */
MbfStatus mbf_frames_axes_rotations_angles(const double T[9],
                                           const int32_t sequence[3],
                                           double guess_angle1,
                                           double angles[3]);

/**
 * The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small (Frames `smallRotation`).
 */
MbfStatus mbf_frames_small_rotation(const double T[9], double phi[3]);

/**
 * The angles (rad) of mbf_frames_small_rotation and three residues that are zero if no larger rotation has the same angles:
 * `T[1,1] - 1`, `T[2,2] - 1` and `T[1,1] T[2,2] - T[2,1] T[1,2] - 1` (Frames `smallRotation` with residues).
 */
MbfStatus mbf_frames_small_rotation_with_residues(const double T[9],
                                                  double phi_and_residues[6]);

/**
 * The orientation of a frame that does not turn, with its x-axis along `n_x` and its y-axis in the plane of `n_x` and `n_y`, on
 * the side of `n_y`. Without a direction in `n_x` its x-axis is that of frame 1; where `n_y` is parallel to `n_x` or zero, the
 * y-axis (or the x-axis) of frame 1 takes its place. The result is orthonormal for every finite argument. (Frames `from_nxy`)
 */
MbfStatus mbf_frames_from_nxy(const double n_x[3],
                              const double n_y[3],
                              double T[9],
                              double w[3]);

/**
 * The orientation of a frame that does not turn, with its x-axis along `n_x` and its z-axis in the plane of `n_x` and `n_z`, on
 * the side of `n_z`. Without a direction in `n_x` its x-axis is that of frame 1; where `n_z` is parallel to `n_x` or zero, the
 * z-axis (or the x-axis) of frame 1 takes its place. The result is orthonormal for every finite argument. (Frames `from_nxz`)
 */
MbfStatus mbf_frames_from_nxz(const double n_x[3],
                              const double n_z[3],
                              double T[9],
                              double w[3]);

/**
 * The orientation with the matrix `T` that maps frame 1 to frame 2, and the angular velocity `w` (rad/s) of frame 2 relative to
 * frame 1, resolved in frame 2: copies of both (Frames `from_T`).
 */
MbfStatus mbf_frames_from_t(const double T[9],
                            const double w[3],
                            double R_T[9],
                            double R_w[3]);

/**
 * The orientation with the matrix `T` that maps frame 1 to frame 2, and its time derivative `der_T` (1/s) (Frames `from_T2`).
 */
MbfStatus mbf_frames_from_t2(const double T[9],
                             const double der_T[9],
                             double R_T[9],
                             double R_w[3]);

/**
 * The orientation from the matrix `T_inv` that maps frame 2 to frame 1, and the angular velocity `w` (rad/s) of frame 2 relative
 * to frame 1, resolved in frame 2 (Frames `from_T_inv`).
 */
MbfStatus mbf_frames_from_t_inv(const double T_inv[9],
                                const double w[3],
                                double R_T[9],
                                double R_w[3]);

/**
 * The orientation of the quaternion `Q` of length one, and the angular velocity `w` (rad/s) of frame 2 relative to frame 1,
 * resolved in frame 2 (Frames `from_Q`).
 */
MbfStatus mbf_frames_from_q(const double Q[4],
                            const double w[3],
                            double R_T[9],
                            double R_w[3]);

/**
 * The matrix `T` that maps frame 1 to frame 2, from the orientation with the matrix `R_T`: a copy (Frames `to_T`).
 */
MbfStatus mbf_frames_to_t(const double R_T[9], double T[9]);

/**
 * The matrix `T_inv` that maps frame 2 to frame 1, from the orientation with the matrix `R_T` (Frames `to_T_inv`).
 */
MbfStatus mbf_frames_to_t_inv(const double R_T[9], double T_inv[9]);

/**
 * The quaternion `Q` of the orientation with the matrix `T`; of the two, the one nearer to `Q_guess`, or with a real part that is
 * not negative if that is NULL (Frames `to_Q`).
 */
MbfStatus mbf_frames_to_q(const double T[9],
                          const double Q_guess[4],
                          double Q[4]);

/**
 * The nine elements of the matrix `T`, row by row, which is how they are passed anyway: a copy (Frames `to_vector`).
 */
MbfStatus mbf_frames_to_vector(const double T[9], double vec[9]);

/**
 * x- and y-axis of frame 2, resolved in frame 1, as the columns of a 3 x 2 matrix, row by row (Frames `to_exy`).
 */
MbfStatus mbf_frames_to_exy(const double T[9], double exy[6]);

/**
 * Length of the vector `v`, in its unit (Frames `length`).
 */
MbfStatus mbf_frames_length(const double v[3], double *length);

/**
 * Vector of length one in the direction of `v`, of any length but zero (MBF_STATUS_ZERO_VECTOR) (Frames `normalize`).
 */
MbfStatus mbf_frames_normalize(const double v[3], double e[3]);

/**
 * Unit vector along the coordinate axis with number `axis`, which is 1, 2 or 3 (MBF_STATUS_AXIS_NUMBER) (Frames `axis`).
 */
MbfStatus mbf_frames_axis(int32_t axis,
                          double e[3]);

/**
 * The matrix with `skew(a) b = a x b`, row by row.
 */
MbfStatus mbf_frames_skew(const double a[3], double M[9]);

/**
 * The quaternion of length one in the direction of `Q`, which is not zero (MBF_STATUS_ZERO_QUATERNION).
 */
MbfStatus mbf_quaternions_normalize(const double Q[4], double Q_unit[4]);

/**
 * Three residues, zero if the two orientations are equal; for small differences they are half the angles (rad) that turn frame 1
 * into frame 2, both given by their orientation relative to frame 0 (Quaternions `Orientation.equalityConstraint`).
 */
MbfStatus mbf_quaternions_equality_constraint(const double Q1[4],
                                              const double Q2[4],
                                              double residues[3]);

/**
 * The residue that is zero if `Q` has length one (Quaternions `orientationConstraint`).
 */
MbfStatus mbf_quaternions_orientation_constraint(const double Q[4], double *residue);

/**
 * Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1, from the quaternion and its time derivative (1/s)
 * (Quaternions `angularVelocity1`).
 */
MbfStatus mbf_quaternions_angular_velocity1(const double Q[4],
                                            const double der_Q[4],
                                            double w1[3]);

/**
 * Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2, from the quaternion and its time derivative (1/s)
 * (Quaternions `angularVelocity2`).
 */
MbfStatus mbf_quaternions_angular_velocity2(const double Q[4],
                                            const double der_Q[4],
                                            double w2[3]);

/**
 * Time derivative (1/s) of `Q` when frame 2 turns with the angular velocity `w` (rad/s) relative to frame 1, resolved in frame 2
 * (Quaternions `der_Orientation`).
 */
MbfStatus mbf_quaternions_der_orientation(const double Q[4],
                                          const double w[3],
                                          double der_Q[4]);

/**
 * The vector `v2`, resolved in frame 2, becomes `v1`, resolved in frame 1 (Quaternions `resolve1`).
 */
MbfStatus mbf_quaternions_resolve1(const double Q[4], const double v2[3], double v1[3]);

/**
 * The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2 (Quaternions `resolve2`).
 */
MbfStatus mbf_quaternions_resolve2(const double Q[4], const double v1[3], double v2[3]);

/**
 * `n` vectors, the columns of the 3 x n matrix `v2`, resolved in frame 2, become the columns of `v1`, resolved in frame 1; both
 * matrices row by row (Quaternions `multipleResolve1`).
 */
MbfStatus mbf_quaternions_multiple_resolve1(const double Q[4],
                                            const double *v2,
                                            size_t n,
                                            double *v1);

/**
 * `n` vectors, the columns of the 3 x n matrix `v1`, resolved in frame 1, become the columns of `v2`, resolved in frame 2; both
 * matrices row by row (Quaternions `multipleResolve2`).
 */
MbfStatus mbf_quaternions_multiple_resolve2(const double Q[4],
                                            const double *v1,
                                            size_t n,
                                            double *v2);

/**
 * The orientation of a frame that is parallel to frame 1: {0, 0, 0, 1} (Quaternions `nullRotation`).
 */
MbfStatus mbf_quaternions_null_rotation(double Q[4]);

/**
 * The orientation of frame 1 relative to frame 2 (Quaternions `inverseRotation`).
 */
MbfStatus mbf_quaternions_inverse_rotation(const double Q[4], double Q_inv[4]);

/**
 * The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0 (Quaternions
 * `relativeRotation`).
 */
MbfStatus mbf_quaternions_relative_rotation(const double Q1[4], const double Q2[4], double Q_rel[4]);

/**
 * The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1
 * (Quaternions `absoluteRotation`).
 */
MbfStatus mbf_quaternions_absolute_rotation(const double Q1[4],
                                            const double Q_rel[4],
                                            double Q2[4]);

/**
 * The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero (MBF_STATUS_ZERO_VECTOR) (Quaternions
 * `planarRotation`).
 */
MbfStatus mbf_quaternions_planar_rotation(const double e[3],
                                          double angle,
                                          double Q[4]);

/**
 * The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small and `Q` is near {0, 0, 0, 1}
 * (Quaternions `smallRotation`).
 */
MbfStatus mbf_quaternions_small_rotation(const double Q[4], double phi[3]);

/**
 * The quaternion `Q` of the orthonormal matrix `T` that maps frame 1 to frame 2; of the two, the one nearer to `Q_guess`, or with
 * a real part that is not negative if that is NULL (Quaternions `from_T`).
 */
MbfStatus mbf_quaternions_from_t(const double T[9],
                                 const double Q_guess[4],
                                 double Q[4]);

/**
 * The quaternion `Q` of the orthonormal matrix `T_inv` that maps frame 2 to frame 1; otherwise like mbf_quaternions_from_t
 * (Quaternions `from_T_inv`).
 */
MbfStatus mbf_quaternions_from_t_inv(const double T_inv[9],
                                     const double Q_guess[4],
                                     double Q[4]);

/**
 * The matrix `T` that maps frame 1 to frame 2, row by row (Quaternions `to_T`).
 */
MbfStatus mbf_quaternions_to_t(const double Q[4], double T[9]);

/**
 * The matrix `T_inv` that maps frame 2 to frame 1, row by row (Quaternions `to_T_inv`).
 */
MbfStatus mbf_quaternions_to_t_inv(const double Q[4], double T_inv[9]);

/**
 * Three residues (rad), zero if the two orientations are equal; for small differences they are the angles that turn frame 1 into
 * frame 2, both given by their orientation relative to frame 0 (TransformationMatrices `Orientation.equalityConstraint`).
 */
MbfStatus mbf_transformation_matrices_equality_constraint(const double T1[9],
                                                          const double T2[9],
                                                          double residues[3]);

/**
 * Six residues that are zero if the columns of `T` have length one and are perpendicular to each other (TransformationMatrices
 * `orientationConstraint`).
 */
MbfStatus mbf_transformation_matrices_orientation_constraint(const double T[9],
                                                             double residues[6]);

/**
 * Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1, from the matrix and its time derivative (1/s)
 * (TransformationMatrices `angularVelocity1`).
 */
MbfStatus mbf_transformation_matrices_angular_velocity1(const double T[9],
                                                        const double der_T[9],
                                                        double w1[3]);

/**
 * Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2, from the matrix and its time derivative (1/s)
 * (TransformationMatrices `angularVelocity2`).
 */
MbfStatus mbf_transformation_matrices_angular_velocity2(const double T[9],
                                                        const double der_T[9],
                                                        double w2[3]);

/**
 * Time derivative (1/s) of `T` when frame 2 turns with the angular velocity `w` (rad/s) relative to frame 1, resolved in frame 2
 * (TransformationMatrices `der_Orientation`).
 */
MbfStatus mbf_transformation_matrices_der_orientation(const double T[9],
                                                      const double w[3],
                                                      double der_T[9]);

/**
 * The vector `v2`, resolved in frame 2, becomes `v1`, resolved in frame 1 (TransformationMatrices `resolve1`).
 */
MbfStatus mbf_transformation_matrices_resolve1(const double T[9], const double v2[3], double v1[3]);

/**
 * The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2 (TransformationMatrices `resolve2`).
 */
MbfStatus mbf_transformation_matrices_resolve2(const double T[9], const double v1[3], double v2[3]);

/**
 * `n` vectors, the columns of the 3 x n matrix `v2`, resolved in frame 2, become the columns of `v1`, resolved in frame 1; both
 * matrices row by row (TransformationMatrices `multipleResolve1`).
 */
MbfStatus mbf_transformation_matrices_multiple_resolve1(const double T[9],
                                                        const double *v2,
                                                        size_t n,
                                                        double *v1);

/**
 * `n` vectors, the columns of the 3 x n matrix `v1`, resolved in frame 1, become the columns of `v2`, resolved in frame 2; both
 * matrices row by row (TransformationMatrices `multipleResolve2`).
 */
MbfStatus mbf_transformation_matrices_multiple_resolve2(const double T[9],
                                                        const double *v1,
                                                        size_t n,
                                                        double *v2);

/**
 * The second order tensor `D2`, resolved in frame 2, becomes `D1`, resolved in frame 1 (TransformationMatrices `resolveDyade1`).
 */
MbfStatus mbf_transformation_matrices_resolve_dyade1(const double T[9],
                                                     const double D2[9],
                                                     double D1[9]);

/**
 * The second order tensor `D1`, resolved in frame 1, becomes `D2`, resolved in frame 2 (TransformationMatrices `resolveDyade2`).
 */
MbfStatus mbf_transformation_matrices_resolve_dyade2(const double T[9],
                                                     const double D1[9],
                                                     double D2[9]);

/**
 * The orientation of a frame that is parallel to frame 1 (TransformationMatrices `nullRotation`).
 */
MbfStatus mbf_transformation_matrices_null_rotation(double T[9]);

/**
 * The orientation of frame 1 relative to frame 2 (TransformationMatrices `inverseRotation`).
 */
MbfStatus mbf_transformation_matrices_inverse_rotation(const double T[9], double T_inv[9]);

/**
 * The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0 (TransformationMatrices
 * `relativeRotation`).
 */
MbfStatus mbf_transformation_matrices_relative_rotation(const double T1[9],
                                                        const double T2[9],
                                                        double T_rel[9]);

/**
 * The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1
 * (TransformationMatrices `absoluteRotation`).
 */
MbfStatus mbf_transformation_matrices_absolute_rotation(const double T1[9],
                                                        const double T_rel[9],
                                                        double T2[9]);

/**
 * The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero (MBF_STATUS_ZERO_VECTOR)
 * (TransformationMatrices `planarRotation`).
 */
MbfStatus mbf_transformation_matrices_planar_rotation(const double e[3], double angle, double T[9]);

/**
 * The angle (rad, in (-pi, pi]) by which frame 1 was turned about `e` into frame 2, from one vector resolved in frame 1 (`v1`) and
 * in frame 2 (`v2`). Lengths do not matter but for zero (MBF_STATUS_ZERO_VECTOR); a vector that is parallel to `e` has no angle
 * (MBF_STATUS_PARALLEL_VECTORS) (TransformationMatrices `planarRotationAngle`).
 */
MbfStatus mbf_transformation_matrices_planar_rotation_angle(const double e[3],
                                                            const double v1[3],
                                                            const double v2[3],
                                                            double *angle);

/**
 * The orientation after a turn of frame 1 by `angle` (rad) about the coordinate axis with number `axis`, which is 1, 2 or 3
 * (MBF_STATUS_AXIS_NUMBER) (TransformationMatrices `axisRotation`).
 */
MbfStatus mbf_transformation_matrices_axis_rotation(int32_t axis,
                                                    double angle,
                                                    double T[9]);

/**
 * The orientation after three turns of frame 1 by `angles` (rad) about the axes with the numbers of `sequence`, each about an axis
 * of the frame as the turn before left it. The numbers are 1, 2 or 3, without equal neighbours (MBF_STATUS_ROTATION_SEQUENCE)
 * (TransformationMatrices `axesRotations`).
 */
MbfStatus mbf_transformation_matrices_axes_rotations(const int32_t sequence[3],
                                                     const double angles[3],
                                                     double T[9]);

/**
 * The three angles (rad, in (-pi, pi]) of the turns about the axes of `sequence` that take frame 1 into frame 2. Of the two
 * solutions the one is taken whose first angle is nearer to `guess_angle1` (rad; their plain distance). Where the third axis is
 * parallel to the first every first angle does, and it is `guess_angle1` itself. For `sequence` see
 * mbf_transformation_matrices_axes_rotations (TransformationMatrices `axesRotationsAngles`).
 */
MbfStatus mbf_transformation_matrices_axes_rotations_angles(const double T[9],
                                                            const int32_t sequence[3],
                                                            double guess_angle1,
                                                            double angles[3]);

/**
 * The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small (TransformationMatrices
 * `smallRotation`).
 */
MbfStatus mbf_transformation_matrices_small_rotation(const double T[9], double phi[3]);

/**
 * The angles (rad) of mbf_transformation_matrices_small_rotation and three residues that are zero if no larger rotation has the
 * same angles: `T[1,1] - 1`, `T[2,2] - 1` and `T[1,1] T[2,2] - T[2,1] T[1,2] - 1` (TransformationMatrices `smallRotation` with
 * residues).
 */
MbfStatus mbf_transformation_matrices_small_rotation_with_residues(const double T[9],
                                                                   double phi_and_residues[6]);

/**
 * The orientation of the frame with its x-axis along `n_x` and its y-axis in the plane of `n_x` and `n_y`, on the side of `n_y`.
 * Without a direction in `n_x` its x-axis is that of frame 1; where `n_y` is parallel to `n_x` or zero, the y-axis (or the x-axis)
 * of frame 1 takes its place. The result is orthonormal for every finite argument. (TransformationMatrices `from_nxy`)
 */
MbfStatus mbf_transformation_matrices_from_nxy(const double n_x[3],
                                               const double n_y[3],
                                               double T[9]);

/**
 * The orientation of the frame with its x-axis along `n_x` and its z-axis in the plane of `n_x` and `n_z`, on the side of `n_z`.
 * Without a direction in `n_x` its x-axis is that of frame 1; where `n_z` is parallel to `n_x` or zero, the z-axis (or the x-axis)
 * of frame 1 takes its place. The result is orthonormal for every finite argument. (TransformationMatrices `from_nxz`)
 */
MbfStatus mbf_transformation_matrices_from_nxz(const double n_x[3],
                                               const double n_z[3],
                                               double T[9]);

/**
 * The orientation `R` with the matrix `T` that maps frame 1 to frame 2: a copy (TransformationMatrices `from_T`).
 */
MbfStatus mbf_transformation_matrices_from_t(const double T[9], double R[9]);

/**
 * The orientation from the matrix `T_inv` that maps frame 2 to frame 1 (TransformationMatrices `from_T_inv`).
 */
MbfStatus mbf_transformation_matrices_from_t_inv(const double T_inv[9], double R[9]);

/**
 * The orientation of the quaternion `Q` of length one (TransformationMatrices `from_Q`).
 */
MbfStatus mbf_transformation_matrices_from_q(const double Q[4], double T[9]);

/**
 * The matrix `T` that maps frame 1 to frame 2, from the orientation `R`: a copy (TransformationMatrices `to_T`).
 */
MbfStatus mbf_transformation_matrices_to_t(const double R[9], double T[9]);

/**
 * The matrix `T_inv` that maps frame 2 to frame 1, from the orientation `R` (TransformationMatrices `to_T_inv`).
 */
MbfStatus mbf_transformation_matrices_to_t_inv(const double R[9], double T_inv[9]);

/**
 * The quaternion `Q` of the orientation with the matrix `T`; of the two, the one nearer to `Q_guess`, or with a real part that is
 * not negative if that is NULL (TransformationMatrices `to_Q`).
 */
MbfStatus mbf_transformation_matrices_to_q(const double T[9],
                                           const double Q_guess[4],
                                           double Q[4]);

/**
 * The nine elements of the matrix `T`, row by row, which is how they are passed anyway: a copy (TransformationMatrices
 * `to_vector`).
 */
MbfStatus mbf_transformation_matrices_to_vector(const double T[9], double vec[9]);

/**
 * x- and y-axis of frame 2, resolved in frame 1, as the columns of a 3 x 2 matrix, row by row (TransformationMatrices `to_exy`).
 */
MbfStatus mbf_transformation_matrices_to_exy(const double T[9],
                                             double exy[6]);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FMU_CORE_H */
