import { readFile } from 'node:fs/promises';
import { eventLoopMonitored, longestBlockMs, ServerProcess, testHost } from '@cairn/harness';
import fc from 'fast-check';
import { fetchDocument, operationsOf, type ApiDocument, type Operation } from './api-document.js';
import { Checks, isInvalidHttp } from './checks.js';
import { HttpClient, type FuzzResponse } from './http-client.js';
import { geometries } from './geometries.js';
import { heavyRequests } from './heavy-requests.js';
import { ResourcePool, type Callers, type FuzzState, type ResourceKind } from './resource-pool.js';
import { requests, type FuzzRequest } from './requests.js';
import { roundTripFaults } from './round-trip.js';
import type { Lazy } from './targets.js';
import { Tally } from './tally.js';

const createdBy: Readonly<Record<string, ResourceKind>> = {
  uploadImage: 'image',
  createSpace: 'space',
  createMap: 'map',
  createKey: 'key',
  createAccount: 'account',
};

const BATCH = 32;
const MAX_BLOCKED_MS = 250;

interface FuzzRun {
  readonly seed: number;
  readonly count: number;
  /** Settings of the server, in addition to disabled rate limits. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether to start with long runs of every separator, sent sequentially. */
  readonly withLongRuns: boolean;
  /** The requests to send. Default: to every operation of the document. */
  readonly workload?: Workload;
}

/** Makes the requests to send. */
export type Workload = (
  operations: readonly Operation[],
  document: ApiDocument,
) => fc.Arbitrary<Lazy<FuzzRequest>>;

interface FuzzResult {
  readonly faults: readonly string[];
  readonly table: string;
  readonly slowestMs: number;
  /** The longest time that the server's event loop was blocked. */
  readonly blockedMs: number;
  /** By how much the server's memory grew after the first quarter of the requests. */
  readonly growthMib: number;
}

const withoutRates = {
  CAIRN_RATE_UPLOADS: '0',
  CAIRN_RATE_REQUESTS: '0',
  CAIRN_RATE_FAILED_AUTH: '0',
  CAIRN_RATE_SIGN_INS: '0',
};

/** Starts a server, sends `count` requests in concurrent batches and checks every response. */
export async function fuzz(run: FuzzRun): Promise<FuzzResult> {
  const first = await fuzzOnce(run);
  if (first.blockedMs <= MAX_BLOCKED_MS) return first;
  // Requests that block the event loop do so each time; a machine that stops for a moment does not.
  const second = await fuzzOnce(run);
  const blockedMs = Math.min(first.blockedMs, second.blockedMs);
  const blocked = blockedMs > MAX_BLOCKED_MS ? [`the event loop was blocked for ${blockedMs} ms`] : [];
  return { ...second, blockedMs, faults: [...new Set([...first.faults, ...second.faults]), ...blocked] };
}

async function fuzzOnce({
  seed,
  count,
  env,
  withLongRuns,
  workload = requests,
}: FuzzRun): Promise<FuzzResult> {
  const monitored = { ...eventLoopMonitored, CAIRN_LOG_LEVEL: 'warn' };
  const server = await ServerProcess.start({ env: { ...withoutRates, ...monitored, ...env } });
  const client = new HttpClient(server);
  try {
    const document = await fetchDocument(server.address);
    const operations = operationsOf(document);
    const checks = new Checks(document, operations);
    const state: FuzzState = { pool: new ResourcePool(), callers: await callersOf(server) };
    await openSpaces(server, state.pool);
    const tally = new Tally();
    const outputOfStart = server.output().length;
    const arbitrary = workload(operations, document);
    const read =
      ({ operation, headers }: FuzzRequest) =>
      (target: string): Promise<FuzzResponse> =>
        client.send({ operation, headers, method: 'GET', target, mustFail: false });
    const one = async (request: FuzzRequest): Promise<void> => {
      try {
        const response = await client.send(request);
        const different = await roundTripFaults(request, response, read(request));
        tally.add(request, response, [...checks.faults(request, response), ...different]);
        recordResponse(state.pool, request, response);
      } catch (error) {
        // If the request cannot be parsed, the server does not know that it is a HEAD and sends a body. Node itself, under other
        // hosts, closes the connection whatever the method.
        const mayGiveNothing = request.method === 'HEAD' || testHost().name !== 'server';
        const unparseable = mayGiveNothing && isInvalidHttp(request);
        tally.add(request, undefined, unparseable ? [] : [`no response: ${String(error)}`]);
      }
    };
    if (withLongRuns) for (const request of heavyRequests(operations, server.key)) await one(request);
    const [start, end] = [tally.total, tally.total + count];
    let residentMib = 0;
    for (let batch = 0; tally.total < end; batch += 1) {
      const numRuns = Math.min(BATCH, end - tally.total);
      if (tally.total - start <= count / 4) residentMib = await residentMibOf(server.pid);
      await Promise.all(
        fc.sample(arbitrary, { seed: seed + batch, numRuns }).map((make) => one(make(state))),
      );
    }
    // Retries once: the idle connection from the start may have been closed.
    const ready = await server.fetch('/readyz').catch(() => server.fetch('/readyz'));
    const growthMib = Math.round((await residentMibOf(server.pid)) - residentMib);
    const blockedMs = longestBlockMs(server.output().slice(outputOfStart));
    const faults = [
      ...tally.faults(server.key),
      ...(ready.ok ? [] : ['not ready afterwards']),
      ...loggedErrors(server.output()),
    ];
    return { faults, table: tally.table(), slowestMs: Math.round(tally.slowestMs), blockedMs, growthMib };
  } finally {
    client.close();
    await server.dispose();
  }
}

/** Resident memory of a process; 0 where the system does not tell. */
async function residentMibOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

const scopeSets = [
  ['images:read'],
  ['images:write'],
  ['spaces:read'],
  ['spaces:write'],
  ['images:read', 'keys:manage'],
  ['images:read', 'images:write', 'spaces:read', 'spaces:write'],
];

/** The keys to send: that of an administrator, and limited keys of the same and of another account. */
async function callersOf(server: ServerProcess): Promise<Callers> {
  const post = async (path: string, body: unknown): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json' };
    const response = await server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as Record<string, string>;
  };
  const { id: accountId } = await post('/api/accounts', { name: 'Other', imageQuota: 1 });
  const limited: string[] = [];
  for (const scopes of scopeSets) {
    for (const account of [{}, { accountId }])
      limited.push((await post('/api/keys', { name: 'Limited', scopes, ...account }))['key'] ?? '');
  }
  return { administrator: server.key, limited };
}

/** The errors and stack traces in the server's output. No request may cause any. */
function loggedErrors(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => /"level":[56]0|^\(node:\d+\)|^\s+at |Error:/.test(line));
  return [
    ...new Set(lines.map((line) => line.replaceAll(/"(?:time|requestId|pid)":[^,}]+,?/g, '').slice(0, 600))),
  ].map((line) => `the server logged: ${line}`);
}

/** Creates spaces with features and a map of each, so that the requests have some from the start. */
async function openSpaces(server: ServerProcess, pool: ResourcePool): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (const id of ['fuzz-1', 'fuzz-2', 'fuzz-3']) {
    await server.fetch('/hub/spaces', { method: 'POST', headers, body: JSON.stringify({ id, title: id }) });
    const features = fc.sample(geometries, { seed: 1, numRuns: 200 }).map((geometry, index) => ({
      type: 'Feature',
      id: `f${index}`,
      geometry,
      properties: { name: `n${index % 7}`, beds: index },
    }));
    const body = JSON.stringify({ type: 'FeatureCollection', features });
    await server.fetch(`/hub/spaces/${id}/features?transactional=false`, { method: 'POST', headers, body });
    pool.add('space', id);
    for (const feature of features.slice(0, 20)) pool.add('feature', feature.id);
    const layer = { id: 'layer', title: id, space: id, style: { color: { by: 'one', color: '#2a6f97' } } };
    const map = JSON.stringify({ title: id, layers: [{ ...layer, table: ['beds'] }] });
    const made = await server.fetch('/api/maps', { method: 'POST', headers, body: map });
    pool.add('map', ((await made.json()) as { readonly id: string }).id);
  }
}

/** Adds the identifiers, addresses, tags and cursors in a response to the pool. */
function recordResponse(
  pool: ResourcePool,
  { operation, method }: FuzzRequest,
  { status, headers, body }: FuzzResponse,
): void {
  if (status >= 300 || method !== operation.method) return;
  const [, cursor] = /[?&]cursor=([^&>]+)/.exec(String(headers.link ?? '')) ?? [];
  if (cursor !== undefined) pool.add('cursor', decodeURIComponent(cursor));
  if (/^application\/geo\+json(?:;|$)/.test(String(headers['content-type']))) recordFeatures(pool, body);
  const kind = createdBy[operation.operationId];
  const facts = (
    kind === undefined && operation.operationId !== 'getImage' ? {} : JSON.parse(body.toString())
  ) as Record<string, unknown>;
  if (kind !== undefined && typeof facts['id'] === 'string') pool.add(kind, facts['id']);
  if (kind === 'image' && typeof facts['url'] === 'string')
    pool.add('address', decodeURIComponent(facts['url'].replace(/^.*?\/cdn\//, '')));
  if (Array.isArray(facts['tags'])) facts['tags'].forEach((tag: unknown) => pool.add('tag', String(tag)));
}

function recordFeatures(pool: ResourcePool, body: Buffer): void {
  const {
    id,
    features = [],
    handle,
  } = JSON.parse(body.toString()) as {
    readonly id?: string;
    readonly features?: readonly { readonly id: string }[];
    readonly handle?: string;
  };
  for (const known of [id, ...features.map((feature) => feature.id)])
    if (known !== undefined) pool.add('feature', known);
  if (handle !== undefined) pool.add('handle', handle);
}
