import { expect, it } from '@jest/globals';
import { createClient, type CairnEvent, type Events, type EventsOptions } from '../index.js';
import { ManualTime, settled } from '../manual-time.spec.kit.js';

/** What a connection sends, piece by piece. Then it ends. An error breaks it, and `null` keeps it open. */
type Connection = readonly (string | Error | null)[] | Response;

const at = '2026-01-02T03:04:05.678Z';
const told = (position: number, id = `image-${position}`): string =>
  `id: ${position}\nevent: image-uploaded\ndata: ${JSON.stringify({ type: 'image-uploaded', id, at })}\n\n`;
const began = 'retry: 2000\nid: 7\n\n';

function streamOf(pieces: readonly (string | Error | null)[], signal?: AbortSignal | null): Response {
  const encoder = new TextEncoder();
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const piece = pieces[next];
      next += 1;
      if (signal?.aborted) controller.error(new Error('aborted'));
      else if (piece === undefined) controller.close();
      else if (piece instanceof Error) controller.error(piece);
      else if (piece !== null) controller.enqueue(encoder.encode(piece));
      else
        await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        });
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

/** The events of a client with scripted connections, and the addresses that it requested. */
function scripted(connections: readonly Connection[], options: EventsOptions = {}) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (url, { signal } = {}) => {
    const connection = connections[asked.length] ?? new Response('', { status: 401 });
    asked.push((url as string).replace('http://cairn.test', ''));
    return connection instanceof Response ? connection : streamOf(connection, signal);
  };
  const client = createClient({ baseUrl: 'http://cairn.test', fetch, retry: false });
  return { events: client.events({ retry: { baseDelayMs: 1 }, ...options }), asked };
}

/** The events until the iteration ends, and then the kind of its error. */
async function all(events: Events): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  try {
    for await (const { id } of events) seen.push(id);
  } catch (error) {
    seen.push((error as { readonly kind?: string }).kind ?? error);
  }
  return seen;
}

it('gives events as they come, however they are cut into pieces', async () => {
  const text = began + told(8) + ':\nid: 9\n\n' + told(10, 'ü').replaceAll('\n', '\r\n');
  const { events } = scripted([[...text]]);
  const seen: CairnEvent[] = [];
  for await (const event of events) if (seen.push(event) === 2) break;
  expect(seen).toEqual(['image-8', 'ü'].map((id) => ({ type: 'image-uploaded', id, at })));
  expect(events.lastEventId).toBe('10');
});

it('says when a connection has begun, before its events come', async () => {
  const seen: string[] = [];
  const onConnected = (): number => seen.push('connected');
  const { events } = scripted([[told(8)], [told(9)]], { onConnected });
  for await (const { id = '' } of events) if (seen.push(id) === 4) break;
  expect(seen).toEqual(['connected', 'image-8', 'connected', 'image-9']);
});

it('renews a connection that ends, breaks, is silent or is refused for now, and goes on where it was', async () => {
  const busy = new Response('', { status: 503, headers: { 'retry-after': '0' } });
  const { events, asked } = scripted(
    [
      [began, told(8)],
      [told(9), 'id: 10\nevent: image-up', new Error('cut')],
      [told(11), ':\nid: 12\n\n', null],
      busy,
      [told(13)],
    ],
    { timeoutMs: 20 },
  );
  expect(await all(events)).toEqual(['image-8', 'image-9', 'image-11', 'image-13', 'unauthorized']);
  expect(asked).toEqual([
    '/api/events',
    ...[8, 9, 12, 12, 13].map((position) => `/api/events?lastEventId=${position}`),
  ]);
});

it('goes on where the last iteration ended, or where it is told to', async () => {
  const { events, asked } = scripted([[told(8), told(9)], [told(9)]], { lastEventId: '5' });
  for await (const { id } of events) if (id === 'image-8') break;
  expect(await all(events)).toEqual(['image-9', 'unauthorized']);
  expect(asked.slice(0, 2)).toEqual(['/api/events?lastEventId=5', '/api/events?lastEventId=8']);
});

it('ends the connection when the caller stops, and throws when the caller aborts', async () => {
  let cancelled = 0;
  const endless = (): Response => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(told(8))),
      cancel: () => void (cancelled += 1),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const stopped = scripted([endless()]);
  for await (const event of stopped.events) if (event.type !== 'reset') break;
  expect(cancelled).toBe(1);
  for (const connection of [[null], []]) {
    const controller = new AbortController();
    const slow = { signal: controller.signal, retry: { baseDelayMs: 60_000 } };
    const aborted = all(scripted([connection], slow).events);
    await settled(); // it is connected or waits to reconnect
    controller.abort();
    expect(await aborted).toEqual(['aborted']);
  }
});

it('does not count the time in which the caller works as silence', async () => {
  const several = [8, 9, 10, 11];
  let count = 0;
  const { events, asked } = scripted([several.map((position) => told(position))], {
    timeoutMs: 10,
    retry: false,
  });
  const time = new ManualTime();
  try {
    for await (const { type } of events) {
      expect(type).toBe('image-uploaded');
      count += 1;
      time.pass(30);
    }
  } finally {
    time.end();
  }
  expect([count, asked.length]).toEqual([4, 1]);
});

it('is done, or fails, with its connection where it is not to be renewed', async () => {
  expect(await all(scripted([[told(8)]], { retry: false }).events)).toEqual(['image-8']);
  expect(await all(scripted([[told(8), new Error('cut')]], { retry: false }).events)).toEqual([
    'image-8',
    'network',
  ]);
});

it('fails at what is no stream of events', async () => {
  expect(await all(scripted([new Response('<html>')]).events)).toEqual(['unexpected']);
});
