#!/usr/bin/env bash
# Builds the WebAssembly of the page without a server (docs/anywhere.md): web/build-wasm.sh [MODULE...]. Each game has a module of its own and so has the
# workshop, so that a page fetches only what is used: target/web/MODULE.wasm, and beside it the same compressed (.lzma), which travels.
# Needs xz, node, and one of
#   - Debian's rustc-web, cargo-web and rust-web-src, and the rust-lld of any toolchain that rustup has installed; or
#   - rustup with `rustup toolchain install nightly --component rust-src`.
# With either the standard library is built along, so that a fault in the rules unwinds and becomes a refusal. Without them
#   - `rustup target add wasm32-unknown-unknown` will do: there a fault ends the worker, and the page replaces it.
set -euo pipefail
cd "$(dirname "$0")/.."
out="$PWD/target/web"
export CARGO_TARGET_DIR="$out/build"
# Functions that are not marked for it are put into others only where they are small: less travels. No path of this machine is in it.
flags='--cfg getrandom_backend="custom" -Ctarget-feature=+simd128 -Cllvm-args=-inline-threshold=100'
flags="$flags --remap-path-prefix=$PWD=/longroll --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
# Where the standard library is built along, it is the small one; and nobody could read at which line of it a fault was.
whole="$flags -Cpanic=unwind -Zlocation-detail=none"
std=(-Zbuild-std=std,panic_unwind -Zbuild-std-features=optimize_for_size)
target=wasm32-unknown-unknown
build=(build --locked --profile web --target "$target" -p longroll-anywhere --lib --no-default-features --features)
modules=("$@")
[ $# -gt 0 ] || mapfile -t modules < <(sed -n 's/^default = \[\(.*\)\]$/\1/p' crates/anywhere/Cargo.toml | tr -d '" ' | tr ',' '\n')

lld() {
    local found
    found="$(find "$(rustc --print sysroot 2> /dev/null)/lib/rustlib" "${RUSTUP_HOME:-$HOME/.rustup}/toolchains" -name rust-lld -type f 2> /dev/null | head -n 1)"
    echo "${found:?there is no rust-lld: install any toolchain with rustup}"
}

# One module as WebAssembly.
compile() {
    if [ -d /usr/lib/rustlib/src/rust/library ] && [ -x /usr/bin/rustc ] && [ -x /usr/bin/cargo ]; then
        RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$(lld)" RUSTFLAGS="$whole" \
            /usr/bin/cargo "${build[@]}" "$1" "${std[@]}"
    elif [ -d "$(rustc +nightly --print sysroot 2> /dev/null)/lib/rustlib/src/rust/library" ]; then
        RUSTFLAGS="$whole" cargo +nightly "${build[@]}" "$1" "${std[@]}"
    elif [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
        RUSTFLAGS="$flags" cargo "${build[@]}" "$1"
    else
        sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
        exit 1
    fi
}

# What travels of it.
pack() {
    local file="$out/$1.wasm" length byte
    # The names of the functions stay behind (`node web/slim.mjs target/web/MODULE.named` says what is large).
    cp "$CARGO_TARGET_DIR/$target/web/anywhere.wasm" "$out/$1.named"
    node web/slim.mjs "$out/$1.named" "$file"
    # Bytes of code have no alignment: that is said by pb=0. Then the length, which xz leaves open, so that the page can make room before it unpacks.
    xz --format=lzma --lzma1=preset=9e,lc=4,pb=0 --keep --force "$file"
    length="$(printf '%016x' "$(stat -c %s "$file" 2> /dev/null || stat -f %z "$file")")"
    for byte in 0 1 2 3 4 5 6 7; do printf "\\x${length:14 - 2 * byte:2}"; done | dd of="$file.lzma" bs=1 seek=5 conv=notrunc status=none
}

for module in "${modules[@]}"; do
    compile "$module"
    pack "$module"
done
ls -l "$out"/*.wasm*
