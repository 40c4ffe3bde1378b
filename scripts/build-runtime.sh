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

ZIG=0.15.2
ZIGBUILD=0.24.0
# Symbols of this glibc at most: RHEL 7 and all that came later.
GLIBC=2.17
DEBIAN_CARGO=/usr/bin/cargo
DEBIAN_RUSTC=/usr/bin/rustc

# The targets whose std is prebuilt for the compiler on the PATH (rustup target add) use it.
needs_std() {
    STD=()
    if [[ -d $(rustc --print target-libdir --target "$1" 2>/dev/null) ]]; then return; fi
    needs_std_sources
}

# Debian's compiler has matching sources of std: from here on it builds, and std with it.
needs_std_sources() {
    [[ -x $DEBIAN_CARGO && -x $DEBIAN_RUSTC ]] || skip "$DEBIAN_CARGO and $DEBIAN_RUSTC are missing (rustc-web, cargo-web)"
    local sources
    sources=$("$DEBIAN_RUSTC" --print sysroot)/lib/rustlib/src/rust
    [[ -f $sources/library/std/Cargo.toml ]] || skip "the sources of std are missing below $sources (rust-web-src)"
    local version
    version=$("$DEBIAN_RUSTC" --version | cut -d' ' -f2)
    [[ $(readlink -f "$sources") == *"$version"* ]] || skip "the sources in $(readlink -f "$sources") are not those of rustc $version"
    STD=("-Zbuild-std=std,panic_unwind")
    export RUSTC_BOOTSTRAP=1 CARGO=$DEBIAN_CARGO RUSTC=$DEBIAN_RUSTC
}

needs_zig() {
    if command -v cargo-zigbuild >/dev/null; then return; fi
    local venv=$CROSS/venv
    if [[ ! -x $venv/bin/cargo-zigbuild ]]; then
        needs python3 "python3, python3-venv"
        mkdir -p "$CROSS"
        python3 -m venv "$venv" || skip "Python cannot make an environment (python3-venv)"
        "$venv/bin/pip" install --quiet "ziglang==$ZIG" "cargo-zigbuild==$ZIGBUILD" \
            || { rm -rf "$venv"; skip "ziglang and cargo-zigbuild cannot be had from PyPI"; }
    fi
    PATH=$venv/bin:$PATH
}

# No path of this machine in the library, and the inlining of fmu-builder/build.rs. FLAGS... are added; fields of CARGO_ENCODED_RUSTFLAGS end with the unit separator.
rustflags() {
    local flags=("$@") folder
    for folder in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*; do
        flags+=("--remap-path-prefix=$folder=crates")
    done
    for folder in /usr/src/rustc-* /usr/lib/rustlib/src/rust; do
        flags+=("--remap-path-prefix=$folder=rust")
    done
    flags+=("--remap-path-prefix=$ROOT=." "-Cllvm-args=-inline-threshold=40 -inlinehint-threshold=160 -force-vector-interleave=1")
    local IFS=$'\x1f'
    echo "${flags[*]}"
}

# The arguments after the subcommand `rustc`, the same as those of fmu-builder/build.rs.
arguments() {
    printf '%s\n' -p fmu-core --lib --crate-type cdylib --profile runtime --no-default-features --features panic-hook,memory-reserve \
        --target "$1" --target-dir "$CROSS/$2"
}

# cargo_rustc PLATFORM TRIPLE CARGO... : builds, prints nothing on its own.
cargo_rustc() {
    local platform=$1 triple=$2
    shift 2
    local arguments
    mapfile -t arguments < <(arguments "$triple" "$platform")
    (cd "$ROOT" && "$@" rustc "${arguments[@]}" "${STD[@]}")
}

# Copies what was built where the builder finds it.
place() {
    local platform=$1 built=$2
    mkdir -p "$RUNTIMES/$platform"
    cp "$built" "$RUNTIMES/$platform/$(library_of "$platform")"
}

STD=()

# zig links its own libunwind (fmu-core/src/fmi2/no_backtrace.rs).
LIBUNWIND=--cfg=libunwind

build_linux64() {
    needs cargo "rustup"
    needs_zig
    CARGO_ENCODED_RUSTFLAGS=$(rustflags "$LIBUNWIND") cargo_rustc linux64 "x86_64-unknown-linux-gnu.$GLIBC" cargo-zigbuild
    place linux64 "$CROSS/linux64/x86_64-unknown-linux-gnu/runtime/libfmu_core.so"
}

build_aarch64_linux() {
    needs_std aarch64-unknown-linux-gnu
    needs_zig
    CARGO_ENCODED_RUSTFLAGS=$(rustflags "$LIBUNWIND") cargo_rustc aarch64-linux "aarch64-unknown-linux-gnu.$GLIBC" cargo-zigbuild
    place aarch64-linux "$CROSS/aarch64-linux/aarch64-unknown-linux-gnu/runtime/libfmu_core.so"
}

build_win64() {
    needs_std_sources
    needs x86_64-w64-mingw32-gcc "gcc-mingw-w64-x86-64-win32"
    # Native thread-local storage: the emulated one takes slots that unloading does not give back, and a host that loads the
    # library more than a thousand times is aborted.
    CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc \
        CARGO_ENCODED_RUSTFLAGS=$(rustflags -Zhas-thread-local=yes -Ctarget-feature=+crt-static) \
        cargo_rustc win64 x86_64-pc-windows-gnu "$CARGO"
    place win64 "$CROSS/win64/x86_64-pc-windows-gnu/runtime/fmu_core.dll"
}

build_darwin64() {
    needs_zig
    [[ -n $(llvm lipo) && -n $(llvm nm) && -n $(llvm objdump) ]] || skip "there is no llvm-lipo (llvm)"
    local arch slices=()
    for arch in x86_64 aarch64; do
        needs_std "$arch-apple-darwin"
        # Not stripped: the signature of the ARM slice is made by the linker and would be broken.
        CARGO_PROFILE_RUNTIME_STRIP=none CARGO_ENCODED_RUSTFLAGS=$(rustflags -Clink-arg=-Wl,-install_name,@rpath/libfmu_core.dylib) \
            cargo_rustc darwin64 "$arch-apple-darwin" cargo-zigbuild
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
            "build_${platform//-/_}"
            "$ROOT/scripts/check-runtime.sh" "$platform" "$RUNTIMES/$platform/$(library_of "$platform")"
        )
    done
}

main "$@"
