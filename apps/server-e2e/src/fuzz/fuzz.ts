import { ServerProcess } from '@cairn/harness';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { fetchDocument, operationsOf } from './api-document.js';
import { Checks, isNoHttp } from './checks.js';
import { Sender } from './exchange.js';
import { heavyRequests } from './heavy-requests.js';
import { learn } from './learning.js';
import { Pool, type Callers, type World } from './pool.js';
import { requests, type FuzzRequest } from './requests.js';
import { Tally } from './tally.js';

const BATCH = 32;
const MAX_BLOCKED_MS = 250;
const loopWatch = pathToFileURL(join(import.meta.dirname, 'loop-watch.mjs')).href;

interface FuzzRun {
  readonly seed: number;
  readonly count: number;
  /** Settings of the server besides its rates. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether to begin with long runs of every separator, one request after the other. */
  readonly withLongRuns: boolean;
}

interface FuzzResult {
  readonly faults: readonly string[];
  readonly table: string;
  readonly slowestMs: number;
  /** The longest that the server's event loop stood still. */
  readonly blockedMs: number;
}

const withoutRates = { CAIRN_RATE_UPLOADS: '0', CAIRN_RATE_REQUESTS: '0', CAIRN_RATE_FAILED_AUTH: '0' };

/** Sends `count` requests to a server of its own, a batch of them at a time, and judges every answer. */
export async function fuzz({ seed, count, env, withLongRuns }: FuzzRun): Promise<FuzzResult> {
  const watched = { NODE_OPTIONS: `--import ${loopWatch}`, CAIRN_LOG_LEVEL: 'warn' };
  const server = await ServerProcess.start({ env: { ...withoutRates, ...watched, ...env } });
  const sender = new Sender(server.address);
  try {
    const document = await fetchDocument(server.address);
    const operations = operationsOf(document);
    const checks = new Checks(document, operations);
    const world: World = { pool: new Pool(), callers: await callersOf(server) };
    const tally = new Tally();
    const outputOfStart = server.output().length;
    const arbitrary = requests(operations, document);
    const one = async (request: FuzzRequest): Promise<void> => {
      try {
        const response = await sender.send(request);
        tally.add(request, response, checks.faults(request, response));
        learn(world.pool, request, response);
      } catch (error) {
        // A server that cannot parse a request does not know that it is a HEAD, whose answer has no body.
        const unreadable = request.method === 'HEAD' && isNoHttp(request);
        tally.add(request, undefined, unreadable ? [] : [`no answer: ${String(error)}`]);
      }
    };
    if (withLongRuns) for (const request of heavyRequests(operations, server.key)) await one(request);
    const end = tally.total + count;
    for (let batch = 0; tally.total < end; batch += 1) {
      const numRuns = Math.min(BATCH, end - tally.total);
      await Promise.all(
        fc.sample(arbitrary, { seed: seed + batch, numRuns }).map((make) => one(make(world))),
      );
    }
    // The connection that was kept since the start may be closed by now.
    const ready = await server.fetch('/readyz').catch(() => server.fetch('/readyz'));
    const blockedMs = blockedIn(server.output().slice(outputOfStart));
    const faults = [
      ...tally.faults(server.key),
      ...(blockedMs > MAX_BLOCKED_MS ? [`the event loop stood still for ${blockedMs} ms`] : []),
      ...(ready.ok ? [] : ['not ready afterwards']),
      ...complaints(server.output()),
    ];
    return { faults, table: tally.table(), slowestMs: Math.round(tally.slowestMs), blockedMs };
  } finally {
    sender.close();
    await server.dispose();
  }
}

function blockedIn(output: string): number {
  const times = Array.from(output.matchAll(/^event loop blocked for (\d+) ms$/gm), ([, ms]) => Number(ms));
  return Math.max(0, ...times);
}

const scopeSets = [
  ['images:read'],
  ['images:write'],
  ['spaces:read'],
  ['spaces:write'],
  ['images:read', 'keys:manage'],
  ['images:read', 'images:write', 'spaces:read', 'spaces:write'],
];

/** An administrator, and keys with less: of the administrator's account and of another one. */
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

/** What the server logged as an error, or wrote beside its log: none of it may come of what clients send. */
function complaints(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => /"level":[56]0|^\(node:\d+\)|^\s+at |Error:/.test(line));
  return [
    ...new Set(lines.map((line) => line.replaceAll(/"(?:time|requestId|pid)":[^,}]+,?/g, '').slice(0, 600))),
  ].map((line) => `the server complained: ${line}`);
}
