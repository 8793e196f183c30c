import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { replace } from './replace.mjs';

const HELPER = '__name=(target,value)=>__defProp(';

/**
 * Makes what esbuild calls by its option `keepNames` set the names of classes and functions alone, not of arrow functions:
 * nobody asks for those, and some are made for every request, which took a tenth of a tile's time.
 */
const namesWhereNeeded = (text) =>
  text.replace(HELPER, HELPER.replace('__defProp(', 'target.prototype===undefined?target:__defProp('));

/**
 * Bundles programs into a folder, with parts of their own for what is imported late, whose names begin with `prefix`.
 * Parts that no program has any more are removed. Gives what esbuild tells of them.
 */
export async function bundle({ outdir, prefix, ...options }) {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    ...options,
    ...{ outdir, chunkNames: `${prefix}[name]-[hash]` },
    ...{ bundle: true, splitting: true, write: false, metafile: true },
    ...{ format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning' },
    // V8 keeps the text in memory: comments too, and all of it in two bytes a character where one of them has a dash.
    ...{ minifyWhitespace: true, lineLimit: 120 },
    keepNames: true, // NestJS finds classes, and errors are told apart, by their names
  });
  const programs = options.entryPoints.map(({ out }) => join(outdir, `${out}.js`));
  const isProgram = ({ path }) => programs.includes(path);
  // The programs last: whatever a program names is there.
  const files = [...outputFiles].sort((a, b) => Number(isProgram(a)) - Number(isProgram(b)));
  for (const { path, text } of files) replace(path, namesWhereNeeded(text));
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(outdir))
    if (name.startsWith(prefix) && !made.has(name)) rmSync(join(outdir, name), { force: true });
  return metafile;
}
