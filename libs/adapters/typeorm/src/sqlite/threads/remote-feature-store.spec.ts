import { expect, it } from '@jest/globals';
import { SpaceNotFound } from '@cairn/spaces';
import { MAX_CHUNK_LENGTH } from '@cairn/spaces/spi';
import type { Operation } from './call-thread.js';
import { RemoteFeatureStore } from './remote-feature-store.js';
import { SharedCounter } from '../connection/shared-counter.js';
import type { ThreadPool } from './thread-pool.js';

/** A store over threads that record their calls. */
function storeOf(longest: Readonly<Record<string, number>>) {
  const asked: string[] = [];
  const note = ({ method, args, hasLongSteps }: Operation): void => {
    if (method !== 'contentState')
      asked.push(`${method} ${String(args[0])}${hasLongSteps === true ? ' long' : ''}`);
  };
  const pool = {
    read: async (operation: Operation) => {
      note(operation);
      const [space] = operation.args;
      if (operation.method !== 'contentState') return [];
      if (typeof space !== 'string' || longest[space] === undefined) throw new SpaceNotFound(String(space));
      return { head: { summary: { longest: longest[space] } } };
    },
    async *stream(operation: Operation) {
      note(operation);
    },
  };
  const version = new SharedCounter();
  return { asked, store: new RemoteFeatureStore(pool as unknown as ThreadPool, version) }; // all that it uses
}

it('spaces with long features are read by threads of their own', async () => {
  const { asked, store } = storeOf({ short: MAX_CHUNK_LENGTH, long: MAX_CHUNK_LENGTH + 1 });
  for (const space of ['short', 'long', 'none']) {
    await store.find(space, ['a']);
    expect(await store.query(space, { limit: 1 }).next()).toEqual({ done: true, value: undefined });
  }
  expect(asked).toEqual([
    'find short',
    'query short',
    'find long long',
    'query long long',
    'find none',
    'query none',
  ]);
});
