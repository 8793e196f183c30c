import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FormatFile } from '@cairn/spaces';
import { writeXlsx } from 'hucre/xlsx';
import { XlsxFormat } from './xlsx-format.js';

const NOTES = { name: 'Read me', rows: [['About this file'], ['The trees are on another sheet.']] };
const SPECIES = {
  name: 'Species',
  rows: [
    ['code', 'name'],
    ['L', 'Linde'],
    ['A', 'Ahorn'],
  ],
};
const TREES = {
  name: 'Trees',
  rows: [
    ['name', 'lon', 'lat'],
    ['Linde', 8.54, 47.37],
  ],
};
const BENCHES = {
  name: 'Benches',
  rows: [
    ['name', 'lon', 'lat'],
    ['Bank', 7.45, 46.95],
  ],
};

describe('the sheet of a workbook', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'cairn-sheets-'))));
  afterEach(async () => await rm(folder, { recursive: true }));

  async function workbook(...sheets: Parameters<typeof writeXlsx>[0]['sheets']): Promise<FormatFile> {
    const path = join(folder, 'city.xlsx');
    const bytes = await writeXlsx({ sheets });
    await writeFile(path, bytes);
    return { path, name: 'city.xlsx', sizeInBytes: bytes.length };
  }

  const namesIn = async (file: FormatFile, layer?: string): Promise<readonly unknown[]> => {
    const names: unknown[] = [];
    for await (const item of new XlsxFormat().read(file, { layer }))
      names.push('feature' in item ? item.feature.properties['name'] : item.reason);
    return names;
  };

  it('is the first one with places unless it is chosen', async () => {
    const file = await workbook(NOTES, SPECIES, TREES, BENCHES);
    expect(await new XlsxFormat().inspect(file, {})).toMatchObject({
      layer: 'Trees',
      layers: [NOTES, SPECIES, TREES, BENCHES].map(({ name }) => ({ name })),
    });
    expect(await namesIn(file)).toEqual(['Linde']);
    expect(await namesIn(file, 'Benches')).toEqual(['Bank']);
  });

  it('has as many features as it has rows with a value', async () => {
    const rows = [...TREES.rows, [null, '', null], ['Ahorn', 8.55, 47.38]];
    const file = await workbook({ name: 'Trees', rows });
    expect((await new XlsxFormat().inspect(file, {})).count).toBe(2);
    expect(await namesIn(file)).toEqual(['Linde', 'Ahorn']);
  });

  it('is the first table where none has places', async () => {
    expect((await new XlsxFormat().inspect(await workbook(NOTES, SPECIES), {})).layer).toBe('Species');
  });

  it('is the first one where none is a table, which is refused', async () => {
    const file = await workbook(NOTES, { ...NOTES, name: 'More' });
    await expect(new XlsxFormat().inspect(file, {})).rejects.toMatchObject({ code: 'unreadable-file' });
  });
});
