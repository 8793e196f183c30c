import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { datasets, download, type ServerProcess } from '@cairn/harness';
import { readSource } from '../tiles/source-features.js';

interface PublicSpace {
  readonly id: string;
  readonly title: string;
  /** The name of a dataset. */
  readonly data: string;
  /** The folder that packages are kept in; by default they are not kept. */
  readonly packages: string | undefined;
  /** Whose space it is; `null` for nobody's. */
  readonly key: string | null;
}

/** Makes a space of public geodata. */
export async function makePublicSpace(
  server: ServerProcess,
  { id, title, data, packages, key }: PublicSpace,
): Promise<void> {
  const dataset = datasets.find(({ name }) => name === data);
  if (dataset === undefined) throw new Error(`There is no data ${data}.`);
  const succeed = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await server.fetch(path, { ...init, key });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const folder = await mkdtemp(join(tmpdir(), 'cairn-dataset-'));
  try {
    const file = join(folder, 'features.ndjson');
    const source = await download(dataset.package, packages ?? join(folder, 'packages'));
    await readSource(await dataset.toGeoJson(source), file);
    const headers = { 'Content-Type': 'application/json' };
    await succeed('/hub/spaces', { method: 'POST', headers, body: JSON.stringify({ id, title }) });
    const imported = await succeed(`/hub/spaces/${id}/features`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
      ...{ body: Readable.toWeb(createReadStream(file)), duplex: 'half' },
    });
    const summary = (await imported.text()).trim().split('\n').at(-1) ?? '';
    if (!summary.includes('"end":"complete"')) throw new Error(`The import ended so: ${summary}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
