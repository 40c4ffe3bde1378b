/*
 * Models and instances through fmu_core.h: what they do, and what they refuse without being harmed.
 * Takes the folder of the examples. Prints each check that fails; the exit code says whether there was one.
 */
#include <fmu_core.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) expect(__LINE__, #condition, condition)
#define STATUS(call, expected) expect_status(__LINE__, #call, call, expected)
#define OK(call) STATUS(call, MBF_STATUS_OK)

static int failures = 0;

static void expect(int line, const char *condition, int holds)
{
    if (!holds) {
        failures++;
        printf("line %d: not true: %s\n", line, condition);
    }
}

static void expect_status(int line, const char *call, MbfStatus found, MbfStatus expected)
{
    if (found != expected) {
        failures++;
        printf("line %d: %s\n  gives \"%s\", expected \"%s\"\n", line, call, mbf_status_text(found), mbf_status_text(expected));
    }
}

static char buffer[2048];

static MbfMessage message_buffer(void)
{
    buffer[0] = '\0';
    return (MbfMessage){buffer, sizeof buffer, 0};
}

/* A body that falls: its height is known. */
static const char *const FALL =
    "{\"name\": \"Fall\","
    " \"experiment\": {\"stop_time\": 3.0, \"tolerance\": 1e-9, \"step_size\": 0.01},"
    " \"components\": {"
    "  \"world\": {\"class\": \"World\", \"g\": 10.0},"
    "  \"body\": {\"class\": \"Parts.Body\", \"m\": 2.0, \"r_CM\": [0, 0, 0], \"r_0\": {\"start\": [0, 5, 0], \"fixed\": true},"
    "             \"v_0\": {\"start\": [1, 0, 0], \"fixed\": true}},"
    "  \"push\": {\"class\": \"Forces.WorldForce\"}},"
    " \"connections\": [[\"push.frame_b\", \"body.frame_a\"]]}";

static uint32_t find(const MbfModel *model, const char *name)
{
    uint32_t reference = UINT32_MAX;
    MbfMessage message = message_buffer();
    STATUS(mbf_model_find_variable(model, name, &reference, &message), MBF_STATUS_OK);
    if (buffer[0] != '\0')
        printf("%s\n", buffer);
    return reference;
}

static double get(MbfInstance *instance, uint32_t reference)
{
    double value = NAN;
    OK(mbf_instance_get_real(instance, &reference, 1, &value));
    return value;
}

static void a_model_tells_its_variables(const MbfModel *model)
{
    MbfVariable variable;
    MbfExperiment experiment;
    uint32_t reference = 7;
    const uint32_t count = mbf_model_variable_count(model);
    CHECK(strcmp(mbf_model_name(model), "Fall") == 0);
    OK(mbf_model_experiment(model, &experiment));
    CHECK(experiment.start_time == 0 && experiment.stop_time == 3 && experiment.step_size == 0.01);
    CHECK(experiment.tolerance == 1e-9);
    CHECK(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        OK(mbf_model_variable(model, i, &variable));
        CHECK(find(model, variable.name) == i);
        CHECK(variable.description != NULL && variable.unit != NULL);
    }
    STATUS(mbf_model_variable(model, count, &variable), MBF_STATUS_UNKNOWN_VARIABLE);

    OK(mbf_model_variable(model, find(model, "body.v_0[2]"), &variable));
    CHECK(strcmp(variable.unit, "m/s") == 0 && variable.data_type == MBF_DATA_TYPE_REAL);
    CHECK(variable.variability == MBF_VARIABILITY_CONTINUOUS);
    OK(mbf_model_variable(model, find(model, "body.m"), &variable));
    CHECK(strcmp(variable.unit, "kg") == 0 && variable.causality == MBF_CAUSALITY_PARAMETER);
    OK(mbf_model_variable(model, find(model, "push.force[1]"), &variable));
    CHECK(variable.causality == MBF_CAUSALITY_INPUT);

    MbfMessage message = message_buffer();
    STATUS(mbf_model_find_variable(model, "body.v0[2]", &reference, &message), MBF_STATUS_UNKNOWN_VARIABLE);
    CHECK(strstr(buffer, "body.v_0[2]") != NULL);
    CHECK(reference == 7);
}

/* Every variable has a finite value of its type. */
static void every_variable_is_read(const MbfModel *model, MbfInstance *instance)
{
    int found[4] = {0, 0, 0, 0};
    OK(mbf_instance_initialize(instance));
    for (uint32_t i = 0; i < mbf_model_variable_count(model); i++) {
        MbfVariable variable;
        double real = NAN;
        int32_t integer = -1;
        OK(mbf_model_variable(model, i, &variable));
        found[variable.data_type]++;
        switch (variable.data_type) {
        case MBF_DATA_TYPE_REAL:
            OK(mbf_instance_get_real(instance, &i, 1, &real));
            CHECK(isfinite(real));
            STATUS(mbf_instance_get_integer(instance, &i, 1, &integer), MBF_STATUS_WRONG_TYPE);
            break;
        case MBF_DATA_TYPE_INTEGER:
        case MBF_DATA_TYPE_ENUMERATION:
            OK(mbf_instance_get_integer(instance, &i, 1, &integer));
            CHECK(integer >= 1);
            STATUS(mbf_instance_set_integer(instance, &i, 1, &integer), MBF_STATUS_NOT_SETTABLE);
            break;
        case MBF_DATA_TYPE_BOOLEAN:
            OK(mbf_instance_get_boolean(instance, &i, 1, &integer));
            CHECK(integer == 0 || integer == 1);
            STATUS(mbf_instance_set_boolean(instance, &i, 1, &integer), MBF_STATUS_NOT_SETTABLE);
            break;
        }
    }
    CHECK(found[MBF_DATA_TYPE_REAL] > 0 && found[MBF_DATA_TYPE_BOOLEAN] > 0 && found[MBF_DATA_TYPE_ENUMERATION] > 0);
    OK(mbf_instance_reset(instance));
}

static void a_body_falls(MbfInstance *instance, uint32_t height, uint32_t along, uint32_t force)
{
    const double h = 0.1;
    double time, push = 4.0;
    OK(mbf_instance_initialize(instance));
    CHECK(fabs(get(instance, height) - 5.0) < 1e-12);
    for (int k = 0; k < 10; k++)
        OK(mbf_instance_do_step(instance, k * h, h));
    OK(mbf_instance_time(instance, &time));
    CHECK(fabs(time - 1.0) < 1e-12);
    CHECK(fabs(get(instance, height) - 0.0) < 1e-8);
    CHECK(fabs(get(instance, along) - 1.0) < 1e-8);
    /* 4 N on 2 kg from now on. */
    OK(mbf_instance_set_real(instance, &force, 1, &push));
    OK(mbf_instance_do_step(instance, 1.0, 1.0));
    CHECK(fabs(get(instance, along) - 3.0) < 1e-8);
}

static void calls_that_cannot_be(MbfInstance *instance, uint32_t height, uint32_t acceleration, uint32_t mass)
{
    const uint32_t references[2] = {height, 4000000000u};
    const double values[2] = {1.0, NAN}, negative = -1.0;
    double read[2] = {7, 7};
    int32_t integer = 7;
    const MbfExperiment late = {1.0, 0.0, 0.0, 0.0};
    /* Before the initialization. */
    STATUS(mbf_instance_do_step(instance, 0, 0.1), MBF_STATUS_WRONG_STATE);
    CHECK(strlen(mbf_instance_message(instance)) > 0);
    STATUS(mbf_instance_get_real(instance, &acceleration, 1, read), MBF_STATUS_NOT_READABLE);
    CHECK(strstr(mbf_instance_message(instance), "body.a_0[2]") != NULL);
    STATUS(mbf_instance_setup(instance, &late), MBF_STATUS_EXPERIMENT);
    STATUS(mbf_instance_set_real(instance, &mass, 1, &values[1]), MBF_STATUS_NOT_FINITE);
    STATUS(mbf_instance_set_real(instance, &mass, 1, &negative), MBF_STATUS_OUT_OF_RANGE);
    OK(mbf_instance_initialize(instance));
    /* And after it. */
    STATUS(mbf_instance_initialize(instance), MBF_STATUS_WRONG_STATE);
    STATUS(mbf_instance_get_real(instance, references, 2, read), MBF_STATUS_UNKNOWN_VARIABLE);
    CHECK(read[0] == 7 && read[1] == 7);
    STATUS(mbf_instance_get_integer(instance, &height, 1, &integer), MBF_STATUS_WRONG_TYPE);
    STATUS(mbf_instance_get_boolean(instance, &height, 1, &integer), MBF_STATUS_WRONG_TYPE);
    STATUS(mbf_instance_set_integer(instance, &height, 1, &integer), MBF_STATUS_WRONG_TYPE);
    STATUS(mbf_instance_set_boolean(instance, &height, 1, &integer), MBF_STATUS_WRONG_TYPE);
    CHECK(integer == 7);
    STATUS(mbf_instance_set_real(instance, &height, 1, values), MBF_STATUS_NOT_SETTABLE);
    STATUS(mbf_instance_do_step(instance, 0, 0), MBF_STATUS_STEP);
    STATUS(mbf_instance_do_step(instance, 0, -1), MBF_STATUS_STEP);
    STATUS(mbf_instance_do_step(instance, 0, NAN), MBF_STATUS_STEP);
    STATUS(mbf_instance_do_step(instance, 5, 0.1), MBF_STATUS_STEP);
    /* The instance is as it was. */
    OK(mbf_instance_do_step(instance, 0, 0.1));
    OK(mbf_instance_reset(instance));
    CHECK(mbf_instance_message(instance)[0] == '\0');
}

static void null_is_refused(const MbfModel *model, MbfInstance *instance)
{
    const MbfStatus null = MBF_STATUS_NULL_ARGUMENT;
    const uint32_t reference = 0;
    MbfModel *made_model = NULL;
    MbfInstance *made = NULL;
    MbfVariable variable;
    MbfExperiment experiment;
    uint32_t found;
    double value = 7;
    int32_t integer = 7;
    STATUS(mbf_model_from_file(NULL, &made_model, NULL), null);
    STATUS(mbf_model_from_file("x.json", NULL, NULL), null);
    STATUS(mbf_model_from_json(NULL, &made_model, NULL), null);
    STATUS(mbf_model_from_json(FALL, NULL, NULL), null);
    STATUS(mbf_model_from_memory(NULL, 3, "x.json", &made_model, NULL), null);
    STATUS(mbf_model_from_memory((const uint8_t *)FALL, strlen(FALL), NULL, &made_model, NULL), null);
    STATUS(mbf_model_from_memory((const uint8_t *)FALL, strlen(FALL), "x.json", NULL, NULL), null);
    CHECK(mbf_model_name(NULL) == NULL);
    CHECK(mbf_model_variable_count(NULL) == 0);
    STATUS(mbf_model_experiment(NULL, &experiment), null);
    STATUS(mbf_model_experiment(model, NULL), null);
    STATUS(mbf_model_variable(NULL, 0, &variable), null);
    STATUS(mbf_model_variable(model, 0, NULL), null);
    STATUS(mbf_model_find_variable(NULL, "body.m", &found, NULL), null);
    STATUS(mbf_model_find_variable(model, NULL, &found, NULL), null);
    STATUS(mbf_model_find_variable(model, "body.m", NULL, NULL), null);
    STATUS(mbf_instance_new(NULL, &made), null);
    STATUS(mbf_instance_new(model, NULL), null);
    CHECK(made_model == NULL && made == NULL);
    CHECK(mbf_instance_message(NULL) == NULL);
    STATUS(mbf_instance_setup(NULL, &experiment), null);
    STATUS(mbf_instance_setup(instance, NULL), null);
    STATUS(mbf_instance_initialize(NULL), null);
    STATUS(mbf_instance_do_step(NULL, 0, 0.1), null);
    STATUS(mbf_instance_time(NULL, &value), null);
    STATUS(mbf_instance_time(instance, NULL), null);
    STATUS(mbf_instance_reset(NULL), null);
    STATUS(mbf_instance_get_real(NULL, &reference, 1, &value), null);
    STATUS(mbf_instance_get_real(instance, NULL, 1, &value), null);
    STATUS(mbf_instance_get_real(instance, &reference, 1, NULL), null);
    STATUS(mbf_instance_get_integer(NULL, &reference, 1, &integer), null);
    STATUS(mbf_instance_get_boolean(NULL, &reference, 1, &integer), null);
    STATUS(mbf_instance_set_real(NULL, &reference, 1, &value), null);
    STATUS(mbf_instance_set_real(instance, NULL, 1, &value), null);
    STATUS(mbf_instance_set_real(instance, &reference, 1, NULL), null);
    STATUS(mbf_instance_set_integer(NULL, &reference, 1, &integer), null);
    STATUS(mbf_instance_set_boolean(NULL, &reference, 1, &integer), null);
    CHECK(value == 7 && integer == 7);
    OK(mbf_instance_get_real(instance, NULL, 0, NULL));
    STATUS(mbf_instance_get_real(instance, &reference, SIZE_MAX, &value), MBF_STATUS_COUNT);
    mbf_model_free(NULL);
    mbf_instance_free(NULL);
}

static void bad_models_are_explained(const char *examples)
{
    MbfModel *model = NULL;
    MbfMessage message = message_buffer();
    STATUS(mbf_model_from_json("{\"name\": \"M\", \"components\": {\"b\": {\"class\": \"Parts.Bodyy\"}}}", &model, &message),
           MBF_STATUS_INVALID_MODEL);
    CHECK(strstr(buffer, "Parts.Bodyy") != NULL && strstr(buffer, "model.json:1:") != NULL);
    CHECK(message.needed == strlen(buffer) + 1);

    /* A buffer that is too small gets what fits, and the size that is needed. */
    char small[6] = "#####";
    const size_t needed = message.needed;
    MbfMessage cut = {small, sizeof small, 0};
    STATUS(mbf_model_from_json("{\"name\": \"M\", \"components\": {\"b\": {\"class\": \"Parts.Bodyy\"}}}", &model, &cut),
           MBF_STATUS_INVALID_MODEL);
    CHECK(cut.needed == needed);
    CHECK(strlen(small) == 5 && strncmp(small, buffer, 5) == 0);
    MbfMessage none = {NULL, 100, 0};
    STATUS(mbf_model_from_json("{", &model, &none), MBF_STATUS_INVALID_MODEL);
    CHECK(none.needed > 1);
    MbfMessage empty = {small, 0, 0};
    STATUS(mbf_model_from_json("{", &model, &empty), MBF_STATUS_INVALID_MODEL);
    CHECK(strncmp(small, buffer, 5) == 0);

    STATUS(mbf_model_from_json("\"\xff\"", &model, NULL), MBF_STATUS_NOT_UTF8);
    STATUS(mbf_model_from_memory((const uint8_t *)"\xff", 1, "x.json", &model, NULL), MBF_STATUS_NOT_UTF8);
    STATUS(mbf_model_from_memory((const uint8_t *)FALL, strlen(FALL), "fall.txt", &model, &message), MBF_STATUS_INVALID_MODEL);
    CHECK(strstr(buffer, "fall.txt") != NULL);
    STATUS(mbf_model_from_file("no such file.json", &model, &message), MBF_STATUS_INVALID_MODEL);
    CHECK(strstr(buffer, "no such file.json") != NULL);
    STATUS(mbf_model_from_file(examples, &model, &message), MBF_STATUS_INVALID_MODEL);
    CHECK(model == NULL);
}

/* The same model from a file and from memory. */
static void ways_to_load(const char *examples)
{
    char path[1024];
    static uint8_t bytes[100000];
    MbfModel *from_file = NULL, *from_memory = NULL;
    snprintf(path, sizeof path, "%s/pendulum.toml", examples);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    if (file == NULL)
        return;
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    MbfMessage message = message_buffer();
    OK(mbf_model_from_file(path, &from_file, &message));
    CHECK(message.needed == 1 && buffer[0] == '\0');
    OK(mbf_model_from_memory(bytes, size, "pendulum.toml", &from_memory, NULL));
    CHECK(mbf_model_variable_count(from_file) == mbf_model_variable_count(from_memory));
    mbf_model_free(from_file);
    mbf_model_free(from_memory);
}

int main(int argc, char **argv)
{
    const char *examples = argc > 1 ? argv[1] : "examples";
    MbfModel *model = NULL;
    MbfInstance *instance = NULL;
    CHECK(strlen(mbf_version()) >= 5);
    CHECK(strcmp(mbf_status_text(12345), mbf_status_text(-1)) == 0);
    ways_to_load(examples);
    bad_models_are_explained(examples);

    MbfMessage message = message_buffer();
    OK(mbf_model_from_json(FALL, &model, &message));
    if (model == NULL) {
        printf("%s\n", buffer);
        return EXIT_FAILURE;
    }
    a_model_tells_its_variables(model);
    const uint32_t height = find(model, "body.r_0[2]"), along = find(model, "body.r_0[1]");
    const uint32_t acceleration = find(model, "body.a_0[2]");
    const uint32_t mass = find(model, "body.m"), force = find(model, "push.force[1]");
    OK(mbf_instance_new(model, &instance));
    every_variable_is_read(model, instance);
    null_is_refused(model, instance);
    /* The instance lives on without its model. */
    mbf_model_free(model);
    CHECK(get(instance, mass) == 2.0);
    calls_that_cannot_be(instance, height, acceleration, mass);
    a_body_falls(instance, height, along, force);
    OK(mbf_instance_reset(instance));
    a_body_falls(instance, height, along, force);

    /* A stop time that was set up holds, and so does a parameter. */
    const MbfExperiment experiment = {2.0, 2.5, 1e-9, 0.0};
    const double heavier = 4.0, push = 4.0;
    OK(mbf_instance_reset(instance));
    OK(mbf_instance_setup(instance, &experiment));
    OK(mbf_instance_set_real(instance, &mass, 1, &heavier));
    OK(mbf_instance_set_real(instance, &force, 1, &push));
    OK(mbf_instance_initialize(instance));
    OK(mbf_instance_do_step(instance, 2.0, 0.5));
    CHECK(fabs(get(instance, along) - 0.625) < 1e-8);
    STATUS(mbf_instance_do_step(instance, 2.5, 0.5), MBF_STATUS_STEP);
    mbf_instance_free(instance);

    printf("%d failed\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
