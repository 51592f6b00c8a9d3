#!/bin/sh
# image-root.sh PROGRAM RULES ROOT: creates the root of an image: the program, its shared libraries, certificates, and the prepared
# rules. RULES is a folder with their packages; if it is empty, they are fetched as by `embertale setup`.
set -eu
program=$1 rules=$2 root=$3

mkdir -p "$root/usr/bin" "$root/usr/share/doc/embertale" "$root/usr/share/embertale" "$root/data" "$root/tmp" "$root/etc/ssl/certs"
install -m 0755 "$program" "$root/usr/bin/embertale"
# Every library at the path where the program looks for it, including the loader.
ldd "$program" | grep -o '/[^ ]*' | while read -r library; do
    install -D -m 0755 "$library" "$root$library"
done
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
install -m 0644 "$(dirname "$0")/../LICENSE-MIT" "$(dirname "$0")/../LICENSE-APACHE" "$root/usr/share/doc/embertale/"

made=$(mktemp -d)
if [ -n "$(find "$rules" -name '*.whl' 2>/dev/null)" ]; then
    DATA_DIR=$made "$program" setup --compact "$rules"
else
    DATA_DIR=$made "$program" setup --compact
fi
cp -r "$made/rules" "$root/usr/share/embertale/rules"
rm -rf "$made" "$root/usr/share/embertale/rules/"*.lock
chmod -R a+rX,go-w "$root/usr/share"
chown -R 65532:65532 "$root/data" 2>/dev/null || true
chmod 0700 "$root/data"
chmod 1777 "$root/tmp"
