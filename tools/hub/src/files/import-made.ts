import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { eventLoopMonitored, residentBytesOf, ServerProcess, UNLIMITED } from '@cairn/harness';
import { type MadeFile, writeMade } from './made-files.js';
import { watched, type Watched } from './watch.js';

/** What became of a file. */
export interface ImportedFile extends Watched {
  readonly title: string;
  readonly sizeInBytes: number;
  readonly seconds: number;
  /** Lines of progress that came before the report. */
  readonly progress: number;
  readonly idleBytes: number;
  readonly features: number;
  readonly faults: readonly string[];
}

interface Told {
  readonly progress: number;
  readonly report: {
    readonly type: string;
    readonly imported?: number;
    readonly failed?: number;
    readonly end?: string;
  };
}

/** Imports each of the files through a server of its own, because a process rarely gives memory back. */
export async function importMade(
  files: readonly MadeFile[],
  tell: (line: string) => void,
): Promise<readonly ImportedFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-made-'));
  const results: ImportedFile[] = [];
  try {
    for (const file of files) {
      tell(`${file.title} …`);
      results.push(await imported(file, join(folder, file.name)));
    }
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function imported(file: MadeFile, path: string): Promise<ImportedFile> {
  const sizeInBytes = await writeMade(file, path);
  const server = await ServerProcess.start({
    env: { ...UNLIMITED, ...eventLoopMonitored, CAIRN_LOG_LEVEL: 'warn' },
  });
  try {
    const { id } = await server.json<{ id: string }>('POST', '/hub/spaces', { title: file.title });
    const idleBytes = residentBytesOf(server.pid);
    const from = performance.now();
    const { result, ...took } = await watched(server, send(server, id, { name: file.name, path }));
    const seconds = (performance.now() - from) / 1_000;
    const { count } = await server.json<{ count: number }>('GET', `/hub/spaces/${id}/count`);
    const faults = faultsOf(file, result, count);
    const { title, features } = file;
    return { ...took, title, features, sizeInBytes, seconds, idleBytes, progress: result.progress, faults };
  } finally {
    await server.dispose();
    await rm(path);
  }
}

async function send(
  server: ServerProcess,
  id: string,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<Told> {
  const response = await server.fetch(`/hub/spaces/${id}/import?name=${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', accept: 'application/x-ndjson' },
    body: Readable.toWeb(createReadStream(path)),
    duplex: 'half',
  });
  if (response.body === null) throw new Error(`The import answers ${response.status} without a body.`);
  const lines: string[] = [];
  for await (const line of createInterface(Readable.fromWeb(response.body)))
    if (line !== '') lines.push(line);
  const last = lines.at(-1) ?? '{}';
  if (!response.ok) throw new Error(`The import answers ${response.status}: ${last}`);
  return { progress: lines.length - 1, report: JSON.parse(last) as Told['report'] }; // as the server tells it
}

function faultsOf(
  { features, title }: MadeFile,
  { progress, report }: Told,
  count: number,
): readonly string[] {
  const isWhole = report.end === 'complete' && report.imported === features && report.failed === 0;
  return [
    ...(isWhole ? [] : [`${title}: ${JSON.stringify(report).slice(0, 500)}`]),
    ...(count === features ? [] : [`${title}: the space has ${count} features of ${features}.`]),
    ...(progress > 0 ? [] : [`${title}: no progress was told.`]),
  ];
}
