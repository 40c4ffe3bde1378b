#!/usr/bin/env bash
# The gate that a runtime library passes before it is shipped in FMUs.
#
#   scripts/check-runtime.sh PLATFORM FILE       PLATFORM: linux64, aarch64-linux, win64 or darwin64
#
# It must be a shared library for the platform, export the 44 functions of FMI 2.0, the 75 of FMI 3.0 and nothing else, need nothing but what every
# installation of the platform has (on Linux no symbol of a glibc after 2.17), and contain no path of the machine that built it.
# Needs binutils, for darwin64 llvm. Prints all that is wrong; exit code 1 then.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

GLIBC=2.17
# All of them, as declared in FMI 2.0.5, 2.1 and 3.2 and 4.2, and in FMI 3.0.2, 2.3 and 3.2 and 4.2.
FUNCTIONS=119
FAULTS=0

fault() {
    echo "error: $*" >&2
    FAULTS=$((FAULTS + 1))
}

# The names of the functions that the sources export.
declared() {
    local names
    # Rows of macros have the name where a line begins, or two names.
    names=$(grep -hoE '(extern "C" fn |^ {4})fmi[23][A-Z][A-Za-z0-9]+( fmi[23]Set[A-Za-z0-9]+)?[ (]' "$ROOT"/fmu-core/src/fmi[23]/*.rs \
        | grep -oE 'fmi[23][A-Z][A-Za-z0-9]+' | grep -vE '^fmi[23](True|False|OK|Warning|Discard|Error|Fatal|Pending)$' | sort -u)
    [[ $(wc -l <<<"$names") == "$FUNCTIONS" ]] || fail "the sources export $(wc -l <<<"$names") functions instead of $FUNCTIONS"
    echo "$names"
}

# The four inspectors print lines: `format F`, `import LIBRARY`, `export SYMBOL`, `glibc VERSION`.

inspect_elf() {
    readelf -h "$1" | sed -nE 's/^ *Machine: *(.*)$/format ELF \1/p'
    readelf -d "$1" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]$/import \1/p'
    readelf --dyn-syms -W "$1" \
        | awk '$5 ~ /GLOBAL|WEAK/ && $7 != "UND" && $7 ~ /^[0-9]+$/ { sub(/@.*/, "", $8); print "export", $8 }'
    readelf --dyn-syms -W "$1" | { grep -oE '@GLIBC_[0-9.]+' || true; } | sed 's/@GLIBC_/glibc /' | sort -u
}

inspect_pe() {
    local dump
    dump=$(objdump -p "$1")
    sed -nE 's/^.*file format (.*)$/format PE \1/p' <<<"$dump"
    sed -nE 's/^\s*DLL Name: (.*)$/import \1/p' <<<"$dump"
    # The table of names: `[   0] name` (older binutils) or `[   0] +base[   1]  0000 name`.
    sed -n '/^\[Ordinal\/Name Pointer\] Table/,/^$/p' <<<"$dump" \
        | sed -nE 's/^\s*\[ *[0-9]+\].* ([A-Za-z_][A-Za-z_0-9]*)$/export \1/p'
}

inspect_mach_o() {
    # Once for each processor: the same line twice is one.
    {
        "$(llvm objdump)" --macho --universal-headers "$1" | sed -nE 's/^ *cputype (.*)$/format Mach-O \1/p'
        "$(llvm objdump)" --macho --arch=all --dylibs-used "$1" | sed -nE 's/^\s+(\S+) \(compat.*$/import \1/p'
        "$(llvm nm)" --extern-only --defined-only "$1" | sed -nE 's/^[0-9a-f]+ [A-Z] _(.*)$/export \1/p'
    } | sort -u
}

# expect_format PLATFORM: which `format` lines a platform has.
formats_of() {
    case $1 in
        linux64) echo "ELF Advanced Micro Devices X86-64" ;;
        aarch64-linux) echo "ELF AArch64" ;;
        win64) echo "PE pei-x86-64" ;;
        darwin64) printf 'Mach-O %s\n' CPU_TYPE_ARM64 CPU_TYPE_X86_64 ;;
    esac
}

# Extended regular expression of the libraries that every installation has.
imports_of() {
    case $1 in
        linux64 | aarch64-linux) echo '(libc\.so\.6|libm\.so\.6|libdl\.so\.2|libpthread\.so\.0|librt\.so\.1|ld-linux-(x86-64\.so\.2|aarch64\.so\.1))' ;;
        win64) echo '(kernel32|ntdll|msvcrt|bcryptprimitives|api-ms-win-core-synch-l1-2-0)\.dll' ;;
        darwin64) echo '/usr/lib/lib(System\.B|iconv\.2)\.dylib|@rpath/libfmu_core\.dylib' ;;
    esac
}

# What zig exports beside the functions on macOS, where it ignores the list of exports; harmless, since symbols there are bound to
# the library that they were linked with.
strays_of() {
    case $1 in
        darwin64) echo '(rust_eh_personality|_?mh_.*|_.*)' ;;
        *) echo '-' ;;
    esac
}

check_format() {
    local found wanted
    found=$(sed -n 's/^format //p' <<<"$2" | sort -u)
    wanted=$(formats_of "$1")
    [[ $found == "$wanted" ]] || fault "the format is \"$found\" instead of \"$wanted\""
}

check_imports() {
    local library allowed
    allowed=$(imports_of "$1")
    while read -r library; do
        grep -qixE "$allowed" <<<"$library" || fault "it needs $library, which is not everywhere"
    done < <(sed -n 's/^import //p' <<<"$2")
}

check_exports() {
    local found wanted name
    found=$(sed -n 's/^export //p' <<<"$2" | grep -vxE "$(strays_of "$1")" | sort -u || true)
    wanted=$(declared)
    for name in $(comm -23 <(echo "$wanted") <(echo "$found")); do fault "it does not export $name"; done
    for name in $(comm -13 <(echo "$wanted") <(echo "$found")); do fault "it exports $name, which is no function of FMI 2.0"; done
}

check_glibc() {
    local highest
    highest=$(sed -n 's/^glibc //p' <<<"$1" | sort -V | tail -n 1)
    [[ -n $highest ]] || return 0
    [[ $(printf '%s\n' "$GLIBC" "$highest" | sort -V | tail -n 1) == "$GLIBC" ]] \
        || fault "it needs glibc $highest; FMUs are to run from $GLIBC on"
}

# Folders that paths of this machine begin with.
check_paths() {
    local folder
    for folder in "$ROOT/" "$HOME/" "${CARGO_HOME:-$HOME/.cargo}/" /home/ /Users/ /tmp/ /usr/src/ /usr/lib/rustlib/ 'C:\Users' $'D:\\a\\'; do
        if LC_ALL=C grep -aqF -- "$folder" "$1"; then
            fault "it contains the path $(LC_ALL=C grep -aoE -m 1 -- "${folder//\\/\\\\}[[:print:]]{0,60}" "$1" | head -n 1 || true)"
        fi
    done
}

main() {
    if [[ $# != 2 || $1 == -* ]]; then usage "${BASH_SOURCE[0]}"; exit 2; fi
    local platform=$1 file=$2 facts
    library_of "$platform" >/dev/null
    [[ -f $file ]] || fail "there is no file $file"
    case $platform in
        win64) [[ -n $(command -v objdump) ]] || fail "there is no objdump (binutils)"; facts=$(inspect_pe "$file") ;;
        darwin64) [[ -n $(llvm objdump) && -n $(llvm nm) ]] || fail "there is no llvm-objdump or no llvm-nm (llvm)"; facts=$(inspect_mach_o "$file") ;;
        *) [[ -n $(command -v readelf) ]] || fail "there is no readelf (binutils)"; facts=$(inspect_elf "$file") ;;
    esac
    check_format "$platform" "$facts"
    check_imports "$platform" "$facts"
    check_exports "$platform" "$facts"
    check_glibc "$facts"
    check_paths "$file"
    [[ $FAULTS == 0 ]] || fail "$file is not fit for $platform: $FAULTS faults"
    echo "$platform: $file, $(stat -c %s "$file") bytes, $(grep -c '^export' <<<"$facts") exports," \
        "needs $(sed -n 's/^import //p' <<<"$facts" | sort -u | paste -sd ' ')" \
        "$(sed -n 's/^glibc //p' <<<"$facts" | sort -V | tail -n 1 | sed 's/^/glibc /')"
}

main "$@"
