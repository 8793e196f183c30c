import type { ServerProcess } from '@cairn/harness';
import { drawing, drawnGeometry, drawnPlace, drawnProperties, type Draw } from '@cairn/testkit';
import fc from 'fast-check';
import { fetchDocument, operationsOf } from '../fuzz/api-document.js';
import { ResourcePool } from '../fuzz/resource-pool.js';
import { searchRequests } from '../fuzz/search-requests.js';

/** As the requests of the fuzz test name them. */
export const SPACES = ['fuzz-1', 'fuzz-2', 'fuzz-3'];
const FEATURES = 1_500;
const AT_ONCE = 500;

/** An answer, as far as two servers on the same data have to agree. */
export interface ComparedAnswer {
  readonly target: string;
  readonly status: number;
  readonly tag: string | null;
  readonly type: string | null;
  readonly body: string;
}

/** Makes the spaces, with features of any shape. */
export async function openSpaces(server: ServerProcess, seed: number): Promise<void> {
  const draw = drawing(seed);
  for (const id of SPACES) {
    await send(server, 'POST', '/hub/spaces', { id, title: id });
    for (let start = 0; start < FEATURES; start += AT_ONCE) {
      const features = Array.from({ length: AT_ONCE }, (_, at) => drawnFeature(draw, `f${start + at}`));
      await send(server, 'PUT', `/hub/spaces/${id}/features`, { type: 'FeatureCollection', features });
    }
  }
}

/** Writes, changes or deletes some features. */
export async function changeSome(server: ServerProcess, draw: Draw): Promise<void> {
  const space = `/hub/spaces/${SPACES[draw(SPACES.length)] ?? ''}`;
  const id = `f${draw(FEATURES)}`;
  if (draw(4) === 0) await send(server, 'DELETE', `${space}/features?id=${id}`);
  else if (draw(20) === 0) await send(server, 'DELETE', `${space}/features?p.kind=${draw(12)}`);
  else await send(server, 'PUT', `${space}/features`, drawnFeature(draw, id));
}

/** What to ask: searches of every kind by a grammar, and such as maps and programs send. */
export async function requestTargets(
  server: ServerProcess,
  seed: number,
  count: number,
): Promise<readonly string[]> {
  const draw = drawing(seed);
  const operations = operationsOf(await fetchDocument(server.address));
  const state = { pool: new ResourcePool(), callers: { administrator: server.key, limited: [] } };
  const fuzzed = fc.sample(searchRequests(operations), { seed, numRuns: Math.ceil(count / 3) });
  const targets = fuzzed.map((make) => make(state)).map(({ target }) => target);
  while (targets.length < count) targets.push(drawnTarget(draw));
  return targets;
}

/** Asks with and without the tag of the answer. */
export async function answerOf(server: ServerProcess, target: string): Promise<ComparedAnswer> {
  const response = await server.fetch(target);
  const tag = response.headers.get('etag');
  const bytes = Buffer.from(await response.arrayBuffer());
  const [status, type] = [response.status, response.headers.get('content-type')];
  const isOk = status === 200 && tag !== null;
  const again = isOk ? await server.fetch(target, { headers: { 'if-none-match': tag } }) : undefined;
  await again?.arrayBuffer();
  const known = again === undefined ? '' : ` then ${again.status}`;
  return { target, status, tag, type, body: status < 400 ? bytes.toString('base64') + known : '' };
}

function drawnTarget(draw: Draw): string {
  const id = SPACES[draw(SPACES.length)] ?? '';
  const space = `/hub/spaces/${id}`;
  const [lon, lat] = drawnPlace(draw);
  const size = [0, 0.1, 1, 20, 180][draw(5)] ?? 1;
  const sides = `west=${lon}&south=${lat}&east=${Math.min(180, lon + size)}&north=${Math.min(90, lat + size)}`;
  const limit = ['', '&limit=1', '&limit=10', '&limit=100', '&limit=100000'][draw(5)] ?? '';
  const more =
    ['', '', '', '&p.kind=3', '&selection=p.kind', '&sort=p.kind:desc', '&force2D=true'][draw(7)] ?? '';
  const [zoom, feature] = [draw(8), `f${draw(FEATURES + 10)}`];
  const [x, y] = [draw(2 ** zoom), draw(2 ** zoom)];
  switch (draw(10)) {
    case 0:
      return `${space}/features/${feature}`;
    case 1:
      return `${space}/features?id=${feature}&id=f1&id=none&id=${feature}`;
    case 2:
      return `${space}/tile/web/${zoom}_${x}_${y}?clip=${draw(2) === 0 ? 'true' : 'false'}${limit}`;
    case 3:
      return `${space}/spatial?lat=${lat}&lon=${lon}&radius=${[0, 20_000, 1e6, 2e7][draw(4)] ?? 0}${limit}${more}`;
    case 4:
      return `${space}/spatial?lat=${lat}&lon=${lon}&nearest=${[1, 10, 1_000][draw(3)] ?? 1}&distance=true`;
    case 5:
      return `${space}/search?${more.slice(1)}${limit}`;
    case 6:
      return `${space}/iterate?limit=${1 + draw(200)}`;
    case 7:
      return `${space}/count?${more.startsWith('&p.') ? more.slice(1) : ''}`;
    case 8:
      return `/tiles/${id}/${zoom}/${x}/${y}.mvt`;
    default:
      return `${space}/bbox?${sides}${limit}${more}`;
  }
}

const drawnFeature = (draw: Draw, id: string): object => ({
  type: 'Feature',
  id,
  geometry: drawnGeometry(draw),
  properties: drawnProperties(draw),
});

async function send(server: ServerProcess, method: string, path: string, body?: object): Promise<void> {
  const headers = { 'content-type': 'application/geo+json' };
  const response = await server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
}
