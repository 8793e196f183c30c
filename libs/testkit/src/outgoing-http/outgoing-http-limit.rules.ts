import { strict as assert } from 'node:assert';
import type { Contract } from '../contract.js';
import type { OutgoingHttpPorts } from './outgoing-http-ports.js';
import { failsWith, readText, request } from './outgoing-requests.js';

const pause = (ms: number): Promise<void> => new Promise((over) => setTimeout(over, ms));

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

  'a request that is cancelled ends, also before it begins and in the body': async ({ open }) => {
    const ports = await open();
    ports.answer = () => 'silence';
    const controller = new AbortController();
    const asked = failsWith('timed-out', request(ports, '/', { cancellation: controller.signal }));
    setTimeout(() => controller.abort(), 30);
    await asked;
    await failsWith('timed-out', request(ports, '/', { cancellation: controller.signal }));
    ports.answer = () => ({ body: repeated({ chunk: 'x', everyMs: 20 }) });
    const reading = new AbortController();
    const response = await request(ports, '/', { cancellation: reading.signal });
    setTimeout(() => reading.abort(), 30);
    await failsWith('timed-out', Promise.resolve(response));
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
    await pause(of.everyMs);
  }
}

async function* half(): AsyncGenerator<string> {
  yield 'half';
  throw new Error('the server breaks off');
}
