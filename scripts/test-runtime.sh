#!/usr/bin/env bash
# Builds the runtime library for other platforms (scripts/build-runtime.sh) and runs FMUs with it: trajectories like those of this
# machine, snapshots that cross platforms, reloads (2500 under wine). See tests/interop/platforms.rs.
#
#   scripts/test-runtime.sh [--require] PLATFORM...       PLATFORM: linux64, aarch64-linux or win64
#
# Needs what the builds need, and to run them: for aarch64-linux gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user-static, for
# win64 wine64. With --require what is missing is an error instead of being skipped with a message.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

main() {
    local option=()
    if [[ ${1-} == --require ]]; then option=(--require); shift; fi
    if [[ $# == 0 || $1 == -* ]]; then usage "${BASH_SOURCE[0]}"; exit 2; fi
    local platform
    for platform in "$@"; do
        [[ $platform != darwin64 ]] || fail "nothing here runs programs of darwin64"
        library_of "$platform" >/dev/null
    done
    "$ROOT/scripts/build-runtime.sh" "${option[@]}" "$@"
    export MULTIBODY_PLATFORMS=
    if [[ ${#option[@]} != 0 ]]; then MULTIBODY_PLATFORMS="$*"; fi
    cd "$ROOT"
    # Test names have underscores and begin with the platform.
    cargo test --release --test interop platforms -- --nocapture "${@//-/_}"
}

main "$@"
