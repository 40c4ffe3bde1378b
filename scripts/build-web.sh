#!/usr/bin/env bash
# Compiles the builder to WebAssembly for pages: target/web/fmu_web.wasm and, packed, fmu_web.wasm.gz.
#
#   scripts/build-web.sh [--require]
#
# MULTIBODY_WEB=target/web/fmu_web.wasm.gz in the environment of `cargo build` puts it into fmu-builder, for `animate --live`, `preview` and
# the playground. Needs the target (rustup target add wasm32-unknown-unknown), or Debian's rustc-web, cargo-web and rust-web-src. It takes a
# minute or two, and nothing where neither sources nor flags have changed.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$(dirname "${BASH_SOURCE[0]}")/toolchains.sh"

TRIPLE=wasm32-unknown-unknown
# Models nest deeply, and WebAssembly's stack of a megabyte would end there.
STACK=-Clink-arg=-zstack-size=4194304
# A gibibyte, of which worker.js tells; a model that needs more ends its worker, not the page.
MEMORY=-Clink-arg=--max-memory=1073741824
# Bytes of the packed file at most.
LARGEST=2000000

main() {
    if [[ ${1-} == --require ]]; then REQUIRE=true; shift; fi
    if [[ $# != 0 ]]; then usage "${BASH_SOURCE[0]}"; exit 2; fi
    needs cargo "rustup"
    needs_std "$TRIPLE"
    if [[ ${#STD[@]} != 0 ]]; then
        STD=("-Zbuild-std=std,panic_abort")
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(rustup run stable rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
        export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
    fi
    (cd "$ROOT" && CARGO_ENCODED_RUSTFLAGS=$(rustflags "$STACK" "$MEMORY") "${CARGO:-cargo}" build -p fmu-web --profile web \
        --target "$TRIPLE" --target-dir "$CROSS/web" "${STD[@]}")
    mkdir -p "$TARGET/web"
    cp "$CROSS/web/$TRIPLE/web/fmu_web.wasm" "$TARGET/web/fmu_web.wasm"
    gzip --best --no-name --keep --force "$TARGET/web/fmu_web.wasm"
    local size
    size=$(stat -c %s "$TARGET/web/fmu_web.wasm.gz")
    echo "$TARGET/web/fmu_web.wasm.gz: $size bytes"
    ((size <= LARGEST)) || fail "it may have at most $LARGEST bytes"
}

main "$@"
