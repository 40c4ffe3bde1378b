/* load_package LIBRARY ARGUMENTS... : runs a command by the library of the Python package, as `python -m multibody_fmu` does. */
#include <stddef.h>
#include <stdio.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

typedef int (*Command)(size_t count, const char *const *arguments);

int main(int count, char **arguments) {
    if (count < 2) return 2;
#ifdef _WIN32
    HMODULE library = LoadLibraryA(arguments[1]);
    Command command = library ? (Command)(void *)GetProcAddress(library, "multibody_main") : NULL;
#else
    void *library = dlopen(arguments[1], RTLD_NOW);
    Command command = library ? (Command)dlsym(library, "multibody_main") : NULL;
#endif
    if (!command) {
        fprintf(stderr, "%s cannot be loaded\n", arguments[1]);
        return 1;
    }
    return command((size_t)count - 1, (const char *const *)arguments + 1);
}
