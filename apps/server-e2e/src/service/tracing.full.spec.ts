import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Receiver } from '../support/receiver.js';
import { attributesOf, SpanReceiver, type ReceivedSpan } from '../support/span-receiver.js';

const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];

let spans: SpanReceiver;
let hooks: Receiver;
let server: ServerProcess;

const isBelow = (span: ReceivedSpan, parent: ReceivedSpan): boolean =>
  span.traceId === parent.traceId && span.parentSpanId === parent.spanId;

beforeAll(async () => {
  spans = await SpanReceiver.start();
  hooks = await Receiver.start();
  server = await ServerProcess.start({
    env: {
      ...spans.env,
      CAIRN_ALLOWED_ADDRESSES: '127.0.0.1',
      CAIRN_IMPORTS: 'on',
      OTEL_SERVICE_NAME: 'photos',
    },
  });
});

afterAll(async () => {
  await server.dispose();
  hooks.close();
  spans.close();
});

it('an upload, what it stores, the job that handles its event and the webhook are one trace', async () => {
  await server.json('POST', '/api/webhooks', {
    url: `${hooks.url}?token=of-the-hook`,
    events: ['image.added'],
  });
  const link = { resource: { type: 'account' } };
  const { id } = await server.upload({
    bytes: fixtures.jpeg.bytes,
    path: 'secret-folder',
    name: 'secret-name.jpg',
  });
  await hooks.until((received) => received.length === 1);
  const { url } = await server.json<{ url: string }>('POST', '/api/links', {
    ...link,
    resource: { type: 'image', id },
  });
  const page = new URL(url).pathname;
  await server.fetch(page, { key: null });
  await server.fetch(`${page}?access_token=not-a-token`, { key: null });

  const upload = await spans.until(({ name }) => name === 'POST /api/upload');
  expect(upload.parentSpanId).toBeFalsy();
  expect(upload.kind).toBe(SERVER);
  expect(attributesOf(upload)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/upload',
    'cairn.operation': 'uploadImage',
  });
  const stored = await spans.until(
    (span) => span.name.startsWith('CatalogRepository.add') && isBelow(span, upload),
  );
  expect(stored.kind).toBe(CLIENT);
  expect(attributesOf(stored)['db.system.name']).toBe('sqlite');
  for (const name of ['BlobStore.stage', 'StagedBlob.commit'])
    await spans.until((span) => span.name === name && isBelow(span, upload));

  const job = await spans.until((span) => span.name === 'process queue-webhooks' && isBelow(span, upload));
  expect(job.kind).toBe(CONSUMER);
  await spans.until((span) => span.name === 'WebhookDeliveryRepository.add' && isBelow(span, job));

  const sent = await spans.until((span) => span.name === 'POST' && isBelow(span, upload));
  expect(sent.kind).toBe(CLIENT);
  expect(attributesOf(sent)).toMatchObject({
    'server.address': '127.0.0.1',
    'http.response.status_code': 204,
  });
  expect(hooks.received[0]?.headers['traceparent']).toBe(`00-${sent.traceId}-${sent.spanId}-01`);
  const run = await spans.until(
    ({ spanId, name }) => name === 'job deliver-webhooks' && spanId !== sent.spanId,
  );
  expect(run.traceId).not.toBe(sent.traceId);

  await spans.until((span) => attributesOf(span)['http.route']?.toString().startsWith('/a/') === true);
  const secrets = [
    'secret-folder',
    'secret-name',
    'of-the-hook',
    'not-a-token',
    page.split('/').at(-1),
    server.key,
  ];
  for (const secret of secrets) expect(spans.text).not.toContain(secret);
  expect(spans.text).toContain('"photos"');
});

it('a job is in the trace of the request that asked for it, with what it stores and fetches, and its webhook', async () => {
  await server.json('POST', '/api/webhooks', { url: hooks.url, events: ['image.added'] });
  const { path } = await server.upload({ bytes: fixtures.png.bytes });
  await server.json('POST', '/api/imports', { urls: [`${server.address}${path}?token=of-the-picture`] });
  const asked = await spans.until(({ name }) => name === 'POST /api/imports');
  const job = await spans.until((span) => span.name === 'job import' && isBelow(span, asked));
  expect(job.kind).toBe(CONSUMER);
  const run = await spans.until(
    ({ traceId }) => job.links?.some((link) => link.traceId === traceId) === true,
  );
  expect(run.traceId).not.toBe(job.traceId);
  const fetched = await spans.until((span) => span.name === 'GET' && isBelow(span, job));
  expect(fetched.kind).toBe(CLIENT);
  await spans.until((span) => span.name === 'StagedBlob.commit' && isBelow(span, job));
  await spans.until((span) => span.name.startsWith('CatalogRepository.add') && isBelow(span, job));
  await hooks.until((received) =>
    received.some(({ headers }) => headers['traceparent']?.toString().includes(asked.traceId) === true),
  );
  expect(spans.text).not.toContain('of-the-picture');
});

it('without a collector requests are answered and the server stops', async () => {
  spans.close();
  expect((await server.fetch('/api/keys')).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
});
