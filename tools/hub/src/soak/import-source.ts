import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { type ServerProcess, uploadForm } from '@cairn/harness';
import type { Source } from './sources.js';
import { type GeodataFile, toGeoJson } from './to-geojson.js';

/** What came of the files of a source. */
export interface SourceReport {
  readonly name: string;
  readonly kind: Source['kind'];
  readonly files: number;
  accepted: number;
  refused: number;
  /** How often each reason came; of an import, in the list of its first faults. */
  readonly reasons: Map<string, number>;
  seconds: number;
  /** What should not have come of it. */
  readonly faults: string[];
}

interface Summary {
  readonly end?: string;
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
  readonly reason?: string;
  readonly errors: readonly { readonly message: string }[];
}

const CLIENTS = 4;

/** Sends all of a source to a server: features into the space `id`, and images to the account. */
export async function sendSource(
  server: ServerProcess,
  source: Source,
  { id, work }: { readonly id: string; readonly work: string },
): Promise<SourceReport> {
  const { name, kind } = source;
  const files = source.kind === 'features' ? 1 : source.files.length;
  const report: SourceReport = {
    ...{ name, kind, files, accepted: 0, refused: 0, reasons: new Map(), seconds: 0, faults: [] },
  };
  const startedAt = performance.now();
  if (source.kind === 'images') await uploadAll(server, source.files, report);
  else {
    await makeSpace(server, id);
    const imports =
      source.kind === 'features'
        ? [{ prefix: '', open: async () => linesOf(source.features()) }]
        : source.files.map((file, index) => ({
            prefix: `${index}-`,
            open: async () => fileBody(await toGeoJson(file, work, index)),
          }));
    for (const [index, { prefix, open }] of imports.entries()) {
      const body = await open().catch((error: unknown) => refuse(report, reasonOf(error)));
      if (body === undefined) continue;
      const label = source.kind === 'files' ? basename(source.files[index] ?? '') : name;
      await importInto(server, `/hub/spaces/${id}/features?prefixId=${prefix}`, body, report, label);
    }
  }
  report.seconds = (performance.now() - startedAt) / 1000;
  return report;
}

interface Body {
  readonly contentType: string;
  readonly stream: Readable;
}

const fileBody = ({ path, contentType }: GeodataFile): Body => ({
  contentType,
  stream: createReadStream(path),
});

function linesOf(features: Iterable<object>): Body {
  function* lines(): Generator<Buffer> {
    for (const feature of features) yield Buffer.from(`${JSON.stringify(feature)}\n`);
  }
  return { contentType: 'application/x-ndjson', stream: Readable.from(lines()) };
}

async function makeSpace(server: ServerProcess, id: string): Promise<void> {
  const made = await server.fetch('/hub/spaces', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id, title: id }),
  });
  if (!made.ok) throw new Error(`A space was answered with ${made.status}: ${await made.text()}`);
}

async function importInto(
  server: ServerProcess,
  path: string,
  { contentType, stream }: Body,
  report: SourceReport,
  label: string,
): Promise<void> {
  await setTimeout(100); // to notice a connection that the server closed while a file was converted
  const answer = await server.fetch(path, {
    method: 'PUT',
    headers: { 'Content-Type': contentType, Accept: 'application/x-ndjson' },
    body: Readable.toWeb(stream),
    duplex: 'half',
  });
  const text = await answer.text();
  if (!answer.ok) {
    if (answer.status >= 500) report.faults.push(`${label} was answered with ${answer.status}: ${text}`);
    return refuse(report, `${answer.status} ${text}`);
  }
  const summary = JSON.parse(text.trim().split('\n').at(-1) ?? '') as Summary;
  report.accepted += summary.inserted;
  for (const { message } of summary.errors) count(report, message);
  report.refused += summary.failed;
  if (summary.end === 'broken') refuse(report, summary.reason ?? summary.end);
  else if (summary.end !== 'complete')
    report.faults.push(`The import of ${label} ended so: ${JSON.stringify(summary)}`);
}

async function uploadAll(
  server: ServerProcess,
  files: readonly string[],
  report: SourceReport,
): Promise<void> {
  const queue = files.values();
  const client = async (): Promise<void> => {
    for (const file of queue) {
      const body = uploadForm({ bytes: await readFile(file), name: basename(file) });
      const answer = await server.fetch('/api/upload', { method: 'POST', body });
      const text = await answer.text();
      if (answer.status === 201) report.accepted += 1;
      else
        refuse(report, `${answer.status} ${(JSON.parse(text) as { readonly code?: string }).code ?? text}`);
      if (answer.status >= 500)
        report.faults.push(`${basename(file)} was answered with ${answer.status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function refuse(report: SourceReport, reason: string): undefined {
  report.refused += 1;
  count(report, reason);
}

/** Without figures and places, so that the same fault is counted once. */
function count({ reasons }: SourceReport, message: string): void {
  const reason = message
    .replaceAll(/`[^`]*`/g, '…')
    .replaceAll(/-?\d[\d.,e+-]*/g, 'N')
    .slice(0, 120);
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
}

const reasonOf = (error: unknown): string =>
  `not read: ${String(error instanceof Error ? error.message : error)
    .split('\n')
    .at(-1)}`;
