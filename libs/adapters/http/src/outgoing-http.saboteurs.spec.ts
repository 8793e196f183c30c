import { buffer } from 'node:stream/consumers';
import {
  OutgoingHttpFailed,
  type OutgoingFailure,
  type OutgoingHttp,
  type OutgoingResponse,
} from '@cairn/kernel';
import {
  outgoingHttpContract,
  sabotaged,
  verifyFails,
  type OutgoingHttpPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { afterEach, describe, it } from '@jest/globals';
import { closeServers, outgoingHttpPorts } from './outgoing-http.spec.kit.js';

type Request = OutgoingHttp['request'];
type Instead = (error: OutgoingHttpFailed) => OutgoingResponse;

const using = (ports: OutgoingHttpPorts, http: Partial<OutgoingHttp>): OutgoingHttpPorts =>
  sabotaged(ports, { http: sabotaged(ports.http, http) });
const asking =
  (wrap: (request: Request, ports: OutgoingHttpPorts) => Request) =>
  (ports: OutgoingHttpPorts): OutgoingHttpPorts =>
    using(ports, { request: wrap((of) => ports.http.request(of), ports) });

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* [];
}
const empty: OutgoingResponse = { url: '', status: 200, headers: {}, body: nothing() };
const otherwise: Instead = ({ message }) => {
  throw new OutgoingHttpFailed('response-too-large', message);
};

/** Replaces failures with this code by something else, also while the body is read. */
const instead = (code: OutgoingFailure, what: Instead): ((ports: OutgoingHttpPorts) => OutgoingHttpPorts) => {
  const handle = (error: unknown): OutgoingResponse => {
    if (error instanceof OutgoingHttpFailed && error.code === code) return what(error);
    throw error;
  };
  async function* readBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      handle(error);
    }
  }
  return asking((request) => async (of) => {
    const response = await request(of).catch(handle);
    return { ...response, body: readBody(response.body) };
  });
};
const ignored: Instead = () => empty;

const saboteurs: Saboteurs<OutgoingHttpPorts, typeof outgoingHttpContract> = {
  'an allowed server is asked, and its response is as it sent it': asking((request) => async (of) => {
    const { headers, ...response } = await request(of);
    return { ...response, headers: { 'x-a': headers['x-a'] ?? '' } };
  }),
  // Checks the host as the text spells it, before a parser has normalized it.
  'what is not public is refused in every spelling, by its check too, and nothing is resolved': (ports) =>
    using(ports, {
      check: (url) => {
        if (!/0x7f/.test(url)) ports.http.check(url);
      },
    }),
  'forms of public addresses and names pass its check': (ports) =>
    using(ports, {
      check: (url) => {
        if (url.includes('[')) throw new OutgoingHttpFailed('address-not-allowed', 'an IPv6 address');
        ports.http.check(url);
      },
    }),
  'a name that has an address that is not public is refused, whatever else it has': (ports) =>
    using(ports, {
      // Checks only the first address.
      request: async (of) => {
        const { resolve } = ports;
        ports.resolve = async (name) => (await resolve(name)).slice(0, 1);
        return await ports.http.request({ ...of, timeoutMs: 100 }).finally(() => (ports.resolve = resolve));
      },
    }),
  'a host that is allowed by name is asked wherever it is, and its address is not': instead(
    'address-not-allowed',
    ignored,
  ),
  // Resolves the name once for the check, and again for the connection.
  'a name is resolved once for a request, which goes to what was judged': asking((request) => async (of) => {
    await request(of).catch(() => undefined);
    return await request(of);
  }),
  'a name without an address is unresolvable': instead('unresolvable', otherwise),
  'redirects are followed as often as is asked for, each judged as the first address': asking(
    (request) => async (of) => await request({ ...of, maxRedirects: (of.maxRedirects ?? 0) + 1 }),
  ),
  'only the first origin gets the headers of the request': asking((request) => async (of) => {
    const { headers, body } = await request({ ...of, maxRedirects: 0 });
    await buffer(body);
    return await request({ ...of, url: headers['location'] ?? of.url });
  }),
  'a body that is too large ends, whether its length is told or not': asking(
    (request) => async (of) => await request({ ...of, maxBytes: of.maxBytes + 1 }),
  ),
  'headers of more than 16 KiB end the request': instead('connection-failed', ignored),
  'the time is over for a server that does not answer, for one that trickles, and for a name': instead(
    'timed-out',
    otherwise,
  ),
  // Sends the request again, as after a network error.
  'a request that is cancelled ends, also before it begins and in the body': instead('timed-out', ignored),
  'of one holder so many connections are open to one address, by whatever names; the next ones wait for them':
    asking(
      (request) =>
        async ({ holder: _, ...of }) =>
          await request(of),
    ),
  'a connection that breaks is a failure, also in the body': instead('connection-failed', ignored),
  'a server that switches protocols does not hold up anybody': instead('connection-failed', () => ({
    ...empty,
    status: 101,
  })),
};

describe('NodeOutgoingHttp, broken', () => {
  afterEach(closeServers);
  verifyFails({
    contract: outgoingHttpContract,
    subject: { open: outgoingHttpPorts, reopen: async (ports) => ports },
    saboteurs,
    it,
  });
});
