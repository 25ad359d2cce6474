#!/bin/sh
# rootfs.sh <empty folder>: fills it with what the service needs at run time and nothing else: Node.js,
# Chromium, fonts, and the Debian packages whose libraries these load. No package manager, no setuid program.
# Runs as root inside the image build, where all of it is installed.
set -eu
target=$1

# Not Debian's: from the Node image. What is stripped is for debuggers only.
mkdir -p "$target/usr/local/bin"
strip --strip-unneeded -o "$target/usr/local/bin/node" "$(command -v node)"
chmod 755 "$target/usr/local/bin/node"
# Its licence names the licences of the libraries in it.
if [ -f /usr/local/LICENSE ]; then
  mkdir -p "$target/usr/share/doc/node"
  cp /usr/local/LICENSE "$target/usr/share/doc/node/copyright"
else
  echo 'rootfs.sh: the base image holds no /usr/local/LICENSE of Node.js' >&2
fi

packages='base-files busybox chromium-common chromium-headless-shell fontconfig-config fonts-dejavu-core fonts-liberation fonts-noto-color-emoji libc6 tini'

files_of() { for name; do dpkg-query -L "$name"; done; }

# Programs and libraries among the files, and the libraries they load.
libraries_of() {
  files_of "$@" | grep -E '\.so(\.[0-9.]+)?$|/chromium-headless-shell$|/busybox$|/tini$' \
    | while read -r file; do [ -f "$file" ] && echo "$file"; done \
    | xargs ldd 2>/dev/null | grep -oE '/[^ ]+\.so[^ ]*'
  ldd "$(command -v node)" | grep -oE '/[^ ]+\.so[^ ]*'
}

# Debian lists a library under /lib or under /usr/lib, wherever the loader finds it.
owners_of() {
  sed -E 's#^(/usr)?(/.*)#\2\n/usr\2#' | sort -u | xargs dpkg-query -S 2>/dev/null | grep -v '^diversion' \
    | cut -d: -f1 | sort -u
}

# A library package needs others in turn, until nothing is added.
before=''
while [ "$before" != "$packages" ]; do
  before=$packages
  # shellcheck disable=SC2086
  packages=$({ printf '%s\n' $packages; libraries_of $packages | owners_of; } | sort -u)
done

# /bin, /lib and so on are links into /usr: before the files that are listed under them.
for link in /bin /lib /lib32 /lib64 /libx32 /sbin; do
  if [ -L "$link" ]; then
    mkdir -p "$target/usr$link"
    cp -P "$link" "$target$link"
  fi
done

# Left out: documentation but the licences; conversions between character sets and translations (ICU has its
# own); what only the full browser, a debugger or a crash report would open.
# shellcheck disable=SC2086
files_of $packages \
  | awk '!/^\/usr\/share\/doc\// || /\/copyright$/' \
  | grep -vE '^/usr/share/(man|info|locale|lintian|bug|doc-base|bash-completion|applications|icons|initramfs-tools)/' \
  | grep -vE '/gconv/' \
  | grep -vE '^/usr/lib/chromium/(resources\.pak|chrome_.*|locales/.*|libVkLayer_.*|libVkICD_.*|.*\.TOC)$' \
  | while read -r file; do if [ -f "$file" ] || [ -L "$file" ]; then echo "$file"; fi; done \
  | tar --create --no-recursion --files-from=- 2>/dev/null | tar --extract --directory "$target"

# What a scanner looks for, and the few words one wants when looking into a running container.
mkdir -p "$target/var/lib/dpkg" "$target/etc" "$target/root" "$target/tmp" "$target/proc" "$target/sys" "$target/dev"
# shellcheck disable=SC2086
for name in $packages; do dpkg-query -s "$name"; echo; done > "$target/var/lib/dpkg/status"
for word in sh cat env id ls ps; do ln -s busybox "$target/usr/bin/$word"; done
chmod 1777 "$target/tmp"
# Made by the packages' scripts, not listed by them.
cp -a /etc/fonts "$target/etc/"
[ ! -f /etc/nsswitch.conf ] || cp /etc/nsswitch.conf "$target/etc/"
echo 'root:x:0:0:root:/root:/bin/sh
node:x:1000:1000:node:/tmp:/bin/sh' > "$target/etc/passwd"
echo 'root:x:0:
node:x:1000:' > "$target/etc/group"
ldconfig -r "$target"
find "$target" -xdev -type f -perm /6000 -exec chmod a-s {} +
