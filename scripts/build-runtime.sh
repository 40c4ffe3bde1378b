#!/usr/bin/env bash
# Builds the runtime library for a platform, here on Linux, into target/runtimes/PLATFORM/, and checks it.
#
#   scripts/build-runtime.sh [--require] PLATFORM...
#
# PLATFORM, and what it needs on an x86_64 machine (names of Debian's packages):
#   linux64        Rust, Python 3 with venv and pip: zig links against the symbols of glibc 2.17
#   aarch64-linux  the same; rustc-web, cargo-web, rust-web-src unless rustup has the target
#   win64          rustc-web, cargo-web, rust-web-src, gcc-mingw-w64-x86-64-win32
#   darwin64       as aarch64-linux, llvm for one file for both processors; NOT TRIED YET, and no program runs it here
#
# zig and cargo-zigbuild come from PyPI into target/cross/venv unless cargo-zigbuild is on the PATH. A platform whose packages are
# missing is skipped with a message and exit code 0, with --require it is an error.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$(dirname "${BASH_SOURCE[0]}")/toolchains.sh"

# Those of fmu-builder/runtime/library/build.rs.
mapfile -t COMPACT <"$ROOT/fmu-builder/runtime/library/rustflags"

# runtime PLATFORM FLAGS... : the same arguments as those of fmu-builder/runtime/library/build.rs.
runtime() {
    local platform=$1
    shift
    RUSTC_BOOTSTRAP=1 CARGO_ENCODED_RUSTFLAGS=$(rustflags "${FLAGS[@]}" "${COMPACT[@]}" "$@") compile "$platform" -p fmu-core --lib --crate-type cdylib \
        --profile runtime --no-default-features --features panic-hook,memory-reserve
}

# Copies what was built where the builder finds it.
place() {
    local platform=$1 built=$2
    mkdir -p "$RUNTIMES/$platform"
    cp "$built" "$RUNTIMES/$platform/$(library_of "$platform")"
}

build() {
    local platform=$1 triple
    triple=$(triple_of "$platform")
    toolchain "$triple"
    runtime "$platform"
    place "$platform" "$CROSS/$platform/$triple/runtime/$(library_of "$platform")"
}

build_darwin64() {
    [[ -n $(llvm lipo) && -n $(llvm nm) && -n $(llvm objdump) ]] || skip "there is no llvm-lipo (llvm)"
    local arch slices=()
    for arch in x86_64 aarch64; do
        toolchain "$arch-apple-darwin"
        # Not stripped: the signature of the ARM slice is made by the linker and would be broken.
        CARGO_PROFILE_RUNTIME_STRIP=none runtime darwin64 -Clink-arg=-Wl,-install_name,@rpath/libfmu_core.dylib
        slices+=("$CROSS/darwin64/$arch-apple-darwin/runtime/libfmu_core.dylib")
    done
    mkdir -p "$RUNTIMES/darwin64"
    "$(llvm lipo)" -create "${slices[@]}" -output "$RUNTIMES/darwin64/libfmu_core.dylib"
}

main() {
    if [[ ${1-} == --require ]]; then REQUIRE=true; shift; fi
    if [[ $# == 0 || $1 == -* ]]; then usage "${BASH_SOURCE[0]}"; exit 2; fi
    local platform
    for platform in "$@"; do
        library_of "$platform" >/dev/null
        # In a shell of its own: what one platform lacks does not keep the others from being built.
        (
            if [[ $platform == darwin64 ]]; then build_darwin64; else build "$platform"; fi
            "$ROOT/scripts/check-runtime.sh" "$platform" "$RUNTIMES/$platform/$(library_of "$platform")"
        )
    done
}

main "$@"
