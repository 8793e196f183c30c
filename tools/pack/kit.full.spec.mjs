import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { examplesOf, shownAs } from './examples.mjs';
import { libraries } from './libraries.mjs';
import { openProject } from './outside.mjs';

const TIMEOUT_MS = 120_000;

const store = shownAs('mirror-blob-store.ts').code;
const spec = shownAs('mirror-blob-store.spec.ts').code;

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
let rules;

beforeAll(async () => {
  const kit = libraries.find(({ name }) => name === '@cairn/testkit');
  project = await openProject(
    ['@cairn/testkit', '@cairn/adapter-fs', '@cairn/adapter-memory'],
    ['@types/node'],
  );
  project.write('example.test.ts', examplesOf(kit)[0].code);
  project.write('sound/mirror-blob-store.ts', store);
  project.write('sound/mirror-blob-store.test.ts', spec);
  for (const { folder, pattern, replacement } of breakages) {
    project.write(`${folder}/mirror-blob-store.ts`, store.replace(pattern, replacement));
    project.write(`${folder}/mirror-blob-store.test.ts`, spec);
  }
  project.write(
    'rules.ts',
    "import { blobStoreContract } from '@cairn/testkit';\nconsole.log(Object.keys(blobStoreContract).length);",
  );
  await project.compile({ types: ['node'] });
  rules = Number(await project.print('out/rules.js'));
}, TIMEOUT_MS);

afterAll(() => project?.dispose());

/** Runs a compiled test with `node --test`. Returns the number of passed tests and the names of failed ones. */
async function nodeTest(path) {
  const { code, stdout } = await project.run('--test', '--test-reporter=tap', path);
  const [, passed] = /^# pass (\d+)$/m.exec(stdout) ?? [];
  const failed = [...stdout.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, name]) => name);
  return { code, passed: Number(passed), failed };
}

describe('the contract kit outside the workspace, under node --test', () => {
  it('declares every rule of a port, as its README shows', async () => {
    expect(await nodeTest('out/example.test.js')).toEqual({ code: 0, passed: rules, failed: [] });
  });

  it('finds the store that docs/adapters.md adds sound', async () => {
    const outcome = await nodeTest('out/sound/mirror-blob-store.test.js');
    expect(outcome).toEqual({ code: 0, passed: rules, failed: [] });
  });

  it.each(breakages)('notices a store that $name', async ({ pattern, rule, folder }) => {
    expect(store).toMatch(pattern);
    const { code, failed } = await nodeTest(`out/${folder}/mirror-blob-store.test.js`);
    expect(code).not.toBe(0);
    expect(failed).toContainEqual(expect.stringContaining(rule));
  });
});
