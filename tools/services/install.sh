#!/usr/bin/env bash
# Installs what tests run on, where it is missing: PostgreSQL, PostGIS, Chromium and GDAL from Debian; MinIO, versitygw
# and toxiproxy from their Go modules, into $GOBIN.
set -euo pipefail

export DEBIAN_FRONTEND=noninteractive
debian() {
  local file=$1
  shift
  compgen -G "$file" >/dev/null && return
  echo "… installing $*"
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
debian '/usr/share/postgresql/*/extension/postgis.control' postgresql-15 postgresql-15-postgis-3
debian /usr/bin/chromium chromium
debian /usr/bin/ogr2ogr gdal-bin

export GOBIN="${GOBIN:-$HOME/go/bin}"
build() {
  local name=$1 package=$2
  [ -x "$GOBIN/$name" ] && return
  echo "… building $name"
  go install "$package"
  [ -x "$GOBIN/$name" ] || mv "$GOBIN/$(basename "${package%@*}")" "$GOBIN/$name"
}
build minio github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c
build versitygw github.com/versity/versitygw/cmd/versitygw@v1.8.0
build toxiproxy-server github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0
