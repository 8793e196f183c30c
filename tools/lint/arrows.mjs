const test = '@jest/globals';
const adapterTests = {
  to: ['type:testkit', 'type:services'],
  packages: [test, 'fast-check', 'hyparquet', 'standardwebhooks'],
};

/**
 * Allowed imports, from the outermost project to the innermost: the dependency diagram as data. What no row allows is
 * an error, so a project without tags may import nothing.
 *
 * `packages` are npm packages and Node built-ins; adapters list theirs per project, as each may use only its own
 * technology.
 * `parts` are modules of applications and libraries, by their names: nothing else but a library's name and `/spi` can be imported.
 * `tests` is what `*.spec.ts` may import in addition.
 */
export const arrows = [
  {
    from: 'type:e2e',
    to: [
      'type:tool',
      'type:services',
      'type:testkit',
      'type:client',
      'type:http', // for the host that serves it below a path
      'type:document',
      'type:schema',
      'type:domain',
      'type:algorithm',
      'type:kernel',
    ],
    parts: ['@cairn/server/parts'],
    packages: [
      ...['node:*', test, 'fast-check', 'ajv', 'ajv-formats', 'h3-js', 'sharp'],
      ...['@mapbox/vector-tile', 'pbf', 'pmtiles', 'standardwebhooks'],
      ...['playwright-core', 'axe-core', 'esbuild'],
    ],
  },
  {
    from: 'type:tool',
    to: ['type:tool', 'type:services', 'type:composition', 'type:adapter', 'type:domain', 'type:kernel'],
    packages: [
      ...['node:*', 'minio', 'pbf', 'pg', 'pg-copy-streams', 'sharp', 'sqlite-driver', 'typeorm'],
      ...['playwright-core', 'oidc-provider', 'shapefile', 'topojson-client', 'yauzl'],
    ],
    tests: { packages: [test] },
  },
  {
    from: 'type:acceptance',
    to: ['type:tool'],
    packages: ['node:*', '@mapbox/vector-tile', 'pbf', 'playwright-core', 'sharp', 'thumbhash'],
    tests: { packages: [test] },
  },
  {
    from: 'type:services',
    to: [],
    packages: ['node:*', 'pg', 'minio', '@electric-sql/*'],
  },
  {
    from: 'type:cli',
    to: [
      ...['type:client', 'type:schema', 'type:composition'],
      ...['type:domain', 'type:algorithm', 'type:kernel'],
    ],
    parts: ['@cairn/server/settings'],
    packages: ['node:*', 'cac', 'cli-progress', 'minio', 'yauzl'],
    tests: { to: ['type:services'], packages: [test] },
  },
  {
    from: 'type:server',
    to: ['type:nest', 'type:http', 'type:composition', 'type:schema', 'type:domain', 'type:kernel'],
    parts: ['@cairn/http/settings'],
    packages: [
      ...['node:*', '@nestjs/*', 'express', 'reflect-metadata', 'rxjs'],
      ...['pino', 'pino-pretty', 'fastest-levenshtein', 'ipaddr.js', 'prom-client', 'proxy-addr', 'zod'],
      '@opentelemetry/*',
    ],
    tests: { to: ['type:testkit'], packages: [test, 'fast-check'] },
  },
  {
    from: 'type:nest',
    to: ['type:http', 'type:composition', 'type:schema', 'type:domain', 'type:kernel'],
    packages: ['node:*', '@nestjs/common', '@nestjs/core', 'reflect-metadata'],
    tests: { to: ['type:testkit'], packages: [test] },
  },
  {
    from: 'type:http',
    to: [
      ...['type:composition', 'type:document', 'type:schema', 'type:domain'],
      ...['type:algorithm', 'type:asset', 'type:kernel'],
    ],
    packages: [
      '@opentelemetry/api',
      ...['node:*', '@fastify/busboy', 'body-parser', 'client-zip', 'compression', 'content-disposition'],
      ...[
        'cors',
        'fastest-levenshtein',
        'fresh',
        'ipaddr.js',
        'negotiator',
        'proxy-addr',
        'rate-limiter-flexible',
        'lru-cache',
      ],
      ...['@simplewebauthn/server', 'jose', 'openid-client', 'h3-js', 'jsonc-parser', 'pmtiles', 'zod'],
    ],
    tests: {
      to: ['type:testkit'],
      packages: [test, 'fast-check', '@maplibre/maplibre-gl-style-spec'],
    },
  },
  {
    from: 'type:dashboard',
    to: ['type:client', 'type:schema', 'type:asset', 'type:algorithm'],
    packages: [
      ...['svelte', 'bits-ui', 'maplibre-gl', 'terra-draw', 'terra-draw-maplibre-gl-adapter'],
      ...[
        'thumbhash',
        'client-zip',
        'pmtiles',
        'uqr',
        '@fontsource-variable/inter',
        '@simplewebauthn/browser',
        'zod', // its setting for pages without `eval`
      ],
    ],
    tests: { packages: [test] },
  },
  {
    from: 'type:example',
    to: [
      ...['type:nest', 'type:http', 'type:composition', 'type:adapter', 'type:domain'],
      ...['type:algorithm', 'type:kernel'],
    ],
    packages: [
      ...['node:*', '@nestjs/*', 'reflect-metadata', 'express', 'fastify', 'hono', '@hono/node-server'],
      ...['pg', 'typeorm'],
    ],
    tests: { to: ['type:services', 'type:client', 'type:testkit'], packages: [test] },
  },
  {
    from: 'type:composition',
    to: ['type:adapter', 'type:domain', 'type:algorithm', 'type:kernel'],
    packages: ['node:*', '@opentelemetry/api', 'inversify', 'reflect-metadata'],
    tests: { ...adapterTests, packages: [...adapterTests.packages, '@opentelemetry/*'] },
  },
  {
    from: 'type:adapter',
    to: ['type:domain', 'type:algorithm', 'type:asset', 'type:kernel'],
    packages: {
      'adapter-memory': ['image-size', '@noble/hashes'],
      'adapter-system': ['node:*', '@node-rs/argon2'],
      'adapter-typeorm': [
        ...['node:*', 'typeorm', 'sqlite-driver', 'lru-cache'],
        ...['pg', 'pg-copy-streams', 'pg-cursor'],
      ],
      'adapter-formats': [
        ...['node:*', 'sqlite-driver', 'chardet', 'csv-parse', 'flatbuffers', 'geojson', 'hucre'],
        ...['hyparquet-writer', 'proj4', 'proj4-list', 'saxes', 'shapefile', 'topojson-client'],
        ...['topojson-specification', 'yauzl'],
      ],
      'adapter-fs': ['node:*'],
      'adapter-hot': ['node:*', 'flatbush'],
      'adapter-http': ['node:*', 'ipaddr.js'],
      'adapter-minio': ['node:*', 'minio'],
      'adapter-sharp': [
        ...['node:*', 'sharp', 'thumbhash', 'blurhash', 'libheif-js', '@jsquash/jxl'],
        ...['@maplibre/maplibre-gl-style-spec', '@mapbox/vector-tile', 'pbf', 'pmtiles'],
      ],
    },
    tests: adapterTests,
  },
  {
    from: 'type:testkit',
    to: ['type:domain', 'type:algorithm', 'type:kernel'],
    packages: ['node:*'],
    tests: { packages: [test] },
  },
  { from: 'type:client', to: ['type:schema'], packages: [], tests: { packages: [test] } },
  { from: 'type:document', to: ['type:schema'], packages: ['zod'], tests: { packages: [test] } },
  {
    from: 'type:schema',
    to: ['type:algorithm'],
    parts: ['@cairn/map-style/schema'],
    packages: ['zod'],
    tests: { packages: [test, 'ajv', 'ajv-formats'] },
  },
  {
    from: 'type:domain',
    to: ['type:domain', 'type:algorithm', 'type:kernel'],
    packages: [],
    tests: { packages: [test, 'fast-check'] },
  },
  { from: 'scope:images', to: ['scope:images', 'type:algorithm', 'type:kernel'] },
  { from: 'scope:spaces', to: ['scope:spaces', 'type:algorithm', 'type:kernel'] },
  {
    from: 'scope:photo-places',
    to: ['scope:photo-places', 'scope:images', 'scope:spaces', 'type:algorithm', 'type:kernel'],
  },
  {
    from: 'scope:maps',
    to: ['scope:maps', 'scope:spaces', 'scope:access', 'type:algorithm', 'type:kernel'],
  },
  { from: 'scope:webhooks', to: ['scope:webhooks', 'type:algorithm', 'type:kernel'] },
  { from: 'scope:access', to: ['scope:access', 'type:algorithm', 'type:kernel'] },
  {
    from: 'type:algorithm',
    to: [],
    packages: {
      geometry: ['robust-predicates', 'clipper2-ts', 'pbf', 'h3-js'],
      'image-structure': ['saxes'],
      'map-style': ['simple-statistics', 'zod'],
    },
    tests: {
      packages: [
        ...[test, 'fast-check', 'node:fs', 'node:zlib'],
        ...['@mapbox/mvt-fixtures', '@mapbox/vector-tile', 'pbf', 'pmtiles'],
        '@maplibre/maplibre-gl-style-spec',
      ],
    },
  },
  {
    from: 'type:asset',
    to: [],
    packages: [],
    tests: {
      packages: [test, 'node:*', '@maplibre/maplibre-gl-style-spec', 'pmtiles', '@mapbox/vector-tile', 'pbf'],
    },
  },
  { from: 'type:kernel', to: [], packages: [], tests: { packages: [test] } },
];
