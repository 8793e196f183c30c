import type { CreateMapBody, MapRecord } from '@cairn/api-schema';
import { changes } from '../../../api/changes.svelte.ts';
import { client } from '../../../api/client.ts';
import { defaultMapOf } from '../../../api/map-address.ts';

type GivenLayer = NonNullable<CreateMapBody['layers']>[number];

/** Makes a map of spaces. Each becomes a layer as the map of the space has it: the first one is the uppermost. */
export async function createMap(title: string, spaceIds: readonly string[]): Promise<MapRecord> {
  const layers = await Promise.all(spaceIds.toReversed().map(layersOf));
  const map = await client.call('POST /api/maps', { body: { title, layers: layers.flat() } });
  changes.note('maps');
  return map;
}

async function layersOf(space: string): Promise<readonly GivenLayer[]> {
  const { layers } = await client.call('GET /api/maps/{id}', { params: { id: defaultMapOf(space) } });
  return layers.map(({ title, style, popup, table, visible, filter, ...layer }) => ({
    title,
    space: layer.space ?? space,
    style,
    visible,
    ...(popup && { popup }),
    ...(table && { table }),
    ...(filter && { filter }),
  }));
}
