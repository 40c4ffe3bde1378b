/* The least that an FMU can do: the equation of van der Pol, one Euler step for each fmi2DoStep. What calls cost by themselves. */
#include <stddef.h>
#include <stdlib.h>

typedef struct {
    double time, x[2], der[2], mu;
} Instance;

static double *slot(Instance *c, unsigned int reference) {
    double *slots[] = {&c->time, &c->x[0], &c->x[1], &c->der[0], &c->der[1], &c->mu};
    return reference < sizeof slots / sizeof *slots ? slots[reference] : NULL;
}

static void evaluate(Instance *c) {
    c->der[0] = c->x[1];
    c->der[1] = c->mu * (1 - c->x[0] * c->x[0]) * c->x[1] - c->x[0];
}

void *fmi2Instantiate(const char *name, int kind, const char *guid, const char *resources, const void *callbacks, int visible, int log) {
    (void)name, (void)kind, (void)guid, (void)resources, (void)callbacks, (void)visible, (void)log;
    Instance *c = calloc(1, sizeof *c);
    if (c) {
        c->x[0] = 2;
        c->mu = 1;
    }
    return c;
}

void fmi2FreeInstance(void *c) { free(c); }

int fmi2SetupExperiment(void *c, int has_tolerance, double tolerance, double start, int has_stop, double stop) {
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    ((Instance *)c)->time = start;
    return 0;
}

int fmi2EnterInitializationMode(void *c) { return c == NULL; }

int fmi2ExitInitializationMode(void *c) {
    evaluate(c);
    return 0;
}

int fmi2Terminate(void *c) { return c == NULL; }

int fmi2DoStep(void *component, double time, double size, int no_set_before) {
    (void)no_set_before;
    Instance *c = component;
    evaluate(c);
    c->x[0] += size * c->der[0];
    c->x[1] += size * c->der[1];
    c->time = time + size;
    return 0;
}

int fmi2SetReal(void *c, const unsigned int *references, size_t count, const double *values) {
    for (size_t k = 0; k < count; k++) {
        double *value = slot(c, references[k]);
        if (!value) {
            return 3;
        }
        *value = values[k];
    }
    return 0;
}

int fmi2GetReal(void *c, const unsigned int *references, size_t count, double *values) {
    for (size_t k = 0; k < count; k++) {
        const double *value = slot(c, references[k]);
        if (!value) {
            return 3;
        }
        values[k] = *value;
    }
    return 0;
}
