import { ServerProcess } from '@cairn/harness';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collection, faultsOf, Hub, point } from './hub.js';
import { linesOf } from './imports.js';
import { StreamedImport } from '../support/streamed-import.js';

const MEBIBYTE = 1024 * 1024;
const limits = {
  CAIRN_MAX_FEATURE_BODY: '1',
  CAIRN_MAX_FEATURES_PER_WRITE: '10',
  CAIRN_MAX_IMPORTS: '1',
  CAIRN_UPLOAD_QUEUE: '0',
};
const lines = { 'content-type': 'application/x-ndjson' };

let server: ServerProcess;
let hub: Hub;

beforeAll(async () => {
  server = await ServerProcess.inMemory(limits);
  hub = new Hub(server);
});

afterAll(() => server.dispose());

const put = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  hub.call(path, { method: 'PUT', body, headers });

describe('a body that is too large for one transaction', () => {
  const large = Array.from({ length: 3 }, (_, index) =>
    point(`f${index}`, 11, 47, { text: randomBytes(0.2 * MEBIBYTE).toString('hex') }),
  );
  const body = JSON.stringify(collection(...large));

  it('is imported with `transactional=false`, whether its length is announced or not', async () => {
    const space = await hub.space();
    for (const sent of [body, gzipSync(body)]) {
      const compressed = typeof sent === 'string' ? {} : { 'content-encoding': 'gzip' };
      const { status, body: summary } = await put(`${space}/features?transactional=false`, sent, compressed);
      expect([status, summary]).toMatchObject([200, { type: 'ImportSummary', read: 3, failed: 0 }]);
    }
    const small = await put(`${space}/features?transactional=false`, point('f0', 11, 47));
    expect([small.status, small.body['updated']]).toEqual([200, ['f0']]);
    const own = { 'x-upload-content-length-limit': '9999' };
    expect(faultsOf(await put(`${space}/features?transactional=false`, body, own))).toEqual([
      413,
      'body-too-large',
    ]);
  });

  it('is refused otherwise, with what to do', async () => {
    const { status, body: error } = await put(`${await hub.space()}/features`, body);
    expect([status, error.errorMessage]).toEqual([
      413,
      expect.stringMatching(
        /^The body is larger than 1048576 bytes; .*transactional=false.*application\/x-ndjson/,
      ),
    ]);
  });
});

describe('a body of more features than one transaction may have', () => {
  const body = (count: number) =>
    collection(...Array.from({ length: count }, (_, index) => point(`f${index}`, 11, 47)));

  it('is refused with what to do, and imported with `transactional=false`', async () => {
    const space = await hub.space();
    expect((await put(`${space}/features`, body(10))).status).toBe(200);
    const { status, body: error } = await put(`${space}/features`, body(11));
    const advice = /^The body has more than 10 features for one transaction; .*transactional=false/;
    expect([status, error.errorMessage]).toEqual([413, expect.stringMatching(advice)]);
    const imported = await put(`${space}/features?transactional=false`, body(11));
    expect(imported.body).toMatchObject({ type: 'ImportSummary', inserted: 1, unmodified: 10 });
  });

  it('is refused as a list of modifications too, also for the features that it deletes', async () => {
    const space = await hub.space();
    const list = 'application/vnd.here.feature-modification-list';
    const post = async (modification: object) =>
      faultsOf(
        await hub.call(`${space}/features`, {
          method: 'POST',
          headers: { 'content-type': list },
          body: {
            type: 'FeatureModificationList',
            modifications: [{ type: 'FeatureModification', ...modification }],
          },
        }),
      );
    const featureIds = Array.from({ length: 11 }, (_, index) => `f${index}`);
    for (const modification of [{ featureData: body(11) }, { featureIds, onFeatureExists: 'delete' }])
      expect(await post(modification)).toEqual([413, 'body-too-large']);
  });
});

describe('an import', () => {
  it('that fails is answered at once, although its client sends no more', async () => {
    const path = `${await hub.space()}/features?repeatedIds=stop`;
    const told = await new StreamedImport(server, path).send(linesOf(1) + linesOf(1)).rest();
    expect(told.at(-1)).toMatchObject({ type: 'ImportSummary', end: 'broken', inserted: 1 });
  });

  it('is one of so many at once, and is finished when the server stops', async () => {
    const path = `${await hub.space()}/features`;
    const first = new StreamedImport(server, path).send(linesOf(1_000));
    expect(await first.next()).toMatchObject({ read: 1_000 });
    const second = await put(path, linesOf(1), lines);
    expect([...faultsOf(second), second.headers.get('retry-after')]).toEqual([503, 'too-many-imports', '5']);
    const ended = server.end('SIGTERM');
    const rest = await first.send(linesOf(10, 1_000)).end().rest();
    expect(rest.at(-1)).toMatchObject({ type: 'ImportSummary', end: 'complete', inserted: 1_010 });
    expect(await ended).toBe(0);
  });
});
