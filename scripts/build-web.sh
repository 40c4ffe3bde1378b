#!/usr/bin/env bash
# Compiles the builder to WebAssembly for pages: target/web/fmu_web.wasm.gz.
#
#   scripts/build-web.sh [--require]
#
# MULTIBODY_WEB=target/web/fmu_web.wasm.gz in the environment of `cargo build` puts it into fmu-builder, for `animate --live`, `preview` and
# the playground. Needs the target (rustup target add wasm32-unknown-unknown), or Debian's rustc-web, cargo-web and rust-web-src; and
# zopfli, which packs as gzip does, and 5 % smaller. It takes a minute or two. MULTIBODY_WEB_PROFILE=release, for tests, spares a third of that;
# the file is then twice as large. What one checkout has built from the same sources with the same compiler, another one takes from the
# cache of the user: ${XDG_CACHE_HOME:-~/.cache}/multibody-fmu/web.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$(dirname "${BASH_SOURCE[0]}")/toolchains.sh"

TRIPLE=wasm32-unknown-unknown
# Models nest deeply, and WebAssembly's stack of a megabyte would end there.
STACK=-Clink-arg=-zstack-size=4194304
# A gibibyte, of which worker.js tells; a model that needs more ends its worker, not the page.
MEMORY=-Clink-arg=--max-memory=1073741824
# Bytes of the packed file at most, where it is optimised for size.
LARGEST=2000000
PROFILE=${MULTIBODY_WEB_PROFILE:-web}

# Digest of the sources, apart from the crates that Cargo.lock names. The version of the compiler stands at the head.
digest() {
    { "${RUSTC:-rustc}" --version
      cd "$ROOT" && find Cargo.toml Cargo.lock modelDescription-templates fmu-core fmu-builder/{drawing,matrices,modelica,tool,urdf,web} scripts/{build-web,common,toolchains}.sh \
          -type f -not -path '*/tests/*' -not -path '*/web/playground/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    } | sha256sum | cut -d' ' -f1
}

# Leaves it in the folder $1.
compile() {
    (cd "$ROOT" && CARGO_ENCODED_RUSTFLAGS=$(rustflags "$STACK" "$MEMORY") "${CARGO:-cargo}" build -p fmu-web --profile "$PROFILE" \
        --target "$TRIPLE" --target-dir "$CROSS/web" "${STD[@]}")
    local pack=(gzip -n -6 -c)
    if [[ $PROFILE == web ]]; then pack=(zopfli --i5 -c); fi
    "${pack[@]}" "$CROSS/web/$TRIPLE/$PROFILE/fmu_web.wasm" >"$1/fmu_web.wasm.gz"
}

main() {
    if [[ ${1-} == --require ]]; then REQUIRE=true; shift; fi
    if [[ $# != 0 ]]; then usage "${BASH_SOURCE[0]}"; exit 2; fi
    needs cargo "rustup"
    if [[ $PROFILE == web ]]; then needs zopfli "zopfli"; fi
    needs_std "$TRIPLE"
    if [[ ${#STD[@]} != 0 ]]; then
        STD=("-Zbuild-std=std,panic_abort")
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(rustup run stable rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
        export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
    fi
    local cache
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/multibody-fmu/web/$(digest)-$PROFILE
    if [[ ! -f $cache/fmu_web.wasm.gz ]]; then
        # Renamed when it is whole; older ones are of no use.
        local new=$cache.$$.new
        mkdir -p "$new"
        compile "$new"
        find "${cache%/*}" -mindepth 1 -maxdepth 1 -type d -not -name '*.new' -exec rm -rf {} +
        mv "$new" "$cache"
    fi
    mkdir -p "$TARGET/web"
    if ! cmp --silent "$cache/fmu_web.wasm.gz" "$TARGET/web/fmu_web.wasm.gz"; then cp "$cache/fmu_web.wasm.gz" "$TARGET/web/"; fi
    local size
    size=$(stat -c %s "$TARGET/web/fmu_web.wasm.gz")
    echo "$TARGET/web/fmu_web.wasm.gz: $size bytes"
    [[ $PROFILE != web ]] || ((size <= LARGEST)) || fail "it may have at most $LARGEST bytes"
}

main "$@"
