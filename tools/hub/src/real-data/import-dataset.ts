import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ServerProcess } from '@cairn/harness';
import type { Box } from '@cairn/harness';

/** What comes of an import, as far as it is compared. */
export interface ImportSummary {
  readonly end: string;
  readonly updated: number;
  readonly failed: number;
  readonly errors: readonly { readonly position: number; readonly message: string }[];
}

/** What Cairn has after an import. */
export interface Imported {
  readonly summary: ImportSummary;
  readonly seconds: number;
  readonly total: number;
  readonly inBox: number;
  readonly bounds: readonly number[];
}

interface Statistics {
  readonly count: { readonly value: number };
  readonly bbox: { readonly value: readonly number[] };
}

/** Imports a file into a new space of a server. */
export async function importDataset(
  server: ServerProcess,
  { id, file, box }: { readonly id: string; readonly file: string; readonly box: Box },
): Promise<Imported> {
  const space = `/hub/spaces/${id}`;
  await textOf(
    await server.fetch('/hub/spaces', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id, title: id }),
    }),
  );
  const startedAt = performance.now();
  const lines = await textOf(
    await server.fetch(`${space}/features`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/geo+json', Accept: 'application/x-ndjson' },
      body: Readable.toWeb(createReadStream(file)),
      duplex: 'half',
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const summary = JSON.parse(lines.trim().split('\n').at(-1) ?? '') as ImportSummary;
  const { count, bbox } = JSON.parse(await textOf(await server.fetch(`${space}/statistics`))) as Statistics;
  const inBox = await countInBox(server, space, box);
  return { summary, seconds, total: count.value, inBox, bounds: bbox.value };
}

async function countInBox(server: ServerProcess, space: string, box: Box): Promise<number> {
  const [west, south, east, north] = box;
  const query = `west=${west}&south=${south}&east=${east}&north=${north}&limit=100000&selection=f.id,!geometry`;
  const { features } = JSON.parse(await textOf(await server.fetch(`${space}/bbox?${query}`))) as {
    readonly features: readonly unknown[];
  };
  return features.length;
}

/** @throws {Error} with the answer, unless it is a success. */
async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw new Error(`A request was answered with ${response.status}: ${text}`);
  return text;
}
