import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobStoreContract } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { examplesOf, shownAs } from './examples.mjs';
import { libraries, workspace } from './libraries.mjs';
import { openProject } from './outside.mjs';
import { runtime } from './runtimes.mjs';

const TIMEOUT_MS = 120_000;
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCA05RTSgAAAABJRU5ErkJggg==';
const examples = libraries
  .flatMap((library) => examplesOf(library))
  .map((example, index) => {
    return { ...example, file: `example-${index}-${example.name.replace('@cairn/', '')}` };
  });
const store = 'mirror-blob-store.ts';
const spec = 'mirror-blob-store.spec.ts';
const shown = ['embed.ts', 'huts.ts', store, spec, 'audited-spaces.ts', 'application.ts'];

/** Ways to break the store of docs/adapters.md, each with the rule that must fail. */
const breakages = [
  {
    name: 'takes bytes beyond the limit',
    pattern: /, limitInBytes\)(?=[;,])/g,
    replacement: ', limitInBytes + 1)',
    rule: 'one more is FileTooLarge',
  },
  {
    name: 'deletes from one disk alone',
    pattern: /await first.delete\(key\);/g,
    replacement: '',
    rule: 'delete removes the blob alone',
  },
  {
    name: 'forgets the range',
    pattern: /get\(key, range\)/g,
    replacement: 'get(key)',
    rule: 'a range gives exactly its bytes',
  },
].map((breakage, index) => ({ ...breakage, folder: `broken-${index}` }));

let project;

beforeAll(async () => {
  const names = libraries.map(({ name }) => name);
  project = await openProject([...names, 'sqlite-driver', '@types/node', '@nestjs/platform-express']);
  project.take('mirrored.ts');
  project.write('photo.jpg', Buffer.from(PIXEL, 'base64'));
  for (const name of shown) project.write(name, shownAs(name).code);
  for (const { file, code } of examples) project.write(`${file}.ts`, code);
  for (const { folder, pattern, replacement } of breakages) {
    project.write(`${folder}/${store}`, shownAs(store).code.replace(pattern, replacement));
    project.write(`${folder}/${spec}`, shownAs(spec).code);
  }
}, TIMEOUT_MS);

afterAll(() => project?.dispose());

describe('all packages, outside the workspace', () => {
  it('bring no test runner and nothing of the workspace along', () => {
    const installed = project.installed();
    const foreign = /node_modules\/(jest|@jest|nx|@nx)\b/;
    expect(Object.keys(installed).filter((path) => foreign.test(path))).toEqual([]);
    expect(Object.values(installed).filter(({ link }) => link)).toEqual([]);
  });

  it(
    'compile by TypeScript 6, every declaration file checked, also the examples in their READMEs',
    () => project.compile({ version: 6, types: ['node'] }), // other suites compile by the newer one
    TIMEOUT_MS,
  );

  it.each(['Node', 'the oldest Node'])('are required by CommonJS, every one of them, on %s', async (name) => {
    const names = JSON.stringify(libraries.map((library) => library.name));
    project.write(
      'require.cjs',
      `for (const name of ${names}) if (Object.keys(require(name)).length > 0) console.log(name);`,
    );
    const run = name === 'Node' ? {} : await runtime(name);
    const required = await project.print('require.cjs', run);
    expect(required.trim().split('\n')).toEqual(libraries.map((library) => library.name));
  });

  it('name the package that a type of image needs and that was not installed', async () => {
    const code =
      "import { SharpImageProcessor } from '@cairn/adapter-sharp';\nnew SharpImageProcessor({ furtherTypes: ['image/heic'] });";
    project.write('heic.mjs', code);
    const { stderr } = await project.run('heic.mjs');
    expect(stderr).toContain(
      'Images of the type image/heic need the package "libheif-js": npm install libheif-js',
    );
  });

  it('are an application on SQLite and a disk, as the README embeds it', async () => {
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

const rules = Object.keys(blobStoreContract).length;

describe('the contract kit outside the workspace, under Jest', () => {
  it('finds the store that docs/adapters.md adds sound', async () => {
    const compiled = readFileSync(join(project.folder, 'out/mirror-blob-store.spec.js'), 'utf8');
    project.write(
      'jest/mirror.test.mjs',
      compiled.replace("'node:test'", "'@jest/globals'").replace("'./mirror", "'../out/mirror"),
    );
    const jest = join(workspace, 'node_modules/jest/bin/jest.js');
    const options = [
      '--rootDir',
      '.',
      '--testMatch',
      '**/jest/*.test.mjs',
      '--testTimeout',
      '60000',
      '--json',
    ];
    const { stdout } = await project.run('--experimental-vm-modules', jest, ...options);
    const { testResults, numPassedTests } = JSON.parse(stdout);
    const failed = testResults.flatMap(({ assertionResults, message }) =>
      assertionResults.every(({ status }) => status === 'passed') ? [] : [message],
    );
    expect({ failed, numPassedTests }).toEqual({ failed: [], numPassedTests: rules });
  });
});

describe('the contract kit outside the workspace, under node --test', () => {
  const everyRule = { code: 0, passed: rules, failed: [] };

  /** Runs a compiled test. Returns the number of passed tests and the names of failed ones. */
  async function nodeTest(path, ...options) {
    const { code, stdout } = await project.run('--test', '--test-reporter=tap', ...options, `out/${path}`);
    const [, passed] = /^# pass (\d+)$/m.exec(stdout) ?? [];
    const failed = [...stdout.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, name]) => name);
    return { code, passed: Number(passed), failed };
  }

  it('declares every rule of a port, as its README shows', async () => {
    const { file } = examples.find(({ name }) => name === '@cairn/testkit');
    expect(await nodeTest(`${file}.js`)).toEqual(everyRule);
  });

  it('finds the store that docs/adapters.md adds sound', async () => {
    expect(await nodeTest('mirror-blob-store.spec.js')).toEqual(everyRule);
  });

  it.each(breakages)('notices a store that $name', async ({ pattern, rule, folder }) => {
    expect(shownAs(store).code).toMatch(pattern);
    const { code, failed } = await nodeTest(
      `${folder}/mirror-blob-store.spec.js`,
      `--test-name-pattern=${rule}`,
    );
    expect(code).not.toBe(0);
    expect(failed).toContainEqual(expect.stringContaining(rule));
  });
});
