import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { GeoJsonFormat } from './geojson-format.js';

let path = '';
beforeAll(async () => void (path = join(await mkdtemp(join(tmpdir(), 'cairn-geojson-')), 'file')));
afterAll(async () => await rm(join(path, '..'), { recursive: true }));

it('keeps every digit of numbers in properties and identifiers', async () => {
  const properties = '{"big":12345678901234567890,"price":1.10,"tiny":1e-7,"list":[0,-0,2.50],"plain":10}';
  await writeFile(
    path,
    `{"type":"Feature","id":90071992547409931,"geometry":{"type":"Point","coordinates":[8.10,47.0]},"properties":${properties}}`,
  );
  const items: unknown[] = [];
  for await (const item of new GeoJsonFormat().read({ path, name: 'file', sizeInBytes: 1 }, {}))
    items.push('feature' in item ? item.feature : item);
  expect(JSON.stringify(items)).toContain(properties);
  expect(items).toMatchObject([{ id: '90071992547409931', geometry: { coordinates: [8.1, 47] } }]);
});
