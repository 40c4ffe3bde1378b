/*
 * Loads a model file, runs it without FMI, and prints one of its variables after each step.
 *
 *     c_link [MODEL [VARIABLE]]
 */
#include <fmu_core.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Steps of 0.1 s up to 1 s. */
static const double STEP = 0.1;
static const int STEPS = 10;

/* Prints what went wrong and ends the program. */
static void fail(const char *action, MbfStatus status, const char *message)
{
    fprintf(stderr, "%s: %s\n%s\n", action, mbf_status_text(status), message);
    exit(EXIT_FAILURE);
}

/* Ends the program if a call with an instance has failed. */
static void check(const char *action, MbfStatus status, const MbfInstance *instance)
{
    if (status != MBF_STATUS_OK)
        fail(action, status, mbf_instance_message(instance));
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "examples/sensors.toml";
    const char *name = argc > 2 ? argv[2] : "gap.distance";
    char buffer[4096] = "";
    MbfMessage message = {buffer, sizeof buffer, 0};
    MbfModel *model = NULL;
    MbfInstance *instance = NULL;
    MbfStatus status;
    uint32_t reference;
    MbfVariable variable;

    /* The model: every problem of the file is in the message. */
    status = mbf_model_from_file(path, &model, &message);
    if (status != MBF_STATUS_OK)
        fail("loading the model", status, buffer);
    status = mbf_model_find_variable(model, name, &reference, &message);
    if (status != MBF_STATUS_OK)
        fail("finding the variable", status, buffer);
    status = mbf_model_variable(model, reference, &variable);
    if (status != MBF_STATUS_OK)
        fail("looking at the variable", status, "");
    printf("%s: %u variables\n", mbf_model_name(model), (unsigned)mbf_model_variable_count(model));
    printf("time [s]  %s [%s]\n", variable.name, variable.unit);

    /* An instance; parameters would be set before it is initialized. */
    status = mbf_instance_new(model, &instance);
    if (status != MBF_STATUS_OK)
        fail("making an instance", status, "");
    MbfExperiment experiment = {.start_time = 0.0, .stop_time = INFINITY, .tolerance = 1e-8};
    check("setting up", mbf_instance_setup(instance, &experiment), instance);
    check("initializing", mbf_instance_initialize(instance), instance);

    for (int k = 0; k <= STEPS; k++) {
        double value;
        check("reading", mbf_instance_get_real(instance, &reference, 1, &value), instance);
        printf("%8.3f  %.17g\n", k * STEP, value);
        if (k < STEPS)
            check("stepping", mbf_instance_do_step(instance, k * STEP, STEP), instance);
    }

    mbf_instance_free(instance);
    mbf_model_free(model);
    return EXIT_SUCCESS;
}
