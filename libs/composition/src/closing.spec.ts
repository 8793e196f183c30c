import { afterEach, describe, expect, it } from '@jest/globals';
import type { FeatureChunk } from '@cairn/spaces';
import { FeatureReader, TileDrawer } from '@cairn/spaces/spi';
import { ManualClock, MemoryBlobStore } from '@cairn/adapter-memory';
import { several, untilThreadsCompute } from '@cairn/testkit';
import { memoryRepositories } from './adapters/memory-repositories.js';
import { createApplication, type Application } from './application.js';

let application: Application | undefined;
afterEach(() => application?.close());

/** Edges that cross each other everywhere: to copy or to draw it takes seconds, in which its thread hears of nothing. */
const star = several(60_000, (index) => [60 * Math.cos(2.4 * index), 60 * Math.sin(2.4 * index)]);
const geometry = { type: 'Polygon', coordinates: [[...star, star[0]]] };
const feature = JSON.stringify({ type: 'Feature', id: 'star', geometry, properties: {} });

describe('close', () => {
  it('closes the database also where the blob store cannot be closed, and tells so', async () => {
    let isClosed = false;
    const closing = await createApplication({
      database: {
        kind: 'custom',
        repositories: memoryRepositories(),
        close: async () => void (isClosed = true),
      },
      blobs: {
        kind: 'custom',
        store: new MemoryBlobStore(new ManualClock()),
        close: () => Promise.reject(new Error('The bucket is gone.')),
      },
    });
    await expect(closing.close()).rejects.toThrow('The bucket is gone.');
    expect(isClosed).toBe(true);
  });

  it('ends what threads are doing, however long it would take', async () => {
    application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
    const copying = application.get(FeatureReader).copies(`${feature.slice(0, -2)}"@ns:com:here:xyz":{`);
    async function* stars(): AsyncGenerator<FeatureChunk> {
      yield { text: several(9, () => feature).join(), count: 9, last: 'star' };
    }
    const drawing = application.get(TileDrawer).draw(stars(), {
      tile: { scheme: 'web-mercator', zoom: 5, x: 16, y: 15 },
      layer: 'a',
      attributes: 'nested',
      reach: 31 * 4_096,
      maxFeatures: 10,
      maxSizeInBytes: 1_000_000,
      reader: '',
    });
    const ended = Promise.allSettled([copying, drawing]);
    await untilThreadsCompute(300);
    await application.close();
    const [copies, tile] = await ended;
    expect([copies.status, tile.status]).toEqual(['rejected', 'rejected']);
  });
});
