import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';

const roots = ['libs', 'libs/adapters', 'apps', 'tools'].flatMap((parent) =>
  readdirSync(parent).map((name) => join(parent, name, 'src')),
);
const filesIn = (folder) => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return []; // no folder of sources
  }
};
const files = new Set(
  roots
    .flatMap((root) => filesIn(root).map((name) => join(root, name)))
    .filter((path) => /\.(ts|svelte)$/.test(path)),
);

/** The script of a file: all of it, but in a component. */
const scriptOf = (file, text) =>
  file.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script).join('\n')
    : text;

/** The files that a file imports, for their types too. */
const importedBy = new Map(
  [...files].map((file) => {
    const { importedFiles } = ts.preProcessFile(scriptOf(file, readFileSync(file, 'utf8')));
    const paths = importedFiles.map(({ fileName }) => join(dirname(file), fileName.replace(/\.js$/, '.ts')));
    return [file, paths.filter((path) => files.has(path))];
  }),
);

/** The circles of a graph, each by the first way back to where it began. */
function circlesIn(targets) {
  const done = new Set();
  const circleFrom = (node, way) => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of targets.get(node) ?? []) {
      const circle = circleFrom(next, [...way, node]);
      if (circle !== undefined) return circle;
    }
    done.add(node);
    return undefined;
  };
  return [...new Set([...targets.keys()].flatMap((node) => circleFrom(node, [])?.join(' → ') ?? []))];
}

const isTest = (file) => /\.(spec|saboteurs|model|rules|contract)\.|\.spec\.kit\./.test(file);

/** A folder; a file that stands beside folders, directly in `src`, is a room of its own. */
const roomOf = (file) => (roots.includes(dirname(file)) ? file : dirname(file));

/** The rooms that rooms import, apart from tests. */
function roomsOf(imported) {
  const rooms = new Map();
  for (const [file, paths] of imported) {
    if (isTest(file)) continue;
    const others = paths.map(roomOf).filter((room) => room !== roomOf(file));
    rooms.set(roomOf(file), [...(rooms.get(roomOf(file)) ?? []), ...others]);
  }
  return rooms;
}

it('No files import each other in a circle: two that need one another are one', () => {
  expect(circlesIn(importedBy)).toEqual([]);
});

it('Folders are layers: none reaches itself through others', () => {
  const isLayered = ([file]) => !/^tools\/|\/testkit\/|-e2e\//.test(file);
  expect(circlesIn(roomsOf([...importedBy].filter(isLayered)))).toEqual([]);
});

it('finds folders that import each other', () => {
  const [root] = roots;
  const at = (name) => join(root, name);
  const imported = new Map([
    [at('a/one.ts'), [at('b/two.ts')]],
    [at('b/two.ts'), []],
    [at('b/three.ts'), [at('a/four.ts')]],
    [at('b/three.spec.ts'), [at('c/five.ts')]],
    [at('c/five.ts'), [at('b/two.ts')]],
  ]);
  expect(circlesIn(roomsOf(imported)).at(0)).toBe(`${at('a')} → ${at('b')} → ${at('a')}`);
});
