/* A host written in C that drives an FMU through all its functions, politely and not. It says what went wrong and ends with 1, or
 * ends with 0.
 *
 * host LIBRARY RESOURCES GUID INPUT OUTPUT STATES TASK ARGUMENT...
 *
 * RESOURCES is the location, or - for NULL. The tasks:
 *   save FILE          all functions; writes a snapshot to the file; prints the output at the end in hexadecimal
 *   load FILE          the same from the snapshot of another process, without initialization
 *   csv FILE STEPS SIZE REFERENCE...   makes steps of co-simulation and writes the variables as CSV
 *   reload COUNT       loads, instantiates, steps, frees and unloads so many times
 */
#include "library.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *Component;
typedef unsigned int Reference;
typedef int Status;
enum { OK, WARNING, DISCARD, ERROR };

typedef struct {
    void (*logger)(void *, const char *, Status, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*step_finished)(void *, Status);
    void *environment;
} Callbacks;

typedef struct {
    int new_discrete_states_needed, terminate, nominals_changed, values_changed, next_event_defined;
    double next_event;
} EventInfo;

static int messages = 0;

static void logger(void *environment, const char *name, Status status, const char *category, const char *format, ...) {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (environment != &messages || strlen(name) == 0 || strlen(category) == 0 || strlen(text) == 0) {
        fprintf(stderr, "a message without sender or text (status %d)\n", status);
        exit(1);
    }
    messages++;
}

static void *library;

static void *find(const char *name) {
    void *function = find_symbol(library, name);
    if (!function) {
        fprintf(stderr, "no function %s\n", name);
        exit(1);
    }
    return function;
}

static void expect(Status found, Status expected, const char *what) {
    if (found != expected) {
        fprintf(stderr, "%s: status %d instead of %d\n", what, found, expected);
        exit(1);
    }
}

static void check(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        exit(1);
    }
}

#define CALL(name, types, ...) ((Status(*) types)find("fmi2" name))(__VA_ARGS__)
#define SIMPLE(name, c) CALL(name, (Component), c)

static Component instantiate(int kind, const char *guid, const char *resources) {
    /* The structure and all strings are gone after the call. */
    Callbacks *callbacks = malloc(sizeof *callbacks);
    char *copy = resources ? strdup(resources) : NULL, *key = strdup(guid), *name = strdup("C host");
    Callbacks filled = {logger, calloc, free, NULL, &messages};
    *callbacks = filled;
    Component c = ((Component(*)(const char *, int, const char *, const char *, Callbacks *, int, int))find(
        "fmi2Instantiate"))(name, kind, key, copy, callbacks, 0, 1);
    memset(callbacks, 0xab, sizeof *callbacks);
    free(callbacks);
    free(copy);
    free(key);
    free(name);
    return c;
}

static void release(Component c) { ((void (*)(Component))find("fmi2FreeInstance"))(c); }

static void start(Component c) {
    expect(CALL("SetupExperiment", (Component, int, double, double, int, double), c, 1, 1e-6, 0.0, 0, 0.0), OK, "setup");
    expect(SIMPLE("EnterInitializationMode", c), OK, "enter initialization");
    expect(SIMPLE("ExitInitializationMode", c), OK, "exit initialization");
}

static Status set_real(Component c, Reference reference, double value) {
    return CALL("SetReal", (Component, const Reference *, size_t, const double *), c, &reference, 1, &value);
}

static double get_real(Component c, Reference reference) {
    double value = NAN;
    expect(CALL("GetReal", (Component, const Reference *, size_t, double *), c, &reference, 1, &value), OK, "get");
    return value;
}

static Status step(Component c, double time, double size) {
    return CALL("DoStep", (Component, double, double, int), c, time, size, 0);
}

/* Ten steps with an input that goes on inside each of them. */
static void run(Component c, Reference input, double time) {
    for (int k = 0; k < 10; k++) {
        int order = 1;
        double slope = 0.5 - 0.1 * k;
        expect(set_real(c, input, 0.2 * k), OK, "set input");
        expect(CALL("SetRealInputDerivatives", (Component, const Reference *, size_t, const int *, const double *), c,
                    &input, 1, &order, &slope), OK, "set input derivative");
        expect(step(c, time + 0.01 * k, 0.01), OK, "step");
    }
}

static void hostile(Component c, Reference input, Reference output, size_t count) {
    double *values = malloc(count * sizeof *values);
    Reference wild = 4000000000u;
    void *nowhere = (void *)&messages, *nothing = NULL;
    int before = messages;
    expect(set_real(c, input, NAN), DISCARD, "NaN");
    expect(step(c, 0.0, -1.0), DISCARD, "negative step");
    check(messages == before + 2, "a refused value has no message");
    struct { const char *what; Status status; } errors[] = {
        {"wild reference", set_real(c, wild, 1.0)},
        {"wild output", CALL("GetReal", (Component, const Reference *, size_t, double *), c, &wild, 1, values)},
        {"no array", CALL("GetReal", (Component, const Reference *, size_t, double *), c, NULL, 3, values)},
        {"no snapshot", CALL("SetFMUstate", (Component, void *), c, nothing)},
        {"no address", CALL("GetFMUstate", (Component, void **), c, NULL)},
        {"garbage as snapshot", CALL("SetFMUstate", (Component, void *), c, nowhere)},
        {"garbage to be freed", CALL("FreeFMUstate", (Component, void **), c, &nowhere)},
        {"garbage as bytes", CALL("DeSerializeFMUstate", (Component, const char *, size_t, void **), c, "garbage", 7, &nothing)},
        {"foreign function", CALL("GetDerivatives", (Component, double *, size_t), c, values, count)},
        {"step after an error", step(c, 0.0, 0.1)},
    };
    for (size_t k = 0; k < sizeof errors / sizeof *errors; k++) {
        expect(errors[k].status, ERROR, errors[k].what);
    }
    expect(SIMPLE("Reset", c), OK, "reset");
    start(c);
    (void)get_real(c, output);
    free(values);
}

static double snapshots(Component c, Reference input, Reference output, int save, const char *path) {
    void *state = NULL;
    size_t size = 0;
    if (save) {
        run(c, input, 0.0);
        expect(CALL("GetFMUstate", (Component, void **), c, &state), OK, "get state");
        expect(CALL("SerializedFMUstateSize", (Component, void *, size_t *), c, state, &size), OK, "size");
        /* Exactly as long as it says: one byte more would be seen. */
        char *bytes = malloc(size);
        expect(CALL("SerializeFMUstate", (Component, void *, char *, size_t), c, state, bytes, size), OK, "serialize");
        FILE *file = fopen(path, "wb");
        check(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "the file cannot be written");
        free(bytes);
    } else {
        FILE *file = fopen(path, "rb");
        check(file && fseek(file, 0, SEEK_END) == 0, "the file cannot be read");
        size = (size_t)ftell(file);
        rewind(file);
        char *bytes = malloc(size);
        check(fread(bytes, 1, size, file) == size && fclose(file) == 0, "the file cannot be read");
        for (size_t length = 0; length < size; length += 1 + size / 50) {
            /* Memory of exactly that length. */
            char *cut = malloc(length + 1);
            memcpy(cut, bytes, length);
            char *exact = realloc(cut, length ? length : 1);
            expect(CALL("DeSerializeFMUstate", (Component, const char *, size_t, void **), c, exact, length, &state), ERROR, "cut bytes");
            free(exact);
        }
        expect(CALL("DeSerializeFMUstate", (Component, const char *, size_t, void **), c, bytes, size, &state), OK, "deserialize");
        free(bytes);
        expect(CALL("SetFMUstate", (Component, void *), c, state), OK, "set state");
    }
    double first = 0.0;
    for (int round = 0; round < 3; round++) {
        expect(CALL("SetFMUstate", (Component, void *), c, state), OK, "set state");
        run(c, input, 0.1);
        double value = get_real(c, output);
        check(round == 0 || memcmp(&value, &first, sizeof value) == 0, "another result after the state was set");
        first = value;
    }
    expect(CALL("FreeFMUstate", (Component, void **), c, &state), OK, "free state");
    check(state == NULL, "the freed state is not NULL");
    expect(CALL("FreeFMUstate", (Component, void **), c, &state), OK, "free NULL");
    /* One that is left to fmi2FreeInstance. */
    expect(CALL("GetFMUstate", (Component, void **), c, &state), OK, "get state");
    return first;
}

static void derivatives(Component c, Reference input, Reference output) {
    double direction = 1.0, result = NAN;
    int order = 1;
    expect(CALL("GetDirectionalDerivative", (Component, const Reference *, size_t, const Reference *, size_t, const double *, double *),
                c, &output, 1, &input, 1, &direction, &result), OK, "directional derivative");
    check(isfinite(result), "no directional derivative");
    expect(CALL("GetRealOutputDerivatives", (Component, const Reference *, size_t, const int *, double *), c, &output, 1,
                &order, &result), OK, "output derivative");
    check(isfinite(result), "no output derivative");
}

/* The method of Heun. */
static void model_exchange(Component c, Reference output, size_t count) {
    double *x = malloc(count * sizeof *x), *y = malloc(count * sizeof *x);
    double *slope = malloc(count * sizeof *x), *end = malloc(count * sizeof *x);
    EventInfo info;
    start(c);
    expect(CALL("NewDiscreteStates", (Component, EventInfo *), c, &info), OK, "new discrete states");
    expect(SIMPLE("EnterContinuousTimeMode", c), OK, "continuous-time mode");
    expect(CALL("GetContinuousStates", (Component, double *, size_t), c, x, count), OK, "get states");
    expect(CALL("GetNominalsOfContinuousStates", (Component, double *, size_t), c, y, count), OK, "nominals");
    expect(CALL("GetEventIndicators", (Component, double *, size_t), c, NULL, 0), OK, "event indicators");
    for (int k = 0; k < 200; k++) {
        double h = 1e-3;
        int event = -1, terminate = -1;
        expect(CALL("GetDerivatives", (Component, double *, size_t), c, slope, count), OK, "derivatives");
        for (size_t i = 0; i < count; i++) y[i] = x[i] + h * slope[i];
        expect(CALL("SetTime", (Component, double), c, h * (k + 1)), OK, "set time");
        expect(CALL("SetContinuousStates", (Component, const double *, size_t), c, y, count), OK, "set states");
        expect(CALL("GetDerivatives", (Component, double *, size_t), c, end, count), OK, "derivatives");
        for (size_t i = 0; i < count; i++) x[i] += 0.5 * h * (slope[i] + end[i]);
        expect(CALL("SetContinuousStates", (Component, const double *, size_t), c, x, count), OK, "set states");
        expect(CALL("CompletedIntegratorStep", (Component, int, int *, int *), c, 1, &event, &terminate), OK, "step");
        check(event == 0 && terminate == 0, "an event that nobody expects");
    }
    check(isfinite(get_real(c, output)), "no output");
    expect(step(c, 0.2, 0.1), ERROR, "a step in model exchange");
    expect(SIMPLE("Terminate", c), ERROR, "terminate after an error");
    free(x);
    free(y);
    free(slope);
    free(end);
}

/* Steps with an input that changes at each of them. */
static void write_csv(Component c, Reference input, int count, char **arguments) {
    FILE *file = fopen(arguments[0], "w");
    int steps = atoi(arguments[1]);
    double size = atof(arguments[2]);
    check(file != NULL && steps > 0 && size > 0.0, "no file to write, or no steps to make");
    start(c);
    for (int k = 0; k <= steps; k++) {
        fprintf(file, "%.17g", k * size);
        for (int i = 3; i < count; i++) fprintf(file, ",%.17g", get_real(c, (Reference)atoi(arguments[i])));
        fputc('\n', file);
        expect(set_real(c, input, sin(0.7 * k * size)), OK, "set input");
        expect(step(c, k * size, size), OK, "step");
    }
    check(fclose(file) == 0, "the file cannot be written");
}

static void open_or_fail(const char *path) {
    library = open_library(path);
    check(library != NULL, "the library cannot be loaded");
}

static void reload(const char *path, const char *guid, const char *resources, int count) {
    for (int k = 0; k < count; k++) {
        open_or_fail(path);
        Component c = instantiate(1, guid, resources);
        check(c != NULL, "no instance");
        start(c);
        expect(step(c, 0.0, 0.01), OK, "step");
        /* Every other time without fmi2Terminate, and with an error. */
        if (k % 2) expect(SIMPLE("Terminate", c), OK, "terminate");
        else expect(set_real(c, 4000000000u, 1.0), ERROR, "wild reference");
        release(c);
        check(close_library(library), "the library cannot be closed");
    }
}

static void all_functions(const char *guid, const char *resources, Reference input, Reference output, size_t states, int save,
                          const char *path) {
    /* As programs with a surface do; where the language of the user has a decimal comma, numbers must be read all the same. */
    setlocale(LC_ALL, "");
    char point = *localeconv()->decimal_point;
    check(instantiate(1, "{wrong}", resources) == NULL && messages == 1, "a wrong GUID is accepted");
    Component c = instantiate(1, guid, resources);
    check(c != NULL, "no instance for co-simulation");
    if (save) {
        start(c);
        hostile(c, input, output, states);
    }
    double result = snapshots(c, input, output, save, path);
    derivatives(c, input, output);
    expect(SIMPLE("Terminate", c), OK, "terminate");
    release(c);
    expect(SIMPLE("Reset", c), ERROR, "an instance that was freed");
    c = instantiate(0, guid, resources);
    check(c != NULL, "no instance for model exchange");
    model_exchange(c, output, states);
    release(c);
    check(*localeconv()->decimal_point == point, "the locale was changed");
    fprintf(stderr, "decimal separator: %c\n", point);
    setlocale(LC_ALL, "C");
    printf("%a\n", result);
}

int main(int argc, char **argv) {
    check(argc >= 9, "at least eight arguments are expected");
    const char *path = argv[1], *resources = strcmp(argv[2], "-") ? argv[2] : NULL, *guid = argv[3], *task = argv[7];
    Reference input = (Reference)atoi(argv[4]), output = (Reference)atoi(argv[5]);
    size_t states = (size_t)atoi(argv[6]);
    if (strcmp(task, "reload") == 0) {
        reload(path, guid, resources, atoi(argv[8]));
        return 0;
    }
    open_or_fail(path);
    if (strcmp(task, "csv") == 0) {
        Component c = instantiate(1, guid, resources);
        check(c != NULL, "no instance for co-simulation");
        write_csv(c, input, argc - 8, argv + 8);
        release(c);
    } else {
        all_functions(guid, resources, input, output, states, strcmp(task, "save") == 0, argv[8]);
    }
    check(close_library(library), "the library cannot be closed");
    return 0;
}
