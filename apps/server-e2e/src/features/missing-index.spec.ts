import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { linesOf } from './imports.js';
import { StreamedImport } from '../support/streamed-import.js';

let server: ServerProcess;
let path: string;

beforeAll(async () => {
  server = await ServerProcess.start({});
  const made = await server.fetch('/hub/spaces', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Large' }),
  });
  path = `/spaces/${((await made.json()) as { id: string }).id}`;
  // As many as a space needs to be worth an index: a second.
  await new StreamedImport(server, `${path}/features`, server.key).send(linesOf(10_000)).end().rest();
});

afterAll(() => server.dispose());

const missing = async (query: string): Promise<readonly (string | null)[]> => {
  const { headers } = await server.fetch(`/hub${path}/${query}`);
  const exposed = headers.get('access-control-expose-headers')?.includes('Cairn-Missing-Index') ?? false;
  return [headers.get('cairn-missing-index'), exposed ? 'exposed' : null];
};

it('searches and counts of a large space name the indexes that would help', async () => {
  expect(await missing('search?p.name=n1&f.title%C3%A9=2&limit=1')).toEqual([
    'name, f.title%C3%A9',
    'exposed',
  ]);
  expect(await missing('iterate?p.name=n1&limit=1')).toEqual(['name', 'exposed']);
  expect(await missing('count?p.size%3E=4')).toEqual(['size', 'exposed']);
  expect(await missing('search?limit=1')).toEqual([null, 'exposed']);
  expect(await missing('bbox?west=0&south=0&east=2&north=2&p.name=n1&limit=1')).toEqual([null, 'exposed']);
  const long = Array.from({ length: 30 }, (_, index) => `p.${index}${'x'.repeat(200)}=1`).join('&');
  const [keys] = await missing(`search?${long}&limit=1`);
  expect(keys?.length).toBeGreaterThan(200);
  expect(keys?.length).toBeLessThanOrEqual(1_024);
});
