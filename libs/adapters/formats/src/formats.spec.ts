import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { FileFormat, FormatFile } from '@cairn/spaces';
import { featureFormatContract, formatSample, type FormatSubject, verify } from '@cairn/testkit';
import { openFormat } from './formats.js';
import { fileOf } from './sample-files.spec.kit.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-formats-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

async function stored(name: string, bytes: Uint8Array | string): Promise<FormatFile> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, name, sizeInBytes: (await stat(path)).size };
}

async function subjectOf(name: FileFormat, own: readonly string[]): Promise<FormatSubject> {
  const sample = await stored(`sample.${name}`, await fileOf(name, formatSample));
  const several = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...formatSample[0], number: index }));
  return {
    format: await openFormat(name),
    own,
    files: {
      sample,
      cut: async (length) => await stored(`cut.${name}`, (await readFile(sample.path)).subarray(0, length)),
      foreign: await stored('foreign', 'This is "no file of places'),
      many: async (count) => await stored(`many-${count}.${name}`, await fileOf(name, several(count))),
    },
  };
}

/** Formats, what they add to the properties, and why a rule does not hold. */
const formats: readonly (readonly [
  FileFormat,
  {
    readonly own?: readonly string[];
    readonly waivers?: { readonly [Name in keyof typeof featureFormatContract]?: string };
  },
])[] = [
  ['geojson', {}],
  [
    'csv',
    {
      waivers: {
        'a file that is cut short is refused wherever that is, and what comes before it is right':
          'a line of CSV may end anywhere',
      },
    },
  ],
  ['xlsx', {}],
  ['gpx', { own: ['kind'] }],
  ['kml', {}],
  ['shapefile', {}],
  ['geopackage', {}],
  ['flatgeobuf', {}],
  ['topojson', {}],
];

for (const [name, { own = [], waivers = {} }] of formats)
  describe(`${name} files`, () => {
    const open = async (): Promise<FormatSubject> => await subjectOf(name, own);
    verify({
      contract: featureFormatContract,
      subject: { open, reopen: async (subject) => subject },
      it,
      waivers,
    });
  });
