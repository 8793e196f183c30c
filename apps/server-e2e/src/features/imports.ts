import { gzipSync } from 'node:zlib';
import { until } from '@cairn/harness';
import { expect, it } from '@jest/globals';
import { logged } from '../support/raw-connection.js';
import { StreamedImport } from '../support/streamed-import.js';
import { collection, faultsOf, namespaceOf, point, type Hub, type Json } from './hub.js';

const LINES = 'application/x-ndjson';

/** So many features, each on a line. */
export const linesOf = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify(point(`n${from + index}`, 1, 2))}\n`).join(
    '',
  );

const parsedLines = (text: string): readonly Json[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);

/** Tests of imports. */
export function declareImports(open: () => Hub): void {
  const put = (path: string, body: unknown, headers: Readonly<Record<string, string>>) =>
    open().call(`${path}/features`, { method: 'PUT', body, headers });
  const countIn = async (space: string) => (await open().call(`${space}/count`)).body['count'];

  it('take features on lines, in records, in a collection and alone', async () => {
    const hub = open();
    const space = await hub.space();
    const [a, b] = [point('a', 1, 2), point('b', 1, 2)].map((feature) => JSON.stringify(feature));
    const forms = {
      [LINES]: `${a}\r\n\r\n${b}`,
      'application/jsonl; charset=utf-8': `${a}\n${b}\n`,
      'application/geo+json-seq': `\x1e${a}\n\x1e${b}\n`,
      'application/geo+json': `{"type":"FeatureCollection","features":[${a},${b}]}`,
      'application/json': `${a}`,
    };
    for (const [type, body] of Object.entries(forms)) {
      const options = { method: 'PUT', body, headers: { 'content-type': type, accept: LINES } };
      const { text, headers } = await hub.text(`${space}/features`, options);
      expect(headers.get('content-type')).toBe(`${LINES}; charset=utf-8`);
      const summary = parsedLines(text).at(-1);
      const read = type === 'application/json' ? 1 : 2;
      const known = type === LINES ? { inserted: 2, firstVersion: 1 } : { inserted: 0, unmodified: read };
      expect(summary).toMatchObject({ type: 'ImportSummary', end: 'complete', read, version: 1, ...known });
    }
    expect(await hub.ids(`${space}/search`)).toEqual(['a', 'b']);
  });

  it('commit chunk by chunk, tell so on a line each, and take compressed bodies, tags and a prefix', async () => {
    const hub = open();
    const space = await hub.space();
    const path = `${space}/features?addTags=T&prefixId=p&e=error&conflictDetection=true`;
    const headers = { 'content-type': LINES, accept: `${LINES}, */*;q=0.1`, 'content-encoding': 'gzip' };
    const { text } = await hub.text(path, { method: 'POST', body: gzipSync(linesOf(1_200)), headers });
    const shown = parsedLines(text).map(({ type, read, chunks, version }) => [type, read, chunks, version]);
    const last = shown.length - 1; // chunks are smaller while something else is written
    expect(shown[0]).toEqual(['ImportProgress', 1_000, 1, 1]);
    expect(shown.slice(0, -1).map(([, , ...taken]) => taken)).toEqual(
      Array.from({ length: last }, (_, index) => [index + 1, index + 1]),
    );
    expect(shown.slice(-2)).toEqual([
      ['ImportProgress', 1_200, last, last],
      ['ImportSummary', 1_200, last, last],
    ]);
    expect(await countIn(space)).toBe(1_200);
    const { body } = await hub.call(`${space}/features?id=pn1199`);
    expect(namespaceOf(body.features[0])).toMatchObject({ version: last, tags: ['t'] });
  });

  it('name what failed by place, id, member and reason, up to a hundred, and write the others', async () => {
    const hub = open();
    const space = await hub.space(point('there', 1, 2));
    const bad = [point('there', 3, 4), point('north', 0, 91), { type: 'Feature', id: 'c' }];
    const body = `${bad.map((each) => JSON.stringify(each)).join('\n')}\n{}\n${'[]\n'.repeat(120)}`;
    const options = { method: 'POST', body, headers: { 'content-type': LINES } };
    const answer = await hub.call(`${space}/features?e=error`, options);
    expect(answer).toMatchObject({
      status: 200,
      body: { end: 'complete', read: 124, inserted: 1, failed: 123 },
    });
    const errors = answer.body['errors'] as readonly Json[];
    expect(errors).toHaveLength(100);
    expect(errors.slice(0, 3)).toEqual([
      {
        position: 0,
        offsetInBytes: 0,
        lengthInBytes: JSON.stringify(bad[0]).length,
        id: 'there',
        pointer: '',
        code: 'feature-exists',
        message: 'The record there exists.',
      },
      expect.objectContaining({ position: 1, id: 'north', pointer: '/geometry/coordinates' }),
      expect.objectContaining({ position: 3, pointer: '/type', code: 'invalid-feature' }),
    ]);
    expect(await hub.ids(`${space}/search`)).toEqual(['c', 'there']);
  });

  it('do with an id that comes twice what is asked for, and tell how often', async () => {
    const hub = open();
    const space = await hub.space();
    const twice = [point('a', 1, 2), point('b', 3, 4), point('a', 5, 6)];
    const body = twice.map((each) => JSON.stringify(each)).join('\n');
    const options = { method: 'POST', body, headers: { 'content-type': LINES } };
    const stopped = await hub.call(`${space}/features?repeatedIds=stop`, options);
    expect(stopped).toMatchObject({
      status: 400,
      body: {
        errorDetails: { code: 'repeated-id', import: { end: 'broken', read: 2, reason: { id: 'a' } } },
      },
    });
    const numbered = await hub.call(`${space}/features?e=replace&repeatedIds=number`, options);
    expect(numbered).toMatchObject({ status: 200, body: { unmodified: 2, inserted: 1, numbered: 1 } });
    const merged = await hub.call(`${space}/features?e=replace&repeatedIds=last`, options);
    expect(merged).toMatchObject({ status: 200, body: { read: 3, unmodified: 1, updated: 1, merged: 1 } });
    expect(await hub.ids(`${space}/search`)).toEqual(['a', 'a-2', 'b']);
    expect(faultsOf(await hub.call(`${space}/features?repeatedIds=first`, options))).toEqual([400, '/repeatedIds unknown-word']); // prettier-ignore
  });

  it('that break leave whole chunks, and tell which', async () => {
    const hub = open();
    const space = await hub.space();
    const features = parsedLines(linesOf(1_100));
    const broken = JSON.stringify(collection(...features)).slice(0, -2);
    const sent = { accept: LINES, 'content-type': 'application/geo+json' };
    const { text } = await hub.text(`${space}/features`, { method: 'PUT', body: broken, headers: sent });
    const reason = { code: 'malformed-json', message: expect.stringContaining(`at byte ${broken.length}.`) };
    expect(parsedLines(text).at(-1)).toMatchObject({
      end: 'broken',
      read: 1_100,
      chunks: 2,
      version: 2,
      reason,
    });
    const again = await put(space, broken, { 'content-type': LINES });
    expect(again).toMatchObject({
      status: 400,
      body: {
        errorMessage: expect.stringMatching(
          /at byte \d+\. Before that, 2 whole chunks .* 1100 .* version 2\.$/,
        ),
        errorDetails: { code: 'malformed-json', import: { end: 'broken', unmodified: 1_100, version: 2 } },
      },
    });
    expect(await countIn(space)).toBe(1_100);
    expect(faultsOf(await put(space, '{"features":[', { accept: LINES }))).toEqual([400, 'malformed-json']);
  });

  it('of a collection that turns out to be of another type tell so, and what is stored', async () => {
    const space = await open().space();
    const body = { features: [point('a', 1, 2)], type: 'Nonsense' };
    const fault = { code: 'invalid-type', import: { end: 'broken', read: 1, inserted: 1, version: 1 } };
    expect(await put(space, JSON.stringify(body), { 'content-type': LINES })).toMatchObject({
      status: 400,
      body: {
        errorMessage: expect.stringMatching(/^The body has another `type` .* Before that, 1 whole chunks/),
        errorDetails: fault,
      },
    });
    expect(await countIn(space)).toBe(1);
  });

  it('of another reference system are refused by its name, and leave nothing, wherever it is told', async () => {
    const space = await open().space();
    const crs = { type: 'name', properties: { name: 'EPSG:25832' } };
    const [type, features] = ['FeatureCollection', [point('a', 1, 2)]];
    for (const body of [
      { type, crs, features },
      { type, features, crs },
      { ...point('a', 1, 2), crs },
    ])
      for (const contentType of [LINES, 'application/geo+json']) {
        const answer = await put(space, JSON.stringify(body), { 'content-type': contentType });
        expect(JSON.stringify(answer.body)).toMatch(/EPSG:25832.*another reference system/);
      }
    expect(await countIn(space)).toBe(0);
  });

  it('whose client goes away, or whose space does, leave whole chunks', async () => {
    const hub = open();
    const [left, removed] = [await hub.space(), await hub.space()];
    const leaving = new StreamedImport(hub.server, `${left}/features`).send(linesOf(1_100));
    expect(await leaving.next()).toMatchObject({ read: 1_000, version: 1 });
    leaving.abort();
    const spaceId = left.split('/').at(-1);
    const isTold = () =>
      logged(hub.server).find((line) => line['msg'] === 'import ended early' && line['spaceId'] === spaceId);
    await until('the end is in the log', () => isTold() !== undefined);
    const stored = isTold()?.['read'];
    expect([1_000, 1_100]).toContain(stored); // the rest too, if the client took half a second to leave
    expect(isTold()).toMatchObject({ level: 'warn', inserted: stored });
    expect(await countIn(left)).toBe(stored);

    const orphan = new StreamedImport(hub.server, `${removed}/features`).send(linesOf(1_000));
    expect(await orphan.next()).toMatchObject({ read: 1_000 });
    await hub.call(removed, { method: 'DELETE' });
    const [end] = await orphan.send(linesOf(1, 5_000)).end().rest();
    expect(end).toMatchObject({ end: 'failed', read: 1_000, reason: { code: 'space-not-found' } });
  });

  it('are refused as writes are, and in one transaction', async () => {
    const space = await open().space();
    const lines = { 'content-type': LINES };
    const refused = (query: string, headers: Readonly<Record<string, string>>) =>
      open().call(`${space}/features?${query}`, { method: 'POST', body: '{}', headers });
    expect(faultsOf(await refused('transactional=true&e=x&version=7', lines))).toEqual([
      400,
      '/e unknown-word',
      '/version version-not-writable',
      '/transactional not-transactional',
    ]);
    expect(faultsOf(await refused('transactional=True', { accept: LINES }))).toEqual([
      400,
      '/transactional not-transactional',
    ]);
    expect(faultsOf(await put('/spaces/none', '{}', lines))).toEqual([404, 'space-not-found']);
    expect(faultsOf(await put(space, '{}', { ...lines, 'x-upload-content-length-limit': '1' }))).toEqual([
      413,
      'body-too-large',
    ]);
    expect(await countIn(space)).toBe(0);
  });
}
