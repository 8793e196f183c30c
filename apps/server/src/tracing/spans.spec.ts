import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bootstrap } from '@cairn/access';
import { createApplication, type Application } from '@cairn/composition';
import { createHandler, type Handler, type RequestLogEntry } from '@cairn/http';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const SENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

let application: Application;
let key: string;
let exporter: InMemorySpanExporter;
let logged: RequestLogEntry[];

/** A handler behind a listener. */
interface Opened {
  readonly handler: Handler;
  readonly http: Server;
  readonly url: string;
}

let open: Opened;
let behindProxy: Opened;

beforeAll(async () => {
  exporter = new InMemorySpanExporter();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  application = await createApplication({
    database: { kind: 'memory' },
    blobs: { kind: 'memory' },
    images: { kind: 'memory' },
    background: 'off',
  });
  key = (await application.get(Bootstrap).execute(undefined)) ?? '';
  open = await opened([]);
  behindProxy = await opened(['loopback']);
});

afterAll(async () => {
  for (const { handler, http } of [open, behindProxy]) {
    http.close();
    http.closeAllConnections();
    await handler.close();
  }
  await application.close();
  trace.disable();
  context.disable();
});

beforeEach(() => {
  exporter.reset();
  logged = [];
});

async function opened(trustedProxies: readonly string[]): Promise<Opened> {
  const handler = createHandler(application, {
    publicUrl: 'http://127.0.0.1',
    settings: { trustedProxies },
    finished: (request) => logged.push(request),
  });
  const http = createServer(handler.node).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo; // it listens on a port
  return { handler, http, url: `http://127.0.0.1:${port}` };
}

/** The span of a request, which ends shortly after its response. */
async function spanOf(path: string, init: RequestInit = {}, at: Opened = open): Promise<ReadableSpan> {
  const known = ended().length;
  const response = await fetch(at.url + path, { ...init, redirect: 'manual' });
  await response.arrayBuffer();
  while (ended().length === known) await new Promise((resolve) => setImmediate(resolve));
  const span = ended().at(-1);
  if (span === undefined) throw new Error('There is no span.');
  return span;
}

const ended = (): ReadableSpan[] =>
  exporter.getFinishedSpans().filter(({ kind }) => kind === SpanKind.SERVER);

describe('the span of a request', () => {
  it.each([
    ['/api/keys?limit=5', 'GET /api/keys', '/api/keys', 200],
    ['/api/webhooks/some-id', 'GET /api/webhooks/{id}', '/api/webhooks/{id}', 404],
    ['/cdn/my-folder/my-image.jpg', 'GET /cdn/{address}', '/cdn/{address}', 404],
    ['/not/there', 'GET', undefined, 404],
  ])('of %s is named %s', async (path, name, route, status) => {
    const span = await spanOf(path, { headers: { authorization: `Bearer ${key}` } });
    expect(span.name).toBe(name);
    expect(span.attributes['http.route']).toBe(route);
    expect(span.attributes['http.response.status_code']).toBe(status);
  });

  it('has the calls of stores below it, and its trace in the log', async () => {
    const span = await spanOf('/api/keys', { headers: { authorization: `Bearer ${key}` } });
    const stores = exporter.getFinishedSpans().filter(({ kind }) => kind !== SpanKind.SERVER);
    expect(stores.map(({ name }) => name)).toContain('ApiKeyRepository.list');
    const { spanId, traceId } = span.spanContext();
    expect(stores.every(({ parentSpanContext }) => parentSpanContext?.spanId === spanId)).toBe(true);
    expect(logged.map((line) => line.trace_id)).toEqual([traceId]);
  });

  it('links the trace that a client sends', async () => {
    const span = await spanOf('/api/keys', { headers: { traceparent: SENT } });
    expect(span.spanContext().traceId).not.toBe('a'.repeat(32));
    expect(span.parentSpanContext).toBeUndefined();
    expect(span.links.map((link) => link.context.traceId)).toEqual(['a'.repeat(32)]);
  });

  it('is below the one that a trusted proxy sends, which decides whether it is recorded', async () => {
    const span = await spanOf('/api/keys', { headers: { traceparent: SENT } }, behindProxy);
    expect(span.spanContext().traceId).toBe('a'.repeat(32));
    expect(span.parentSpanContext?.spanId).toBe('b'.repeat(16));
    const ignored = { headers: { traceparent: SENT.replace(/01$/, '00') } };
    await (await fetch(`${behindProxy.url}/api/keys`, ignored)).arrayBuffer();
    await spanOf('/not/there', {}, behindProxy);
    expect(ended().map(({ name }) => name)).toEqual(['GET /api/keys', 'GET']);
  });

  it.each([
    '',
    'nonsense',
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `ff-${SENT.slice(3)}`,
    `${SENT}-more`,
  ])('ignores a faulty traceparent: %j', async (traceparent) => {
    const span = await spanOf('/api/keys', { headers: { traceparent } }, behindProxy);
    expect([span.parentSpanContext, span.links]).toEqual([undefined, []]);
  });

  it('tells no secret', async () => {
    const secret = 'sEcReTsEcReTsEcReTsEcR';
    const body = JSON.stringify({ email: `${secret}@example.org`, password: secret });
    const headers = { 'content-type': 'application/json', cookie: `cairn=${secret}`, 'user-agent': secret };
    await spanOf(`/a/${secret}`, { headers });
    await spanOf(`/api/shared/${secret}`, { headers });
    await spanOf(`/api/keys?access_token=${secret}`, { headers });
    await spanOf(`/hub/spaces?access_token=${secret}`, { headers: { authorization: `Bearer ${secret}` } });
    await spanOf(`/cdn/${secret}.jpg?sig=${secret}`);
    await spanOf(`/${secret}/${secret}`);
    await spanOf('/api/sessions', { method: 'POST', headers, body });
    await spanOf('/api/keys', { headers: { authorization: `Bearer ${key}` } });
    const told = exporter
      .getFinishedSpans()
      .map(({ name, attributes, status, events, links }) =>
        JSON.stringify({ name, attributes, status, events, links }),
      );
    expect(told.length).toBeGreaterThan(8);
    for (const text of [secret, key]) expect(told.filter((line) => line.includes(text))).toEqual([]);
  });
});
