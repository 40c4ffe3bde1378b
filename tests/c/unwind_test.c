// Unwinds from a function that an FMU's library calls to the function that has called the library: unwind_test LIBRARY
#include <dlfcn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <unwind.h>

typedef void (*Logger)(void *, const char *, int, const char *, const char *, ...);
typedef struct { Logger logger; void *allocate; void *release; void *finished; void *environment; } Callbacks;
typedef void *(*Instantiate)(const char *, int, const char *, const char *, const Callbacks *, int, int);

static int frames = 0, reached_main = 0;

int main(int count, char **arguments);

static _Unwind_Reason_Code frame(struct _Unwind_Context *context, void *data)
{
    (void)data;
    frames += 1;
    reached_main |= _Unwind_GetRegionStart(context) == (uintptr_t)main;
    return _URC_NO_REASON;
}

static void logger(void *environment, const char *name, int status, const char *category, const char *message, ...)
{
    (void)environment, (void)name, (void)status, (void)category, (void)message;
    _Unwind_Backtrace(frame, NULL);
}

int main(int count, char **arguments)
{
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) { fprintf(stderr, "%s\n", count > 1 ? dlerror() : "name a library"); return 2; }
    Instantiate instantiate = (Instantiate)(uintptr_t)dlsym(library, "fmi2Instantiate");
    Callbacks callbacks = { logger, NULL, NULL, NULL, NULL };
    // There are no resources: the library says so.
    if (instantiate("x", 1, "{}", "file:///nowhere", &callbacks, 0, 1)) return 3;
    printf("%d frames\n", frames);
    return reached_main && frames > 2 ? 0 : 1;
}
