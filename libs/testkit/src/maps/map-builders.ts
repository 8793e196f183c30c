import type { MapLayer, WebMap } from '@cairn/maps';
import { identifier, next } from '../builders.js';

/** A layer of a space. */
export function aLayer(given: Partial<MapLayer> = {}): MapLayer {
  const { number } = next();
  return {
    id: `layer-${number}`,
    title: 'Trees',
    space: 'trees',
    style: { color: { by: 'one', color: '#336699' } },
    visible: true,
    ...given,
  };
}

/** A map of alice. Identifier and time are unique unless given. */
export function aMap(given: Partial<WebMap> = {}): WebMap {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    owner: 'alice',
    title: 'Park',
    description: '',
    layers: [],
    version: 1,
    createdAt,
    updatedAt: createdAt,
    ...given,
  };
}

/** A layer with every member. */
export const aFullLayer = (given: Partial<MapLayer> = {}): MapLayer =>
  aLayer({
    filter: {
      kind: 'and',
      filters: [
        { kind: 'compare', path: ['properties', 'height'], operator: 'atLeast', values: [3, null, 'x'] },
        { kind: 'not', filter: { kind: 'contain', path: ['tags'], values: [{ '"': ["it's", null] }] } },
      ],
    },
    style: {
      color: { by: 'class', property: 'height', method: 'quantiles', ramp: 'Viridis', breaks: [1.5, 1e21] },
      label: { template: '{name} \u2028 {"}' },
    },
    popup: { title: '{name}', fields: [{ property: 'a.b', name: 'Größe' }], picture: '{photo}' },
    table: ['name', '__proto__', '1'],
    visible: false,
    sharedBy: 'user:bob',
    spaceCreatedAt: 1_795_305_600_000,
    ...given,
  });
