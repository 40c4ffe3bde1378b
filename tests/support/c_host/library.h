/* Shared libraries: loading one, finding a function in it, and unloading it, on Unix and Windows. */
#ifndef LIBRARY_H
#define LIBRARY_H

#ifdef _WIN32
/* Without the graphics, which has names like ERROR. */
#define NOGDI
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static void *open_library(const char *path) { return (void *)LoadLibraryA(path); }

static void *find_symbol(void *library, const char *name) {
    /* The detour by an integer: ISO C has no conversion from a function to an object. */
    return (void *)(size_t)GetProcAddress((HMODULE)library, name);
}

static int close_library(void *library) { return FreeLibrary((HMODULE)library) != 0; }
#else
#include <dlfcn.h>

static void *open_library(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }

static void *find_symbol(void *library, const char *name) { return dlsym(library, name); }

static int close_library(void *library) { return dlclose(library) == 0; }
#endif

#endif
