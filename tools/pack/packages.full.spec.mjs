import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { publintMessages, typeProblems } from './checks.mjs';
import { contentsOf, keepIn, packages } from './pack.mjs';
import { libraries, workspace } from './libraries.mjs';

const TIMEOUT_MS = 120_000;
const readIn = (library, path) => readFileSync(join(workspace, library.folder, path), 'utf8');
const pure = [
  'kernel',
  'image-structure',
  'geometry',
  'ground',
  'map-style',
  'images',
  'spaces',
  'photo-places',
  'maps',
  'webhooks',
  'access',
  'adapter-memory',
  'api-schema',
  'api-document',
  'client',
];

let packed;

beforeAll(async () => {
  packed = await packages();
}, TIMEOUT_MS);

const packageOf = ({ name }) => packed.find((candidate) => candidate.name === name);

/** The packages that a compiled file or a declaration file imports. */
function importsOf(text) {
  const names = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
  return names
    .filter((name) => !name.startsWith('.'))
    .map((name) => (isBuiltin(name) ? 'a Node built-in' : /^(@[^/]+\/)?[^/]+/.exec(name)[0]));
}

/**
 * The files that can be imported: those of the exports and of the top folder, and what they import. What a program is
 * bundled from is packed beside it, and nothing imports that.
 */
function reachedIn(library) {
  const contents = contentsOf(library).filter((path) => /^dist\/.*\.(js|d\.ts)$/.test(path));
  const exported = Object.values(library.manifest.exports).flatMap((one) => [one.types, one.default]);
  const isEntry = (path) => exported.includes(`./${path}`) || dirname(path) === 'dist';
  const reached = new Set(contents.filter(isEntry));
  for (const path of reached)
    for (const { fileName } of ts.preProcessFile(readIn(library, path)).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const target = join(dirname(path), fileName).replaceAll('\\', '/');
      const file = path.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target;
      if (contents.includes(file)) reached.add(file);
    }
  return [...reached];
}

it('are kept in a folder with their checksums', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-packages-'));
  try {
    keepIn(folder, packed);
    const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
    const sums = lines.map((line) => line.split('  '));
    expect(readdirSync(folder).toSorted()).toEqual(
      [...sums.map(([, name]) => name), 'SHA256SUMS'].toSorted(),
    );
    expect(sums.length).toBe(libraries.length);
    for (const [sum, name] of sums)
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ).toBe(sum);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe.each(libraries)('the package $name', (library) => {
  const { manifest } = library;
  const runsAnywhere = pure.includes(manifest.name.replace('@cairn/', ''));

  it('leaves publint nothing to say', async () => {
    expect(await publintMessages(packageOf(library).path)).toEqual([]);
  });

  it(
    'has types that every resolution of ES modules finds, says attw',
    async () => {
      expect(await typeProblems(packageOf(library).path)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('says what it is and where it runs', () => {
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/^.{20,140}\.$/),
      keywords: expect.arrayContaining(['cairn']),
      license: 'MIT',
      type: 'module',
      sideEffects: false,
    });
    const versions = Object.values({ ...manifest.dependencies, ...manifest.peerDependencies });
    expect(versions.filter((version) => !/^(npm:.+@)?\^/.test(version))).toEqual([]);
    expect(manifest.engines).toEqual(runsAnywhere ? undefined : { node: '>=22.14' });
  });

  it('holds a README, the licence and what its sources compile to, without maps and tests', () => {
    const expected = ['LICENSE', 'README.md', 'package.json', ...contentsOf(library)];
    const { files } = packageOf(library);
    expect(files.toSorted()).toEqual(expected.toSorted());
    expect(files.filter((path) => /\.map$|\.spec\.|(^|\/)src\//.test(path))).toEqual([]);
    expect(readIn(library, 'LICENSE')).toBe(readFileSync(join(workspace, 'LICENSE'), 'utf8'));
  });

  it('imports only what it declares', () => {
    const imported = new Set(reachedIn(library).flatMap((path) => importsOf(readIn(library, path))));
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    const allowed = [...declared, ...declared.map((name) => name.replace(/^@types\//, ''))];
    if (!runsAnywhere) allowed.push('a Node built-in');
    expect([...imported].filter((name) => !allowed.includes(name))).toEqual([]);
  });
});
