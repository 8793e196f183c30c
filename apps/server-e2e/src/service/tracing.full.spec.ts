import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Receiver } from '../support/receiver.js';
import { attributesOf, SpanReceiver, type ReceivedSpan } from '../support/span-receiver.js';

const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];

let spans: SpanReceiver;
let hooks: Receiver;
let server: ServerProcess;

beforeEach(async () => {
  spans = await SpanReceiver.start();
  hooks = await Receiver.start();
  server = await ServerProcess.start({
    env: { ...spans.env, CAIRN_ALLOWED_ADDRESSES: '127.0.0.1', OTEL_SERVICE_NAME: 'photos' },
  });
});

afterEach(async () => {
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
  const isBelow = (span: ReceivedSpan, parent: ReceivedSpan): boolean =>
    span.traceId === parent.traceId && span.parentSpanId === parent.spanId;
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
  await spans.until((span) => span.name === 'BlobStore.stage' && isBelow(span, upload));

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

it('without a collector requests are answered and the server stops', async () => {
  spans.close();
  expect((await server.fetch('/api/keys')).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
});
