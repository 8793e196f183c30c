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

/** The programs in a library's README. `prints` is the expected output, if the following block states it. */
export function examplesOf({ name, folder }) {
  const blocks = blocksOf(join(folder, 'README.md'));
  const programs = blocks.flatMap(({ info, code }, index) => {
    const output = blocks[index + 1];
    return info === 'ts' ? [{ name, code, prints: output?.info === 'text' ? output.code : undefined }] : [];
  });
  if (programs.length === 0) throw new Error(`${folder}/README.md has no example`);
  return programs;
}

/** The code block whose fence names this file, in README.md or docs/adapters.md. */
export function shownAs(title) {
  const blocks = ['README.md', 'docs/adapters.md'].flatMap(blocksOf);
  const found = blocks.find(({ info }) => info.endsWith(` title="${title}"`));
  if (found === undefined) throw new Error(`Neither README.md nor docs/adapters.md shows ${title}`);
  return found.code;
}
