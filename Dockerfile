# Cairn's server and its command.   docker build -t cairn .
# The base and all native packages come built for amd64 and arm64:
#   docker buildx build --platform linux/amd64,linux/arm64 -t cairn .

# Any image with Node.js ≥ 22.14, npm and glibc; tools/dev/node names the version that Cairn is developed on.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

# What decides about packages: as long as it stays the same, so does the layer of the installed ones.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /cairn
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -path './tools/*.mjs' -delete \
 && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS build
WORKDIR /cairn
COPY --from=manifests /cairn ./
RUN node --input-type=module --eval "import { installPackages } from './tools/install.mjs'; await installPackages('server')"
COPY . .
RUN node tools/run.mjs assemble /assembled

FROM ${NODE_IMAGE}
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="Cairn" \
      org.opencontainers.image.description="A backend for images and places" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# docs/operations.md tells what MALLOC_… is for.
ENV NODE_ENV=production \
    CAIRN_HOST=0.0.0.0 \
    CAIRN_PORT=8080 \
    CAIRN_DATA_DIR=/data \
    MALLOC_TRIM_THRESHOLD_=1048576 \
    MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /cairn
COPY --from=build /assembled ./
# `docker exec CONTAINER cairn …`. Volumes that are mounted there get the owner of these folders.
RUN ln -s /cairn/bin/cairn /usr/local/bin/cairn \
 && install --directory --owner=1000 --group=1000 --mode=0700 /data /backups
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# Whether it answers; /readyz tells of its stores too, and a restart does not bring those back.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.CAIRN_PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell before it: SIGTERM reaches Node itself, which finishes what is in flight.
CMD ["node", "apps/server/dist/bundled-main.js"]
