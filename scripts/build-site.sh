#!/usr/bin/env bash
# Builds the documentation site with the playground and a gallery: target/web/site/. Any server for files can serve it; it works from disk, too.
#
#   scripts/build-site.sh [--require]
#
# Needs what scripts/build-playground.sh needs.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

main() {
    local option=()
    if [[ ${1-} == --require ]]; then option=(--require); shift; fi
    if [[ $# != 0 ]]; then usage "${BASH_SOURCE[0]}"; exit 2; fi
    "$ROOT/scripts/build-playground.sh" "${option[@]}"
    if [[ ! -f $TARGET/web/playground.html ]]; then exit 0; fi
    node "$ROOT/fmu-builder/web/playground/site.mjs" "${FMU_BUILDER:-$TARGET/release/fmu-builder}" "$TARGET/web/playground.html" "$TARGET/web/site"
}

main "$@"
