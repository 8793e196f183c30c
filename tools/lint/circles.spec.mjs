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
  roots.flatMap((root) => filesIn(root).map((name) => join(root, name))).filter((path) => /\.ts$/.test(path)),
);

/** The files that a file imports, for their types too. */
const importedBy = new Map(
  [...files].map((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
    const paths = importedFiles.map(({ fileName }) => join(dirname(file), fileName.replace(/\.js$/, '.ts')));
    return [file, paths.filter((path) => files.has(path))];
  }),
);

/** The first way back to a file that is on the way already. */
function circleFrom(file, way, done) {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  if (done.has(file)) return undefined;
  for (const next of importedBy.get(file)) {
    const circle = circleFrom(next, [...way, file], done);
    if (circle !== undefined) return circle;
  }
  done.add(file);
  return undefined;
}

it('No files import each other in a circle: two that need one another are one', () => {
  const done = new Set();
  const circles = [...files].flatMap((file) => circleFrom(file, [], done)?.join(' → ') ?? []);
  expect([...new Set(circles)]).toEqual([]);
});
