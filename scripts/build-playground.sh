#!/usr/bin/env bash
# Builds the playground, one page that needs no network: target/web/playground.html.
#
#   scripts/build-playground.sh [--require]
#
# Needs what scripts/build-web.sh needs, and Node with npm: the editor (CodeMirror) and esbuild come from the npm registry, in the versions of
# fmu-builder/web/playground/package-lock.json. The page has the runtime libraries that this machine's fmu-builder has (MULTIBODY_RUNTIMES).
# FMU_BUILDER names the program if it need not be built.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

main() {
    if [[ ${1-} == --require ]]; then REQUIRE=true; shift; fi
    if [[ $# != 0 ]]; then usage "${BASH_SOURCE[0]}"; exit 2; fi
    needs node "nodejs"
    needs npm "npm"
    local wasm=$TARGET/web/fmu_web.wasm.gz fmu=$TARGET/web/pendulum.fmu
    "$ROOT/scripts/build-web.sh" --require
    local builder=("cargo" "run" "--quiet" "--release" "--")
    if [[ -n ${FMU_BUILDER-} ]]; then builder=("$FMU_BUILDER"); fi
    (cd "$ROOT" && "${builder[@]}" build examples/pendulum.toml -o "$fmu" >/dev/null)
    (cd "$ROOT/fmu-builder/web/playground" && npm ci --ignore-scripts --no-audit --no-fund --silent \
        && node build.mjs "$wasm" "$fmu" "$TARGET/web/playground.html")
}

main "$@"
