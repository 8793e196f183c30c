import { join } from 'node:path';
import { blocksOf } from '../docs/blocks.mjs';

function printedAfter(blocks, index, fence = 'text') {
  const output = blocks[index + 1];
  return output?.language === fence ? output.code : undefined;
}

/**
 * The programs in a library's README. `prints` is the expected output, if the following block states it: as `text`, or as
 * `txt` if the program needs a server.
 */
export function examplesOf({ name, folder }, fence = 'text') {
  const blocks = blocksOf(join(folder, 'README.md'));
  const programs = blocks.flatMap(({ language, code }, index) =>
    language === 'ts' ? [{ name, code, prints: printedAfter(blocks, index, fence) }] : [],
  );
  if (programs.length === 0) throw new Error(`${folder}/README.md has no example`);
  return programs;
}

/** The code block whose fence names this file, in README.md or a page of docs. `prints` is as in `examplesOf`. */
export function shownAs(title) {
  const blocks = ['README.md', 'docs/adapters.md', 'docs/embedding.md', 'docs/hub.md'].flatMap(blocksOf);
  const index = blocks.findIndex((block) => block.title === title);
  if (index === -1) throw new Error(`No page shows ${title}`);
  return { code: blocks[index].code, prints: printedAfter(blocks, index) };
}
