#!/usr/bin/env bash
# Installs the servers that tests run on, where they are missing: PostgreSQL, PostGIS and Chromium from Debian; MinIO, versitygw
# and toxiproxy from their Go modules, into $GOBIN.
set -euo pipefail

if ! compgen -G '/usr/share/postgresql/*/extension/postgis.control' >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends postgresql-15 postgresql-15-postgis-3 >/dev/null
fi

if [ ! -x /usr/bin/chromium ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends chromium >/dev/null
fi

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
