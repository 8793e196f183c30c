import type { ServerProcess } from './server-process.js';
import { until } from './until.js';

/** What a server tells of the spaces that it answers from memory. */
export interface HotSpaces {
  readonly sizeInBytes: number;
  readonly budgetInBytes: number;
  readonly spaces: readonly {
    readonly id: string;
    readonly sizeInBytes: number;
    readonly featureCount: number;
  }[];
}

export async function hotSpacesOf(server: ServerProcess): Promise<HotSpaces> {
  const { hotSpaces } = await server.json<{ readonly hotSpaces: HotSpaces }>('GET', '/api/storage');
  return hotSpaces;
}

const WORLD = 'bbox?west=-180&south=-90&east=180&north=90&limit=1';

/** Reads these spaces until all of them are answered from memory. @throws {Error} if that does not come. */
export async function untilHot(server: ServerProcess, ids: readonly string[]): Promise<HotSpaces> {
  let hot = await hotSpacesOf(server);
  await until(`${ids.join(', ')} are answered from memory`, async () => {
    hot = await hotSpacesOf(server);
    const cold = ids.filter((id) => !hot.spaces.some((space) => space.id === id));
    for (const id of cold) await server.request('GET', `/hub/spaces/${id}/${WORLD}`);
    return cold.length === 0;
  });
  return hot;
}
