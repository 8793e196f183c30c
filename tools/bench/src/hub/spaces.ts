import type { BenchEnvironment } from '../bench-environment.js';
import type { OpenWorkload, Workload } from '../compare.js';
import { headersOf, RequestBytes, RequestCycle } from '../load/http-request.js';
import { boxPaths, featurePaths, requestsOf } from './requests.js';

const FEATURES = 100_000;
/** An account has at most 10,000 spaces. */
const ACCOUNTS = 20;

/** Reading a feature by its id, compared with selecting its text. */
export const openFeature: OpenWorkload = (environment) =>
  openReads(environment, {
    name: 'features read',
    clients: 32,
    paths: featurePaths(FEATURES),
    baseline: { name: 'select', threshold: 0.4 },
  });

/** Reading 1,000 features in a box, compared with selecting and joining their texts. */
export const openBbox: OpenWorkload = (environment) =>
  openReads(environment, {
    name: 'boxes of 1,000 features',
    clients: 8,
    paths: boxPaths(FEATURES),
    baseline: { name: 'select and join', threshold: 0.6 },
  });

interface Reads extends Pick<Workload, 'name' | 'clients'> {
  readonly paths: readonly string[];
  readonly baseline: { readonly name: string; readonly threshold: number };
}

async function openReads(
  environment: BenchEnvironment,
  { paths, baseline, ...workload }: Reads,
): Promise<Workload> {
  await environment.importLines(await environment.writeFeatures(FEATURES));
  const cairn = await environment.startCairn();
  const answer = await cairn.server.fetch(paths[0] ?? '', { headers: { 'Accept-Encoding': 'identity' } });
  const headers = headersOf(answer, ['content-length', 'transfer-encoding']);
  const folder = await environment.makeFolder('baseline');
  const request = requestsOf(paths);
  const ports = await environment.startBaseline('features-baseline', [folder, String(FEATURES), ...headers]);
  return {
    ...workload,
    expectedStatus: 200,
    cairn: { ports: cairn.ports, request },
    baselines: [{ ...baseline, ports, request }],
  };
}

/** Creating spaces, compared with one durable insert each. */
export const openSpaces: OpenWorkload = async (environment) => {
  const { ports, server } = await environment.startCairn();
  const json = { 'Content-Type': 'application/json' };
  const keys: string[] = [];
  while (keys.length < ACCOUNTS) {
    const body = JSON.stringify({ name: 'town' });
    const account = await server.fetch('/api/accounts', { method: 'POST', headers: json, body });
    const { id: accountId } = (await account.json()) as { readonly id: string };
    const key = { name: 'town', scopes: ['spaces:write'], accountId };
    keys.push((await server.json<{ readonly key: string }>('POST', '/api/keys', key)).key);
  }
  const requestBy = (key: string): RequestBytes =>
    new RequestBytes({
      method: 'POST',
      path: '/hub/spaces',
      headers: { ...json, Authorization: `Bearer ${key}` },
      body: [JSON.stringify({ title: 'Trees', description: 'Every tree of the town.' })],
    });
  const request = new RequestCycle(keys.map(requestBy));
  const folder = await environment.makeFolder('baseline');
  return {
    name: 'spaces created',
    clients: 32,
    expectedStatus: 200,
    cairn: { ports, request },
    baselines: [
      { name: 'insert', ports: await environment.startBaseline('baseline', ['insert', folder]), request },
    ],
  };
};
