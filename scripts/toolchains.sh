# shellcheck shell=bash
# Compilers and linkers for each platform, on x86_64 Linux; to be sourced after common.sh.

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

# CARGO_ENCODED_RUSTFLAGS (fields end with the unit separator) of FLAGS... and without paths of this machine in what is built.
rustflags() {
    local flags=("$@") folder
    for folder in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*; do
        flags+=("--remap-path-prefix=$folder=crates")
    done
    for folder in /usr/src/rustc-* /usr/lib/rustlib/src/rust; do
        flags+=("--remap-path-prefix=$folder=rust")
    done
    flags+=("--remap-path-prefix=$ROOT=.")
    local IFS=$'\x1f'
    echo "${flags[*]}"
}

# toolchain TRIPLE: finds the compiler and linker for a target. Sets TRIPLE as cargo takes it, DRIVER (in place of `cargo`), STD (options
# that build std) and FLAGS (of rustc).
toolchain() {
    TRIPLE=$1 STD=() FLAGS=()
    case $1 in
        *-windows-gnu)
            needs_std_sources
            needs x86_64-w64-mingw32-gcc "gcc-mingw-w64-x86-64-win32"
            export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc
            DRIVER=$CARGO
            # Native thread-local storage: the emulated one takes slots that unloading does not give back, and a host that loads the
            # library more than a thousand times is aborted.
            FLAGS=(-Zhas-thread-local=yes -Ctarget-feature=+crt-static)
            return
            ;;
        *-linux-gnu)
            TRIPLE=$1.$GLIBC
            # zig links its own libunwind (fmu-core/src/shell/no_backtrace.rs).
            FLAGS=(--cfg=libunwind)
            ;;
    esac
    needs cargo "rustup"
    needs_std "$1"
    needs_zig
    DRIVER=cargo-zigbuild
}

# The target of a platform; darwin64 has two.
triple_of() {
    case $1 in
        linux64) echo x86_64-unknown-linux-gnu ;;
        aarch64-linux) echo aarch64-unknown-linux-gnu ;;
        win64) echo x86_64-pc-windows-gnu ;;
        *) fail "no platform $1: linux64, aarch64-linux or win64" ;;
    esac
}

# compile PLATFORM ARGUMENTS... : `cargo rustc` by the toolchain that was found, in the platform's target folder. Prints nothing on its own.
compile() {
    local folder=$CROSS/$1
    shift
    (cd "$ROOT" && "$DRIVER" rustc "$@" --target "$TRIPLE" --target-dir "$folder" "${STD[@]}")
}
