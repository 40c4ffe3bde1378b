/* Times the calls of an FMU for co-simulation (FMI 2.0) from a loop in C: thread-CPU time, the median of several runs.
 *
 * fmi_calls LIBRARY RESOURCES GUID TASK ARGUMENT... [-- REFERENCE...]
 *
 *   step SIZE COUNT RUNS       prints ns for a fmi2DoStep; with references, these inputs are set to new values before each step, in its time
 *   get SIZE COUNT RUNS        prints ns for reading each reference once after a step, and once more
 *   start KEEP RUNS            prints ns from fmi2Instantiate over initialization to fmi2FreeInstance; KEEP 1: while another instance lives
 *   derivative COUNT RUNS      prints ns for a fmi2GetDirectionalDerivative of the last reference by the first
 *   snapshot COUNT RUNS        prints ns for taking a snapshot into an older one's place, and for setting it
 *
 * A thousand steps make a run at most; then the instance is made anew. Under callgrind, the functions called `measured_...` hold what is
 * counted. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void *Component;
typedef unsigned int Reference;
enum { OK, WARNING, COSIMULATION = 1, MAXIMUM_RUNS = 1000, MAXIMUM_REFERENCES = 4096 };

typedef struct {
    void *logger, *allocate, *release, *step_finished, *environment;
} Callbacks;

static Component (*instantiate)(const char *, int, const char *, const char *, const Callbacks *, int, int);
static void (*release)(Component);
static int (*setup)(Component, int, double, double, int, double);
static int (*enter)(Component), (*leave)(Component), (*terminate)(Component);
static int (*do_step)(Component, double, double, int);
static int (*set_real)(Component, const Reference *, size_t, const double *);
static int (*get_real)(Component, const Reference *, size_t, double *);
static int (*get_derivative)(Component, const Reference *, size_t, const Reference *, size_t, const double *, double *);
static int (*get_state)(Component, void **), (*set_state)(Component, void *), (*free_state)(Component, void **);

static void *library;
static const char *resources, *guid;
static Reference references[MAXIMUM_REFERENCES];
static double values[MAXIMUM_REFERENCES];
static size_t count_references = 0;

static void fail(const char *what) {
    fprintf(stderr, "%s failed\n", what);
    exit(1);
}

static void check(int status, const char *what) {
    if (status != OK && status != WARNING) {
        fail(what);
    }
}

/* The address of a function; ISO C has no conversion from an object to a function but by its representation. */
static void find(void *function, const char *name) {
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
}

static void load(const char *path) {
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fail(dlerror());
    }
    find(&instantiate, "fmi2Instantiate");
    find(&release, "fmi2FreeInstance");
    find(&setup, "fmi2SetupExperiment");
    find(&enter, "fmi2EnterInitializationMode");
    find(&leave, "fmi2ExitInitializationMode");
    find(&terminate, "fmi2Terminate");
    find(&do_step, "fmi2DoStep");
    find(&set_real, "fmi2SetReal");
    find(&get_real, "fmi2GetReal");
    find(&get_derivative, "fmi2GetDirectionalDerivative");
    find(&get_state, "fmi2GetFMUstate");
    find(&set_state, "fmi2SetFMUstate");
    find(&free_state, "fmi2FreeFMUstate");
    if (!instantiate || !release || !setup || !enter || !leave || !terminate || !do_step || !set_real || !get_real) {
        fail("finding the functions");
    }
}

static double nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *samples, int count) {
    qsort(samples, (size_t)count, sizeof *samples, ascending);
    return samples[count / 2];
}

__attribute__((noinline)) static Component measured_start(void) {
    static const Callbacks none = {NULL, NULL, NULL, NULL, NULL};
    Component c = instantiate("calls", COSIMULATION, guid, resources, &none, 0, 0);
    if (!c) {
        fail("fmi2Instantiate");
    }
    check(setup(c, 0, 0.0, 0.0, 0, 0.0), "fmi2SetupExperiment");
    check(enter(c), "fmi2EnterInitializationMode");
    check(leave(c), "fmi2ExitInitializationMode");
    return c;
}

__attribute__((noinline)) static void measured_end(Component c) {
    check(terminate(c), "fmi2Terminate");
    release(c);
}

__attribute__((noinline)) static void measured_step(Component c, double time, double size) {
    check(do_step(c, time, size, 1), "fmi2DoStep");
}

__attribute__((noinline)) static void measured_set(Component c) {
    check(set_real(c, references, count_references, values), "fmi2SetReal");
}

__attribute__((noinline)) static void measured_get(Component c) {
    check(get_real(c, references, count_references, values), "fmi2GetReal");
}

/* New values for all inputs. */
static void change(int k) {
    for (size_t i = 0; i < count_references; i++) {
        values[i] = 1e-3 * (double)(k % 7);
    }
}

/* Steps with new inputs, if there are references and they are not for `reading`. No clock runs inside the loop, which costs more than short
 * calls; writing the new values is in the time, about a ns for each. */
static double steps(double size, int count, int reading) {
    Component c = measured_start();
    double begin = nanoseconds();
    for (int k = 0; k < count; k++) {
        if (count_references && !reading) {
            change(k);
            measured_set(c);
        }
        measured_step(c, k * size, size);
        if (reading > 0) {
            measured_get(c);
        }
    }
    double sum = nanoseconds() - begin;
    measured_end(c);
    return sum / count;
}

/* The first reading after a step is what it adds to steps; `again` are further ones. */
static double reads(double size, int count, double *again) {
    enum { AGAIN = 100, READ = 1, DO_NOT = -1 };
    double without = steps(size, count, DO_NOT), with = steps(size, count, READ);
    Component c = measured_start();
    measured_step(c, 0.0, size);
    measured_get(c);
    double begin = nanoseconds();
    for (int k = 0; k < AGAIN * count; k++) {
        measured_get(c);
    }
    *again = (nanoseconds() - begin) / AGAIN / count / (double)count_references;
    measured_end(c);
    return (with - without) / (double)count_references;
}

static double starts(void) {
    enum { COUNT = 20 };
    double begin = nanoseconds();
    for (int k = 0; k < COUNT; k++) {
        measured_end(measured_start());
    }
    return (nanoseconds() - begin) / COUNT;
}

static double derivatives(int count) {
    Component c = measured_start();
    const double one = 1.0;
    double value = 0, begin = 0;
    const Reference *unknown = references + count_references - 1;
    for (int k = -1; k < count; k++) {
        if (k == 0) {
            begin = nanoseconds();
        }
        check(get_derivative(c, unknown, 1, references, 1, &one, &value), "fmi2GetDirectionalDerivative");
    }
    double sum = nanoseconds() - begin;
    measured_end(c);
    return sum / count;
}

static double snapshots(int count, double *setting) {
    Component c = measured_start();
    void *state = NULL;
    measured_step(c, 0.0, 0.01);
    check(get_state(c, &state), "fmi2GetFMUstate");
    double begin = nanoseconds();
    for (int k = 0; k < count; k++) {
        check(get_state(c, &state), "fmi2GetFMUstate");
    }
    double middle = nanoseconds();
    for (int k = 0; k < count; k++) {
        check(set_state(c, state), "fmi2SetFMUstate");
    }
    *setting = (nanoseconds() - middle) / count;
    check(free_state(c, &state), "fmi2FreeFMUstate");
    measured_end(c);
    return (middle - begin) / count;
}

int main(int argc, char **argv) {
    double samples[2][MAXIMUM_RUNS] = {{0}};
    int last = argc;
    for (int k = 4; k < argc; k++) {
        if (strcmp(argv[k], "--") == 0) {
            last = k;
        }
    }
    for (int k = last + 1; k < argc && count_references < MAXIMUM_REFERENCES; k++) {
        references[count_references++] = (Reference)strtoul(argv[k], NULL, 10);
    }
    if (last < 6) {
        fail("reading the arguments");
    }
    load(argv[1]);
    resources = argv[2];
    guid = argv[3];
    const char *task = argv[4];
    int runs = atoi(argv[last - 1]);
    runs = runs < 1 ? 1 : runs > MAXIMUM_RUNS ? MAXIMUM_RUNS : runs;
    int keep = strcmp(task, "start") == 0 && atoi(argv[5]);
    Component living = keep ? measured_start() : NULL;
    for (int run = 0; run < runs; run++) {
        double *second = &samples[1][run], *first = &samples[0][run];
        if (strcmp(task, "step") == 0) {
            *first = steps(atof(argv[5]), atoi(argv[6]), 0);
        } else if (strcmp(task, "get") == 0) {
            *first = reads(atof(argv[5]), atoi(argv[6]), second);
        } else if (strcmp(task, "start") == 0) {
            *first = starts();
        } else if (strcmp(task, "derivative") == 0) {
            *first = derivatives(atoi(argv[5]));
        } else if (strcmp(task, "snapshot") == 0) {
            *first = snapshots(atoi(argv[5]), second);
        } else {
            fail(task);
        }
    }
    if (living) {
        measured_end(living);
    }
    printf("%.3f %.3f\n", median(samples[0], runs), median(samples[1], runs));
    return 0;
}
