import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileChoices, FileItem, FormatFile } from '@cairn/spaces';
import { csvRows, FEATURE_SEPARATOR, NAMESPACE } from '@cairn/spaces';
import { CsvTable } from '@cairn/spaces/spi';
import { CsvFormat } from './csv-format.js';

const known = { createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_001, version: 3 };

/** A feature as a space has it. */
export interface Stored {
  readonly id: string;
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

/** Its text, with what the service adds. */
export function textOf({ id, geometry, properties, tags }: Stored): string {
  const added = { ...known, ...(tags && { tags }) };
  return JSON.stringify({
    type: 'Feature',
    id,
    geometry,
    properties: { ...properties, [NAMESPACE]: added },
  });
}

/** How features are exported. */
export interface Written {
  readonly names?: readonly string[];
  readonly geometry?: 'wkt' | 'coordinates';
  readonly formulas?: 'escaped' | 'kept';
}

/** An export of these texts. */
export function tableOf(
  texts: readonly string[],
  { names = [], geometry = 'wkt', formulas = 'escaped' }: Written = {},
): string {
  const table = [
    { names, mayHaveOthers: true },
    { geometry, formulas },
  ] as const;
  return new CsvTable(...table).header() + csvRows(texts.join(FEATURE_SEPARATOR), ...table);
}

/** Writes a file of this text into a folder. */
export async function fileIn(folder: string, text: string): Promise<FormatFile> {
  const path = join(folder, 'own.csv');
  await writeFile(path, text);
  return { path, name: 'own.csv', sizeInBytes: text.length };
}

/** What is read of a file. */
export async function itemsOf(file: FormatFile, choices: FileChoices = {}): Promise<readonly FileItem[]> {
  const items: FileItem[] = [];
  for await (const item of new CsvFormat().read(file, choices)) items.push(item);
  return items;
}
