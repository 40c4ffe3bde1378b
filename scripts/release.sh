#!/usr/bin/env bash
# Makes the files of a release on Linux, tries them, and writes their checksums; all in target/release-VERSION/:
#
#   scripts/release.sh [--require] [PLATFORM...]       PLATFORM: linux64, win64, aarch64-linux [default: all three]
#
#   fmu-builder-VERSION-PLATFORM.zip   the program, with the runtimes of all these platforms inside
#   multibody_fmu-VERSION-....whl      the Python package
#   SHA256SUMS
#
# A runtime for a further platform that lies in target/runtimes/ goes into all of them. Each program builds and simulates examples, under
# wine or qemu where it has to; FMUs must be the same bytes and trajectories the same numbers as those of the first platform. Wheels are
# installed (linux64) or their library is loaded by a C program. Needs the packages of scripts/build-runtime.sh and scripts/test-runtime.sh,
# and zip. A platform whose packages are missing is left out with a message; with --require that is an error.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$(dirname "${BASH_SOURCE[0]}")/toolchains.sh"

VERSION=$(sed -nE '/^\[workspace.package\]/,/^\[/ s/^version = "(.*)"/\1/p' "$ROOT/Cargo.toml")
SHIP=$TARGET/release-$VERSION
TRIAL=$CROSS/trial
EXAMPLES=(quadrotor sensors driven_arm)

program_of() { if [[ $1 == win64 ]]; then echo fmu-builder.exe; else echo fmu-builder; fi; }

package_of() { if [[ $1 == win64 ]]; then echo multibody_fmu.dll; else echo libmultibody_fmu.so; fi; }

wheel_tag_of() {
    case $1 in
        linux64) echo manylinux_2_17_x86_64 ;;
        aarch64-linux) echo manylinux_2_17_aarch64 ;;
        win64) echo win_amd64 ;;
    esac
}

compiler_of() {
    case $1 in
        linux64) echo cc ;;
        aarch64-linux) echo aarch64-linux-gnu-gcc ;;
        win64) echo x86_64-w64-mingw32-gcc ;;
    esac
}

# run PLATFORM PROGRAM ARGUMENTS...
run() {
    local platform=$1
    shift
    case $platform in
        linux64) "$@" ;;
        aarch64-linux) qemu-aarch64-static -L /usr/aarch64-linux-gnu "$@" ;;
        win64) WINEPREFIX=$CROSS/wine WINEDEBUG=-all "$(command -v wine64 || echo /usr/lib/wine/wine64)" "$@" ;;
    esac
}

# needs_trial PLATFORM: what runs its programs, and the compiler for them.
needs_trial() {
    needs "$(compiler_of "$1")" "a C compiler for $1"
    case $1 in
        aarch64-linux) needs qemu-aarch64-static qemu-user-static ;;
        win64) [[ -x /usr/lib/wine/wine64 ]] || needs wine64 wine64 ;;
    esac
}

# Program and wheel of a platform.
make() {
    local platform=$1 triple built
    triple=$(triple_of "$platform")
    built=$CROSS/$platform/$triple/dist
    toolchain "$triple"
    export MULTIBODY_RUNTIMES=$RUNTIMES
    # The same for all platforms; without it, programs say how it is had.
    if [[ -f $TARGET/web/fmu_web.wasm.gz ]]; then export MULTIBODY_WEB=$TARGET/web/fmu_web.wasm.gz; fi
    CARGO_ENCODED_RUSTFLAGS=$(rustflags "${FLAGS[@]}") compile "$platform" --profile dist -p fmu-builder --bin fmu-builder
    CARGO_ENCODED_RUSTFLAGS=$(rustflags "${FLAGS[@]}") compile "$platform" --profile dist -p multibody-fmu --lib --crate-type cdylib
    local name=fmu-builder-$VERSION-$platform
    zip --quiet --junk-paths "$SHIP/$name.zip" "$built/$(program_of "$platform")" "$ROOT"/{README.md,CHANGELOG.md,LICENSE-MIT,LICENSE-APACHE}
    MULTIBODY_LIBRARY=$built/$(package_of "$platform") MULTIBODY_WHEEL_PLATFORM=$(wheel_tag_of "$platform") \
        "$CROSS/venv/bin/pip" wheel --quiet --no-deps --wheel-dir "$SHIP" "$ROOT/python"
}

# What wine 8 lacks and the program imports (tests/support/c_host/bcryptprimitives.c).
complete_wine() {
    x86_64-w64-mingw32-gcc -shared -o "$1/bcryptprimitives.dll" "$ROOT/tests/support/c_host/bcryptprimitives.c" -ladvapi32
}

# The program as a user has it: unpacked, run in a folder with examples.
try_program() {
    local platform=$1 folder=$TRIAL/$1 example
    mkdir -p "$folder"
    unzip -q -o "$SHIP/fmu-builder-$VERSION-$platform.zip" -d "$folder"
    if [[ $platform == win64 ]]; then complete_wine "$folder"; fi
    cd "$folder"
    [[ $(run "$platform" "./$(program_of "$platform")" --version | tr -d '\r') == *"$VERSION" ]] || fail "$platform: --version is not $VERSION"
    for example in "${EXAMPLES[@]}"; do
        cp "$ROOT/examples/$example.toml" .
        run "$platform" "./$(program_of "$platform")" build "$example.toml" >/dev/null
        run "$platform" "./$(program_of "$platform")" simulate "$example.fmu" -o "$example.csv" >/dev/null
    done
}

# The Python package: installed where there is a Python for the platform, elsewhere its library runs a command.
try_wheel() {
    local platform=$1 folder=$TRIAL/$1/wheel
    local wheels=("$SHIP"/*"$(wheel_tag_of "$platform").whl")
    mkdir -p "$folder"
    cd "$folder"
    if [[ $platform == linux64 ]]; then
        python3 -m venv venv
        venv/bin/pip install --quiet "${wheels[0]}"
        venv/bin/fmu-builder build "$ROOT/examples/quadrotor.toml" -o quadrotor.fmu >/dev/null
    else
        unzip -q -o "${wheels[0]}"
        if [[ $platform == win64 ]]; then complete_wine .; fi
        "$(compiler_of "$platform")" -o load "$ROOT/scripts/load_package.c"
        cp "$ROOT/examples/quadrotor.toml" .
        local program=./load
        if [[ $platform == win64 ]]; then program=./load.exe; fi
        run "$platform" "$program" "multibody_fmu/$(package_of "$platform")" build quadrotor.toml >/dev/null
    fi
    cmp quadrotor.fmu ../quadrotor.fmu || fail "the wheel for $platform builds another FMU than the program"
}

# same PLATFORM FIRST: FMUs do not tell where they were built, and numbers agree.
same() {
    local example
    for example in "${EXAMPLES[@]}"; do
        cmp "$TRIAL/$1/$example.fmu" "$TRIAL/$2/$example.fmu" || fail "$example.fmu of $1 is not that of $2"
        python3 - "$TRIAL/$1/$example.csv" "$TRIAL/$2/$example.csv" <<'PYTHON'
import csv, sys
a, b = ([row for row in csv.reader(open(name))] for name in sys.argv[1:])
assert a[0] == b[0] and len(a) == len(b), "columns or rows differ"
worst = max(abs(float(x) - float(y)) / (1 + abs(float(y))) for p, q in zip(a[1:], b[1:]) for x, y in zip(p, q))
print(f"{sys.argv[1]}: differs by {worst:.1e}")
sys.exit(worst > 1e-9)
PYTHON
    done
}

main() {
    local option=()
    if [[ ${1-} == --require ]]; then REQUIRE=true option=(--require); shift; fi
    if [[ ${1-} == -* ]]; then usage "${BASH_SOURCE[0]}"; exit 2; fi
    if [[ $# == 0 ]]; then set -- linux64 win64 aarch64-linux; fi
    needs zip zip
    needs unzip unzip
    needs_zig # Its environment has pip, which makes the wheels.
    local platform made=()
    for platform in "$@"; do
        triple_of "$platform" >/dev/null
    done
    "$ROOT/scripts/build-runtime.sh" "${option[@]}" "$@"
    rm -rf "$SHIP" "$TRIAL"
    mkdir -p "$SHIP"
    # Never one of another commit: its runtimes would refuse each other's models.
    rm -f "$TARGET/web/fmu_web.wasm.gz"
    "$ROOT/scripts/build-web.sh" "${option[@]}"
    for platform in "$@"; do
        # In a shell of its own: each toolchain has its own environment, and what one platform lacks does not keep back the others.
        (
            needs_trial "$platform"
            make "$platform"
            try_program "$platform"
            try_wheel "$platform"
            touch "$TRIAL/$platform/complete"
        )
        if [[ -f $TRIAL/$platform/complete ]]; then made+=("$platform"); fi
    done
    [[ ${#made[@]} != 0 ]] || skip "no platform could be built"
    for platform in "${made[@]:1}"; do
        same "$platform" "${made[0]}"
    done
    (cd "$SHIP" && sha256sum ./*.zip ./*.whl >SHA256SUMS && sha256sum --check --quiet SHA256SUMS)
    ls -l "$SHIP"
}

main "$@"
