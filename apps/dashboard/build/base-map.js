import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { geoEquirectangular } from 'd3-geo';
import { geoProject } from 'd3-geo-projection';
import { feature, mesh } from 'topojson-client';

const { resolve } = createRequire(import.meta.url);
/**
 * Adds a GeoJSON file with the land (`kind: land`) and the borders between countries (`kind: border`) of the world, at
 * 1:50 million. In the code of the page, `WORLD_FILE` is its name: it lies beside the programs.
 */
export function baseMap() {
  let source;
  let name;
  return {
    name: 'cairn-base-map',
    async config() {
      source = JSON.stringify(await worldOf('countries-50m'));
      name = `world-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.json`;
      return { define: { WORLD_FILE: JSON.stringify(name) } };
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!request.url.endsWith(`/${name}`)) return next();
        response.setHeader('content-type', 'application/json');
        response.end(source);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
    },
  };
}

async function worldOf(name) {
  const topology = JSON.parse(await readFile(resolve(`world-atlas/${name}.json`), 'utf8'));
  const { countries, land } = topology.objects;
  const borders = mesh(topology, countries, (one, other) => one !== other);
  return {
    type: 'FeatureCollection',
    features: [shape('land', feature(topology, land)), shape('border', borders)],
  };
}

/** Cut at the antimeridian, where the rings of the source go across the map. To 3 decimals: 0.1 km. */
function shape(kind, object) {
  const degrees = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .reflectY(true)
    .precision(0);
  const cut = geoProject(object, degrees);
  const geometry = cut.type === 'FeatureCollection' ? merged(cut) : (cut.geometry ?? cut);
  return { type: 'Feature', properties: { kind }, geometry: JSON.parse(JSON.stringify(geometry, rounded)) };
}

function merged({ features }) {
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  return { type: 'MultiPolygon', coordinates: polygons };
}

const rounded = (_key, value) => (typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value);
