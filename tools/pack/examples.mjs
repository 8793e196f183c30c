import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './libraries.mjs';

const textOf = (path) => readFileSync(join(workspace, path), 'utf8').replaceAll('\r\n', '\n');

/** The code blocks of a Markdown file, with the text after the opening fence on the same line. */
function blocksOf(path) {
  const blocks = [...textOf(path).matchAll(/^( *)```(\S[^\n]*)\n(.*?)^ *```$/gms)];
  return blocks.map(([, indent, info, code]) => ({
    info,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

function printedAfter(blocks, index, fence = 'text') {
  const output = blocks[index + 1];
  return output?.info === fence ? output.code : undefined;
}

/**
 * The programs in a library's README. `prints` is the expected output, if the following block states it: as `text`, or as
 * `txt` if the program needs a server.
 */
export function examplesOf({ name, folder }, fence = 'text') {
  const blocks = blocksOf(join(folder, 'README.md'));
  const programs = blocks.flatMap(({ info, code }, index) =>
    info === 'ts' ? [{ name, code, prints: printedAfter(blocks, index, fence) }] : [],
  );
  if (programs.length === 0) throw new Error(`${folder}/README.md has no example`);
  return programs;
}

/** The code block whose fence names this file, in README.md or a page of docs. `prints` is as in `examplesOf`. */
export function shownAs(title) {
  const blocks = ['README.md', 'docs/adapters.md', 'docs/embedding.md', 'docs/hub.md'].flatMap(blocksOf);
  const index = blocks.findIndex(({ info }) => info.endsWith(` title="${title}"`));
  if (index === -1) throw new Error(`No page shows ${title}`);
  return { code: blocks[index].code, prints: printedAfter(blocks, index) };
}
