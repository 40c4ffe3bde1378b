/* The one function of Windows' bcryptprimitives.dll that Rust's standard library needs, for versions of wine that do not have this
 * library (before 9). Every Windows since 10, the oldest that Rust supports, has it. */
#include <windows.h>

/* RtlGenRandom under its exported name. */
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return SystemFunction036(data, (ULONG)length); }
