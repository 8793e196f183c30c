import { describe, expect, it } from '@jest/globals';
import { counted, failure, watchedSignal } from '../counted-client.spec.kit.js';
import type { CairnClient, CallOptions } from '../index.js';

/** An endless body, and what was done to it. */
function endless(line: string) {
  const state = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (to) => to.enqueue(new TextEncoder().encode(`${line}\n`)),
    cancel: () => void (state.isCancelled = true),
  });
  return {
    answer: async () => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    state,
  };
}

describe('a long answer', () => {
  it.each([
    ['an export', ({ features }: CairnClient, options: CallOptions) => leave(features.export('s', options))],
    [
      'an export into a sink that fails',
      async ({ features }: CairnClient, options: CallOptions) => {
        const sink = new WritableStream<Uint8Array>({ write: () => Promise.reject(new Error('full')) });
        await (await features.export('s', options)).pipeTo(sink).catch(() => undefined);
      },
    ],
    [
      'events',
      async (client: CairnClient, options: CallOptions) => {
        for await (const _ of client.events({ ...options, retry: false })) return;
      },
    ],
    [
      'an import whose callback throws',
      ({ features }: CairnClient, options: CallOptions) =>
        failure(() => features.import('s', [], { ...options, onProgress: throwing })),
    ],
    [
      'an archive whose callback throws',
      ({ tiles }: CairnClient, options: CallOptions) =>
        failure(() => tiles.makeArchive('s', { ...options, onProgress: throwing })),
    ],
  ])('that is left early is cancelled, and leaves nothing on the signal: %s', async (what, run) => {
    const { answer, state } = endless(what === 'events' ? 'data: {}\n' : '{"type":"ImportProgress"}');
    const { client } = counted(answer);
    const { signal, listeners } = watchedSignal();
    await run(client, { signal });
    expect(state.isCancelled).toBe(true);
    expect(listeners.size).toBe(0);
  });

  it('that breaks is told as one error of the network', async () => {
    const answer = async () =>
      new Response(new ReadableStream({ pull: (to) => to.error(new Error('reset')) }));
    const { client } = counted(answer);
    expect(await failure(() => client.features.export('s'))).toMatchObject({ kind: 'network' });
    expect(await failure(() => client.tiles.makeArchive('s'))).toMatchObject({ kind: 'network' });
    const { client: cut } = counted(async () => new Response('{"type":"Impo'));
    expect(await failure(() => cut.tiles.makeArchive('s'))).toMatchObject({ kind: 'network' });
    expect(await failure(() => cut.features.import('s', []))).toMatchObject({ kind: 'network' });
  });

  it('whose beginning the caller fails at is not connected again', async () => {
    const { answer } = endless('data: {}\n');
    const { client, count } = counted(answer);
    expect(String(await failure(() => client.events({ onConnected: throwing })))).toBe('Error: mine');
    expect(count.sent).toBe(1);
  });
});

const throwing = (): never => {
  throw new Error('mine');
};

async function leave(stream: Promise<ReadableStream<Uint8Array>>): Promise<void> {
  const reader = (await stream).getReader();
  await reader.read();
  await reader.cancel();
}
