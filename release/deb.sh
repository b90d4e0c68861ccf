#!/usr/bin/env bash
# A package for Debian: release/deb.sh PAPERS PROGRAM VERSION TARGET FOLDER. release/make calls it.
set -euo pipefail
papers="$1" program="$2" version="$3" target="$4" out="$5"
case "$target" in
    x86_64-*) arch=amd64 ;;
    aarch64-*) arch=arm64 ;;
    *) echo "no name in Debian is known for $target" >&2; exit 1 ;;
esac
root="$(mktemp -d)"
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
install -Dm755 "$program" "$root/usr/bin/longroll"
for page in "$papers"/man/*.1; do
    mkdir -p "$root/usr/share/man/man1"
    gzip -9nc "$page" > "$root/usr/share/man/man1/$(basename "$page").gz"
done
install -Dm644 "$papers/completions/longroll.bash" "$root/usr/share/bash-completion/completions/longroll"
install -Dm644 "$papers/completions/longroll.zsh" "$root/usr/share/zsh/vendor-completions/_longroll"
install -Dm644 "$papers/completions/longroll.fish" "$root/usr/share/fish/vendor_completions.d/longroll.fish"
install -Dm644 "$papers/longroll.desktop" "$root/usr/share/applications/longroll.desktop"
install -Dm644 "$papers/icon.svg" "$root/usr/share/icons/hicolor/scalable/apps/longroll.svg"
docs="$root/usr/share/doc/longroll"
mkdir -p "$docs"
{
    echo "Longroll may be used under MIT or Apache-2.0, as you like."
    echo
    cat "$papers/LICENSE-MIT"
    echo
    echo "Apache-2.0: /usr/share/common-licenses/Apache-2.0"
    echo
    cat "$papers/NOTICES"
} > "$docs/copyright"
gzip -9nc "$papers/CHANGELOG.md" > "$docs/changelog.gz"
find "$root" -type f -exec chmod go-w {} +
needs=""
case "$target" in
    # What the program was linked against, and nothing newer.
    *-gnu) needs="Depends: libc6 (>= $(objdump -T "$program" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1 | cut -d_ -f2)), libgcc-s1" ;;
esac
mkdir "$root/DEBIAN"
{
    echo "Package: longroll"
    echo "Version: $version"
    echo "Section: games"
    echo "Priority: optional"
    echo "Architecture: $arch"
    [ -z "$needs" ] || echo "$needs"
    echo "Recommends: www-browser, xdg-utils"
    echo "Installed-Size: $(du -sk "$root/usr" | cut -f1)"
    echo "Maintainer: The Longroll authors <longroll@localhost>"
    echo "Description: classic American Civil War hex-and-counter games"
    echo " Five games with every rule enforced, at a table in the browser: against the"
    echo " computer, a friend, or both sides yourself; with lessons, replays, and a"
    echo " protocol for programs that play."
} > "$root/DEBIAN/control"
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/longroll_${version}_$arch.deb" > /dev/null
dpkg-deb --info "$out/longroll_${version}_$arch.deb" > /dev/null
