import { assert } from '../assert.js';
import { CONNECTIONS_OF_HOLDER } from '@cairn/kernel';
import type { Contract } from '../contract.js';
import type { OutgoingHttpPorts } from './outgoing-http-ports.js';
import { failsWith, readText, request } from './outgoing-requests.js';
import { ends, slowly, until } from '../until.js';

/** Rules about servers that send too much, too slowly, or something else than HTTP. */
export const outgoingHttpLimitRules = {
  'a body that is too large ends, whether its length is told or not': async ({ open }) => {
    const ports = await open();
    ports.answer = () => ({ headers: { 'content-length': '1001' }, body: 'x'.repeat(1_001) });
    await failsWith('response-too-large', request(ports, '/'));
    // It does not end by itself.
    ports.answer = () => ({ body: repeated({ chunk: 'x'.repeat(100), everyMs: 1 }) });
    await failsWith('response-too-large', request(ports, '/'));
    ports.answer = () => ({ body: 'x'.repeat(1_000) });
    assert.equal((await readText((await request(ports, '/')).body)).length, 1_000);
  },

  'headers of more than 16 KiB end the request': async ({ open }) => {
    const ports = await open();
    ports.answer = () => ({ headers: { 'x-long': 'x'.repeat(17_000) } });
    await failsWith('connection-failed', request(ports, '/'));
  },

  'the time is over for a server that does not answer, for one that trickles, and for a name': async ({
    open,
  }) => {
    const ports = await open();
    ports.answer = () => 'silence';
    await failsWith('timed-out', request(ports, '/', { timeoutMs: 50 }));
    ports.answer = () => ({ body: repeated({ chunk: 'x', everyMs: 20 }) });
    await failsWith('timed-out', request(ports, '/', { timeoutMs: 150 }));
    ports.resolve = () => new Promise(() => undefined);
    await failsWith('timed-out', request(ports, '', { url: 'http://slow.example/', timeoutMs: 50 }));
  },

  'a request that is cancelled ends, also before it begins and in the body': async ({ open, patienceMs }) => {
    const ports = await open();
    ports.answer = () => 'silence';
    const controller = new AbortController();
    const cancellable = { cancellation: controller.signal, timeoutMs: 3_600_000 };
    const asked = failsWith('timed-out', request(ports, '/', cancellable));
    await until('the server is asked', () => ports.received.length > 0, patienceMs);
    controller.abort();
    await ends('the request', asked, patienceMs);
    await failsWith('timed-out', request(ports, '/', cancellable));
    ports.answer = () => ({ body: repeated({ chunk: 'x', everyMs: 20 }) });
    const reading = new AbortController();
    const { body } = await request(ports, '/', { cancellation: reading.signal, timeoutMs: 3_600_000 });
    const read = (async () => {
      for await (const { length } of body) if (length > 0) reading.abort();
    })();
    await ends('the body', assert.rejects(read, { code: 'timed-out' }), patienceMs);
  },

  'of one holder so many connections are open to one address, by whatever names; the next ones wait for them':
    async ({ open, patienceMs }) => {
      const ports = await open();
      const { origins, allowedName } = ports;
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      ports.answer = ({ path }) => (path === '/held' ? { body: untilEnd(ended) } : {});
      const { hostname, port } = new URL(origins.first);
      ports.resolve = async () => [hostname];
      const urls = [`${origins.first}/held`, `http://${allowedName}:${port}/held`];
      const ask = async (holder: string, url: string): Promise<string> =>
        await readText((await request(ports, '', { url, holder })).body);
      const count = CONNECTIONS_OF_HOLDER + 4;
      const held = Array.from({ length: count }, (_, index) => ask('alice', urls[index % 2] ?? ''));
      const isHeld = ({ path }: { readonly path: string }): boolean => path === '/held';
      const asked = (): number => ports.received.filter(isHeld).length;
      try {
        await until('as many are open as may be', () => asked() >= CONNECTIONS_OF_HOLDER, patienceMs);
        // Neither another holder waits, nor what is for another server. Meanwhile no other one was opened.
        await ends('another holder', ask('bob', `${origins.first}/free`), patienceMs);
        await ends('another server', ask('alice', `${origins.second}/free`), patienceMs);
        assert.equal(asked(), CONNECTIONS_OF_HOLDER);
        const late = request(ports, '/held', { holder: 'alice', timeoutMs: 50 });
        await ends('the time of one that waits', failsWith('timed-out', late), patienceMs);
      } finally {
        end();
        await ends('all', Promise.allSettled(held), patienceMs);
      }
      assert.equal((await Promise.all(held)).length, asked());
    },

  'a connection that breaks is a failure, also in the body': async ({ open }) => {
    const ports = await open();
    ports.answer = () => 'reset';
    await failsWith('connection-failed', request(ports, '/'));
    ports.answer = () => ({ body: half() });
    await failsWith('connection-failed', request(ports, '/'));
    ports.answer = () => ({ raw: 'nonsense\r\n\r\n' });
    await failsWith('connection-failed', request(ports, '/'));
  },

  'a server that switches protocols does not hold up anybody': async ({ open }) => {
    const ports = await open();
    ports.answer = () => ({
      raw: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    });
    await failsWith('connection-failed', request(ports, '/'));
  },
} satisfies Contract<OutgoingHttpPorts>;

async function* repeated(of: { readonly chunk: string; readonly everyMs: number }): AsyncGenerator<string> {
  for (;;) {
    yield of.chunk;
    await slowly(of.everyMs);
  }
}

async function* untilEnd(ended: Promise<void>): AsyncGenerator<string> {
  yield 'begun';
  await ended;
}

async function* half(): AsyncGenerator<string> {
  yield 'half';
  throw new Error('the server breaks off');
}
