import { line, polygonsOf, shapes } from './shapes.mjs';

/** Land of three scales, and the zooms that each is for. */
const LAND = [
  { name: 'ne_110m_land', minzoom: 0, maxzoom: 1 },
  { name: 'ne_50m_land', minzoom: 2, maxzoom: 4 },
  { name: 'ne_10m_land', minzoom: 5 },
];

/** The zoom from which a lake is shown, by its area in square degrees at the equator. */
const LAKES = [
  { over: 2, minzoom: 1 },
  { over: 0.6, minzoom: 3 },
  { over: 0.15, minzoom: 4 },
  { over: 0.04, minzoom: 5 },
  { over: 0.01, minzoom: 6 },
  { over: 0, minzoom: 7 },
];

/** The zoom from which a river is shown, by Natural Earth's rank of it. */
const RIVERS = [2, 2, 3, 4, 4, 5, 6, 6, 7, 7, 7];

export async function earth(folder) {
  const lines = [];
  for (const { name, minzoom, maxzoom } of LAND)
    for (const { geometry } of await shapes(folder, name))
      for (const coordinates of polygonsOf(geometry))
        lines.push(line({ layer: 'earth', minzoom, maxzoom, geometry: { type: 'Polygon', coordinates } }));
  return lines;
}

/** In square degrees, as large as it would be at the equator. */
function areaOf([ring]) {
  let twice = 0;
  let latitudes = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length];
    twice += x * nextY - nextX * y;
    latitudes += y;
  }
  return Math.abs(twice / 2) * Math.cos((latitudes / ring.length / 180) * Math.PI);
}

export async function lakes(folder) {
  const lines = [];
  for (const { geometry } of await shapes(folder, 'ne_10m_lakes'))
    for (const coordinates of polygonsOf(geometry)) {
      const { minzoom } = LAKES.find(({ over }) => areaOf(coordinates) > over);
      lines.push(line({ layer: 'lakes', minzoom, geometry: { type: 'Polygon', coordinates } }));
    }
  return lines;
}

/** Without the lines through lakes, and without names: of those, the source has lost the letters that are not ASCII. */
export async function rivers(folder) {
  const all = await shapes(folder, 'ne_10m_rivers_lake_centerlines');
  return all
    .filter(({ geometry, properties }) => geometry !== null && properties.featurecla === 'River')
    .map(({ geometry, properties: { scalerank: rank } }) =>
      line({ layer: 'rivers', minzoom: RIVERS[rank] ?? RIVERS.at(-1), geometry, properties: { rank } }),
    );
}
