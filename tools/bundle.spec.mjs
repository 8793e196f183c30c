import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { builtFiles, bundle } from './bundle.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-bundle-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Builds a program that imports `text` late. */
async function build(text) {
  const source = join(folder, 'main.js');
  writeFileSync(source, `export const late = () => import('./late.js');`);
  writeFileSync(join(folder, 'late.js'), `export default ${JSON.stringify(text)};`);
  await bundle({
    entryPoints: [{ in: source, out: 'made-main' }],
    outdir: join(folder, 'dist'),
    prefix: 'made-',
  });
}

const parts = () => readdirSync(join(folder, 'dist')).filter((name) => name.startsWith('made-late'));

it('leaves a program that runs the parts of its own build, and removes those of older ones', async () => {
  await build('first');
  const { late } = await import(join(folder, 'dist/made-main.js'));
  for (const text of ['second', 'second', 'third']) await build(text);
  expect((await late()).default).toBe('first');
  expect(parts()).toHaveLength(3);
  await build('fourth');
  expect(parts()).toHaveLength(3);
  expect(builtFiles(join(folder, 'dist'), 'made-')).toContain(
    parts().find((name) => readFileSync(join(folder, 'dist', name), 'utf8').includes('fourth')),
  );
});
