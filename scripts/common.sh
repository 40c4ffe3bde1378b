# shellcheck shell=bash disable=SC2034
# What the scripts of this folder share; to be sourced, not run. Everything they make or fetch lies below target/.
#
# A script that lacks a program says "skipped: ..." and ends with 0; with --require as first argument it ends with 1.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TARGET=${CARGO_TARGET_DIR:-$ROOT/target}
# One folder per platform, named as in binaries/ of an FMU, with the library in it: what MULTIBODY_RUNTIMES takes.
RUNTIMES=$TARGET/runtimes
# Target folders of the foreign builds, the environment of zig, the prefix of wine.
CROSS=$TARGET/cross
REQUIRE=false

# Prints the comment at the head of a script.
usage() {
    sed -n '2,/^[^#]/ { /^#/ s/^# \{0,1\}//p; }' "$1"
}

# Ends the script, which cannot do its work here.
skip() {
    echo "skipped: $*"
    if $REQUIRE; then exit 1; else exit 0; fi
}

# Ends the script with an error.
fail() {
    echo "error: $*" >&2
    exit 1
}

# needs PROGRAM HINT: skips when there is no such program.
needs() {
    command -v "$1" >/dev/null || skip "there is no $1 ($2)"
}

# llvm TOOL: the name of LLVM's tool here, the newest version of it; nothing when there is none.
llvm() {
    compgen -c "llvm-$1" | grep -xE "llvm-$1(-[0-9]+)?" | sort -rV | head -n 1 || true
}

# The file name that cargo gives the runtime on a platform.
library_of() {
    case $1 in
        win64) echo fmu_core.dll ;;
        darwin64) echo libfmu_core.dylib ;;
        linux64 | aarch64-linux) echo libfmu_core.so ;;
        *) fail "no platform $1: linux64, aarch64-linux, win64 or darwin64" ;;
    esac
}
