#!/usr/bin/env bash
# Usage: base-image.sh FOLDER NODE NPM
# Fills a folder with a small root file system, as node:24-bookworm-slim has it where no registry of images can be reached: the files of
# a few of this machine's Debian packages, its certificates, the program NODE and the folder of NPM.
set -euo pipefail
folder=$1 node=$2 npm=$3
packages=(base-files coreutils dash findutils libacl1 libattr1 libc6 libgcc-s1 libgmp10 libpcre2-8-0 libselinux1 libssl3 libstdc++6)

mkdir -p "$folder"/{dev,etc/ssl/certs,proc,root,usr/{bin,lib,lib64,local/{bin,lib/node_modules},sbin}}
install --directory --mode=1777 "$folder/tmp"
for name in bin lib lib64 sbin; do ln -s "usr/$name" "$folder/$name"; done
while read -r path; do
  # A link to a folder, such as /bin, is there already.
  if [ ! -d "$path" ]; then echo ".$path"; fi
done < <(dpkg --listfiles "${packages[@]}" | grep -v '^/usr/share/' | grep '^/[^.]' | sort --unique) |
  tar --create --directory=/ --no-recursion --files-from=- |
  tar --extract --directory="$folder" --keep-old-files
printf 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' >"$folder/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' >"$folder/etc/group"
cp --dereference /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/"
cp "$node" "$folder/usr/local/bin/node"
cp --recursive "$npm" "$folder/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/usr/local/bin/npm"
