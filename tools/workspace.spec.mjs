import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from '@jest/globals';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const folders = (parent) => readdirSync(parent).map((name) => join(parent, name));
const roots = ['libs', 'libs/adapters', 'apps', 'tools']
  .flatMap(folders)
  .filter((path) => existsSync(join(path, 'project.json')));
const typed = roots.flatMap((root) =>
  ['tsconfig.json', 'tsconfig.spec.json'].map((name) => join(root, name)),
);

it('Type checks reach every project and its tests', () => {
  const references = read('tools/tsconfig.json').references.map(({ path }) =>
    relative('.', resolve('tools', path)),
  );
  const files = references.map((path) => (path.endsWith('.json') ? path : join(path, 'tsconfig.json')));
  expect(files.sort()).toEqual(typed.filter((path) => existsSync(path)).sort());
});

it('Every project with tests can run them alone', () => {
  const withSpecs = roots.filter((root) =>
    readdirSync(root, { recursive: true }).some(
      (path) => /\.spec\.m?[tj]s$/.test(path) && !path.includes('node_modules'),
    ),
  );
  expect(withSpecs.filter((root) => read(join(root, 'project.json')).targets.test === undefined)).toEqual([]);
});
