import { describe, expect, it } from '@jest/globals';
import { createClient, isCairnError, type CairnClient, type ClientOptions } from '../index.js';
import { settled } from '../manual-time.spec.kit.js';

type Answer = Response | Error | 'never';

const QUOTA = 'GET /api/quota';
const quota = { imageCount: 1, quota: 2 };
const busy = (headers: Record<string, string> = {}, code = 'storage-unavailable') =>
  Response.json({ code, detail: 'Busy.', title: 'Busy', requestId: 'r1' }, { status: 503, headers });

/** A client whose requests are answered from a list, and the requests that it has sent. */
function scripted(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: String(url), init });
    if (init.body instanceof ReadableStream) await new Response(init.body).text();
    const answer = answers[sent.length - 1] ?? new Error('not scripted');
    if (answer instanceof Error) throw answer;
    if (answer !== 'never') return answer;
    return await new Promise<Response>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  const retry = { baseDelayMs: 1 };
  return { client: createClient({ baseUrl: 'http://cairn.test/base/', fetch, retry, ...options }), sent };
}

const failure = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isCairnError(error)) throw new Error('no CairnError', { cause: error });
  return error;
};

describe('a request', () => {
  it('goes to a path below the base address, with the key', async () => {
    const { client, sent } = scripted([Response.json(quota)], { key: 'cairn_k' });
    expect(await client.call(QUOTA)).toEqual(quota);
    expect(sent[0]?.url).toBe('http://cairn.test/base/api/quota');
    expect(sent[0]?.init.headers).toEqual({ Authorization: 'Bearer cairn_k' });
  });

  it.each(['', '.', '..'])('never goes to another path for the id %j', async (id) => {
    const { client, sent } = scripted([]);
    await expect(client.features.get('space', id)).rejects.toThrow(TypeError);
    await expect(client.features.deleteMany('space', { ids: ['*'] })).rejects.toThrow(TypeError);
    await client.features.deleteMany('space', { ids: [] });
    expect(sent).toEqual([]);
  });

  it('asks for many ids in groups that fit an address', async () => {
    const answers = [1, 2, 3].map(() => Response.json({ features: [{ id: 'x' }] }));
    const { client, sent } = scripted(answers);
    expect(
      await client.features.getMany(
        's',
        Array.from({ length: 60 }, () => 'ü'.repeat(40)),
      ),
    ).toHaveLength(3);
    expect(sent.every(({ url }) => url.length < 8_000)).toBe(true);
  });
});

describe('an error', () => {
  const problem = { code: 'quota-exceeded', detail: 'Full.', requestId: 'r7', imageCount: 3, quota: 3 };
  const hub = {
    type: 'ErrorResponse',
    errorMessage: 'Gone.',
    streamId: 's7',
    errorDetails: { code: 'not-found' },
  };
  it.each([
    [
      409,
      problem,
      { kind: 'conflict', code: 'quota-exceeded', title: 'Quota exceeded', requestId: 'r7', quota: 3 },
    ],
    [404, hub, { kind: 'not-found', code: 'not-found', detail: 'Gone.', requestId: 's7' }],
    [
      401,
      { type: 'error', statusCode: 401, message: 'Key?', streamId: 's' },
      { kind: 'unauthorized', code: 'unauthenticated' },
    ],
    [
      404,
      {
        type: 'DetailedErrorResponse',
        code: 'E318441',
        title: 'Space not found',
        cause: 'None.',
        error: 'NotFound',
        errorMessage: 'None.',
        streamId: 's8',
        errorDetails: { code: 'space-not-found', errors: [{ pointer: '/x', code: 'y', detail: 'z' }] },
      },
      {
        kind: 'not-found',
        code: 'space-not-found',
        detail: 'None.',
        requestId: 's8',
        errors: [{ pointer: '/x', code: 'y', detail: 'z' }],
      },
    ],
    [
      400,
      {
        type: 'error',
        statusCode: 400,
        message: 'Invalid JSON string: x',
        streamId: 's9',
        errorDetails: { code: 'malformed-json' },
      },
      { kind: 'invalid', code: 'malformed-json', detail: 'Invalid JSON string: x', requestId: 's9' },
    ],
    [
      500,
      { type: 'error', statusCode: 500, message: null, streamId: 's10', errorDetails: { code: 'internal' } },
      {
        kind: 'internal',
        code: 'internal',
        requestId: 's10',
        detail: 'The server answered 500 without saying why.',
      },
    ],
    [404, { message: 'no route' }, { kind: 'not-found', code: 'not-found', detail: 'no route' }],
    [413, '<html>', { kind: 'too-large', code: 'too-large', errors: [] }],
    [418, '<html>', { kind: 'unexpected', status: 418 }],
    [507, problem, { kind: 'storage-full' }],
    [500, '', { kind: 'internal' }],
  ])('of status %d has kind, code and facts', async (status, body, facts) => {
    const { client } = scripted([
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
    ]);
    expect(await failure(client.call(QUOTA))).toMatchObject(facts);
  });

  it('tells an answer that is not of Cairn', async () => {
    const { client } = scripted([new Response('<html>')]);
    expect(await failure(client.call(QUOTA))).toMatchObject({ kind: 'unexpected', status: 200 });
  });

  it('tells an abort, before and while waiting, from a server that is silent', async () => {
    const { client } = scripted(['never', 'never', busy({ 'Retry-After': '20' })], { timeoutMs: 5 });
    expect((await failure(client.call(QUOTA))).kind).toBe('timeout');
    const controller = new AbortController();
    const waiting = failure(
      client.call(QUOTA, { signal: controller.signal, timeoutMs: Number.POSITIVE_INFINITY }),
    );
    controller.abort('enough');
    expect(await waiting).toMatchObject({ kind: 'aborted', cause: 'enough' });
    expect((await failure(client.call(QUOTA, { signal: controller.signal }))).kind).toBe('aborted');
    const pausing = new AbortController();
    const paused = failure(client.call(QUOTA, { signal: pausing.signal, retry: {} }));
    await settled(); // it waits to retry
    pausing.abort();
    expect((await paused).kind).toBe('aborted');
  });
});

describe('a request is sent again', () => {
  const tooManyPixels = Response.json({ code: 'too-many-pixels' }, { status: 422 });
  const create = (client: CairnClient) => client.call('POST /api/keys', { body: { name: 'k', scopes: [] } });
  const createWithoutKey = (client: CairnClient) =>
    client.call('POST /api/keys', { body: { name: 'k', scopes: [] }, idempotencyKey: false });
  const signIn = (client: CairnClient) =>
    client.call('POST /api/session', { body: { name: 'n', password: 'p' } });
  const inUse = Response.json({ code: 'idempotency-key-in-use' }, { status: 409 });
  const limited = new Response('', { status: 429 });
  const tries: readonly (readonly [string, (client: CairnClient) => Promise<unknown>, Answer, number])[] = [
    ['a read', (client) => client.call(QUOTA), busy(), 2],
    ['a read', (client) => client.call(QUOTA), new Error('cut'), 2],
    ['a read', (client) => client.call(QUOTA), new Response('', { status: 500 }), 1],
    ['a creation', create, busy(), 2],
    ['a creation', create, new Error('cut'), 2],
    ['a creation that is still carried out', create, inUse, 2],
    ['a creation without a key', createWithoutKey, new Error('cut'), 1],
    ['a creation without a key', createWithoutKey, busy({}, 'too-many-bodies'), 2],
    ['a creation without a key', createWithoutKey, limited.clone(), 2],
    ['signing in', signIn, limited.clone(), 1],
    [
      'a change of the password',
      (client) => client.call('PUT /api/password', { body: { password: 'p' } }),
      limited.clone(),
      1,
    ],
    ['a refused upload', (client) => client.upload('x'), tooManyPixels, 1],
    ['a whole upload', (client) => client.upload(new Uint8Array(9)), busy(), 2],
    ['an import', (client) => client.features.import('s', 'x'), busy(), 1],
    [
      'a change of what was read',
      (client) => client.features.patch('s', { id: 'f' }, { ifMatch: '"1"' }),
      busy(),
      2,
    ],
  ];

  it.each(tries.map(([name, run, answer, count]) => ({ name, run, answer, count })))(
    '$name $count times',
    async ({ run, answer, count }) => {
      const { client, sent } = scripted([answer, Response.json({ features: [] })]);
      await run(client).catch(() => undefined);
      expect(sent).toHaveLength(count);
    },
  );

  it('with the body of an upload that had not gone out whole, but not that of a stream', async () => {
    const bodies: string[] = [];
    let cuts = 1;
    const fetch: typeof globalThis.fetch = async (_, { body } = {}) => {
      if (!(body instanceof ReadableStream)) throw new Error('no stream');
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      let text = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += new TextDecoder().decode(part.value);
        cuts -= 1;
        if (cuts >= 0) throw new TypeError('cut');
      }
      bodies.push(text);
      return Response.json({ id: 'i', url: 'u' });
    };
    const { client } = scripted([], { fetch });
    await client.upload(new Blob(['pixels']), { name: 'a"b.jpg', tags: ['x', 'y'] });
    expect(bodies).toHaveLength(1);
    cuts = 1;
    const stream = client.upload(new Blob(['pixels']).stream());
    expect((await failure(stream)).kind).toBe('network');
    expect(bodies).toHaveLength(1);
    expect(bodies.at(-1)).toMatch(
      /^--(cairn-\S+)\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx,y\r\n--\1\r\nContent-Disposition: form-data; name="file"; filename="a%22b.jpg"\r\n\r\npixels\r\n--\1--\r\n$/,
    );
  });

  it('no sooner than the server says, and not at all if that is too long', async () => {
    const { client, sent } = scripted([busy({ 'Retry-After': '0' }), busy({ 'Retry-After': '60' })]);
    expect(await failure(client.call(QUOTA))).toMatchObject({ kind: 'unavailable', retryAfterMs: 60_000 });
    expect(sent).toHaveLength(2);
  });

  it('until it has been sent as often as allowed', async () => {
    const { client, sent } = scripted([busy(), busy(), busy()], { retry: { attempts: 3, baseDelayMs: 1 } });
    expect((await failure(client.call(QUOTA))).kind).toBe('unavailable');
    expect(sent).toHaveLength(3);
    await failure(client.call(QUOTA, { retry: false }));
    expect(sent).toHaveLength(4);
  });
});
