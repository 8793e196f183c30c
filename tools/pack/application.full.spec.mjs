import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { examplesOf, shownAs } from './examples.mjs';
import { libraries } from './libraries.mjs';
import { openProject } from './outside.mjs';

const TIMEOUT_MS = 120_000;
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCA05RTSgAAAABJRU5ErkJggg==';
const examples = libraries
  .flatMap((library) => examplesOf(library))
  .map((example, index) => {
    return { ...example, file: `example-${index}-${example.name.replace('@cairn/', '')}` };
  });
const shown = ['embed.ts', 'huts.ts', 'mirror-blob-store.ts', 'audited-spaces.ts', 'application.ts'];

let project;

beforeAll(async () => {
  project = await openProject(
    libraries.map(({ name }) => name),
    ['@types/node'],
  );
  project.take('keeping.ts');
  project.take('mirrored.ts');
  project.write('photo.jpg', Buffer.from(PIXEL, 'base64'));
  for (const name of shown) project.write(name, shownAs(name).code);
  for (const { file, code } of examples) project.write(`${file}.ts`, code);
}, TIMEOUT_MS);

afterAll(() => project?.dispose());

describe('all packages, outside the workspace', () => {
  it('bring no test runner and nothing of the workspace along', () => {
    const installed = project.installed();
    const foreign = /node_modules\/(jest|@jest|nx|@nx|@nestjs)\b/;
    expect(Object.keys(installed).filter((path) => foreign.test(path))).toEqual([]);
    expect(Object.values(installed).filter(({ link }) => link)).toEqual([]);
  });

  it(
    'compile, every declaration file checked, also the examples in their READMEs',
    () => project.compile({ types: ['node'] }),
    TIMEOUT_MS,
  );

  it('are an application on SQLite and a disk, which has everything still when it is opened again', async () => {
    expect(JSON.parse(await project.print('out/keeping.js'))).toEqual({
      address: 'holiday/photo.jpg',
      sameBytes: true,
      quota: { imageCount: 1, quota: 10_000 },
      spaces: ['Trails'],
      health: { database: 'ok', blobs: 'ok' },
    });
  });

  it('keep the photo of the program that the README embeds', async () => {
    await project.print('out/embed.js');
    expect(existsSync(join(project.folder, 'data/cairn.db'))).toBe(true);
  });

  it('write features and find them, as docs/hub.md shows', async () => {
    expect(await project.print('out/huts.js')).toBe(shownAs('huts.ts').prints);
  });

  it.each(examples.filter(({ prints }) => prints !== undefined))(
    'the example in the README of $name prints what it says',
    async ({ file, prints }) => {
      expect(await project.print(`out/${file}.js`)).toBe(prints);
    },
  );

  it('take a blob store and a repository from outside, as docs/adapters.md shows, into the whole application', async () => {
    expect((await project.print('out/mirrored.js')).trim().split('\n')).toEqual([
      'uploaded holiday/photo.jpg',
      'the same bytes',
      'the same bytes with the first disk lost',
      'added Trails',
      'stored custom',
      'blobs unavailable',
    ]);
  });
});
