import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { replace } from './replace.mjs';

const HELPER = '__name=(target,value)=>__defProp(';

/**
 * Makes what esbuild calls by its option `keepNames` set the names of classes and functions alone, not of arrow functions:
 * nobody asks for those, and some are made for every request, which took a tenth of a tile's time.
 */
const namesWhereNeeded = (text) =>
  text.replace(HELPER, HELPER.replace('__defProp(', 'target.prototype===undefined?target:__defProp('));

/** The parts of so many builds stay: a server that runs goes on importing its own, while others are built. */
const KEPT_BUILDS = 3;

const buildsFile = (outdir, prefix) => join(outdir, `.${prefix}builds.json`);

/** The files of the latest builds, the newest first. */
function buildsIn(outdir, prefix) {
  const file = buildsFile(outdir, prefix);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** The names of the files of the latest build. */
export const builtFiles = (outdir, prefix) => buildsIn(outdir, prefix)[0] ?? [];

/** Takes note of a build, and removes the parts of those before the last few. */
function recordBuild(files, { outdir, prefix }) {
  const others = buildsIn(outdir, prefix).filter((build) => build.join() !== files.join());
  const builds = [files, ...others].slice(0, KEPT_BUILDS);
  replace(buildsFile(outdir, prefix), JSON.stringify(builds));
  const kept = new Set(builds.flat());
  for (const name of readdirSync(outdir))
    if (name.startsWith(prefix) && !kept.has(name)) rmSync(join(outdir, name), { force: true });
}

let esbuild;

/** Ends the process of esbuild, once all is bundled. It takes some 300 MiB, as long as the process that started it lives. */
export const endBundler = async () => await esbuild?.stop();

/**
 * Bundles programs into a folder, with parts of their own for what is imported late, whose names begin with `prefix`.
 * Parts that no recent build has are removed. What is for browsers is as short as can be. Gives what esbuild tells of them.
 */
export async function bundle({ outdir, prefix, isForBrowsers = false, ...options }) {
  esbuild ??= await import('esbuild');
  const { outputFiles, metafile } = await esbuild.build({
    ...options,
    outdir,
    chunkNames: `${prefix}[name]-[hash]`,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: isForBrowsers ? 'browser' : 'node',
    target: isForBrowsers ? 'es2022' : 'node22',
    logLevel: 'warning',
    // V8 keeps the text in memory: comments too, and all of it in two bytes a character where one of them has a dash.
    minifyWhitespace: true,
    minifySyntax: isForBrowsers,
    minifyIdentifiers: isForBrowsers,
    lineLimit: 120,
    keepNames: !isForBrowsers, // NestJS finds classes, and errors are told apart, by their names
  });
  const programs = options.entryPoints.map(({ out }) => join(outdir, `${out}.js`));
  const isProgram = ({ path }) => programs.includes(path);
  // The programs last: whatever a program names is there.
  const files = [...outputFiles].sort((a, b) => Number(isProgram(a)) - Number(isProgram(b)));
  for (const { path, text } of files) replace(path, namesWhereNeeded(text));
  recordBuild(outputFiles.map(({ path }) => basename(path)).sort(), { outdir, prefix });
  return metafile;
}
